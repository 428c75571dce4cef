import { runSync } from '../../contract/cooperative.ts'
import { FqlError, type PartDiagnostic } from '../diagnostics/diagnostics.ts'
import { type Conjunct, type Ir, type IrPart, type IrRule, type Memo, SlotTable } from '../lower/ir.ts'
import { lowerRuleInSteps, runOrder } from '../lower/lower-rule.ts'
import { dateText, spanText } from '../runtime/dates.ts'
import { EvaluationError } from '../runtime/evaluation-error.ts'
import { newFrame } from '../runtime/operators.ts'
import { readFirst } from '../runtime/read-attribute.ts'
import { PendingRead } from '../runtime/read-resource.ts'
import { forkScope } from '../runtime/scope.ts'
import type { CheckEnvironment } from '../types/check-environment.ts'
import type { CompiledRule, CompiledRuleSet, CompileOptions, RuleSegment, RuleSetRun } from '../types/compiled-rule.ts'
import type { ConditionTrace, ReadValue } from '../types/outcome-types.ts'
import type { RuleSource } from '../types/rule-source.ts'
import type { Scope } from '../types/scope-types.ts'
import { emitClauseClosure, emitClauseClosures, emitConditionClosure } from './emit-clause-closures.ts'
import { type Closure, emitClosure, readMemo } from './emit-closures.ts'
import { emitRuleCode } from './emit-code.ts'
import { emitRuleSetCode, emitRuleSetLoop } from './emit-rule-set.ts'
import { emitMemoReader } from './memo-reader.ts'
import { runtimeError } from './outcome.ts'

/** Compiles one rule; throws `FqlError` when it has errors. */
export function compileRule(
  rule: RuleSource,
  env: CheckEnvironment,
  options: CompileOptions = { mode: 'code' },
): CompiledRule {
  const [compiled] = compileRules([rule], env, options)
  if (compiled === undefined) throw new Error('no rule')
  return compiled
}

/** The same with closures, and yields after each part: no JavaScript is generated, which cannot be interrupted. */
export function* compileRuleInSteps(rule: RuleSource, env: CheckEnvironment): Generator<undefined, CompiledRule> {
  const table = new SlotTable()
  const [compiled] = yield* emitRulesInSteps(yield* lowerRules([rule], env, table), table, { mode: 'closures' })
  if (compiled === undefined) throw new Error('no rule')
  return compiled
}

/**
 * Compiles the rules that run over the same events together: each attribute is read once per event for all of them.
 * Throws `FqlError` for the first rule that has errors.
 */
export function compileRules(
  rules: readonly RuleSource[],
  env: CheckEnvironment,
  options: CompileOptions = { mode: 'code' },
): CompiledRule[] {
  const table = new SlotTable()
  return emitRules(runSync(lowerRules(rules, env, table)), table, options)
}

function* lowerRules(
  rules: readonly RuleSource[],
  env: CheckEnvironment,
  table: SlotTable,
): Generator<undefined, IrRule[]> {
  const lowered: IrRule[] = []
  for (const rule of rules) lowered.push(assertNoErrors(yield* lowerRuleInSteps(rule, env, table)).ir)
  return lowered
}

/** Compiles the rules as one program: the fastest way to run many rules of which most take no effect. */
export const compileRuleSet = (
  rules: readonly RuleSource[],
  env: CheckEnvironment,
  options: CompileOptions = { mode: 'code' },
): CompiledRuleSet => runSync(compileRuleSetInSteps(rules, env, options))

