import type { Environment } from '@assay/risk-service/contract'
import { readRecovery } from '../../../platform/recovery/use-recovery.ts'
import type { PanelTask } from './environment-form.ts'
import type { RecoveredTemplate } from './template-fields.tsx'

/** Key of the form in the recovery. */
export const formRecoveryId = 'environments/form'

/** Beside what was typed: what the form is for, and the template that it starts as. */
export interface RecoveredPanel {
  kind: PanelTask['kind']
  about: string | null
  template: RecoveredTemplate
}

export const subjectId = (task: PanelTask): string | null =>
  task.kind === 'root' ? null : (task.kind === 'child' ? task.parent : task.environment).id

/** The panel that was open when the session ended; null without one, or when its environment was deleted. */
export function findRecoveredPanelTask(environments: readonly Environment[]): PanelTask | null {
  const recovered = (readRecovery(formRecoveryId) as { context?: Partial<RecoveredPanel> } | undefined)?.context
  const environment = environments.find(({ id }) => id === recovered?.about)
  if (recovered?.kind === 'root') return { kind: 'root' }
  if (!environment) return null
  return recovered?.kind === 'edit'
    ? { kind: 'edit', environment }
    : recovered?.kind === 'child'
      ? { kind: 'child', parent: environment }
      : null
}
