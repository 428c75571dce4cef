import type { Ir, IrPart, IrRule, IrStatement, Memo, SlotTable } from '../lower/ir.ts'
import { tick } from '../runtime/budget.ts'
import type { ClauseOutcome } from '../types/outcome-types.ts'
import type { Scope } from '../types/scope-types.ts'
import { type Closure, emitClosure, readMemo } from './emit-closures.ts'
import { frameOf } from './frames.ts'
import {
  commit,
  decide,
  drained,
  drainedErrors,
  nothing,
  resumed,
  route,
  stopped,
  stoppedCondition,
} from './outcome.ts'

/*
 * Back end without code generation for whole parts: conditions and clauses.
 */

type StatementClosure = (scope: Scope, memo: Memo, frame: unknown[], outcome: ClauseOutcome) => ClauseOutcome

function emitStatement(statement: IrStatement, table: SlotTable): StatementClosure {
  const emit = (node: Ir): Closure => emitClosure(node, table)
  if (statement.kind === 'let') {
    const [value, index] = [emit(statement.value), statement.index]
    return (s, m, f, outcome) => {
      f[index] = value(s, m, f)
      return outcome
    }
  }
  if (statement.kind === 'when') return (_s, _m, _f, outcome) => outcome
  const { effects, decision, queue } = statement
  const when = statement.when === null ? () => true : emit(statement.when.ir)
  const texts =
    decision === null
      ? null
      : [decision.reason, decision.supportMessage, decision.challengeType].map(text =>
          text === null ? () => null : emit(text),
        )
  const target = queue === null ? null : emit(queue)
  const values = effects.map(effect => effect.values.map(emit))
  const sections = effects.map(effect => (effect.section === null ? () => null : emit(effect.section)))
  return (s, m, f, outcome) => {
    if (when(s, m, f) !== true) return outcome
    const [reason, support, challenge] = texts?.map(text => text(s, m, f)) ?? []
    const pairs = values.map(list => list.map(value => value(s, m, f)))
    const names = sections.map(section => section(s, m, f))
    const after =
      effects.length > 0 || decision === null
        ? commit(outcome, s, effects, pairs, names, decision === null && target === null)
        : outcome
    if (target !== null) return route(after, String(target(s, m, f)))
    return decision === null
      ? after
      : decide(
          after,
          decision.kind,
          String(reason),
          (support ?? null) as string | null,
          (challenge ?? null) as string | null,
        )
  }
}

/** The closures of all clauses; yields before each. */
export function* emitClauseClosures(
  rule: IrRule,
  table: SlotTable,
): Generator<undefined, ReturnType<typeof emitClauseClosure>[]> {
  const runs: ReturnType<typeof emitClauseClosure>[] = []
  for (const { part } of rule.clauses) {
    yield
    runs.push(emitClauseClosure(part, rule, table))
  }
  return runs
}

/** Runs a clause part; a part that had to wait continues at the statement where it stopped. */
export function emitClauseClosure(part: IrPart, rule: IrRule, table: SlotTable): (scope: Scope) => ClauseOutcome {
  const steps = part.statements.map(statement => emitStatement(statement, table))
  return scope => {
    let outcome = nothing
    let at = 0
    try {
      const before = part.waits ? resumed(scope, part) : null
      if (before === null) chargeCost(scope, part)
      else {
        at = before.at
        outcome = before.state as ClauseOutcome
      }
      const memo = readMemo(scope, table)
      const frame = frameOf(scope, rule, false)
      for (; at < steps.length; at++) {
        outcome = steps[at]?.(scope, memo, frame, outcome) ?? outcome
        if (outcome.fired) break
      }
      return part.waits ? drained(outcome, scope, part) : outcome
    } catch (thrown) {
      return stopped(outcome, scope, at, thrown, part)
    }
  }
}

/** Adds the static cost of a part. */
function chargeCost(scope: Scope, part: IrPart): void {
  scope.steps += part.cost
  if (scope.steps > scope.nextCheck) tick(scope)
}

/** Runs a condition part. */
export function emitConditionClosure(part: IrPart, rule: IrRule, table: SlotTable): (scope: Scope) => boolean {
  const steps = part.statements.map(statement => emitStatement(statement, table))
  const whens = part.statements.map(statement =>
    statement.kind === 'when' ? emitClosure(statement.when.ir, table) : null,
  )
  return scope => {
    let at = 0
    let selected = true
    try {
      const before = part.waits ? resumed(scope, part) : null
      if (before === null) chargeCost(scope, part)
      else {
        at = before.at
        selected = before.state === true
      }
      const memo = readMemo(scope, table)
      const frame = frameOf(scope, rule, before === null)
      for (; at < steps.length; at++) {
        const when = whens[at]
        if (when == null) steps[at]?.(scope, memo, frame, nothing)
        else selected = when(scope, memo, frame) === true
      }
      if (part.waits) drainedErrors(scope, part)
      return selected
    } catch (thrown) {
      return stoppedCondition(scope, at, selected, thrown, part)
    }
  }
}
