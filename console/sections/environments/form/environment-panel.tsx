import {
  Button,
  Callout,
  Field,
  FieldCounter,
  focusInvalidField,
  Input,
  Radio,
  RadioGroup,
  Select,
  SidePanel,
  Switch,
  TagInput,
  Textarea,
  useToast,
} from '@assay/design-system'
import {
  type Environment,
  environmentLimits,
  type Geography,
  geographies,
  sandboxSuffix,
} from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { type ReactNode, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { mayCreateBelow } from '../commands.ts'
import { GeographyName, KindName } from '../environment-labels.tsx'
import {
  createInputOf,
  type EnvironmentForm,
  type EnvironmentFormField,
  type EnvironmentFormIssues,
  emptyEnvironmentForm,
  environmentFormOf,
  fieldErrorsOf,
  updateInputOf,
  validateEnvironmentForm,
} from './environment-form.ts'
import { formRecoveryId, type RecoveredForm, subjectId } from './form-recovery.ts'
import { TemplateFields, useEnvironmentTemplate } from './template-fields.tsx'

/** What the panel is for: a root, a child of an environment, or a change. */
export type PanelTask =
  | { kind: 'root' }
  | { kind: 'child'; parent: Environment }
  | { kind: 'edit'; environment: Environment }

interface EnvironmentPanelProps {
  task: PanelTask
  environments: readonly Environment[]
  /** The one in use: a new root takes from its library. */
  used: Environment | undefined
  onClose: () => void
  onSaved: (environment: Environment) => void
}

const conflictMessages: Readonly<Record<string, string>> = {
  'environment.levelLimit': 'Environments.Reason.levelLimit',
  'environment.countLimit': 'Environments.Reason.countLimit',
  'environment.notActive': 'Environments.Refused.NotActive',
}

/** Why no sandbox can be made along with a child; null when it can. */
function sandboxObstacle(parent: Environment | null, environments: readonly Environment[]): string | null {
  if (!parent) return null
  const counterpart = environments.find(({ id }) => id === parent.counterpartId)
  if (!counterpart) return 'Environments.Form.SandboxNoParent'
  return mayCreateBelow(counterpart) && counterpart.status === 'Active' ? null : 'Environments.Form.SandboxImpossible'
}

/** Creates or changes an environment. What is typed stays until it is saved or put away. */
export function EnvironmentPanel({ task, environments, used, onClose, onSaved }: EnvironmentPanelProps) {
  const intl = useIntl()
  const offline = useOffline()
  const { toast } = useToast()
  const editing = task.kind === 'edit' ? task.environment : null
  const parent = task.kind === 'child' ? task.parent : null
  const root = task.kind === 'root'
  const obstacle = sandboxObstacle(parent, environments)
  const [form, setForm] = useState<EnvironmentForm>(() =>
    editing
      ? environmentFormOf(editing)
      : { ...emptyEnvironmentForm, kind: parent?.kind ?? 'production', withSandbox: obstacle === null },
  )
  const [attempted, setAttempted] = useState(false)
  const [refused, setRefused] = useState<{
    form: EnvironmentForm
    errors: EnvironmentFormIssues
    message: string | null
  } | null>(null)
  const [saving, setSaving] = useState(false)
  // One id for every attempt: a lost answer makes no second environment.
  const [id, setId] = useState<string>(() => crypto.randomUUID())
  const body = useRef<HTMLFormElement>(null)
  const template = useEnvironmentTemplate(parent, used)
  useRecovery<RecoveredForm>(
    formRecoveryId,
    { kind: task.kind, about: subjectId(task), id, form, template: template.kept },
    kept => {
      if (kept.kind !== task.kind || kept.about !== subjectId(task)) return
      setId(kept.id)
      setForm(kept.form)
      template.restore(kept.template)
    },
  )
  const set = (change: Partial<EnvironmentForm>) => setForm(current => ({ ...current, ...change }))
  const found = attempted ? validateEnvironmentForm(form, { root, editing, environments }) : {}
  const errors: EnvironmentFormIssues = refused?.form === form ? { ...found, ...refused.errors } : found
  const sandboxName = (form.name.trim() || '…') + sandboxSuffix
  const production = (parent?.kind ?? form.kind) === 'production'

  const save = async () => {
    setAttempted(true)
    if (
      Object.keys(validateEnvironmentForm(form, { root, editing, environments })).length > 0 ||
      (!editing && !template.ready)
    ) {
      focusInvalidField(body.current)
      return
    }
    setSaving(true)
    try {
      const saved = editing
        ? await client.environments.update({ environmentId: editing.id, ...updateInputOf(form) })
        : await client.environments.create({ ...createInputOf(form, id, parent), ...template.wanted })
      toast({
        title: intl.formatMessage(
          { id: editing ? 'Environments.Form.Changed' : 'Environments.Form.Created' },
          { name: saved.friendlyName },
        ),
        tone: 'success',
      })
      onSaved(saved as Environment)
    } catch (error) {
      const data: unknown = error instanceof ORPCError ? error.data : null
      const fields = fieldErrorsOf(data)
      const { reason = '', issues = [] } = (data ?? {}) as { reason?: string; issues?: { path: unknown[] }[] }
      const unusable = issues.some(({ path }) => path[0] === 'template' || path[0] === 'file')
      setRefused({
        form,
        errors: fields ?? {},
        message: fields
          ? null
          : unusable
            ? 'Templates.Use.Blocked'
            : (conflictMessages[reason] ?? 'Environments.Refused.Other'),
      })
      focusInvalidField(body.current)
    } finally {
      setSaving(false)
    }
  }
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
        ref={body}
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
          {refused?.message != null && refused.form === form ? (
            <Callout tone="danger" live>
              <FormattedMessage id={refused.message} />
            </Callout>
          ) : null}
          {!editing && template.offered ? <TemplateFields template={template} /> : null}
          <Field
            label={<FormattedMessage id="Environments.Column.Name" />}
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
          {root ? (
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
          {editing || !production ? null : (
            <Field label={<FormattedMessage id="Environments.Kind.Sandbox" />} labelHidden {...error('withSandbox')}>
              <Switch
                checked={form.withSandbox && obstacle === null}
                disabled={obstacle !== null}
                onCheckedChange={withSandbox => set({ withSandbox })}
                label={<FormattedMessage id="Environments.Form.Sandbox" />}
                description={
                  obstacle === null ? (
                    <FormattedMessage
                      id="Environments.Form.SandboxHelp"
                      values={{
                        name: (
                          <bdi key="name" dir="ltr">
                            {sandboxName}
                          </bdi>
                        ),
                      }}
                    />
                  ) : (
                    <FormattedMessage id={obstacle} />
                  )
                }
              />
            </Field>
          )}
          <Field
            label={<FormattedMessage id="Environments.Column.Description" />}
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
            <FormattedMessage id="Environments.Form.Cancel" />
          </Button>
          <Button type="submit" variant="primary" loading={saving} disabled={offline || (!editing && !template.ready)}>
            <FormattedMessage id={editing ? 'Environments.Form.Save' : 'Environments.Form.Create'} />
          </Button>
        </div>
      </form>
    </SidePanel>
  )
}
