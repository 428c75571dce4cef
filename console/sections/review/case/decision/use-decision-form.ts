import type { Case } from '@assay/risk-service/contract'
import { useState } from 'react'
import { useEnvironments } from '../../../../platform/environments/environments.tsx'
import { type DecisionDraft, readDecisionDraft, storeDecisionDraft } from './decision-draft.ts'

export interface DecisionForm {
  draft: DecisionDraft
  change: (part: Partial<DecisionDraft>) => void
  /** Removes what is stored: the decision was made. */
  clear: () => void
}

/**
 * What is typed about a case, stored for a day under its user: it outlives the dialog, a lost lock, a lost session and
 * the tab.
 * @param decision the decision that is being made; the reason of another one is dropped, its note is not
 * @param reason a reason that a quick decision has chosen
 */
export function useDecisionForm(row: Pick<Case, 'id'>, decision: string, reason: string | null): DecisionForm {
  const {
    session: { user },
  } = useEnvironments()
  const [draft, setDraft] = useState<DecisionDraft>(() => {
    const stored = readDecisionDraft(user.id, row.id)
    return {
      decision,
      reason: reason ?? (stored?.decision === decision ? stored.reason : null),
      note: stored?.note ?? '',
      usefulness: stored?.usefulness ?? null,
    }
  })
  return {
    draft,
    change: part => {
      const next = { ...draft, ...part }
      setDraft(next)
      const isEmpty = next.note.trim() === '' && next.reason === null && next.usefulness === null
      storeDecisionDraft(user.id, row.id, isEmpty ? null : next)
    },
    clear: () => storeDecisionDraft(user.id, row.id, null),
  }
}
