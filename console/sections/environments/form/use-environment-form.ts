import { focusInvalidField, useToast } from '@assay/design-system'
import { type ConflictReason, type Environment, sandboxSuffix } from '@assay/risk-service/contract'
import { type RefObject, useState } from 'react'
import { useIntl } from 'react-intl'
import { readApiError } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import {
  createInputOf,
  type EnvironmentForm,
  type EnvironmentFormIssues,
  emptyEnvironmentForm,
  environmentFormOf,
  fieldErrorsOf,
  type PanelTask,
  sandboxObstacle,
  updateInputOf,
  validateEnvironmentForm,
} from './environment-form.ts'
import { formRecoveryId, type RecoveredForm, subjectId } from './form-recovery.ts'
import { useEnvironmentTemplate } from './template-fields.tsx'

const conflictMessages: Readonly<Partial<Record<ConflictReason, string>>> = {
  'environment.levelLimit': 'Environments.Reason.levelLimit',
  'environment.countLimit': 'Environments.Reason.countLimit',
  'environment.notActive': 'Environments.Error.NotActive',
}

interface EnvironmentFormOptions {
  task: PanelTask
  environments: readonly Environment[]
  /** The one in use: a new root takes from its library. */
  used: Environment | undefined
  /** The form's element: the first field with an error gets the focus. */
  element: RefObject<HTMLFormElement | null>
  onSaved: (environment: Environment) => void
}

/** What is typed into the panel of an environment, its errors, and saving it. What is typed outlives a new sign-in. */
export function useEnvironmentForm({ task, environments, used, element, onSaved }: EnvironmentFormOptions) {
  const intl = useIntl()
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
      focusInvalidField(element.current)
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
      const failure = readApiError(error)
      const fields = fieldErrorsOf(failure)
      const unusable =
        failure.kind === 'invalid' && failure.issues.some(({ path }) => path[0] === 'template' || path[0] === 'file')
      const reason = failure.kind === 'conflict' ? failure.reason : null
      setRefused({
        form,
        errors: fields ?? {},
        message: fields
          ? null
          : unusable
            ? 'Templates.Use.Blocked'
            : ((reason && conflictMessages[reason]) ?? 'Environments.Error.Other'),
      })
      focusInvalidField(element.current)
    } finally {
      setSaving(false)
    }
  }
  return {
    form,
    set,
    errors,
    /** Why the whole form was refused, as a message's id; null once something else is typed. */
    failure: refused?.form === form ? refused.message : null,
    saving,
    save,
    template,
    sandbox: { obstacle, name: sandboxName, offered: editing === null && production },
  }
}
