import { runSync } from '../../contract/cooperative.ts'
import { createDiagnostic, type PartDiagnostic } from '../diagnostics/diagnostics.ts'
import { SlotTable } from '../lower/ir.ts'
import { type LoweredRule, lowerRuleInSteps } from '../lower/lower-rule.ts'
import type { CheckEnvironment } from '../types/check-environment.ts'
import type { CompiledClause, CompiledRule, CompileOptions } from '../types/compiled-rule.ts'
import type { VelocityAggregate } from '../types/resource-readers.ts'
import type { RuleSource } from '../types/rule-source.ts'
import { assertNoErrors, emitRulesInSteps } from './compile.ts'

/** A velocity set: a condition that its SELECTs share. */
export interface VelocitySetSource {
  condition: string
  velocities: readonly string[]
}

export interface CompiledVelocity {
  name: string
  aggregate: VelocityAggregate
  /** Events that it counts, as written after FROM. */
  events: readonly { assessment: string; observation: string | null }[]
  /**
   * Its outcome has a `contribution` when the event counts: run it with `runClause`. An event with an empty group or an
   * empty distinct value does not count.
   */
  clause: CompiledClause
}
/** Run `rule.condition` first (`testCondition`), then the velocities on the same scope: they share its LETs. */
export interface CompiledVelocitySet {
  rule: CompiledRule
  velocities: readonly CompiledVelocity[]
  /**
   * The same object for sets that were compiled together: they can run on one scope, and attributes are read once for
   * all of them.
   */
  batch: object
}

const toRule = ({ condition, velocities }: VelocitySetSource): RuleSource => ({
  condition,
  clauses: velocities.map((text, index) => ({ name: `velocity${index + 1}`, section: 'prior', text })),
})
const kind = 'velocity' as const

function* lowerVelocitySet(
  source: VelocitySetSource,
  env: CheckEnvironment,
  table: SlotTable,
): Generator<undefined, LoweredRule> {
  const lowered = yield* lowerRuleInSteps(toRule(source), { ...env, kind }, table)
  const names = new Set<string>()
  lowered.selections.forEach((selection, part) => {
    if (selection === null) return
    const name = selection.name.toLowerCase()
    if (names.has(name))
      lowered.diagnostics.push({
        part,
        diagnostic: createDiagnostic('FQL2006', source.velocities[part] ?? '', selection.from, selection.to, {
          n: selection.name,
        }),
      })
    names.add(name)
  })
  return lowered
}

/** Returns the errors and warnings of a velocity set; parts are the condition and the velocities by number. */
export const checkVelocitySet = (source: VelocitySetSource, env: CheckEnvironment): PartDiagnostic[] =>
  runSync(checkVelocitySetInSteps(source, env))

/** The same, and yields after each part. */
export function* checkVelocitySetInSteps(
  source: VelocitySetSource,
  env: CheckEnvironment,
): Generator<undefined, PartDiagnostic[]> {
  return (yield* lowerVelocitySet(source, env, new SlotTable())).diagnostics
}

/** Compiles a velocity set; throws `FqlError` when it has errors. */
export function compileVelocitySet(
  source: VelocitySetSource,
  env: CheckEnvironment,
  options: CompileOptions = { mode: 'code' },
): CompiledVelocitySet {
  const [set] = compileVelocitySets([{ source, env }], options)
  if (set === undefined) throw new Error('no set')
  return set
}

/** Compiles sets that run over the same events together; throws `FqlError` for the first that has errors. */
export const compileVelocitySets = (
  sets: readonly { source: VelocitySetSource; env: CheckEnvironment }[],
  options: CompileOptions = { mode: 'code' },
): CompiledVelocitySet[] => runSync(compileVelocitySetsInSteps(sets, options))

/** The same, and yields after each part. */
export function* compileVelocitySetsInSteps(
  sets: readonly { source: VelocitySetSource; env: CheckEnvironment }[],
  options: CompileOptions,
): Generator<undefined, CompiledVelocitySet[]> {
  const table = new SlotTable()
  const lowered: LoweredRule[] = []
  for (const { source, env } of sets) lowered.push(assertNoErrors(yield* lowerVelocitySet(source, env, table)))
  const rules = yield* emitRulesInSteps(
    lowered.map(({ ir }) => ir),
    table,
    options,
  )
  return rules.map((rule, at) => ({
    rule,
    batch: table,
    velocities: rule.clauses.flatMap((clause, index) => {
      const selection = lowered[at]?.selections[index]
      return selection == null
        ? []
        : [{ name: selection.name, aggregate: selection.aggregate, events: selection.events, clause }]
    }),
  }))
}
