import type { AttributeInfo, CheckEnvironment } from '../check-environment.ts'
import { createDiagnostic, type Diagnostic, type DiagnosticCode } from '../diagnostics.ts'
import type { FunctionEntry, ParamType, ValueType } from '../functions/function-entry.ts'
import { patternJson } from '../functions/pattern.ts'
import type { ReadKind } from '../outcome-types.ts'
import { type Expr, type ExprOf, stripParentheses } from '../parse/syntax-tree.ts'
import type { Section } from '../rule-source.ts'
import { limitJsonSize } from '../runtime/convert.ts'
import { parseAttributePath, type Slot, type SlotType } from '../runtime/read-attribute.ts'
import type { Ir, SlotTable } from './ir.ts'
import type { ReferenceLimits } from './lower-resource.ts'

/** Static type of an expression: `Attr` is an attribute whose type its context still has to say. */
export type StaticType = ValueType | 'Attr' | 'Null'
export interface TypedExpression {
  ir: Ir
  type: StaticType
  expr: Expr
  attribute?: {
    path: string
    quoted: boolean
    info: AttributeInfo | undefined
  } /** The whole result of the call whose response this is. */
  result?: Ir
}
export interface Variable {
  index: number
  type: ValueType
  part: number /** Where the whole result of a call is kept. */
  result?: number /** What its LET reads. */
  reads?: readonly TrackedRead[]
}
/** A value that an expression reads, as explanations show it. */
export interface TrackedRead {
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

/** Keeps what leaves an expression writable. */
const limitedJsonEntry: FunctionEntry = {
  name: 'json',
  params: [],
  result: 'JSON',
  description: '',
  needs: 'at',
  run: limitJsonSize,
}

/** A value that is not there. */
export const missingValue: Ir = { op: 'const', value: null }
const scalarTypes = new Set<StaticType>(['Bool', 'Int', 'Double', 'String', 'DateTime', 'TimeSpan', 'Decision'])
const castByType: Partial<Record<ParamType, string>> = {
  Bool: '.ToBoolean()',
  Int: '.ToInt32()',
  Double: '.ToDouble()',
  Number: '.ToDouble()',
  String: '.ToString()',
  DateTime: '.ToDateTime()',
  JSON: '.AsJsonObject()',
}

/** Types, conversions, attribute reads and the any-element rule. */
export abstract class ValueLowerer {
  readonly warnings: Diagnostic[] = []
  readonly reads: TrackedRead[] = []
  /** Paths read as JSON; explanations do not show them. */
  protected readonly jsonReads: Slot[] = []
  cost = 0
  protected readonly text: string
  protected readonly env: CheckEnvironment
  protected readonly slots: SlotTable
  protected readonly variables: Map<string, Variable>
  protected readonly part: number
  protected readonly section: Section
  protected readonly uses: ReferenceLimits
  protected atom: Set<number> | null = null
  protected steps = 0

  constructor(
    text: string,
    env: CheckEnvironment,
    slots: SlotTable,
    variables: Map<string, Variable>,
    part: number,
    section: Section,
    uses: ReferenceLimits,
  ) {
    this.uses = uses
    this.text = text
    this.env = env
    this.slots = slots
    this.variables = variables
    this.part = part
    this.section = section
  }

  protected stop(code: DiagnosticCode, from: number, to: number, params: Record<string, string | number> = {}): never {
    throw new LoweringError(createDiagnostic(code, this.text, from, to, params))
  }

  protected mismatch(found: StaticType, wanted: ParamType, from: number, to: number): never {
    return this.stop('FQL2003', from, to, {
      A: found === 'Attr' ? 'Attribute' : found,
      B: wanted,
      cast: castByType[wanted] ?? 'another value',
    })
  }

  /** Lowers to a condition; logical operators split it into atomic predicates. */
  abstract bool(expr: Expr): Ir
  abstract infer(expr: Expr): TypedExpression
  abstract inferAny(expr: Expr): TypedExpression

