import { createDiagnostic } from '../diagnostics/diagnostics.ts'
import type { FunctionEntry, ParamType, ValueType } from '../functions/function-entry.ts'
import { findMember } from '../functions/function-table.ts'
import type { ExprOf } from '../parse/syntax-tree.ts'
import { checkDate } from '../runtime/dates.ts'
import { atomic, type LoweringContext, rejectType, type StaticType, type TypedExpression } from './context.ts'
import type { Ir } from './ir.ts'
import { coerce, slotOf } from './lower-value.ts'

/*
 * Operators: their types, and the conversions of their operands.
 */

const isNumber = (type: StaticType): boolean => type === 'Int' || type === 'Double'

/** Limits date arithmetic to the years 1-9999. */
const dateRangeCheck: FunctionEntry = {
  name: 'date',
  params: [],
  result: 'DateTime',
  description: '',
  needs: 'at',
  run: (at: number, value: number) => checkDate(value, at, 'FQL4002'),
}

/** Lowers a sign, or NOT. */
export function lowerUnary(context: LoweringContext, expr: ExprOf<'unary'>): TypedExpression {
  if (expr.op === '!') return { ir: context.recurse.condition(context, expr), type: 'Bool', expr }
  const value = context.recurse.expression(context, expr.operand)
  const type = value.type === 'Attr' || value.type === 'JSON' ? 'Double' : value.type
  if (type !== 'Int' && type !== 'Double' && type !== 'TimeSpan')
    return rejectType(context, type, 'Double', expr.at, expr.at + 1)
  const ir = coerce(context, value, type, expr.at)
  return {
    ir:
      expr.op === '+'
        ? ir
        : ir.op === 'const' && typeof ir.value === 'number'
          ? { op: 'const', value: 0 - ir.value }
          : { op: 'neg', a: ir },
    type,
    expr,
  }
}

/** Lowers `test ? yes : no`; an untyped branch gets the type of the other. */
export function lowerTernary(context: LoweringContext, expr: ExprOf<'ternary'>): TypedExpression {
  const test = context.recurse.condition(context, expr.test)
  const yes = context.recurse.value(context, expr.yes)
  const no = context.recurse.value(context, expr.no)
  const untyped = (type: StaticType): boolean => type === 'Attr' || type === 'JSON' || type === 'Null'
  let type: ValueType
  if (yes.type === 'JSON' && no.type === 'JSON') type = 'JSON'
  else if (untyped(yes.type) && untyped(no.type)) type = 'String'
  else if (untyped(yes.type)) type = no.type as ValueType
  else if (untyped(no.type)) type = yes.type as ValueType
  else if (
    yes.type !== no.type &&
    (yes.type === 'Int' || yes.type === 'Double') &&
    (no.type === 'Int' || no.type === 'Double')
  )
    type = 'Double'
  else if (yes.type === no.type) type = yes.type as ValueType
  else return rejectType(context, no.type, yes.type as ParamType, expr.at, expr.at + 1)
  return {
    ir: { op: 'cond', test, yes: coerce(context, yes, type, expr.at), no: coerce(context, no, type, expr.at) },
    type,
    expr,
  }
}

/** Lowers comparisons, arithmetic and the union of character sets. */
export function lowerBinary(context: LoweringContext, expr: ExprOf<'binary'>): TypedExpression {
  switch (expr.op) {
    case '==':
    case '!=':
    case '<':
    case '>':
    case '<=':
    case '>=':
      return { ir: atomic(context, expr, () => lowerComparison(context, expr)), type: 'Bool', expr }
    case '|': {
      const a = context.recurse.expression(context, expr.left)
      const b = context.recurse.expression(context, expr.right)
      if (a.type !== 'CharSet' || b.type !== 'CharSet')
        return rejectType(context, a.type === 'CharSet' ? b.type : a.type, 'CharSet', expr.at, expr.at + 1)
      return { ir: { op: 'union', a: a.ir, b: b.ir }, type: 'CharSet', expr }
    }
    default:
      return lowerArithmetic(context, expr)
  }
}

