import { runSync } from '../../contract/cooperative.ts'
import type { Diagnostic, PartDiagnostic } from '../diagnostics/diagnostics.ts'
import { SlotTable } from '../lower/ir.ts'
import { lowerPart, lowerRuleInSteps } from '../lower/lower-rule.ts'
import type { CheckEnvironment } from '../types/check-environment.ts'
import type { PartContext, RuleSource } from '../types/rule-source.ts'

/**
 * Returns the errors and warnings of one part. Variables of other parts are unknown here; use `checkRule` for a whole
 * rule.
 */
export function check(text: string, context: PartContext, env: CheckEnvironment): Diagnostic[] {
  return lowerPart(text, context, env, new SlotTable()).diagnostics
}

/** Returns the errors and warnings of a whole rule: condition first, then the clauses in list order. */
export const checkRule = (rule: RuleSource, env: CheckEnvironment): PartDiagnostic[] =>
  runSync(checkRuleInSteps(rule, env))

/** Checks a rule, and yields after each part. */
export function* checkRuleInSteps(rule: RuleSource, env: CheckEnvironment): Generator<undefined, PartDiagnostic[]> {
  return (yield* lowerRuleInSteps(rule, env, new SlotTable())).diagnostics
}

export { checkFunction, checkFunctionInSteps } from '../lower/lower-rule.ts'
