import { position, runtimeMessage } from '../diagnostics/diagnostics.ts'
import type { Effect, IrPart } from '../lower/ir.ts'
import { EvaluationError } from '../runtime/evaluation-error.ts'
import { defineOwn, record } from '../runtime/operators.ts'
import { drainRecoveries, PendingRead, type Recovery } from '../runtime/read-resource.ts'
import type { ClauseOutcome } from '../types/outcome-types.ts'
import type { DecisionKind } from '../types/rule-source.ts'
import type { RuntimeError, Scope } from '../types/scope-types.ts'

/** The outcome of a clause without effect: by far the most frequent one, so it is shared. */
export const nothing: ClauseOutcome = Object.freeze({
  fired: false,
  observed: false,
  outputs: Object.freeze({}),
  traces: Object.freeze([]) as unknown as Record<string, unknown>[],
  variables: Object.freeze({}),
  response: Object.freeze({}),
  errors: Object.freeze([]) as unknown as RuntimeError[],
})

/** Returns a writable copy. */
const toWritable = (outcome: ClauseOutcome): ClauseOutcome =>
  outcome !== nothing
    ? outcome
    : { fired: false, observed: false, outputs: {}, traces: [], variables: {}, response: {}, errors: [] }

/** Applies the effects of one statement, all values already evaluated. */
export function commit(
  before: ClauseOutcome,
  scope: Scope,
  effects: readonly Effect[],
  values: readonly (readonly unknown[])[],
  sections: readonly unknown[],
  observed: boolean,
): ClauseOutcome {
  if (before === nothing && effects.length === 1 && effects[0]?.kind === 'velocity') {
    const [group, value] = values[0] ?? []
    return {
      fired: false,
      observed,
      outputs: {},
      traces: [],
      variables: {},
      response: {},
      errors: [],
      contribution: { group, value } as NonNullable<ClauseOutcome['contribution']>,
    }
  }
  const outcome = toWritable(before)
  effects.forEach((effect, index) => {
    const pairs = record(effect.keys, values[index] ?? [])
    if (effect.kind === 'output') outcome.outputs = mergeRecords(outcome.outputs, pairs)
    else if (effect.kind === 'trace') outcome.traces.push(pairs)
    else if (effect.kind === 'variables') {
      outcome.variables = mergeRecords(outcome.variables, pairs)
      for (const [key, value] of Object.entries(pairs)) scope.variables.set(key.toLowerCase(), value)
    } else if (effect.kind === 'label')
      outcome.labels = [...(outcome.labels ?? []), pairs as NonNullable<ClauseOutcome['labels']>[number]]
    else if (effect.kind === 'velocity') outcome.contribution = pairs as NonNullable<ClauseOutcome['contribution']>
    else if (effect.kind === 'response') {
      const section = sections[index]
      if (typeof section === 'string') sectionPairs.add(pairs)
      outcome.response = mergeResponse(
        outcome.response,
        typeof section === 'string' ? record([section], [pairs]) : pairs,
      )
    }
  })
  if (observed) outcome.observed = true
  if (observed && effects.some(isObservation)) outcome.observes = true
  return outcome
}

/** Whether an effect is one of OBSERVE: those of DO leave nothing to be seen. */
const isObservation = ({ kind }: Effect): boolean => kind === 'output' || kind === 'trace'

/** Objects that SetResponse filled as sections. Objects that are the value of a pair replace the earlier value. */
const sectionPairs = new WeakSet<object>()
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Merges the earlier and the next output of SetResponse: later values win, sections are extended. */
export function mergeResponse(before: Record<string, unknown>, next: Record<string, unknown>): Record<string, unknown> {
  const all = record(Object.keys(before), Object.values(before))
  for (const key of Object.keys(next)) {
    const value = next[key]
    const earlier = Object.hasOwn(all, key) ? all[key] : null
    const adds = isRecord(value) && sectionPairs.has(value) && isRecord(earlier)
    const both = adds ? mergeRecords(earlier, value) : value
    // A value that is extended by a section remains a value: it replaces the output of an earlier clause.
    if (adds && sectionPairs.has(earlier) && isRecord(both)) sectionPairs.add(both)
    defineOwn(all, key, both)
  }
  return all
}

function mergeRecords(a: Record<string, unknown>, b: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(a)
  if (keys.length === 0) return b
  const all = record(keys, Object.values(a))
  for (const key of Object.keys(b)) defineOwn(all, key, b[key])
  return all
}

export function decide(
  before: ClauseOutcome,
  kind: DecisionKind,
  reason: string,
  supportMessage: string | null,
  challengeType: string | null,
): ClauseOutcome {
  const outcome = toWritable(before)
  outcome.fired = true
  outcome.decision = { kind, reason, supportMessage, challengeType }
  return outcome
}

export function route(before: ClauseOutcome, queue: string): ClauseOutcome {
  const outcome = toWritable(before)
  outcome.fired = true
  outcome.queue = queue
  return outcome
}

/** Converts an error to a runtime error of a part; any other error is a defect and is thrown again. */
export function runtimeError(thrown: unknown, part: IrPart): RuntimeError {
  if (!(thrown instanceof EvaluationError)) throw thrown
  return { code: thrown.code, message: runtimeMessage(thrown.code), from: thrown.at, ...position(part.text, thrown.at) }
}

/** Adds the recovered failures of the part to its errors. */
export function drained(before: ClauseOutcome, scope: Scope, part: IrPart): ClauseOutcome {
  const found = drainRecoveries(scope)
  if (found.length === 0) return before
  const outcome = toWritable(before)
  outcome.errors.push(...found.map(each => reportRecovery(scope, each, part)))
  return outcome
}
const reportRecovery = (scope: Scope, { code, at, resource }: Recovery, part: IrPart): RuntimeError => {
  scope.recovered.push({ code, message: runtimeMessage(code), resource })
  return { code, message: runtimeMessage(code), from: at, ...position(part.text, at) }
}
/** The same for a condition. */
export function drainedErrors(scope: Scope, part: IrPart): void {
  for (const each of drainRecoveries(scope)) scope.errors.push(reportRecovery(scope, each, part))
}

/** Returns the outcome of a part that had to stop: it waits for a result or has failed. */
export function stopped(before: ClauseOutcome, scope: Scope, at: number, thrown: unknown, part: IrPart): ClauseOutcome {
  if (!(thrown instanceof PendingRead)) return drained(withError(before, thrown, part), scope, part)
  suspend(scope, part, at, before, thrown)
  return nothing
}
export function stoppedCondition(scope: Scope, at: number, selected: boolean, thrown: unknown, part: IrPart): false {
  if (thrown instanceof PendingRead) suspend(scope, part, at, selected, thrown)
  else {
    scope.errors.push(runtimeError(thrown, part))
    drainedErrors(scope, part)
  }
  return false
}
function suspend(scope: Scope, part: IrPart, at: number, state: unknown, { promise }: PendingRead): void {
  scope.waiting = promise
  scope.resume = { part, at, state }
}
/** Returns the position where a part continues after waiting; null at its beginning. */
export function resumed(scope: Scope, part: IrPart): { at: number; state: unknown } | null {
  const { resume } = scope
  if (resume?.part !== part) return null
  scope.resume = undefined
  scope.waiting = undefined
  return resume
}

function withError(before: ClauseOutcome, thrown: unknown, part: IrPart): ClauseOutcome {
  const outcome = toWritable(before)
  outcome.errors.push(runtimeError(thrown, part))
  return outcome
}
