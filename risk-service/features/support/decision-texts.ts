import type { Decision, Explanation } from '../../contract/index.ts'
import { type SupportListId, supportListIds, supportLists } from '../../contract/lists/list-definitions.ts'
import type { TransactionDetail } from '../../contract/support/support.ts'
import type { CustomerStatement, DecisionCause, NextStep } from '../../contract/support/support-definitions.ts'

type Condition = Explanation['rules'][number]['clauses'][number]['conditions'][number]

const listFunctions = { isblock: 'listBlock', issafe: 'listSafe', iswatch: 'listWatch' } as const
const listRead = /^\s*(IsBlock|IsSafe|IsWatch|InSupportList)\s*\(\s*["']([^"']*)["']/i
const maxSignals = 3

/** What decided a stored event, by its names. */
export interface DecidingClauseName {
  rule: string | null
  clause: string | null
}

/** Returns the conditions of the clause that decided, those that were true. */
function decidingConditions({ rules }: Explanation, { rule, clause }: DecidingClauseName): Condition[] {
  const own = rules.filter(each => each.rule === rule && each.selected)
  const found = own
    .flatMap(each => each.clauses)
    .findLast(each => each.clause === clause && each.effect === 'decide' && each.decision !== null)
  return found?.conditions.filter(({ result }) => result) ?? []
}

/**
 * Returns the kind of what decided: a status on a support list before everything else, then other resources, then a
 * score. `rule`: a rule decided by the facts of the purchase; `none`: no rule decided.
 */
export function causeOf(
  explanation: Explanation,
  deciding: DecidingClauseName,
): { cause: DecisionCause; list: SupportListId | null } {
  if (deciding.rule === null) return { cause: 'none', list: null }
  const reads = decidingConditions(explanation, deciding).flatMap(condition => condition.reads)
  for (const { kind, name } of reads) {
    const [, call = '', listName = ''] = (kind === 'list' ? listRead.exec(name) : null) ?? []
    const list = supportListIds.find(id => supportLists[id].name.toLowerCase() === listName.toLowerCase())
    const cause = listFunctions[call.toLowerCase() as keyof typeof listFunctions] as DecisionCause | undefined
    if (list !== undefined) return { cause: cause ?? 'customList', list }
  }
  const kinds = new Set(reads.map(({ kind }) => kind))
  const cause: DecisionCause = kinds.has('list')
    ? 'customList'
    : kinds.has('velocity')
      ? 'velocity'
      : kinds.has('call')
        ? 'call'
        : kinds.has('model') || reads.some(({ name }) => /\b(risk|bot)Score\b/i.test(name))
          ? 'score'
          : 'rule'
  return { cause, list: null }
}

/** What became of a purchase after its decision. */
export interface Aftermath {
  chargebacks: number
  refunds: number
}

/** Returns what an employee may do next. `listedNow`: a value of the purchase is still on a Block list. */
export function nextStepOf(decision: Decision, cause: DecisionCause, listedNow: boolean): NextStep {
  if (decision === 'Review') return 'waitForReview'
  if (decision === 'Challenge') return 'confirm'
  if (decision === 'Approve') return 'nothing'
  return listedNow || cause !== 'listBlock' ? 'allowAndOrderAgain' : 'orderAgain'
}

/**
 * Returns what the customer may be told. It is computed from the decision, from what bank and shop did and from whether
 * somebody allowed the customer to order again, and from nothing else: no statement reveals a rule, a score, a list or
 * a device, and two purchases with the same decision have the same text whatever decided them.
 */
export function customerStatementsOf(
  decision: Decision,
  { chargebacks, refunds }: Aftermath,
  mayOrderAgain: boolean,
): CustomerStatement[] {
  const later: CustomerStatement[] = [
    ...(refunds > 0 ? (['refunded'] as const) : []),
    ...(chargebacks > 0 ? (['disputed'] as const) : []),
  ]
  switch (decision) {
    case 'Approve':
      return ['accepted', ...later]
    case 'Review':
      return ['inReview', 'noDetails', ...later]
    case 'Challenge':
      return ['toConfirm', ...later]
    case 'Reject':
      return ['notAccepted', ...(mayOrderAgain ? (['orderAgain'] as const) : (['noDetails'] as const)), ...later]
  }
}

/** Returns the contributions that raised the score most. */
export const strongestSignals = ({ contributions }: Explanation): TransactionDetail['employee']['signals'] =>
  contributions
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, maxSignals)