  /** Runs `make` as one atomic predicate of the any-element rule (unless inside one already). */
  protected atomic(expr: Expr, make: () => Ir): Ir {
    if (this.atom !== null) return make()
    this.atom = new Set()
    const body = make()
    const used = [...this.atom]
    this.atom = null
    return used.length === 0 ? body : { op: 'atom', id: this.slots.atomCount++, slots: used, body, at: expr.at }
  }

  /** Gives an untyped value the type of its place, or converts implicitly. */
  coerce(value: TypedExpression, to: ParamType, at: number): Ir {
    const { type, ir, expr } = value
    if (type === to) return ir
    if (to === 'Any') {
      if (type === 'Attr') return this.slot(value, 'raw')
      if (type === 'CharSet' || type === 'TimeSpan' || type === 'DateTime' || type === 'Pattern' || type === 'Null')
        return this.mismatch(type, to, at, expr.to)
      return ir
    }
    if (to === 'Number') return type === 'Int' || type === 'Double' ? ir : this.coerce(value, 'Double', at)
    if (type === 'Null') return to === 'JSON' ? ir : this.mismatch(type, to, at, expr.to)
    if (type === 'Attr') {
      if (to === 'JSON') return this.slot(value, 'json')
      return to === 'Bool' || to === 'Int' || to === 'Double' || to === 'String' || to === 'DateTime'
        ? this.slot(value, to)
        : this.mismatch(type, to, at, expr.to)
    }
    if (type === 'JSON' && (to === 'Bool' || to === 'Int' || to === 'Double' || to === 'String' || to === 'DateTime'))
      return { op: 'lenient', to, a: ir }
    if (type === 'Int' && to === 'Double') return ir
    if (to === 'String' && scalarTypes.has(type)) return this.asText(value)
    return this.mismatch(type, to, at, expr.to)
  }

  protected asText({ ir, type }: TypedExpression): Ir {
    if (type === 'String') return ir
    return { op: 'text', from: type === 'DateTime' || type === 'TimeSpan' ? type : 'scalar', a: ir }
  }

  /** JSON form of a value for Output, variables, literals: attributes are text, dates become text. */
  json(expr: Expr, literal = false): Ir {
    const untyped = this.inferAny(expr)
    if (untyped.type === 'Null' && literal) return untyped.ir
    const value = this.settle(untyped)
    if (value.type === 'Pattern') return { op: 'call', entry: patternJson, args: [value.ir], at: expr.at }
    // What was made of parts may hold them many times; a part of the event is as large as the event at most.
    if (value.type === 'JSON' && !literal && stripParentheses(expr).kind !== 'json')
      return { op: 'call', entry: limitedJsonEntry, args: [value.ir], at: expr.at }
    return value.type === 'DateTime' || value.type === 'TimeSpan'
      ? this.asText(value)
      : value.type === 'CharSet'
        ? this.mismatch('CharSet', 'JSON', expr.from, expr.to)
        : value.ir
  }

  /** An attribute without context is text; null stands only beside `==` and `!=` and in JSON literals. */
  settle(value: TypedExpression): TypedExpression & { type: ValueType } {
    if (value.type === 'Attr') return { ...value, ir: this.coerce(value, 'String', value.expr.from), type: 'String' }
    if (value.type === 'Null') return this.mismatch('Null', 'JSON', value.expr.from, value.expr.to)
    return { ...value, type: value.type }
  }

  protected slot(value: TypedExpression, as: SlotType): Ir {
    const { attribute } = value
    if (attribute === undefined) return value.ir
    const score = this.env.legacyScores === undefined ? null : /^(risk|bot)score$/i.exec(attribute.path)
    if (score !== null) {
      const model = score[1]?.toLowerCase() === 'bot' ? 'bot' : 'risk'
      const ir: Ir = { op: 'score', model }
      if (as === 'exists') return { op: 'isNull', a: ir, negated: true }
      return as === 'raw' || as === 'json' || as === 'lower' ? ir : { op: 'lenient', to: as, a: ir }
    }
    const steps = attribute.quoted ? parseAttributePath(attribute.path) : []
    if (steps === null)
      return as === 'exists'
        ? { op: 'const', value: false }
        : as === 'raw' || as === 'json'
          ? missingValue
          : { op: 'lenient', to: as === 'lower' ? 'String' : as, a: missingValue }
    const slot = this.slots.add({ path: attribute.path, quoted: attribute.quoted, steps, as })
    if (attribute.quoted && as !== 'json') this.atom?.add(slot)
    return { op: 'slot', slot }
  }