/** Compiles the rules as one program, and yields after each part of a rule. */
export function* compileRuleSetInSteps(
  rules: readonly RuleSource[],
  env: CheckEnvironment,
  options: CompileOptions = { mode: 'code' },
): Generator<undefined, CompiledRuleSet> {
  const table = new SlotTable()
  const lowered = yield* lowerRules(rules, env, table)
  const programs = yield* emitRulesInSteps(lowered, table, options)
  const prepare = options.mode === 'code' ? emitMemoReader(table) : (scope: Scope): unknown => readMemo(scope, table)
  const program = function* (from: number, to: number): Generator<undefined, RuleSetRun> {
    return options.mode === 'code'
      ? yield* emitRuleSetCode(lowered, programs, table, prepare, from, to)
      : emitRuleSetLoop(programs, from, to)
  }
  const stretches = yield* segmentRules(
    programs.map(rule => rule.conditionWaits || rule.clauses.some(clause => clause.waits)),
    program,
  )
  return {
    rules: programs,
    run: stretches.some(({ run }) => run === null) ? null : (stretches[0]?.run ?? (yield* program(0, 0))),
    segments: stretches,
    prefetchableReads: prefetchedReads(table, prepare),
  }
}

/** Groups consecutive rules that wait, or do not. */
function* segmentRules(
  waits: readonly boolean[],
  program: (from: number, to: number) => Generator<undefined, RuleSetRun>,
): Generator<undefined, RuleSegment[]> {
  const stretches: RuleSegment[] = []
  for (let from = 0, to = 0; from < waits.length; from = to) {
    while (to < waits.length && waits[to] === waits[from]) to++
    stretches.push({ from, to, run: waits[from] === true ? null : yield* program(from, to) })
  }
  return stretches
}

function prefetchedReads(table: SlotTable, prepare: (scope: Scope) => unknown): CompiledRuleSet['prefetchableReads'] {
  const { prefetchableReads: reads } = table
  return scope => {
    if (reads.length === 0) return []
    const memo = scope.memoOwner === table ? scope.memo : prepare(scope)
    const { values } = table.memoToLists(memo)
    return reads.flatMap(({ velocity, window, slot }) => {
      const key = values[slot]
      return typeof key === 'string' && key !== '' ? [{ velocity, window, key }] : []
    })
  }
}

/** Throws `FqlError` when there are errors. */
export function assertNoErrors<T extends { diagnostics: readonly PartDiagnostic[] }>(lowered: T): T {
  const errors = lowered.diagnostics.filter(({ diagnostic }) => diagnostic.severity === 'error')
  if (errors.length > 0) throw new FqlError(errors)
  return lowered
}

/** Emits the rules of one table as programs. */
const emitRules = (lowered: readonly IrRule[], table: SlotTable, options: CompileOptions): CompiledRule[] =>
  runSync(emitRulesInSteps(lowered, table, options))

/** The same, and yields after each part of a rule. */
export function* emitRulesInSteps(
  lowered: readonly IrRule[],
  table: SlotTable,
  options: CompileOptions,
): Generator<undefined, CompiledRule[]> {
  const prepare = emitMemoReader(table)
  const fine = [...table.fineVelocities]
  const { slots, longestWindows: velocities, wholeEvent } = table
  const reads = { slots, velocities, wholeEvent }
  const compiled: CompiledRule[] = []
  for (const ir of lowered) {
    const code = options.mode === 'code' ? yield* emitRuleCode(ir, table, prepare) : null
    const order = runOrder(ir.clauses)
    const runs = code?.clauses ?? (yield* emitClauseClosures(ir, table))
    compiled.push({
      order: order.map(({ index }) => index),
      fineVelocities: fine,
      reads,
      conditionWaits: ir.condition.waits,
      condition: code?.condition ?? emitConditionClosure(ir.condition, ir, table),
      explainCondition: createExplainer(ir.condition, ir, table, []),
      clauses: ir.clauses.map(({ name, section, part }, index) => ({
        name,
        section,
        waits: part.waits,
        run: runs[index] ?? emitClauseClosure(part, ir, table),
        explain: createExplainer(part, ir, table, [
          ir.condition,
          ...order
            .slice(
              0,
              order.findIndex(each => each.index === index),
            )
            .map(each => each.clause.part),
        ]),
      })),
    })
  }
  return compiled
}

const memoByEvent = new WeakMap<object, { table: SlotTable; memo: Memo }>()
/**
 * Returns the attributes of an event for all clauses that are explained: those that the rules have read, else read
 * once.
 */
