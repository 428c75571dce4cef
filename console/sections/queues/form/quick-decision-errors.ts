import { type QuickDecision, unknownPlaceholdersOf } from '@assay/risk-service/contract'
import type { FormMessage } from '../../../platform/forms/form-errors.ts'

/** What no schema finds in quick decisions: keys that are taken, and what the decisions of the queue do not have. */
export function quickDecisionErrors(
  quickDecisions: readonly Pick<QuickDecision, 'key' | 'decision' | 'reason' | 'note'>[],
  offered: readonly { name: string; reasons: readonly string[] }[],
): Record<string, FormMessage> {
  const errors: Record<string, FormMessage> = {}
  const keys = quickDecisions.map(({ key }) => key)
  quickDecisions.forEach(({ key, decision, reason, note }, index) => {
    const add = (field: string, message: FormMessage) => {
      errors[`quickDecisions.${index}.${field}`] = message
    }
    if (keys.indexOf(key) < index) add('key', { id: 'Queues.Form.Quick.Key.Taken' })
    const named = offered.find(({ name }) => name === decision)
    if (named === undefined) add('decision', { id: 'Queues.Form.Quick.Decision.Missing' })
    else if (!named.reasons.includes(reason)) add('reason', { id: 'Queues.Form.Quick.Reason.Missing' })
    const [unknown] = unknownPlaceholdersOf(note)
    if (unknown !== undefined) add('note', { id: 'Queues.Form.Quick.Placeholder', values: { name: `{${unknown}}` } })
  })
  return errors
}
