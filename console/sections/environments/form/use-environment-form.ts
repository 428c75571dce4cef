import { useToast } from '@assay/design-system'
import { type ConflictReason, type Environment, sandboxSuffix } from '@assay/risk-service/contract'
import type { RefObject } from 'react'
import { useIntl } from 'react-intl'
import { readApiError } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
import { useRecordForm } from '../../../platform/authoring/form/use-record-form.ts'
import {
  emptyEnvironmentForm,
  environmentFormOf,
  environmentResolver,
  fieldErrorsOf,
  type PanelTask,
  sandboxObstacle,
} from './environment-form.ts'
import { formRecoveryId, type RecoveredPanel, subjectId } from './form-recovery.ts'
import { useEnvironmentTemplate } from './template-fields.tsx'

const conflictMessages: Readonly<Partial<Record<ConflictReason, string>>> = {
  'environment.levelLimit': 'Environments.Reason.levelLimit',
  'environment.countLimit': 'Environments.Reason.countLimit',
  'environment.notActive': 'Environments.Error.NotActive',
}

/** The message about a refusal that belongs to no field. */
function problemOf(error: unknown): string {
  const failure = readApiError(error)
  if (failure.kind === 'invalid' && failure.issues.some(({ path }) => path[0] === 'template' || path[0] === 'file'))
    return 'Templates.Use.Blocked'
  const reason = failure.kind === 'conflict' ? failure.reason : null
  return (reason && conflictMessages[reason]) ?? 'Environments.Error.Other'
}

interface EnvironmentFormOptions {
  task: PanelTask
  environments: readonly Environment[]
  /** The current environment: a new root uses templates of its library. */
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
  const obstacle = sandboxObstacle(parent, environments)
  const template = useEnvironmentTemplate(parent, used)
  const { form, values, saving, problem, submit } = useRecordForm({
    record: {
      values: editing
        ? environmentFormOf(editing)
        : { ...emptyEnvironmentForm, kind: parent?.kind ?? 'production', withSandbox: obstacle === null },
      version: 0,
    },
    resolver: environmentResolver({ root: task.kind === 'root', editing, environments }, parent),
    recovery: {
      id: formRecoveryId,
      unchanged: true,
      context: { kind: task.kind, about: subjectId(task), template: template.recoverable } satisfies RecoveredPanel,
      restore: recovered => {
        if (recovered.kind !== task.kind || recovered.about !== subjectId(task)) return false
        template.restore(recovered.template)
        return true
      },
    },
    save: (body, { newId }): Promise<unknown> =>
      'environmentId' in body
        ? client.environments.update(body)
        : client.environments.create({ ...body, id: newId, ...template.createInput }),
    onSaved: answer => {
      const saved = answer as Environment
      toast({
        title: intl.formatMessage(
          { id: editing ? 'Environments.Form.Changed' : 'Environments.Form.Created' },
          { name: saved.friendlyName },
        ),
        tone: 'success',
      })
      onSaved(saved)
    },
    errorsOf: error => fieldErrorsOf(readApiError(error)),
    problemOf,
    element,
  })
  const production = (parent?.kind ?? values.kind) === 'production'
  return {
    form,
    values,
    /** Why the whole form was refused, as a message's id; null once something else is typed. */
    problem,
    saving,
    submit,
    template,
    sandbox: {
      obstacle,
      name: (values.name.trim() || '…') + sandboxSuffix,
      offered: editing === null && production,
    },
  }
}
