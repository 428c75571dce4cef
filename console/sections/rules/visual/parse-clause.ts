import type { QueryGroup, QueryItem, QueryMode } from '@assay/design-system'
import { type Expr, parse, stripParentheses } from '@assay/risk-service/fql'
import {
  decisionKinds,
  listOperator,
  supportOperator,
  type VisualClause,
  type VisualField,
  type VisualHead,
} from './visual-clause.ts'

/** Thrown inside: the text has more than blocks can show. */
class UnsupportedSyntaxError extends Error {}

const operators: Readonly<Record<string, string>> = {
  '==': 'eq',
  '!=': 'neq',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
}
const methods: Readonly<Record<string, string>> = { contains: 'contains', startswith: 'starts', endswith: 'ends' }
const opposites: Readonly<Record<string, string>> = { contains: 'without', empty: 'filled' }
const supportCalls: Readonly<Record<string, string>> = {
  issafe: 'IsSafe',
  isblock: 'IsBlock',
  iswatch: 'IsWatch',
  insupportlist: 'InSupportList',
}

/** Fields by what names them in the text, in lower case. */
export const fieldsByCode = (fields: readonly VisualField[]): ReadonlyMap<string, VisualField> =>
  new Map(fields.map(field => [field.code.toLowerCase(), field]))

type FieldsByCode = ReadonlyMap<string, VisualField>
interface Condition {
  field: VisualField
  operator: string
  values: string[]
}

/** A text without LETs, comments or anything else that blocks could not reproduce. */
function statementOf(text: string, kind: string) {
  const { statements } = parse(text)
  const [only, ...more] = statements ?? []
  // Words in quotation marks aside, what is left of a remark is its slashes.
  if (
    only?.kind !== kind ||
    more.length > 0 ||
    /\/\/|\/\*/.test(text.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, ''))
  )
    return null
  return only
}

/** The clause as blocks; null where its text has more. */
export function parseClause(text: string, fields: FieldsByCode): VisualClause | null {
  try {
    const statement = statementOf(text, 'RETURN') ?? statementOf(text, 'ROUTETO')
    const [call, ...more] = statement?.values ?? []
    if (!statement || !call || more.length > 0) return null
    return { head: headOf(call), when: groupOf(statement.when, fields) }
  } catch (error) {
    if (error instanceof UnsupportedSyntaxError) return null
    throw error
  }
}

/** The condition of a rule as blocks; null where its text has more. */
export function parseCondition(text: string, fields: FieldsByCode): QueryGroup | null {
  if (text.trim() === '') return { id: 'root', mode: 'all', items: [] }
  try {
    const statement = statementOf(text, 'WHEN')
    return statement ? groupOf(statement.when, fields) : null
  } catch (error) {
    if (error instanceof UnsupportedSyntaxError) return null
    throw error
  }
}

function headOf(call: Expr): VisualHead {
  if (call.kind !== 'call') throw new UnsupportedSyntaxError()
  const texts = call.args.map(({ name, value }) => {
    if (name !== null || value.kind !== 'string') throw new UnsupportedSyntaxError()
    return value.value
  })
  if (call.name.toLowerCase() === 'queue') return { kind: 'route', queue: texts[0] ?? '' }
  const decision = decisionKinds.find(kind => kind.toLowerCase() === call.name.toLowerCase())
  if (!decision) throw new UnsupportedSyntaxError()
  const [challengeType = '', ...after] = decision === 'Challenge' ? texts : ['', ...texts]
  const [reason = '', supportMessage = ''] = after
  return { kind: 'decide', decision, reason, supportMessage, challengeType }
}

function groupOf(when: Expr | null, fields: FieldsByCode): QueryGroup {
  let last = 0
  const next = (): string => `c${++last}`
  const root = { id: 'root', mode: 'all' as const, items: [] as QueryItem[] }
  if (!when) return root
  const item = itemOf(when, fields, next, 1)
  return 'items' in item ? { ...item, id: 'root' } : { ...root, items: [item] }
}

function itemOf(expr: Expr, fields: FieldsByCode, next: () => string, depth: number): QueryItem {
  // Deeper ones cannot be shown, or moved to.
  if (depth > 4) throw new UnsupportedSyntaxError()
  const inner = stripParentheses(expr)
  if (inner.kind === 'logic')
    return {
      id: next(),
      mode: inner.op === '&&' ? 'all' : 'any',
      items: inner.operands.map(each => itemOf(each, fields, next, depth + 1)),
    }
  if (inner.kind === 'unary' && inner.op === '!') {
    const denied = stripParentheses(inner.operand)
    if (denied.kind === 'logic' && denied.op === '||')
      return {
        id: next(),
        mode: 'none' as QueryMode,
        items: denied.operands.map(each => itemOf(each, fields, next, depth + 1)),
      }
    const condition = conditionOf(denied, fields)
    const opposite = opposites[condition?.operator ?? '']
    if (condition && opposite !== undefined)
      return {
        id: next(),
        field: condition.field.id,
        operator: requireOperator(condition.field, opposite),
        values: condition.values,
      }
    return { id: next(), mode: 'none' as QueryMode, items: [itemOf(denied, fields, next, depth + 1)] }
  }
  const condition = conditionOf(inner, fields)
  if (!condition) throw new UnsupportedSyntaxError()
  return {
    id: next(),
    field: condition.field.id,
    operator: requireOperator(condition.field, condition.operator),
    values: condition.values,
  }
}