  /** Evaluates a part that the any-element rule does not reach. */
  protected outside<T>(make: () => T): T {
    const outer = this.atom
    this.atom = null
    const made = make()
    this.atom = outer
    return made
  }

  protected variable(expr: ExprOf<'variable'>): TypedExpression {
    const known = this.variables.get(expr.name)
    if (known === undefined) return this.stop('FQL2005', expr.from, expr.to, { n: expr.name })
    const ir: Ir = { op: 'local', index: known.index, at: expr.at, sure: known.part === this.part }
    this.reads.push({
      from: expr.from,
      to: expr.to,
      text: this.text.slice(expr.from, expr.to),
      ir,
      slot: null,
      type: known.type,
    })
    // What its LET read was read here, too.
    for (const read of known.reads ?? []) this.reads.push({ ...read, from: expr.from, to: expr.to })
    return {
      ir,
      type: known.type,
      expr,
      ...(known.result === undefined ? {} : { result: { ...ir, index: known.result } }),
    }
  }

  /** The model whose score a path reads; warns before it has run. */
  private scoreAt(expr: ExprOf<'attribute'> | ExprOf<'json'>): 'risk' | 'bot' | null {
    const name =
      this.env.legacyScores === undefined ? undefined : /^(risk|bot)score$/.exec(expr.path?.toLowerCase() ?? '')?.[1]
    if (name === undefined) return null
    const ready =
      name === 'risk' ? this.section === 'postRisk' : this.env.legacyScores === 'riskAndBot' && this.section !== 'prior'
    if (!ready) this.warnings.push(createDiagnostic('FQL3002', this.text, expr.from, expr.to))
    return name === 'risk' ? 'risk' : 'bot'
  }

  protected attribute(expr: ExprOf<'attribute'>): TypedExpression {
    const plain = expr.path.toLowerCase().replace(/\[\d+\]/g, '')
    const info = this.env.attributes.get(plain)
    const score = this.scoreAt(expr)
    if (
      score === null &&
      this.env.attributes.size > 0 &&
      info === undefined &&
      (expr.quoted || ![...this.env.attributes.keys()].some(path => path === plain || path.endsWith(`.${plain}`)))
    ) {
      this.warnings.push(
        createDiagnostic('FQL3001', this.text, expr.from, expr.to, { n: this.text.slice(expr.from, expr.to) }),
      )
    }
    const steps = expr.quoted ? parseAttributePath(expr.path) : []
    this.reads.push({
      from: expr.from,
      to: expr.to,
      text: this.text.slice(expr.from, expr.to),
      ir: score === null ? null : { op: 'score', model: score },
      slot: steps === null ? null : { path: expr.path, quoted: expr.quoted, steps, as: 'raw' },
      type: 'JSON',
    })
    const listed: AttributeInfo | undefined =
      this.env.valueLists?.has(plain) === true ? { path: expr.path, type: 'string', values: [] } : undefined
    return {
      ir: missingValue,
      type: 'Attr',
      expr,
      attribute: { path: expr.path, quoted: expr.quoted, info: info?.values === undefined ? (listed ?? info) : info },
    }
  }

  protected jsonSlot(expr: ExprOf<'json'>, as: 'json' | 'exists'): Ir {
    const score = this.scoreAt(expr)
    if (score !== null)
      return as === 'json'
        ? { op: 'score', model: score }
        : { op: 'isNull', a: { op: 'score', model: score }, negated: true }
    const path = expr.path ?? ''
    const steps = expr.quoted ? parseAttributePath(path) : []
    if (steps === null) return missingValue
    const slot: Slot = { path, quoted: expr.quoted, steps, as }
    this.jsonReads.push(slot)
    return { op: 'slot', slot: this.slots.add(slot) }
  }
}
