import { findFunction } from '../functions/function-table.ts'
import { type Arg, type Expr, type ExprOf, stripParentheses } from '../parse/syntax-tree.ts'
import type { DecisionKind } from '../types/rule-source.ts'
import { type LoweringContext, reject } from './context.ts'
import type { Effect, IrStatement } from './ir.ts'
import { lowerExpression, lowerValue } from './lower-expression.ts'
import { coerce, toJson } from './lower-value.ts'

/* The actions of statements: decisions, actions, observations and queues. */

const decisionByFunction: Readonly<Record<string, DecisionKind>> = {
  approve: 'Approve',
  review: 'Review',
  challenge: 'Challenge',
  reject: 'Reject',
}
const labelByName: Readonly<Record<string, string>> = { fraud: 'Fraud', nonfraud: 'NonFraud', none: 'None' }

/** Returns the call that a statement needs; `names` lists the allowed ones in the error. */
export function requireCall(
  context: LoweringContext,
  expr: Expr,
  names: string,
): { name: string; at: number; args: readonly Arg[] } {
  const call = expr
  if (call.kind === 'call') return call
  const start = expr.from
  const token = /^(?:@{0,2}(?:"[^"]*"|'[^']*')|[@$]*\w+|.)/.exec(context.text.slice(start))?.[0] ?? ''
  return reject(context, 'FQL1005', start, start + token.length, { x: names, t: token })
}

/** Lowers the expression after RETURN. */
export function lowerDecision(context: LoweringContext, expr: Expr): Extract<IrStatement, { kind: 'act' }>['decision'] {
  const names = 'Approve, Reject, Review or Challenge'
  const call = requireCall(context, expr, names)
  const kind = decisionByFunction[call.name.toLowerCase()]
  if (kind === undefined)
    return reject(context, 'FQL1005', call.at, call.at + call.name.length, { x: names, t: call.name })
  const order = kind === 'Challenge' ? ['challengetype', 'reason', 'supportmessage'] : ['reason', 'supportmessage']
  const argumentByName = new Map<string, Arg>()
  const sig =
    kind === 'Challenge'
      ? 'Challenge(challengeType[, reason[, supportMessage]])'
      : `${kind}([reason[, supportMessage]])`
  call.args.forEach((arg, index) => {
    const name = arg.name?.toLowerCase() ?? order[index]
    if (name === undefined || !order.includes(name) || argumentByName.has(name))
      return reject(context, 'FQL2002', arg.from, arg.to, { f: kind, sig })
    argumentByName.set(name, arg)
  })
  if (kind === 'Challenge' && !argumentByName.has('challengetype'))
    reject(context, 'FQL2002', call.at, call.at + call.name.length, { f: kind, sig })
  const text = (name: string): Effect['section'] => {
    const arg = argumentByName.get(name)
    return arg === undefined ? null : coerce(context, lowerValue(context, arg.value), 'String', arg.from)
  }
  return {
    kind,
    reason: text('reason') ?? { op: 'const', value: '' },
    supportMessage: text('supportmessage'),
    challengeType: text('challengetype'),
  }
}

/** Lowers the expression after DO. */
export function lowerAction(context: LoweringContext, expr: Expr): Effect {
  const kind = context.env.kind ?? 'decision'
  const callable = kind === 'postDecision' || kind === 'action'
  if (expr.kind === 'member') {
    const nameTo = expr.at + expr.name.length
    const space = expr.object.kind === 'name' ? expr.object.name.toLowerCase() : ''
    if (space === 'assessment' && expr.name.toLowerCase() === 'sendlabel') return lowerLabel(context, expr)
    const external =
      space === 'external' ||
      (expr.object.kind === 'member' &&
        expr.object.object.kind === 'name' &&
        expr.object.object.name.toLowerCase() === 'assessments')
    if (!external || !callable) {
      if (!external) lowerExpression(context, expr)
      reject(context, 'FQL2010', expr.at, nameTo, { f: expr.name })
    }
    const call = lowerExpression(context, expr)
    return { kind: 'call', section: null, keys: [], values: [call.result ?? call.ir] }
  }
  const call = requireCall(context, expr, 'an action')
  const name = call.name.toLowerCase()
  const nameTo = call.at + call.name.length
  if (name === 'setvariables' && kind !== 'action') return lowerPairs(context, call, 'variables')
  if (name === 'setresponse' && kind === 'postDecision') return lowerPairs(context, call, 'response')
  return reject(context, findFunction('', name).length > 0 ? 'FQL2010' : 'FQL2001', call.at, nameTo, {
    f: call.name,
    n: call.name,
  })
}

function lowerLabel(context: LoweringContext, expr: ExprOf<'member'>): Effect {
  const nameTo = expr.at + expr.name.length
  if (context.env.kind !== 'action') reject(context, 'FQL2010', expr.at, nameTo, { f: expr.name })
  const args = expr.args ?? []
  const [id, label, reason] = args
  if (
    args.length !== 3 ||
    args.some(arg => arg.name !== null) ||
    id === undefined ||
    label === undefined ||
    reason === undefined
  )
    return reject(context, 'FQL2002', expr.at, nameTo, {
      f: expr.name,
      sig: 'Assessment.SendLabel(@eventId, label, String reason)',
    })
  const literal = stripParentheses(label.value)
  const labelValue = literal.kind === 'string' ? labelByName[literal.value.toLowerCase()] : undefined
  if (literal.kind !== 'string') return reject(context, 'FQL2008', label.from, label.to)
  if (labelValue === undefined)
    return reject(context, 'FQL2009', label.from, label.to, { range: 'Fraud, NonFraud or None' })
  return {
    kind: 'label',
    section: null,
    keys: ['eventId', 'label', 'reason'],
    values: [
      coerce(context, lowerValue(context, id.value), 'String', id.from),
      { op: 'const', value: labelValue },
      coerce(context, lowerValue(context, reason.value), 'String', reason.from),
    ],
  }
}

/** Lowers Output, Trace, Other. */
export function lowerObservation(context: LoweringContext, expr: Expr): Effect {
  const call = requireCall(context, expr, 'Output or Trace')
  const kinds: Readonly<Record<string, Effect['kind']>> = { output: 'output', other: 'output', trace: 'trace' }
  const kind = kinds[call.name.toLowerCase()]
  return kind === undefined
    ? reject(context, 'FQL1005', call.at, call.at + call.name.length, { x: 'Output or Trace', t: call.name })
    : lowerPairs(context, call, kind)
}

/** Lowers `name = value` pairs. */
function lowerPairs(
  context: LoweringContext,
  call: { name: string; at: number; args: readonly Arg[] },
  kind: Effect['kind'],
): Effect {
  let { args } = call
  let section: Effect['section'] = null
  const first = args[0]
  if (kind === 'response' && first !== undefined && first.name === null) {
    section = coerce(context, lowerValue(context, first.value), 'String', first.from)
    args = args.slice(1)
  }
  const seen = new Set<string>()
  for (const arg of args) {
    if (arg.name === null || seen.has(arg.name.toLowerCase()))
      reject(context, 'FQL2002', arg.from, arg.to, { f: call.name, sig: `${call.name}(name = value, …)` })
    seen.add(arg.name?.toLowerCase() ?? '')
  }
  return { kind, section, keys: args.map(arg => arg.name ?? ''), values: args.map(arg => toJson(context, arg.value)) }
}

/** Lowers the expression after ROUTETO. */
export function lowerQueue(context: LoweringContext, expr: Expr): Effect['section'] {
  const call = requireCall(context, expr, 'Queue')
  if (call.name.toLowerCase() !== 'queue')
    reject(context, 'FQL1005', call.at, call.at + call.name.length, { x: 'Queue', t: call.name })
  const [arg, extra] = call.args
  if (arg === undefined || extra !== undefined || arg.name !== null)
    return reject(context, 'FQL2002', call.at, call.at + 5, { f: 'Queue', sig: 'Queue(name)' })
  const name = stripParentheses(arg.value)
  if (name.kind !== 'string') return reject(context, 'FQL2008', arg.from, arg.to)
  if (context.env.queues?.has(name.value.toLowerCase()) === false)
    reject(context, 'FQL2007', arg.from, arg.to, { kind: 'Queue', n: name.value })
  return { op: 'const', value: name.value }
}
