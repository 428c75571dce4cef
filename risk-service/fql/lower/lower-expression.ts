import { findFunction } from '../functions/function-table.ts'
import { type Expr, type ExprOf, stripParentheses } from '../parse/syntax-tree.ts'
import {
  atomic,
  type LoweringContext,
  missingValue,
  outsideAtom,
  reject,
  type StaticType,
  type TypedExpression,
} from './context.ts'
import type { Ir } from './ir.ts'
import { booleanMemberNames, booleanPredicate, lowerCall, trackResourceRead } from './lower-call.ts'
import { lowerIndex, lowerMember, rejectUnknownName } from './lower-member.ts'
import { lowerBinary, lowerTernary, lowerUnary } from './lower-operator.ts'
import { coerce, jsonSlot, lowerAttribute, lowerVariable, toJson } from './lower-value.ts'

/* Types expressions and lowers them to the intermediate form. */

/**
 * Lowers to a condition; a value that is not Bool is reported at `at`. Logical operators split it into atomic
 * predicates.
 */
export function lowerCondition(context: LoweringContext, expr: Expr, at = expr.at): Ir {
  const inner = stripParentheses(expr)
  context.cost++
  if (inner.kind === 'logic')
    return {
      op: inner.op === '&&' ? 'and' : 'or',
      items: inner.operands.map(operand => lowerCondition(context, operand)),
    }
  if (inner.kind === 'unary' && inner.op === '!') return { op: 'not', a: lowerCondition(context, inner.operand) }
  if (inner.kind === 'ternary')
    return {
      op: 'cond',
      test: lowerCondition(context, inner.test),
      yes: lowerCondition(context, inner.yes, inner.at),
      no: lowerCondition(context, inner.no, inner.at),
    }
  const outer = context.atom
  context.atom = null
  const result = atomic(context, inner, () => coerce(context, lowerExpression(context, inner), 'Bool', at))
  context.atom = outer
  return result
}

/** Types and lowers outside a condition: logical results go through the condition path. */
export function lowerValue(context: LoweringContext, expr: Expr): TypedExpression {
  const inner = stripParentheses(expr)
  if (inner.kind === 'logic' || (inner.kind === 'unary' && inner.op === '!'))
    return { ir: lowerCondition(context, inner), type: 'Bool', expr }
  return { ...lowerExpression(context, inner), expr }
}

/** Types and lowers an expression. */
export function lowerExpression(context: LoweringContext, expr: Expr): TypedExpression {
  context.cost++
  if (++context.steps > 50_000) return reject(context, 'FQL2009', expr.from, expr.to, { range: 'less complex' })
  const typed = (type: StaticType, ir: Ir): TypedExpression => ({ type, ir, expr })
  switch (expr.kind) {
    case 'paren':
      return { ...lowerValue(context, expr.inner), expr }
    case 'number':
      return typed(expr.int ? 'Int' : 'Double', { op: 'const', value: expr.value })
    case 'string':
      return typed('String', { op: 'const', value: expr.value })
    case 'bool':
      return typed('Bool', { op: 'const', value: expr.value })
    case 'null':
      return typed('Null', missingValue)
    case 'window':
      return reject(context, 'FQL1005', expr.from, expr.to, { x: 'a value', t: context.text.slice(expr.from, expr.to) })
    case 'variable':
      return lowerVariable(context, expr)
    case 'attribute':
      return lowerAttribute(context, expr)
    case 'json':
      if (expr.path === null) context.slots.wholeEvent = true
      return typed('JSON', expr.path === null ? { op: 'event' } : jsonSlot(context, expr, 'json'))
    case 'array':
      return typed('JSON', {
        op: 'array',
        items: expr.items.map(item => outsideAtom(context, () => toJson(context, item, true))),
      })
    case 'object':
      return typed('JSON', lowerRecord(context, expr))
    case 'name': {
      const parameter = context.parameters.get(expr.name.toLowerCase())
      return parameter === undefined
        ? rejectUnknownName(context, expr)
        : typed(parameter.type, { op: 'local', index: parameter.index, at: expr.at, sure: true })
    }
    case 'call':
      return trackResourceRead(
        context,
        expr,
        booleanPredicate(context, expr, findFunction('', expr.name)[0]?.result === 'Bool', () =>
          lowerCall(context, expr, findFunction('', expr.name), expr.args, null),
        ),
      )
    case 'member':
      return trackResourceRead(
        context,
        expr,
        booleanPredicate(context, expr, expr.args !== null && booleanMemberNames.has(expr.name.toLowerCase()), () =>
          lowerMember(context, expr),
        ),
      )
    case 'index':
      return lowerIndex(context, expr)
    case 'logic':
      return typed('Bool', lowerCondition(context, expr))
    case 'unary':
      return lowerUnary(context, expr)
    case 'ternary':
      return lowerTernary(context, expr)
    case 'binary':
      return lowerBinary(context, expr)
  }
}

function lowerRecord(context: LoweringContext, expr: ExprOf<'object'>): Ir {
  const seen = new Set<string>()
  for (const entry of expr.entries) {
    if (seen.has(entry.key.toLowerCase())) reject(context, 'FQL2006', entry.from, entry.to, { n: entry.key })
    seen.add(entry.key.toLowerCase())
  }
  return {
    op: 'record',
    keys: expr.entries.map(entry => entry.key),
    items: expr.entries.map(entry => outsideAtom(context, () => toJson(context, entry.value, true))),
  }
}
