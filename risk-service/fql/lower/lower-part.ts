import { createDiagnostic, type Diagnostic } from '../diagnostics/diagnostics.ts'
import { parse } from '../parse/parse.ts'
import { declaredDefault } from '../runtime/read-resource.ts'
import type { CheckEnvironment } from '../types/check-environment.ts'
import type { FunctionDefinition, FunctionProperty } from '../types/resource-readers.ts'
import type { Section } from '../types/rule-source.ts'
import {
  createContext,
  type LoweringContext,
  LoweringError,
  type PartInput,
  type Recursion,
  type Variable,
  type VelocitySelection,
} from './context.ts'
import type { IrPart, IrProperty, IrStatement, SlotTable } from './ir.ts'
import { lowerCondition, lowerExpression, lowerValue } from './lower-expression.ts'
import { conversionSourceOf, valueTypeByDeclaredType } from './lower-function.ts'
import { checkPlacement, defineVariable, lowerStatement } from './lower-statement.ts'
import { ReferenceLimits } from './reference-limits.ts'

/*
 * Whole parts: a condition, a clause, or the code of a function's property.
 */

const requiredStatements: Readonly<Record<string, string>> = {
  decision: 'RETURN, OBSERVE or DO',
  postDecision: 'DO',
  routing: 'ROUTETO',
  velocity: 'SELECT',
  function: 'RETURN',
  action: 'DO',
}
const partSubjects: Readonly<Record<string, string>> = {
  velocity: 'The velocity',
  function: 'The property',
  action: 'The action',
}

/** Longest text of a condition; clauses are limited by the parser only. */
const maxConditionLength = 4000

export interface LoweredPart {
  part: IrPart
  diagnostics: Diagnostic[]
  unconditional: { from: number; to: number } | null
  selection: VelocitySelection | null
}

/** The lowered code of a property; null when it has errors. */
export interface LoweredProperty {
  ir: IrProperty | null
  recursive: boolean
  diagnostics: Diagnostic[]
  waits: boolean
}

const recursion: Recursion = {
  condition: lowerCondition,
  expression: lowerExpression,
  value: lowerValue,
  property: propertyOf,
}

/** Checks and lowers one part. */
export function lowerPartIn(input: PartInput): LoweredPart {
  return runPart(createContext(input, recursion))
}

function runPart(context: LoweringContext): LoweredPart {
  const { text, env, kind } = context
  const empty: IrPart = { text, statements: [], cost: 0, waits: false }
  const parsed = parse(text)
  const long =
    kind === 'condition' && text.length > maxConditionLength
      ? createDiagnostic('FQL2009', text, maxConditionLength, text.length, {
          range: `at most ${maxConditionLength} characters`,
        })
      : null
  if (long !== null) return { part: empty, diagnostics: [long], unconditional: null, selection: null }
  if (parsed.diagnostic !== null)
    return { part: empty, diagnostics: [parsed.diagnostic], unconditional: null, selection: null }
  const errors: Diagnostic[] = []
  const statements: IrStatement[] = []
  let unconditional: LoweredPart['unconditional'] = null
  const seen = new Set<string>()
  let returned = false
  for (const statement of parsed.statements) {
    try {
      checkPlacement(context, statement, seen, returned)
      returned = returned || statement.kind === 'RETURN'
      const lowered = lowerStatement(context, statement, statements)
      statements.push(lowered)
      if (
        statement.kind === 'RETURN' &&
        lowered.kind === 'act' &&
        (lowered.when === null || (lowered.when.ir.op === 'const' && lowered.when.ir.value === true))
      )
        unconditional = { from: statement.from, to: statement.from + 6 }
    } catch (thrown) {
      if (!(thrown instanceof LoweringError)) throw thrown
      errors.push(thrown.diagnostic)
      if (statement.variable !== null && !context.variables.has(statement.variable.name))
        defineVariable(context, statement.variable.name, 'JSON')
    }
  }
  if (kind === 'clause' && !parsed.statements.some(statement => statement.kind !== 'LET')) {
    errors.push(
      createDiagnostic('FQL1009', text, 0, 0, {
        part: partSubjects[env.kind ?? 'decision'] ?? 'The clause',
        x: requiredStatements[env.kind ?? 'decision'] ?? 'a statement',
      }),
    )
  }
  return {
    part: { text, statements, cost: context.cost, waits: context.waits },
    diagnostics: [...errors, ...context.warnings.sort((a, b) => a.from - b.from)],
    unconditional,
    selection: context.selection,
  }
}

/** Lowers the code of a function's property, once per set of rules. */
function propertyOf(context: LoweringContext, definition: FunctionDefinition, property: FunctionProperty): IrProperty {
  const { env, slots } = context
  const existing = slots.properties.get(property)
  if (existing !== undefined) return existing
  const fallback = declaredDefault(property.default, property.type)
  // A property that another one uses is lowered during the lowering of that one: it has a number of its own.
  const id = slots.propertyCount++
  const name = `${definition.name}.${property.name}`
  const broken: IrProperty = {
    id,
    name,
    lets: [],
    result: { op: 'const', value: null },
    locals: 0,
    how: { from: 'DateTime', to: 'Integer', fallback },
    cost: 1,
    waits: false,
    recursive: false,
  }
  if (slots.functionsInProgress.has(definition)) return { ...broken, recursive: true }
  slots.functionsInProgress.add(definition)
  const { ir, recursive } = lowerProperty(
    definition,
    property,
    {
      ...(definition.environment?.() ?? env),
      attributes: env.attributes,
      ...(env.legacyScores === undefined ? {} : { legacyScores: env.legacyScores }),
    },
    slots,
    context.section,
    new ReferenceLimits({}),
  )
  slots.functionsInProgress.delete(definition)
  const lowered: IrProperty = ir === null ? { ...broken, recursive } : { ...ir, id, name, how: { ...ir.how, fallback } }
  slots.properties.set(property, lowered)
  return lowered
}

/** Checks and lowers the code of one property of a function. */
export function lowerProperty(
  definition: FunctionDefinition,
  property: FunctionProperty,
  env: CheckEnvironment,
  slots: SlotTable,
  section: Section,
  references: ReferenceLimits,
): LoweredProperty {
  const variables = new Map<string, Variable>()
  const parameters = new Map<string, { index: number; type: Variable['type'] }>()
  // The frame begins with the arguments; names with a blank belong to the compiler.
  for (const { name, type: declared } of definition.parameters) {
    const type = valueTypeByDeclaredType[declared]
    const index = variables.size
    variables.set(`${name} parameter`, { index, type, part: 0 })
    parameters.set(name.toLowerCase(), { index, type })
  }
  const context = createContext(
    {
      text: property.code,
      env: { ...env, kind: 'function' },
      slots,
      variables,
      part: 0,
      section,
      kind: 'clause',
      references,
      parameters,
    },
    recursion,
  )
  const { part, diagnostics } = runPart(context)
  const { result, recursive, waits, cost } = context
  const hasErrors = diagnostics.some(({ severity }) => severity === 'error')
  if (result === null || hasErrors) return { ir: null, recursive, diagnostics, waits }
  return {
    recursive,
    diagnostics,
    waits,
    ir: {
      id: 0,
      name: '',
      lets: part.statements.flatMap(statement => (statement.kind === 'let' ? [statement] : [])).slice(0, -1),
      result: result.ir,
      locals: variables.size,
      how: { from: conversionSourceOf(result.type) ?? 'Json', to: property.type, fallback: null },
      cost,
      waits,
      recursive,
    },
  }
}
