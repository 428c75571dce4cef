import { runSync } from '../../contract/cooperative.ts'
import { createDiagnostic, type Diagnostic, type PartDiagnostic } from '../diagnostics/diagnostics.ts'
import type { CheckEnvironment } from '../types/check-environment.ts'
import type { FunctionDefinition } from '../types/resource-readers.ts'
import type { PartContext, RuleSource, Section } from '../types/rule-source.ts'
import type { Variable, VelocitySelection } from './context.ts'
import { type IrPart, type IrRule, SlotTable } from './ir.ts'
import { type LoweredPart, lowerPartIn, lowerProperty } from './lower-part.ts'
import { ReferenceLimits } from './reference-limits.ts'

const createReferenceLimits = (env: CheckEnvironment): ReferenceLimits =>
  new ReferenceLimits({
    ...(env.kind === 'function' ? functionLimits : env.kind === 'velocity' ? { all: 10 } : { function: 10 }),
    pattern: 50,
  })
const functionLimits = { velocity: 15, 'external call': 2, list: 5, 'external assessment': 2 } as const

/** Checks and lowers a single part on its own. */
export function lowerPart(text: string, kind: PartContext, env: CheckEnvironment, slots: SlotTable): LoweredPart {
  return lowerPartIn({
    text,
    env,
    slots,
    variables: new Map(),
    part: 0,
    section: 'prior',
    kind,
    references: createReferenceLimits(env),
  })
}

const sectionOrder: readonly Section[] = ['prior', 'postBot', 'postRisk']

/** Returns clauses in run order: by section, then as listed. */
export function runOrder<T extends { section: Section }>(clauses: readonly T[]): { clause: T; index: number }[] {
  return clauses
    .map((clause, index) => ({ clause, index }))
    .sort(
      (a, b) => sectionOrder.indexOf(a.clause.section) - sectionOrder.indexOf(b.clause.section) || a.index - b.index,
    )
}

export interface LoweredRule {
  ir: IrRule
  diagnostics: PartDiagnostic[]
  selections: readonly (VelocitySelection | null)[]
}

/** Checks and lowers a rule. */
export const lowerRule = (rule: RuleSource, env: CheckEnvironment, slots: SlotTable): LoweredRule =>
  runSync(lowerRuleInSteps(rule, env, slots))

/**
 * Checks and lowers a rule, and yields after each part; LET variables are visible from the condition and earlier
 * clauses (in run order) in later ones.
 */
export function* lowerRuleInSteps(
  rule: RuleSource,
  env: CheckEnvironment,
  slots: SlotTable,
): Generator<undefined, LoweredRule> {
  const variables = new Map<string, Variable>()
  const diagnostics: PartDiagnostic[] = []
  const references = createReferenceLimits(env)
  const shared = { env, slots, variables }
  const condition = lowerPartIn({
    ...shared,
    text: rule.condition,
    part: 0,
    section: 'prior',
    kind: 'condition',
    references,
  })
  diagnostics.push(...condition.diagnostics.map(diagnostic => ({ part: 'condition' as const, diagnostic })))
  const order = runOrder(rule.clauses)
  const parts = new Map<number, LoweredPart>()
  const clauseDiagnostics: PartDiagnostic[] = []
  for (const [position, { clause, index }] of order.entries()) {
    yield
    const result = lowerPartIn({
      ...shared,
      text: clause.text,
      part: index + 1,
      section: clause.section,
      kind: 'clause',
      references: env.kind === 'velocity' ? createReferenceLimits(env) : references,
    })
    parts.set(index, result)
    clauseDiagnostics.push(...result.diagnostics.map(diagnostic => ({ part: index, diagnostic })))
    const last = position === order.length - 1
    if (result.unconditional !== null && !last)
      clauseDiagnostics.push({
        part: index,
        diagnostic: createDiagnostic('FQL3004', clause.text, result.unconditional.from, result.unconditional.to),
      })
  }
  diagnostics.push(...clauseDiagnostics.sort((a, b) => Number(a.part) - Number(b.part)))
  const empty = (text: string): IrPart => ({ text, statements: [], cost: 0, waits: false })
  return {
    ir: {
      condition: condition.part,
      locals: variables.size,
      clauses: rule.clauses.map((clause, index) => ({
        name: clause.name,
        section: clause.section,
        part: parts.get(index)?.part ?? empty(clause.text),
      })),
    },
    diagnostics,
    selections: rule.clauses.map((_, index) => parts.get(index)?.selection ?? null),
  }
}

/** A diagnostic of a function; `property` is its index. */
export interface PropertyDiagnostic {
  property: number
  diagnostic: Diagnostic
}

/**
 * Returns the errors and warnings of a function, by property. Its own code may not call itself, directly or through
 * others.
 */
export const checkFunction = (definition: FunctionDefinition, env: CheckEnvironment): PropertyDiagnostic[] =>
  runSync(checkFunctionInSteps(definition, env))

/** The same, and yields after each property. */
export function* checkFunctionInSteps(
  definition: FunctionDefinition,
  env: CheckEnvironment,
): Generator<undefined, PropertyDiagnostic[]> {
  const slots = new SlotTable()
  slots.functionsInProgress.add(definition)
  const references = createReferenceLimits({ ...env, kind: 'function' })
  const found: PropertyDiagnostic[] = []
  for (const [index, property] of definition.properties.entries()) {
    const { diagnostics } = lowerProperty(definition, property, env, slots, 'prior', references)
    found.push(...diagnostics.map(diagnostic => ({ property: index, diagnostic })))
    yield
  }
  return found
}
