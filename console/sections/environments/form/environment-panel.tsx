import {
  Button,
  Callout,
  FieldCounter,
  Input,
  Radio,
  RadioGroup,
  Select,
  SidePanel,
  Switch,
  TagInput,
  Textarea,
} from '@assay/design-system'
import { type Environment, environmentLimits, type Geography, geographies } from '@assay/risk-service/contract'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { GeographyName } from '../../../platform/environments/geography-name.tsx'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { KindName } from '../environment-labels.tsx'
import type { PanelTask } from './environment-form.ts'
import { TemplateFields } from './template-fields.tsx'
import { useEnvironmentForm } from './use-environment-form.ts'

interface EnvironmentPanelProps {
  task: PanelTask
  environments: readonly Environment[]
  /** The current environment: a new root uses templates of its library. */
  used: Environment | undefined
  onClose: () => void
  onSaved: (environment: Environment) => void
}

/** Creates or changes an environment. What is typed stays until it is saved or put away. */
export function EnvironmentPanel({ task, environments, used, onClose, onSaved }: EnvironmentPanelProps) {
  const intl = useIntl()
  const offline = useOffline()
  const editing = task.kind === 'edit' ? task.environment : null
  const parent = task.kind === 'child' ? task.parent : null
  const element = useRef<HTMLFormElement>(null)
  const { form, values, problem, saving, submit, template, sandbox } = useEnvironmentForm({
    task,
    environments,
    used,
    element,
    onSaved,
  })
  const title =
    task.kind === 'root'
      ? 'Environments.Form.NewTitle'
      : task.kind === 'child'
        ? 'Environments.Form.ChildTitle'
        : 'Environments.Form.EditTitle'
  return (
    <SidePanel
      title={
        <FormattedMessage id={title} values={{ name: <bdi key="name">{(parent ?? editing)?.friendlyName}</bdi> }} />
      }
      onClose={onClose}
    >
      <form
        ref={element}
        noValidate
        className="flex min-h-full flex-col"
        onSubmit={event => {
          event.preventDefault()
          if (!saving && !offline && (editing || template.ready)) void submit()
        }}
      >
        <div className="flex flex-1 flex-col gap-4 p-4">
          {offline ? (
            <Callout tone="warning" live>
              <FormattedMessage id="Offline.Writes" />
            </Callout>
          ) : null}
          {problem !== null ? (
            <Callout tone="danger" live>
              <FormattedMessage id={problem} />
            </Callout>
          ) : null}
          {!editing && template.offered ? <TemplateFields template={template} /> : null}
          <FormField
            form={form}
            name="name"
            deps={['friendlyName']}
            label={<FormattedMessage id="Common.Name" />}
            description={<FormattedMessage id="Environments.Form.NameHelp" />}
            required
          >
            {control => (
              <Input {...control} autoFocus maxLength={200} spellCheck={false} autoComplete="off" dir="ltr" />
            )}
          </FormField>
          <FormField
            form={form}
            name="friendlyName"
            label={<FormattedMessage id="Environments.Form.DisplayName" />}
            description={<FormattedMessage id="Environments.Form.DisplayNameHelp" />}
          >
            {control => (
              <Input {...control} maxLength={200} autoComplete="off" dir="auto" placeholder={values.name.trim()} />
            )}
          </FormField>
          {task.kind === 'root' ? (
            <>
              <FormField
                form={form}
                name="geography"
                label={<FormattedMessage id="Environments.Form.Geography" />}
                description={<FormattedMessage id="Environments.Form.GeographyHelp" />}
                required
              >
                {({ value, onChange }) => (
                  <Select<Geography>
                    placeholder={intl.formatMessage({ id: 'Environments.Form.GeographyChoose' })}
                    options={geographies.map(geography => ({
                      value: geography,
                      label: intl.formatMessage({ id: `Environments.Geography.${geography}` }),
                    }))}
                    {...(value === '' ? {} : { value })}
                    onValueChange={onChange}
                  />
                )}
              </FormField>
              <FormField
                form={form}
                name="kind"
                deps={['name', 'customerApiId']}
                label={<FormattedMessage id="Environments.Column.Kind" />}
                description={<FormattedMessage id="Environments.Form.KindHelp" />}
              >
                {({ value, onChange }) => (
                  <RadioGroup orientation="horizontal" value={value} onValueChange={onChange}>
                    <Radio value="production" label={<KindName kind="production" />} />
                    <Radio value="sandbox" label={<KindName kind="sandbox" />} />
                  </RadioGroup>
                )}
              </FormField>
            </>
          ) : null}
          {parent ? (
            <p className="text-xs text-fg-secondary">
              <FormattedMessage
                id="Environments.Form.FromRoot"
                values={{
                  kind: <KindName key="kind" kind={parent.kind} />,
                  geography: <GeographyName key="geography" geography={parent.geography} />,
                }}
              />
            </p>
          ) : null}
          {sandbox.offered ? (
            <FormField
              form={form}
              name="withSandbox"
              deps={['name', 'customerApiId']}
              label={<FormattedMessage id="Environments.Kind.Sandbox" />}
              labelHidden
            >
              {({ value, onChange }) => (
                <Switch
                  checked={value && sandbox.obstacle === null}
                  disabled={sandbox.obstacle !== null}
                  onCheckedChange={onChange}
                  label={<FormattedMessage id="Environments.Form.Sandbox" />}
                  description={
                    sandbox.obstacle === null ? (
                      <FormattedMessage
                        id="Environments.Form.SandboxHelp"
                        values={{
                          name: (
                            <bdi key="name" dir="ltr">
                              {sandbox.name}
                            </bdi>
                          ),
                        }}
                      />
                    ) : (
                      <FormattedMessage id={sandbox.obstacle} />
                    )
                  }
                />
              )}
            </FormField>
          ) : null}
          <FormField
            form={form}
            name="description"
            label={<FormattedMessage id="Common.Description" />}
            labelEnd={value => <FieldCounter used={value.trim().length} limit={environmentLimits.description} />}
          >
            {control => <Textarea {...control} rows={3} dir="auto" />}
          </FormField>
          <FormField
            form={form}
            name="tags"
            label={<FormattedMessage id="Environments.Column.Tags" />}
            description={<FormattedMessage id="Environments.Form.TagsHelp" />}
          >
            {({ value, onChange }) => <TagInput value={value} onValueChange={tags => onChange([...tags])} />}
          </FormField>
          {editing ? null : (
            <>
              <FormField
                form={form}
                name="customerApiId"
                label={<FormattedMessage id="Environments.Column.ApiId" />}
                description={<FormattedMessage id="Environments.Form.ApiIdHelp" />}
              >
                {control => <Input {...control} mono maxLength={200} spellCheck={false} autoComplete="off" />}
              </FormField>
              <FormField
                form={form}
                name="applicationId"
                label={<FormattedMessage id="Environments.Form.Application" />}
                description={<FormattedMessage id="Environments.Form.ApplicationHelp" />}
              >
                {control => <Input {...control} mono maxLength={200} spellCheck={false} autoComplete="off" />}
              </FormField>
            </>
          )}
        </div>
        <div
          data-page-foot
          className="sticky inset-be-0 flex justify-end gap-2 border-bs border-line-subtle bg-surface px-4 py-3"
        >
          <Button onClick={onClose}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
          <Button type="submit" variant="primary" loading={saving} disabled={offline || (!editing && !template.ready)}>
            <FormattedMessage id={editing ? 'Common.Save' : 'Common.Create'} />
          </Button>
        </div>
      </form>
    </SidePanel>
  )
}