function memoForExplanation(ran: Scope, own: Scope, table: SlotTable): Memo {
  const event = typeof own.event === 'object' ? own.event : null
  const cached = event === null ? undefined : memoByEvent.get(event)
  const memo =
    cached?.table === table ? cached.memo : ran.memoOwner === table ? table.memoToLists(ran.memo) : readMemo(own, table)
  if (event !== null && memo !== cached?.memo) memoByEvent.set(event, { table, memo })
  own.memoOwner = table
  own.memo = memo
  return memo
}

const closureByIr = new WeakMap<Ir, Closure>()
/** Returns the closure of an expression, created at its first explanation. */
function closureFor(ir: Ir, table: SlotTable): Closure {
  const cached = closureByIr.get(ir)
  if (cached !== undefined) return cached
  const closure = emitClosure(ir, table)
  closureByIr.set(ir, closure)
  return closure
}

/**
 * Creates the explanation of a part. Explanations are for people: they always use closures, on a scope of their own.
 */
function createExplainer(
  part: IrPart,
  rule: IrRule,
  table: SlotTable,
  before: readonly IrPart[],
): (scope: Scope) => ConditionTrace[] {
  return scope => {
    const own = forkScope(scope)
    const memo = memoForExplanation(scope, own, table)
    const frame = newFrame(rule.locals)
    for (const each of [...before, part]) {
      for (const statement of each.statements) {
        if (statement.kind !== 'let') continue
        try {
          frame[statement.index] = closureFor(statement.value, table)(own, memo, frame)
        } catch (thrown) {
          if (!(thrown instanceof EvaluationError || thrown instanceof PendingRead)) throw thrown
          break
        }
      }
    }
    const acts = part.statements.flatMap(statement =>
      statement.kind === 'let' || statement.when === null ? [] : [statement],
    )
    const shown =
      acts.find(statement => statement.kind === 'act' && statement.decision !== null) ?? acts[acts.length - 1]
    const conjuncts = shown?.when?.conjuncts ?? []
    const traces = conjuncts.map(conjunct => traceConjunct(conjunct, part, run => run(own, memo, frame), table))
    // A value that was not read while the rule ran is not read for its explanation.
    const quiet = conjuncts.some(({ reads }) => reads.some(({ kind }) => kind !== undefined))
      ? forkScope(own, true)
      : own
    return traces.map((trace, index) => ({
      ...trace,
      values: evaluateReads(
        conjuncts[index]?.reads ?? [],
        (read, run) => run(read.kind === undefined ? own : quiet, memo, frame),
        table,
      ),
    }))
  }
}

type ConjunctReads = Conjunct['reads']
function evaluateReads(
  reads: ConjunctReads,
  run: (read: ConjunctReads[number], closure: Closure) => unknown,
  table: SlotTable,
): ReadValue[] {
  return reads.map((read): ReadValue => {
    const kind = read.kind === undefined ? {} : { kind: read.kind }
    if (read.slot !== null && read.ir === null)
      return {
        text: read.text,
        value: run(read, scope => (read.slot === null ? null : (readFirst(scope.event, read.slot, false) ?? null))),
      }
    const { ir } = read
    try {
      const value = ir === null ? null : run(read, closureFor(ir, table))
      return {
        ...kind,
        text: read.text,
        value:
          read.type === 'DateTime' && typeof value === 'number'
            ? dateText(value)
            : read.type === 'TimeSpan' && typeof value === 'number'
              ? spanText(value)
              : (value ?? null),
      }
    } catch (thrown) {
      if (!(thrown instanceof EvaluationError || thrown instanceof PendingRead)) throw thrown
      return { ...kind, text: read.text, value: null }
    }
  })
}

function traceConjunct(
  conjunct: Conjunct,
  part: IrPart,
  run: (closure: Closure) => unknown,
  table: SlotTable,
): Omit<ConditionTrace, 'values'> {
  const base = { text: part.text.slice(conjunct.from, conjunct.to), from: conjunct.from, to: conjunct.to }
  try {
    return { ...base, result: run(closureFor(conjunct.ir, table)) === true }
  } catch (thrown) {
    return thrown instanceof PendingRead
      ? { ...base, result: null }
      : { ...base, result: null, error: runtimeError(thrown, part) }
  }
}
