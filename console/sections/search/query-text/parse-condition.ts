import {
  emptinessOperators,
  methodNames,
  type SearchCondition,
  type SearchField,
  type SearchOperator,
  scaleOf,
  searchLimits,
  searchOperators,
  signs,
} from '@assay/risk-service/contract'
import { type Expr, stripParentheses } from '@assay/risk-service/fql'
import type { FindField } from './parse-query.ts'
import { refuse } from './query-issue.ts'

type SignOperator = keyof typeof signs
const operatorOfSign = new Map(Object.entries(signs).map(([op, sign]) => [sign as string, op as SignOperator]))
/** The comparison of each method; a negated one has a `!` in front. */
const operatorOfMethod = new Map(
  Object.entries(methodNames)
    .filter(([op]) => !op.startsWith('not'))
    .map(([op, name]) => [name.toLowerCase(), op as keyof typeof methodNames]),
)
const opposites: Partial<Record<SearchOperator, SearchOperator>> = {
  eq: 'neq',
  neq: 'eq',
  contains: 'notContains',
  in: 'notIn',
  null: 'notNull',
  notNull: 'null',
}

/** Reads one comparison. @throws QueryTextError */
export function parseCondition(expr: Expr, findField: FindField): SearchCondition {
  if (expr.kind === 'unary' && expr.op === '!') {
    const inner = parseCondition(stripParentheses(expr.operand), findField)
    const op = opposites[inner.op]
    if (op === undefined) return refuse('condition', expr)
    return { ...inner, op } as SearchCondition
  }
  if (expr.kind === 'binary') return parseComparison(expr, findField)
  if (expr.kind === 'member' && expr.args !== null) return parseCall(expr, findField)
  return refuse('condition', expr)
}

function fieldOf(expr: Expr, findField: FindField): SearchField {
  if (expr.kind !== 'attribute') return refuse('condition', expr)
  return findField(expr.path) ?? refuse('field', expr, { field: expr.path })
}

function requireOperator(field: SearchField, op: SearchOperator, place: Expr): void {
  // Equality suits every type; a page of fields offers it where it is of use.
  if (op === 'eq' || op === 'neq' || searchOperators[field.type].includes(op)) return
  refuse('comparison', place, { field: field.id })
}

function parseComparison(expr: Extract<Expr, { kind: 'binary' }>, findField: FindField): SearchCondition {
  const sign = operatorOfSign.get(expr.op)
  if (sign === undefined) return refuse('condition', expr)
  const field = fieldOf(expr.left, findField)
  const column = field.id
  const right = stripParentheses(expr.right)
  const equality = sign === 'eq' || sign === 'neq'
  if (right.kind === 'null' && equality) return { column, op: sign === 'eq' ? 'null' : 'notNull' }
  if (right.kind === 'string' && right.value === '' && equality) {
    const op = sign === 'eq' ? emptinessOperators[0] : emptinessOperators[1]
    requireOperator(field, field.type === 'text' || field.type === 'ip' ? op : 'empty', right)
    return { column, op }
  }
  requireOperator(field, sign, expr)
  const value = valueOf(field, right)
  return equality ? { column, op: sign, value: String(value) } : { column, op: sign, value }
}

function parseCall(expr: Extract<Expr, { kind: 'member' }>, findField: FindField): SearchCondition {
  const op = operatorOfMethod.get(expr.name.toLowerCase())
  if (op === undefined) return refuse('condition', expr)
  const field = fieldOf(expr.object, findField)
  requireOperator(field, op, expr)
  const column = field.id
  const args = (expr.args ?? []).map(({ value }) => stripParentheses(value))
  const [first, second] = args
  const count = op === 'in' ? Math.min(Math.max(args.length, 1), searchLimits.values) : op === 'between' ? 2 : 1
  if (first === undefined || args.length !== count) return refuse('condition', expr)
  switch (op) {
    case 'in':
      return { column, op, value: args.map(each => String(valueOf(field, each))) }
    case 'between':
      return second === undefined
        ? refuse('condition', expr)
        : { column, op, value: [dayOrNumber(field, first), dayOrNumber(field, second)] }
    case 'lastDays': {
      const days = first.kind === 'number' ? first.value : Number.NaN
      if (!Number.isInteger(days) || days < 1 || days > searchLimits.days)
        return refuse('number', first, { field: column })
      return { column, op, value: days }
    }
    case 'on':
    case 'before':
    case 'after':
      return { column, op, value: String(dayOrNumber(field, first)) }
    default:
      return { column, op: op as 'contains', value: String(valueOf(field, first)) }
  }
}

function dayOrNumber(field: SearchField, expr: Expr): string | number {
  if (field.type !== 'time') return valueOf(field, expr)
  if (expr.kind !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(expr.value)) return refuse('day', expr)
  return expr.value
}

/** A literal as a value of the field. */
function valueOf(field: SearchField, expr: Expr): string | number {
  if (field.type === 'number') {
    const negative = expr.kind === 'unary' && expr.op === '-'
    const number = negative ? stripParentheses(expr.operand) : expr
    if (number.kind !== 'number') return refuse('number', expr, { field: field.id })
    return Math.round((negative ? -1 : 1) * number.value * scaleOf(field.id) * 1e6) / 1e6
  }
  if (field.type === 'boolean') {
    if (expr.kind !== 'bool') return refuse('truth', expr, { field: field.id })
    return String(expr.value)
  }
  if (expr.kind !== 'string' || expr.value.trim() === '' || expr.value.length > searchLimits.value)
    return refuse('text', expr, { field: field.id, count: searchLimits.value })
  return expr.value
}
