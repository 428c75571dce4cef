import type { Case, ListUpdate, QuickDecision } from '@assay/risk-service/contract'
import { useState } from 'react'
import { useEnvironments } from '../../../../platform/environments/environments.tsx'
import { useNoteFill } from '../../../../platform/notes/templates/use-note-templates.ts'
import type { DecisionRequest } from './decision-dialog.tsx'
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
 * @param request the decision that is being made; the reason of another one is dropped, its note is not. The note of a
 * quick decision is filled in where nothing was typed.
 */
export function useDecisionForm(row: Case, { decision, reason, quick }: DecisionRequest): DecisionForm {
  const {
    session: { user },
  } = useEnvironments()
  const fill = useNoteFill()
  const [draft, setDraft] = useState<DecisionDraft>(() => {
    const stored = readDecisionDraft(user.id, row.id)
    return {
      decision,
      reason: reason ?? (stored?.decision === decision ? stored.reason : null),
      note: stored?.note || (quick ? fill(row, quick.note, quick.reason) : ''),
      usefulness: stored?.usefulness ?? null,
      ...(quick ? { listUpdates: possibleUpdatesOf(row, quick), tag: quick.tag } : {}),
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

/** The list statuses of a quick decision whose values the event has. */
export const possibleUpdatesOf = (
  { listedValues }: Pick<Case, 'listedValues'>,
  { lists }: Pick<QuickDecision, 'lists'>,
): ListUpdate[] => lists.filter(({ list }) => listedValues.some(each => each.list === list))
