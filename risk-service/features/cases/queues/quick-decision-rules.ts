import type { QueueSettings } from '../../../contract/cases/queue-entities.ts'
import type { IssueCode, QueueDecision } from '../../../contract/index.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'

/**
 * Refuses quick decisions that a reviewer of the queue could not make.
 * @param decisions those of the assessment
 * @throws ValidationError naming the field of the quick decision
 */
export function checkQuickDecisions(
  { quickDecisions, allowedDecisions }: Pick<QueueSettings, 'quickDecisions' | 'allowedDecisions'>,
  decisions: readonly QueueDecision[],
): void {
  quickDecisions.forEach(({ decision, reason }, index) => {
    const refuse = (field: 'decision' | 'reason', code: IssueCode, message: string) =>
      new ValidationError(['settings', 'quickDecisions', index, field], message, { code })
    const named = decisions.find(({ name }) => name === decision)
    if (named === undefined)
      throw refuse('decision', 'queue.decision', 'This is not the name of a decision of the assessment.')
    if (allowedDecisions !== null && !allowedDecisions.includes(decision))
      throw refuse('decision', 'queue.decisionNotOffered', 'This queue does not offer the decision.')
    if (!named.reasons.includes(reason)) throw refuse('reason', 'queue.reason', 'This decision has no such reason.')
  })
}
