import type { CompiledClause, CompiledRule } from '../types/compiled-rule.ts'
import type { ClauseOutcome } from '../types/outcome-types.ts'
import type { CallRecord, MaybePromise, ResourceReaders } from '../types/resource-readers.ts'
import type { DecisionKind } from '../types/rule-source.ts'
import type { RecoveredError, RuntimeError, Scope, ScopeInit } from '../types/scope-types.ts'

/** One per event; members that few events need are created at their first use. */
class EventScope implements Scope {
  readonly event: unknown
  readonly now: Date
  riskScore: number | undefined
  botScore: number | undefined
  readonly readers: ResourceReaders
  readonly correlationId: string
  readonly decision: DecisionKind | undefined
  readonly random: () => number
  rule = ''
  clause = ''
  steps = 0
  nextCheck = 4000
  started = 0
  waiting: Promise<unknown> | undefined = undefined
  resume: Scope['resume'] = undefined
  memoOwner: unknown = undefined
  memo: unknown = undefined
  frameOwner: unknown = undefined
  frame: unknown[] = emptyFrame
  private ownResults: Map<string, unknown> | undefined = undefined
  private ownVariables: Map<string, unknown> | undefined
  /** Of the scope from which this one was forked: copied at its first use, which hardly ever happens in a fork. */
  private inheritedResults: ReadonlyMap<string, unknown> | undefined = undefined
  private inheritedVariables: ReadonlyMap<string, unknown> | undefined = undefined
  private ownErrors: RuntimeError[] | undefined = undefined
  private ownRecovered: RecoveredError[] | undefined = undefined
  private ownCalls: CallRecord[] | undefined = undefined
  private ownModels: ('risk' | 'bot')[] | undefined = undefined

  constructor(init: ScopeInit, readers: ResourceReaders = init) {
    this.event = init.event
    this.now = init.now
    this.riskScore = init.riskScore
    this.botScore = init.botScore
    this.readers = readers
    this.correlationId = init.correlationId ?? ''
    this.decision = init.decision
    this.random = init.random ?? Math.random
    this.ownVariables = init.variables
  }

  /** Inherits the values that another scope has set and read so far. */
  inheritFrom(from: EventScope): void {
    this.inheritedResults = from.ownResults ?? from.inheritedResults
    this.inheritedVariables = from.ownVariables ?? from.inheritedVariables
  }
  get results(): Map<string, unknown> | undefined {
    if (this.inheritedResults !== undefined) {
      this.ownResults = new Map(this.inheritedResults)
      this.inheritedResults = undefined
    }
    return this.ownResults
  }
  set results(results: Map<string, unknown> | undefined) {
    this.inheritedResults = undefined
    this.ownResults = results
  }
  get variables(): Map<string, unknown> {
    if (this.inheritedVariables !== undefined) {
      this.ownVariables = new Map(this.inheritedVariables)
      this.inheritedVariables = undefined
    }
    return (this.ownVariables ??= new Map<string, unknown>())
  }
  get errors(): RuntimeError[] {
    return (this.ownErrors ??= [])
  }
  get recovered(): RecoveredError[] {
    return (this.ownRecovered ??= [])
  }
  get calls(): CallRecord[] {
    return (this.ownCalls ??= [])
  }
  get models(): ('risk' | 'bot')[] {
    return (this.ownModels ??= [])
  }
}
const emptyFrame: unknown[] = []

/** Creates the state of one event's evaluation. One scope per event; its rules share it. */
export const createScope = (init: ScopeInit): Scope => new EventScope(init)

/**
 * Creates a separate scope over the same event: it sees the values that were set and read so far and changes none of
 * them. `quiet`: reads that may take time and were not made yet are suppressed; a part that needs one waits for ever.
 */
export function forkScope(scope: Scope, quiet = false): Scope {
  const { event, now, correlationId, decision, random, riskScore, botScore } = scope
  const fork = new EventScope(
    { event, now, correlationId, random, ...(decision === undefined ? {} : { decision }) },
    quiet ? { ...scope.readers, ...pendingReaders } : scope.readers,
  )
  fork.riskScore = riskScore
  fork.botScore = botScore
  fork.inheritFrom(scope as EventScope)
  return fork
}

const neverResolves = (): Promise<never> => new Promise(() => undefined)
const pendingReaders: ResourceReaders = {
  velocities: { read: neverResolves },
  calls: { external: neverResolves, assessment: neverResolves },
  models: { risk: neverResolves, bot: neverResolves },
  devices: { attributes: neverResolves, speedOfTravel: neverResolves },
}

/** Runs a clause to its end: synchronously unless it has to wait for a resource. */
export function runClause(clause: CompiledClause, scope: Scope): MaybePromise<ClauseOutcome> {
  const outcome = clause.run(scope)
  return scope.waiting === undefined ? outcome : resumeUntilDone(scope, () => clause.run(scope))
}

/** Tests the condition of a rule: synchronously unless it has to wait for a resource. */
export function testCondition(rule: CompiledRule, scope: Scope): MaybePromise<boolean> {
  const selected = rule.condition(scope)
  return scope.waiting === undefined ? selected : resumeUntilDone(scope, () => rule.condition(scope))
}

/** Resumes after every wait until the part is complete. */
async function resumeUntilDone<T>(scope: Scope, again: () => T): Promise<T> {
  for (;;) {
    const from = performance.now()
    await scope.waiting
    // Waiting does not count as computing.
    if (scope.started !== 0) scope.started += performance.now() - from
    const result = again()
    if (scope.waiting === undefined) return result
  }
}
