import { testCertain } from './certain-inputs.ts'
import { type Difference, type Experiment, explains, type Finding } from './difference.ts'

/** What the rules themselves show, without a replacement: the rule or clause of the former system does not exist here. */
export function findAbsentRule({ replay, formerRule, formerClause }: Difference): Finding | null {
  const { rule, clause } = replay.event.former
  if (rule == null) return null
  if (formerRule === null) return { cause: 'rule', detail: 'absentRule', subject: rule }
  return clause !== null && formerClause === null
    ? { cause: 'rule', detail: 'absentClause', subject: `${rule}: ${clause}` }
    : null
}

/** The same clause of the same rule decides something else: its text differs. */
export function findOtherDecision({ replay, base, formerRule, ownRule }: Difference): Finding | null {
  const { clause } = replay.event.former
  const isSame =
    formerRule !== null &&
    formerRule === ownRule &&
    clause !== null &&
    base.clause?.toLowerCase() === clause.toLowerCase()
  return isSame ? { cause: 'rule', detail: 'ruleText', subject: `${formerRule.rule.name}: ${clause}` } : null
}

/**
 * No replacement gives the decision, and everything that a clause reads is the same as it was: its text differs. The
 * clause of the former system does not decide here, or the clause that decided here did not decide there.
 */
export function findOtherText(difference: Difference): Finding | null {
  const { replay, facts, base, formerRule, formerClause, ownRule, ownClause } = difference
  if (formerRule !== null && formerClause !== null && testCertain(difference, formerRule, formerClause) === false)
    return { cause: 'rule', detail: 'ruleText', subject: `${formerRule.rule.name}: ${formerClause.name}` }
  const { rule: former, evaluations } = replay.event.former
  if (former === undefined || ownRule === null || ownClause === null) return null
  if (testCertain(difference, ownRule, ownClause) !== true) return null
  const name = ownRule.rule.name
  const ran = evaluations?.some(each => each.rule.toLowerCase() === name.toLowerCase()) === true
  // It ran and did not decide, or would have decided before the rule that did, or alone.
  return ran || former === null || facts.order.isBefore(name, former)
    ? {
        cause: 'rule',
        detail: ran || facts.order.isNamed(name) ? 'ruleText' : 'additionalRule',
        subject: `${name}: ${base.clause ?? ''}`,
      }
    : null
}

/** Runs the rules without the one that decided here, which no answer of the former system names. */
export const additionalRuleExperiment: Experiment = (difference, background) => {
  const { replay, facts, base, ownRule, ownClause } = difference
  const { evaluations } = replay.event.former
  if (ownRule === null || ownClause === null || evaluations === null) return null
  const { name } = ownRule.rule
  if (facts.order.isNamed(name) || testCertain(difference, ownRule, ownClause) !== true) return null
  const sets = replay.rules
    .chainOf(replay.event.environmentId)
    .map(set => ({ ...set, rules: set.rules.filter(rule => rule !== ownRule) }))
  return explains(replay, { ...background, sets })
    ? { cause: 'rule', detail: 'additionalRule', subject: `${name}: ${base.clause ?? ''}` }
    : null
}
