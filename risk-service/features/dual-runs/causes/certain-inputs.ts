import { valueAt } from '../../../engine/replay/replay.ts'
import type { DecidingClause } from '../../../fql/index.ts'
import { windowStart } from '../../../fql/index.ts'
import type { ProbeRead } from '../replay/probe.ts'
import type { ReplayedRule } from '../replay/replayed-rules.ts'
import type { Difference } from './difference.ts'

/** Whether the window of a velocity began before the first event of the file. */
export const isCutOff = (
  { replay, facts }: Difference,
  { window }: Extract<ProbeRead, { kind: 'velocity' }>,
): boolean => windowStart(replay.event.at, window) < facts.firstAt

/**
 * Tests a clause with the scores of the former system, where all that it reads is the same as it was there: fields that
 * the event has, scores, lists that did not change since, velocities whose window the file covers. Null when something
 * that it reads may have been different.
 */
export function testCertain(difference: Difference, rule: ReplayedRule, clause: DecidingClause): boolean | null {
  const { replay, facts, formerScores } = difference
  const { event, rules } = replay
  if (rules.readsMore(rule.rule.id)) return null
  const needsScores = clause.operands.flatMap(({ scores }) => scores)
  if (needsScores.includes('risk') && event.former.risk === null) return null
  if (needsScores.includes('bot') && event.former.bot === null) return null
  const { isComplete, holds } = replay.inClause(clause, { scores: formerScores }, scope => {
    const results = clause.operands.map(operand => operand.test(scope))
    return {
      isComplete:
        !results.includes(null) &&
        clause.operands.every(({ slots }) => slots.every(slot => valueAt(scope.event, slot) !== undefined)),
      holds: results.every(result => result === true),
    }
  })
  if (!isComplete) return null
  const isCertain = replay
    .reads()
    .every(read => (read.kind === 'velocity' ? !isCutOff(difference, read) : !facts.isListChanged(read.list, event.at)))
  return isCertain ? holds : null
}
