import type { RunnableRuleSet } from '../../backtests/run/outcomes.ts'
import type { ReplayedRule } from '../replay/replayed-rules.ts'
import { testCertain } from './certain-inputs.ts'
import { type Difference, type Experiment, explains, type Finding } from './difference.ts'

/** Runs the rule by which the former system decided, and its clause, before all others. */
function runFormerFirst(difference: Difference, background: Parameters<Experiment>[1]): Finding | null {
  const { replay, formerRule, ownRule, base } = difference
  if (formerRule === null || ownRule === null) return null
  const clause = replay.event.former.clause
  const isOneRule = formerRule === ownRule
  if (isOneRule && (clause === null || base.clause?.toLowerCase() === clause.toLowerCase())) return null
  const sets: readonly RunnableRuleSet[] = [
    { firstMatch: false, rules: [clause === null ? formerRule : clauseFirst(formerRule, clause)] },
    ...replay.rules.chainOf(replay.event.environmentId),
  ]
  return explains(replay, { ...background, sets })
    ? {
        cause: 'order',
        detail: isOneRule ? 'clauseOrder' : 'ruleOrder',
        subject: isOneRule ? `${formerRule.rule.name}: ${clause ?? ''}` : formerRule.rule.name,
        other: isOneRule ? base.clause : ownRule.rule.name,
      }
    : null
}

function clauseFirst(rule: ReplayedRule, name: string): ReplayedRule {
  const isFirst = (clause: ReplayedRule['clauses'][number]): boolean => clause.name.toLowerCase() === name.toLowerCase()
  return { ...rule, clauses: [...rule.clauses.filter(isFirst), ...rule.clauses.filter(each => !isFirst(each))] }
}

/** Whether the answers show that the rule that decided here ran first there, too. */
function isContradicted({ facts, formerRule, ownRule }: Difference): boolean {
  if (formerRule === null || ownRule === null || formerRule === ownRule) return false
  const [former, own] = [formerRule.rule.name, ownRule.rule.name]
  return facts.order.isBefore(own, former) && !facts.order.isBefore(former, own)
}

/**
 * The order of the former system is certain: some answer shows it, or what the clause that decided here reads was the
 * same there, so that it can only have come later.
 */
export const certainOrderExperiment: Experiment = (difference, background) => {
  const { facts, formerRule, ownRule, ownClause } = difference
  if (formerRule === null || ownRule === null || isContradicted(difference)) return null
  const isShown = formerRule !== ownRule && facts.order.isBefore(formerRule.rule.name, ownRule.rule.name)
  const isCertain = isShown || (ownClause !== null && testCertain(difference, ownRule, ownClause) === true)
  return isCertain ? runFormerFirst(difference, background) : null
}

/** No answer contradicts another order. */
export const likelyOrderExperiment: Experiment = (difference, background) =>
  isContradicted(difference) ? null : runFormerFirst(difference, background)

/**
 * Runs all rules until a decision instead of the first matching one only, and the reverse, where the answers agree: more
 * than one rule of an event ran there, or never.
 */
export const evaluationExperiment: Experiment = ({ replay, facts, base }, background) => {
  const chain = replay.rules.chainOf(replay.event.environmentId)
  const isFirst = chain.some(({ firstMatch }) => firstMatch)
  if (isFirst ? facts.order.longest() < 2 : facts.order.longest() !== 1) return null
  const sets = chain.map(set => ({ ...set, firstMatch: !isFirst }))
  return explains(replay, { ...background, sets })
    ? {
        cause: 'order',
        detail: 'evaluation',
        subject: replay.event.former.rule ?? base.rule?.name ?? null,
        actual: isFirst ? 'first' : 'all',
        required: isFirst ? 'all' : 'first',
      }
    : null
}
