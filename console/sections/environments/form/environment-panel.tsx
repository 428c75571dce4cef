import {
  Button,
  Callout,
  Field,
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
import { type ReactNode, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useOffline } from '../../../platform/offline/connection.ts'
import { GeographyName, KindName } from '../environment-labels.tsx'
import type { EnvironmentFormField, PanelTask } from './environment-form.ts'
import { TemplateFields } from './template-fields.tsx'
import { useEnvironmentForm } from './use-environment-form.ts'

interface EnvironmentPanelProps {
  task: PanelTask
  environments: readonly Environment[]
  /** The one in use: a new root takes from its library. */
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
  const { form, set, errors, failure, saving, save, template, sandbox } = useEnvironmentForm({
    task,
    environments,
    used,
    element,
    onSaved,
  })
  const error = (field: EnvironmentFormField): { error?: ReactNode } => {
    const message = errors[field]
    return message === undefined ? {} : { error: <FormattedMessage id={message} /> }
  }
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
          if (!saving && !offline) void save()
        }}
      >
        <div className="flex flex-1 flex-col gap-4 p-4">
          {offline ? (
            <Callout tone="warning" live>
              <FormattedMessage id="Offline.Writes" />
            </Callout>
          ) : null}
          {failure !== null ? (
            <Callout tone="danger" live>
              <FormattedMessage id={failure} />
            </Callout>
          ) : null}
          {!editing && template.offered ? <TemplateFields template={template} /> : null}
          <Field
            label={<FormattedMessage id="Common.Name" />}
            description={<FormattedMessage id="Environments.Form.NameHelp" />}
            required
            {...error('name')}
          >
            <Input
              value={form.name}
              autoFocus
              maxLength={200}
              spellCheck={false}
              autoComplete="off"
              dir="ltr"
              onChange={event => set({ name: event.target.value })}
            />
          </Field>
          <Field
            label={<FormattedMessage id="Environments.Form.DisplayName" />}
            description={<FormattedMessage id="Environments.Form.DisplayNameHelp" />}
            {...error('friendlyName')}
          >
            <Input
              value={form.friendlyName}
              maxLength={200}
              autoComplete="off"
              dir="auto"
              placeholder={form.name.trim()}
              onChange={event => set({ friendlyName: event.target.value })}
            />
          </Field>
          {task.kind === 'root' ? (
            <>
              <Field
                label={<FormattedMessage id="Environments.Form.Geography" />}
                description={<FormattedMessage id="Environments.Form.GeographyHelp" />}
                required
                {...error('geography')}
              >
                <Select<Geography>
                  placeholder={intl.formatMessage({ id: 'Environments.Form.GeographyChoose' })}
                  options={geographies.map(value => ({
                    value,
                    label: intl.formatMessage({ id: `Environments.Geography.${value}` }),
                  }))}
                  {...(form.geography === '' ? {} : { value: form.geography })}
                  onValueChange={geography => set({ geography })}
                />
              </Field>
              <Field
                label={<FormattedMessage id="Environments.Column.Kind" />}
                description={<FormattedMessage id="Environments.Form.KindHelp" />}
              >
                <RadioGroup
                  orientation="horizontal"
                  value={form.kind}
                  onValueChange={kind => set({ kind: kind === 'sandbox' ? 'sandbox' : 'production' })}
                >
                  <Radio value="production" label={<KindName kind="production" />} />
                  <Radio value="sandbox" label={<KindName kind="sandbox" />} />
                </RadioGroup>
              </Field>
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
            <Field label={<FormattedMessage id="Environments.Kind.Sandbox" />} labelHidden {...error('withSandbox')}>
              <Switch
                checked={form.withSandbox && sandbox.obstacle === null}
                disabled={sandbox.obstacle !== null}
                onCheckedChange={withSandbox => set({ withSandbox })}
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
            </Field>
          ) : null}
          <Field
            label={<FormattedMessage id="Common.Description" />}
            {...error('description')}
            labelEnd={<FieldCounter used={form.description.trim().length} limit={environmentLimits.description} />}
          >
            <Textarea
              value={form.description}
              rows={3}
              dir="auto"
              onChange={event => set({ description: event.target.value })}
            />
          </Field>
          <Field
            label={<FormattedMessage id="Environments.Column.Tags" />}
            description={<FormattedMessage id="Environments.Form.TagsHelp" />}
            {...error('tags')}
          >
            <TagInput value={form.tags} onValueChange={tags => set({ tags: [...tags] })} />
          </Field>
          {editing ? null : (
            <>
              <Field
                label={<FormattedMessage id="Environments.Column.ApiId" />}
                description={<FormattedMessage id="Environments.Form.ApiIdHelp" />}
                {...error('customerApiId')}
              >
                <Input
                  value={form.customerApiId}
                  mono
                  maxLength={200}
                  spellCheck={false}
                  autoComplete="off"
                  onChange={event => set({ customerApiId: event.target.value })}
                />
              </Field>
              <Field
                label={<FormattedMessage id="Environments.Form.Application" />}
                description={<FormattedMessage id="Environments.Form.ApplicationHelp" />}
                {...error('applicationId')}
              >
                <Input
                  value={form.applicationId}
                  mono
                  maxLength={200}
                  spellCheck={false}
                  autoComplete="off"
                  onChange={event => set({ applicationId: event.target.value })}
                />
              </Field>
            </>
          )}
        </div>
        <div className="sticky inset-be-0 flex justify-end gap-2 border-bs border-line-subtle bg-surface px-4 py-3">
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
