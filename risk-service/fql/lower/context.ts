import { createDiagnostic, type Diagnostic, type DiagnosticCode } from '../diagnostics/diagnostics.ts'
import type { ParamType, ValueType } from '../functions/function-entry.ts'
import type { Expr } from '../parse/syntax-tree.ts'
import type { Slot } from '../runtime/read-attribute.ts'
import type { AttributeInfo, CheckEnvironment } from '../types/check-environment.ts'
import type { ReadKind } from '../types/outcome-types.ts'
import type { FunctionDefinition, FunctionProperty, VelocityAggregate } from '../types/resource-readers.ts'
import type { PartContext, Section } from '../types/rule-source.ts'
import type { Ir, IrProperty, SlotTable } from './ir.ts'
import type { ReferenceKind, ReferenceLimits } from './reference-limits.ts'

/*
 * The common state of the functions that check and lower one part: its text and environment, and their findings. The
 * modules of this folder build on one another in the order context, lower-value, lower-function, lower-resource,
 * lower-call, lower-member, lower-operator, lower-expression, lower-action, lower-statement, lower-part. Calls to a
 * later one go through `recurse`.
 */

/** Static type of an expression: `Attr` is an attribute whose type depends on its context. */
export type StaticType = ValueType | 'Attr' | 'Null'
export interface TypedExpression {
  ir: Ir
  type: StaticType
  expr: Expr
  attribute?: {
    path: string
    quoted: boolean
    info: AttributeInfo | undefined
  }
  /** The whole result of the call to which this response belongs. */
  result?: Ir
}
export interface Variable {
  index: number
  type: ValueType
  part: number
  /** Index of the variable with the whole result of a call. */
  result?: number
  /** Values that its LET reads. */
  reads?: readonly TrackedRead[]
}
/** A value that an expression reads, in the form of explanations. */
interface TrackedRead {
  from: number
  to: number
  text: string
  ir: Ir | null
  slot: Slot | null
  type: ValueType
  kind?: ReadKind
}

/** Ends the analysis of one statement at its first error. */
export class LoweringError extends Error {
  readonly diagnostic: Diagnostic
  constructor(problem: Diagnostic) {
    super(problem.message)
    this.diagnostic = problem
  }
}

/** The parts of a SELECT besides its expressions. */
export interface VelocitySelection {
  name: string
  from: number
  to: number
  aggregate: VelocityAggregate
  events: readonly { assessment: string; observation: string | null }[]
}

/** The only way from a module to a later one. */
export interface Recursion {
  /** Lowers to a condition; a value that is not Bool is reported at `at`. */
  condition: (context: LoweringContext, expr: Expr, at?: number) => Ir
  expression: (context: LoweringContext, expr: Expr) => TypedExpression
  /** Lowers like `expression`; logical results go through `condition`. */
  value: (context: LoweringContext, expr: Expr) => TypedExpression
  /** Lowers the code of a function's property. */
  property: (context: LoweringContext, definition: FunctionDefinition, property: FunctionProperty) => IrProperty
}

/** One part, and the state that it shares with the other parts of its rule. */
export interface PartInput {
  text: string
  env: CheckEnvironment
  slots: SlotTable
  variables: Map<string, Variable>
  /** Number of the part: 0 is the condition. */
  part: number
  section: Section
  kind: PartContext
  references: ReferenceLimits
  /** Parameters of the function to which this code belongs, by lower-cased name. */
  parameters?: ReadonlyMap<string, { index: number; type: ValueType }>
}

/** State of the lowering of one part. */
export interface LoweringContext extends Readonly<Required<PartInput>> {
  readonly recurse: Recursion
  readonly warnings: Diagnostic[]
  readonly reads: TrackedRead[]
  /** Paths read as JSON; explanations do not show them. */
  readonly jsonReads: Slot[]
  /** Slots of the atomic predicate in progress; stays set after an error. */
  atom: Set<number> | null
  steps: number
  cost: number
  waits: boolean
  /** True when it calls, directly or through others, a function whose code is being lowered. */
  recursive: boolean
  /** SELECT of a velocity. */
  selection: VelocitySelection | null
  /** RETURN of a function's property. */
  result: { ir: Ir; type: ValueType; at: number } | null
}

/** Creates a context at the beginning of its part. */
export function createContext(input: PartInput, recurse: Recursion): LoweringContext {
  return {
    parameters: new Map(),
    ...input,
    recurse,
    warnings: [],
    reads: [],
    jsonReads: [],
    atom: null,
    steps: 0,
    cost: 0,
    waits: false,
    recursive: false,
    selection: null,
    result: null,
  }
}

/** A missing value. */
export const missingValue: Ir = { op: 'const', value: null }
const castByType: Partial<Record<ParamType, string>> = {
  Bool: '.ToBoolean()',
  Int: '.ToInt32()',
  Double: '.ToDouble()',
  Number: '.ToDouble()',
  String: '.ToString()',
  DateTime: '.ToDateTime()',
  JSON: '.AsJsonObject()',
}

/** Ends the analysis of the statement with an error at the given place. */
export function reject(
  context: LoweringContext,
  code: DiagnosticCode,
  from: number,
  to: number,
  params: Record<string, string | number> = {},
): never {
  throw new LoweringError(createDiagnostic(code, context.text, from, to, params))
}

/** Ends the analysis of the statement with a type error: a value of one type where another is expected. */
export function rejectType(
  context: LoweringContext,
  found: StaticType,
  expected: ParamType,
  from: number,
  to: number,
): never {
  return reject(context, 'FQL2003', from, to, {
    A: found === 'Attr' ? 'Attribute' : found,
    B: expected,
    cast: castByType[expected] ?? 'another value',
  })
}

/** Runs `make` as one atomic predicate of the any-element rule (unless inside one already). */
export function atomic(context: LoweringContext, expr: Expr, make: () => Ir): Ir {
  if (context.atom !== null) return make()
  context.atom = new Set()
  const body = make()
  const used = [...context.atom]
  context.atom = null
  return used.length === 0 ? body : { op: 'atom', id: context.slots.atomCount++, slots: used, body, at: expr.at }
}

/** Evaluates a part to which the any-element rule does not apply. */
export function outsideAtom<T>(context: LoweringContext, make: () => T): T {
  const outer = context.atom
  context.atom = null
  const result = make()
  context.atom = outer
  return result
}

/** Counts a reference to a resource; one above the limit is an error. */
export function countReference(
  context: LoweringContext,
  kind: ReferenceKind,
  name: string,
  from: number,
  to: number,
): void {
  const over = context.references.add(kind, name)
  if (over !== null) reject(context, 'FQL2013', from, to, over)
}
