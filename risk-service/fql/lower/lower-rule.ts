import type { CheckEnvironment } from '../check-environment.ts'
import { createDiagnostic, type Diagnostic, type PartDiagnostic } from '../diagnostics.ts'
import type { FunctionDefinition } from '../resource-readers.ts'
import type { PartContext, RuleSource, Section } from '../rule-source.ts'
import { type IrPart, type IrRule, SlotTable } from './ir.ts'
import type { Variable } from './lower-expression.ts'
import { type LoweredPart, lowerProperty, PartLowerer, type VelocitySelection } from './lower-part.ts'
import { ReferenceLimits } from './lower-resource.ts'

const createReferenceLimits = (env: CheckEnvironment): ReferenceLimits =>
  new ReferenceLimits(
    env.kind === 'function' ? functionLimits : env.kind === 'velocity' ? { all: 10 } : { function: 10 },
  )
const functionLimits = { velocity: 15, 'external call': 2, list: 5, 'external assessment': 2 } as const

/** Checks and lowers a single part on its own. */
export function lowerPart(text: string, context: PartContext, env: CheckEnvironment, slots: SlotTable): LoweredPart {
  return new PartLowerer(text, env, slots, new Map(), 0, 'prior', context, createReferenceLimits(env)).run()
}

const sectionOrder: readonly Section[] = ['prior', 'postBot', 'postRisk']

/** Clauses in run order: by section, then as listed. */
export function runOrder<T extends { section: Section }>(clauses: readonly T[]): { clause: T; index: number }[] {
  return clauses
    .map((clause, index) => ({ clause, index }))
    .sort(
      (a, b) => sectionOrder.indexOf(a.clause.section) - sectionOrder.indexOf(b.clause.section) || a.index - b.index,
    )
}

/** Checks and lowers a rule; LET variables pass from the condition and earlier clauses (in run order) to later ones. */
export function lowerRule(
  rule: RuleSource,
  env: CheckEnvironment,
  slots: SlotTable,
): { ir: IrRule; problems: PartDiagnostic[]; selections: readonly (VelocitySelection | null)[] } {
  const variables = new Map<string, Variable>()
  const problems: PartDiagnostic[] = []
  const uses = createReferenceLimits(env)
  const condition = new PartLowerer(rule.condition, env, slots, variables, 0, 'prior', 'condition', uses).run()
  problems.push(...condition.problems.map(problem => ({ part: 'condition' as const, diagnostic: problem })))
  const order = runOrder(rule.clauses)
  const parts = new Map<number, LoweredPart>()
  const found: PartDiagnostic[] = []
  order.forEach(({ clause, index }, place) => {
    const result = new PartLowerer(
      clause.text,
      env,
      slots,
      variables,
      index + 1,
      clause.section,
      'clause',
      env.kind === 'velocity' ? createReferenceLimits(env) : uses,
    ).run()
    parts.set(index, result)
    found.push(...result.problems.map(problem => ({ part: index, diagnostic: problem })))
    const last = place === order.length - 1
    if (result.unconditional !== null && !last)
      found.push({
        part: index,
        diagnostic: createDiagnostic('FQL3004', clause.text, result.unconditional.from, result.unconditional.to),
      })
  })
  problems.push(...found.sort((a, b) => Number(a.part) - Number(b.part)))
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
    problems,
    selections: rule.clauses.map((_, index) => parts.get(index)?.selection ?? null),
  }
}

/** Errors and warnings of a function, by property. Its own code may not reach itself. */
export function checkFunction(
  definition: FunctionDefinition,
  env: CheckEnvironment,
): { property: number; diagnostic: Diagnostic }[] {
  const slots = new SlotTable()
  slots.functionsInProgress.add(definition)
  const uses = createReferenceLimits({ ...env, kind: 'function' })
  return definition.properties.flatMap((property, index) =>
    lowerProperty(definition, property, env, slots, 'prior', uses).problems.map(problem => ({
      property: index,
      diagnostic: problem,
    })),
  )
}