function lowerComparison(context: LoweringContext, expr: ExprOf<'binary'>): Ir {
  const a = context.recurse.value(context, expr.left)
  const b = context.recurse.value(context, expr.right)
  const equality = expr.op === '==' || expr.op === '!='
  const to = expr.at + expr.op.length
  const negated = expr.op === '!='
  if (a.type === 'Null' || b.type === 'Null') {
    const other = a.type === 'Null' ? b : a
    if (!equality || (other.type !== 'Attr' && other.type !== 'JSON'))
      return rejectType(context, 'Null', other.type as ParamType, expr.at, to)
    if (other.type === 'JSON') return { op: 'isNull', a: other.ir, negated }
    const exists = slotOf(context, other, 'exists')
    return negated ? exists : { op: 'not', a: exists }
  }
  const untyped = (typed: TypedExpression): boolean => typed.type === 'Attr' || typed.type === 'JSON'
  if (untyped(a) && untyped(b) && !equality)
    context.warnings.push(createDiagnostic('FQL3003', context.text, expr.at, to))
  const cmp = expr.op as '==' | '!=' | '<' | '>' | '<=' | '>='
  const type = untyped(a) ? (untyped(b) ? 'String' : b.type) : a.type
  const target: ParamType = type === 'Int' ? 'Double' : (type as ParamType)
  if (equality && (a.type === 'Decision' || b.type === 'Decision'))
    return {
      op: 'sameText',
      a: coerce(context, a, 'String', expr.at),
      b: coerce(context, b, 'String', expr.at),
      negated,
    }
  if (target === 'CharSet' || target === 'Pattern' || (!equality && (target === 'Bool' || target === 'Decision')))
    return rejectType(context, type, 'Double', expr.at, to)
  if (!untyped(a) && !untyped(b) && a.type !== b.type && !(isNumber(a.type) && isNumber(b.type))) {
    return isNumber(b.type)
      ? rejectType(context, a.type, 'Double', expr.at, to)
      : rejectType(context, b.type, a.type as ParamType, expr.at, to)
  }
  if (
    equality &&
    target === 'String' &&
    (a.attribute?.info?.values !== undefined || b.attribute?.info?.values !== undefined)
  )
    return { op: 'compare', cmp, a: lowerCased(context, a, expr.at), b: lowerCased(context, b, expr.at) }
  return { op: 'compare', cmp, a: coerce(context, a, target, expr.at), b: coerce(context, b, target, expr.at) }
}

/** Returns text in lower case: cached for attributes, computed at compile time for literals. */
function lowerCased(context: LoweringContext, value: TypedExpression, at: number): Ir {
  if (value.type === 'Attr') return slotOf(context, value, 'lower')
  const ir = coerce(context, value, 'String', at)
  if (ir.op === 'const') return { op: 'const', value: String(ir.value).toLowerCase(), written: String(ir.value) }
  const entry = findMember('String', 'ToLower')[0]
  return entry === undefined ? ir : { op: 'call', entry, args: [ir], at }
}

function lowerArithmetic(context: LoweringContext, expr: ExprOf<'binary'>): TypedExpression {
  const a = context.recurse.value(context, expr.left)
  const b = context.recurse.value(context, expr.right)
  const at = expr.at
  const operator = expr.op as '+' | '-' | '*' | '/' | '%'
  const typed = (type: ValueType, ir: Ir): TypedExpression => ({ type, ir, expr })
  const untyped = (value: TypedExpression): boolean => value.type === 'Attr' || value.type === 'JSON'
  if (operator === '+' && (a.type === 'String' || b.type === 'String' || (untyped(a) && untyped(b))))
    return typed('String', {
      op: 'concat',
      a: coerce(context, a, 'String', at),
      b: coerce(context, b, 'String', at),
      at,
    })
  const math = (type: ValueType, left: Ir, right: Ir): TypedExpression =>
    typed(type, { op: 'arith', operator, int: type !== 'Double', a: left, b: right, at })
  if (operator === '+' || operator === '-') {
    const left =
      untyped(a) && (b.type === 'TimeSpan' || (b.type === 'DateTime' && operator === '-')) ? 'DateTime' : a.type
    const right =
      untyped(b) && a.type === 'DateTime' && operator === '-'
        ? 'DateTime'
        : untyped(b) && a.type === 'TimeSpan'
          ? 'DateTime'
          : b.type
    const key = `${left}${operator}${right}`
    const results: Readonly<Record<string, ValueType>> = {
      'DateTime+TimeSpan': 'DateTime',
      'TimeSpan+TimeSpan': 'TimeSpan',
      'DateTime-DateTime': 'TimeSpan',
      'DateTime-TimeSpan': 'DateTime',
      'TimeSpan-TimeSpan': 'TimeSpan',
    }
    const result = results[key]
    if (result !== undefined) {
      const computed = math(
        result,
        coerce(context, a, left as ParamType, at),
        coerce(context, b, right as ParamType, at),
      )
      return result === 'DateTime'
        ? { ...computed, ir: { op: 'call', entry: dateRangeCheck, args: [computed.ir], at } }
        : computed
    }
  }
  for (const side of [a, b])
    if (!untyped(side) && !isNumber(side.type)) return rejectType(context, side.type, 'Double', at, at + 1)
  const int = a.type === 'Int' && b.type === 'Int'
  return math(
    int ? 'Int' : 'Double',
    coerce(context, a, int ? 'Int' : 'Double', at),
    coerce(context, b, int ? 'Int' : 'Double', at),
  )
}
