import { createDiagnostic } from '../diagnostics/diagnostics.ts'
import type { FunctionEntry, ParamType, ValueType } from '../functions/function-entry.ts'
import { patternJson } from '../functions/pattern.ts'
import { type Expr, type ExprOf, stripParentheses } from '../parse/syntax-tree.ts'
import { limitJsonSize } from '../runtime/convert.ts'
import { parseAttributePath, type Slot, type SlotType } from '../runtime/read-attribute.ts'
import type { AttributeInfo } from '../types/check-environment.ts'
import {
  type LoweringContext,
  missingValue,
  reject,
  rejectType,
  type StaticType,
  type TypedExpression,
} from './context.ts'
import type { Ir } from './ir.ts'

/*
 * Conversions between types, and reads of attributes and variables.
 */

/** Limits the size of a value that leaves an expression, so that it can be serialised. */
const limitedJsonEntry: FunctionEntry = {
  name: 'json',
  params: [],
  result: 'JSON',
  description: '',
  needs: 'at',
  run: limitJsonSize,
}

const scalarTypes = new Set<StaticType>(['Bool', 'Int', 'Double', 'String', 'DateTime', 'TimeSpan', 'Decision'])

/** Converts an untyped value to the type of its place, or converts implicitly. */
export function coerce(context: LoweringContext, value: TypedExpression, to: ParamType, at: number): Ir {
  const { type, ir, expr } = value
  if (type === to) return ir
  if (to === 'Any') {
    if (type === 'Attr') return slotOf(context, value, 'raw')
    if (type === 'CharSet' || type === 'TimeSpan' || type === 'DateTime' || type === 'Pattern' || type === 'Null')
      return rejectType(context, type, to, at, expr.to)
    return ir
  }
  if (to === 'Number') return type === 'Int' || type === 'Double' ? ir : coerce(context, value, 'Double', at)
  if (type === 'Null') return to === 'JSON' ? ir : rejectType(context, type, to, at, expr.to)
  if (type === 'Attr') {
    if (to === 'JSON') return slotOf(context, value, 'json')
    return to === 'Bool' || to === 'Int' || to === 'Double' || to === 'String' || to === 'DateTime'
      ? slotOf(context, value, to)
      : rejectType(context, type, to, at, expr.to)
  }
  if (type === 'JSON' && (to === 'Bool' || to === 'Int' || to === 'Double' || to === 'String' || to === 'DateTime'))
    return { op: 'lenient', to, a: ir }
  if (type === 'Int' && to === 'Double') return ir
  if (to === 'String' && scalarTypes.has(type)) return asText(value)
  return rejectType(context, type, to, at, expr.to)
}

/** Returns the text form of a typed value. */
export function asText({ ir, type }: TypedExpression): Ir {
  if (type === 'String') return ir
  return { op: 'text', from: type === 'DateTime' || type === 'TimeSpan' ? type : 'scalar', a: ir }
}

/** Returns the JSON form of a value for Output, variables, literals: attributes are text, dates become text. */
export function toJson(context: LoweringContext, expr: Expr, literal = false): Ir {
  const untyped = context.recurse.value(context, expr)
  if (untyped.type === 'Null' && literal) return untyped.ir
  const value = withStaticType(context, untyped)
  if (value.type === 'Pattern') return { op: 'call', entry: patternJson, args: [value.ir], at: expr.at }
  // A composed value may contain its parts many times; a part of the event is at most as large as the event.
  if (value.type === 'JSON' && !literal && stripParentheses(expr).kind !== 'json')
    return { op: 'call', entry: limitedJsonEntry, args: [value.ir], at: expr.at }
  return value.type === 'DateTime' || value.type === 'TimeSpan'
    ? asText(value)
    : value.type === 'CharSet'
      ? rejectType(context, 'CharSet', 'JSON', expr.from, expr.to)
      : value.ir
}

/**
 * Assigns a static type: an attribute without context is text; null is allowed only beside `==` and `!=` and in JSON
 * literals.
 */
export function withStaticType(
  context: LoweringContext,
  value: TypedExpression,
): TypedExpression & { type: ValueType } {
  if (value.type === 'Attr') return { ...value, ir: coerce(context, value, 'String', value.expr.from), type: 'String' }
  if (value.type === 'Null') return rejectType(context, 'Null', 'JSON', value.expr.from, value.expr.to)
  return { ...value, type: value.type }
}

