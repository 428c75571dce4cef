import type { Environment } from '@assay/risk-service/contract'
import { keptDraft } from '../../platform/drafts/use-draft.ts'
import type { PanelTask } from './environment-panel.tsx'
import type { EnvironmentForm } from './form.ts'
import type { KeptTemplate } from './template-part.tsx'

/** Under which the form is kept over a way to the sign-in page. */
export const formDraft = 'environments/form'

/**
 * What is kept of it: what it is for, what was typed, the template that it starts as, and the id that makes a repeated
 * creation the same one.
 */
export interface KeptForm {
  kind: PanelTask['kind']
  about: string | null
  id: string
  form: EnvironmentForm
  template: KeptTemplate
}

export const aboutOf = (task: PanelTask): string | null =>
  task.kind === 'root' ? null : (task.kind === 'child' ? task.parent : task.environment).id

/** The panel that was open when the session ended; null when there was none, or its environment is gone. */
export function keptTask(environments: readonly Environment[]): PanelTask | null {
  const kept = keptDraft(formDraft) as Partial<KeptForm> | undefined
  const environment = environments.find(({ id }) => id === kept?.about)
  if (kept?.kind === 'root') return { kind: 'root' }
  if (!environment) return null
  return kept?.kind === 'edit'
    ? { kind: 'edit', environment }
    : kept?.kind === 'child'
      ? { kind: 'child', parent: environment }
      : null
}