/** An operator that the field has. */
function requireOperator(field: VisualField, operator: string): string {
  if (!field.operators.some(({ id }) => id === operator)) throw new UnsupportedSyntaxError()
  return operator
}

function conditionOf(expr: Expr, fields: FieldsByCode): Condition | null {
  if (expr.kind === 'binary')
    return comparisonOf(expr.op, stripParentheses(expr.left), stripParentheses(expr.right), fields)
  if (expr.kind === 'member' && expr.args !== null)
    return methodOf(
      expr.name.toLowerCase(),
      stripParentheses(expr.object),
      expr.args.map(({ value }) => value),
      fields,
    )
  if (expr.kind === 'call')
    return callOf(
      expr.name.toLowerCase(),
      expr.args.map(({ value }) => stripParentheses(value)),
      fields,
    )
  return null
}

/** What the text names here, `.ToString()` aside. */
function fieldOf(expr: Expr | undefined, fields: FieldsByCode): VisualField | null {
  if (!expr) return null
  if (expr.kind === 'attribute') return fields.get(`@"${expr.path.toLowerCase()}"`) ?? null
  if (expr.kind === 'member' && expr.name.toLowerCase() === 'tostring' && expr.args?.length === 0)
    return fieldOf(stripParentheses(expr.object), fields)
  if (expr.kind === 'member' && expr.args === null && expr.name.toLowerCase() === 'score') {
    const model = stripParentheses(expr.object)
    if (
      model.kind === 'member' &&
      model.args?.length === 0 &&
      model.object.kind === 'name' &&
      model.object.name.toLowerCase() === 'model'
    )
      return fields.get(`model.${model.name.toLowerCase()}().score`) ?? null
  }
  return null
}

function comparisonOf(op: string, left: Expr, right: Expr, fields: FieldsByCode): Condition | null {
  const field = fieldOf(left, fields)
  const operator = operators[op]
  if (!field || operator === undefined) return null
  const equality = operator === 'eq' || operator === 'neq'
  if (right.kind === 'null')
    return equality ? { field, operator: operator === 'eq' ? 'missing' : 'exists', values: [] } : null
  if (right.kind === 'bool')
    return field.type === 'boolean' && equality
      ? { field, operator: String(right.value === (operator === 'eq')), values: [] }
      : null
  if (field.type === 'number') {
    const value =
      right.kind === 'number'
        ? right.value
        : right.kind === 'unary' && right.op === '-' && right.operand.kind === 'number'
          ? -right.operand.value
          : null
    return value === null ? null : { field, operator, values: [String(value)] }
  }
  if (field.type === 'date') {
    if (
      right.kind !== 'member' ||
      right.name.toLowerCase() !== 'todatetime' ||
      right.args?.length !== 0 ||
      right.object.kind !== 'string'
    )
      return null
    return { field, operator, values: [right.object.value] }
  }
  return right.kind === 'string' && equality && field.type !== 'boolean'
    ? { field, operator, values: [right.value] }
    : null
}

function methodOf(method: string, object: Expr, args: readonly Expr[], fields: FieldsByCode): Condition | null {
  const field = fieldOf(object, fields)
  if (!field) return null
  if (method === 'isnullorempty' && args.length === 0) return { field, operator: 'empty', values: [] }
  const operator = methods[method]
  const [value] = args
  return operator !== undefined && value?.kind === 'string' && args.length === 1
    ? { field, operator, values: [value.value] }
    : null
}

function callOf(name: string, args: readonly Expr[], fields: FieldsByCode): Condition | null {
  const text = (index: number): string | null => {
    const value = args[index]
    return value?.kind === 'string' ? value.value : null
  }
  if (name === 'in') {
    const field = fieldOf(args[0], fields)
    const values = text(1)
    return field && values !== null
      ? {
          field,
          operator: 'in',
          values: field.type === 'choice' ? values.split(',').map(each => each.trim()) : [values],
        }
      : null
  }
  const list = text(0)
  const field = fieldOf(args.at(-1), fields)
  if (list === null || !field) return null
  const column = text(1)
  if (name === 'containskey' && column !== null && args.length === 3)
    return { field, operator: findListOperator(field, listOperator(list, column)), values: [] }
  const call = supportCalls[name]
  return call !== undefined && args.length === 2
    ? { field, operator: findListOperator(field, supportOperator(call, list)), values: [] }
    : null
}

/** Names of lists and columns stand in the text in any letter case. */
const findListOperator = (field: VisualField, operator: string): string =>
  field.operators.find(({ id }) => id.toLowerCase() === operator.toLowerCase())?.id ?? operator