/** Reads an attribute as a type; any other value is returned unchanged. */
export function slotOf(context: LoweringContext, value: TypedExpression, as: SlotType): Ir {
  const { attribute } = value
  if (attribute === undefined) return value.ir
  const score = context.env.legacyScores === undefined ? null : /^(risk|bot)score$/i.exec(attribute.path)
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
  const slot = context.slots.add({ path: attribute.path, quoted: attribute.quoted, steps, as })
  if (attribute.quoted && as !== 'json') context.atom?.add(slot)
  return { op: 'slot', slot }
}

/** Lowers a variable that an earlier LET has set. */
export function lowerVariable(context: LoweringContext, expr: ExprOf<'variable'>): TypedExpression {
  const variable = context.variables.get(expr.name)
  if (variable === undefined) return reject(context, 'FQL2005', expr.from, expr.to, { n: expr.name })
  const ir: Ir = { op: 'local', index: variable.index, at: expr.at, sure: variable.part === context.part }
  context.reads.push({
    from: expr.from,
    to: expr.to,
    text: context.text.slice(expr.from, expr.to),
    ir,
    slot: null,
    type: variable.type,
  })
  // Values that its LET read count as read here, too.
  for (const read of variable.reads ?? []) context.reads.push({ ...read, from: expr.from, to: expr.to })
  return {
    ir,
    type: variable.type,
    expr,
    ...(variable.result === undefined ? {} : { result: { ...ir, index: variable.result } }),
  }
}

/** Returns the model whose score a path reads; warns before the model has run. */
function scoreModelAt(context: LoweringContext, expr: ExprOf<'attribute'> | ExprOf<'json'>): 'risk' | 'bot' | null {
  const name =
    context.env.legacyScores === undefined ? undefined : /^(risk|bot)score$/.exec(expr.path?.toLowerCase() ?? '')?.[1]
  if (name === undefined) return null
  const ready =
    name === 'risk'
      ? context.section === 'postRisk'
      : context.env.legacyScores === 'riskAndBot' && context.section !== 'prior'
  if (!ready) context.warnings.push(createDiagnostic('FQL3002', context.text, expr.from, expr.to))
  return name === 'risk' ? 'risk' : 'bot'
}

/** Lowers an attribute of the event: its type depends on its use. */
export function lowerAttribute(context: LoweringContext, expr: ExprOf<'attribute'>): TypedExpression {
  const plain = expr.path.toLowerCase().replace(/\[\d+\]/g, '')
  const info = context.env.attributes.get(plain)
  const score = scoreModelAt(context, expr)
  if (
    score === null &&
    context.env.attributes.size > 0 &&
    info === undefined &&
    (expr.quoted || ![...context.env.attributes.keys()].some(path => path === plain || path.endsWith(`.${plain}`)))
  ) {
    context.warnings.push(
      createDiagnostic('FQL3001', context.text, expr.from, expr.to, { n: context.text.slice(expr.from, expr.to) }),
    )
  }
  const steps = expr.quoted ? parseAttributePath(expr.path) : []
  context.reads.push({
    from: expr.from,
    to: expr.to,
    text: context.text.slice(expr.from, expr.to),
    ir: score === null ? null : { op: 'score', model: score },
    slot: steps === null ? null : { path: expr.path, quoted: expr.quoted, steps, as: 'raw' },
    type: 'JSON',
  })
  const listed: AttributeInfo | undefined =
    context.env.valueLists?.has(plain) === true ? { path: expr.path, type: 'string', values: [] } : undefined
  return {
    ir: missingValue,
    type: 'Attr',
    expr,
    attribute: { path: expr.path, quoted: expr.quoted, info: info?.values === undefined ? (listed ?? info) : info },
  }
}

/** Reads a path as JSON. */
export function jsonSlot(context: LoweringContext, expr: ExprOf<'json'>, as: 'json' | 'exists'): Ir {
  const score = scoreModelAt(context, expr)
  if (score !== null)
    return as === 'json'
      ? { op: 'score', model: score }
      : { op: 'isNull', a: { op: 'score', model: score }, negated: true }
  const path = expr.path ?? ''
  const steps = expr.quoted ? parseAttributePath(path) : []
  if (steps === null) return missingValue
  const slot: Slot = { path, quoted: expr.quoted, steps, as }
  context.jsonReads.push(slot)
  return { op: 'slot', slot: context.slots.add(slot) }
}
