import { findFunction } from '../functions/function-table.ts'
import { type Arg, type Expr, type ExprOf, stripParentheses } from '../parse/syntax-tree.ts'
import type { DecisionKind } from '../rule-source.ts'
import type { Effect, IrStatement } from './ir.ts'
import { ExpressionLowerer } from './lower-expression.ts'

const decisionByFunction: Readonly<Record<string, DecisionKind>> = {
  approve: 'Approve',
  review: 'Review',
  challenge: 'Challenge',
  reject: 'Reject',
}
const labelByName: Readonly<Record<string, string>> = { fraud: 'Fraud', nonfraud: 'NonFraud', none: 'None' }

/** Checks and lowers what a statement does: decisions, actions, observations and queues. */
export abstract class ActionLowerer extends ExpressionLowerer {
  protected callOf(expr: Expr, names: string): { name: string; at: number; args: readonly Arg[] } {
    const call = expr
    if (call.kind === 'call') return call
    const start = expr.from
    const token = /^(?:@{0,2}(?:"[^"]*"|'[^']*')|[@$]*\w+|.)/.exec(this.text.slice(start))?.[0] ?? ''
    return this.stop('FQL1005', start, start + token.length, { x: names, t: token })
  }

  protected decision(expr: Expr): Extract<IrStatement, { kind: 'act' }>['decision'] {
    const names = 'Approve, Reject, Review or Challenge'
    const call = this.callOf(expr, names)
    const kind = decisionByFunction[call.name.toLowerCase()]
    if (kind === undefined) return this.stop('FQL1005', call.at, call.at + call.name.length, { x: names, t: call.name })
    const order = kind === 'Challenge' ? ['challengetype', 'reason', 'supportmessage'] : ['reason', 'supportmessage']
    const given = new Map<string, Arg>()
    const sig =
      kind === 'Challenge'
        ? 'Challenge(challengeType[, reason[, supportMessage]])'
        : `${kind}([reason[, supportMessage]])`
    call.args.forEach((arg, index) => {
      const name = arg.name?.toLowerCase() ?? order[index]
      if (name === undefined || !order.includes(name) || given.has(name))
        return this.stop('FQL2002', arg.from, arg.to, { f: kind, sig })
      given.set(name, arg)
    })
    if (kind === 'Challenge' && !given.has('challengetype'))
      this.stop('FQL2002', call.at, call.at + call.name.length, { f: kind, sig })
    const text = (name: string): Effect['section'] => {
      const arg = given.get(name)
      return arg === undefined ? null : this.coerce(this.inferAny(arg.value), 'String', arg.from)
    }
    return {
      kind,
      reason: text('reason') ?? { op: 'const', value: '' },
      supportMessage: text('supportmessage'),
      challengeType: text('challengetype'),
    }
  }

  /** What follows DO. */
  protected action(expr: Expr): Effect {
    const kind = this.env.kind ?? 'decision'
    const callable = kind === 'postDecision' || kind === 'action'
    if (expr.kind === 'member') {
      const nameTo = expr.at + expr.name.length
      const space = expr.object.kind === 'name' ? expr.object.name.toLowerCase() : ''
      if (space === 'assessment' && expr.name.toLowerCase() === 'sendlabel') return this.label(expr)
      const external =
        space === 'external' ||
        (expr.object.kind === 'member' &&
          expr.object.object.kind === 'name' &&
          expr.object.object.name.toLowerCase() === 'assessments')
      if (!external || !callable) {
        if (!external) this.infer(expr)
        this.stop('FQL2010', expr.at, nameTo, { f: expr.name })
      }
      const call = this.infer(expr)
      return { kind: 'call', section: null, keys: [], values: [call.result ?? call.ir] }
    }
    const call = this.callOf(expr, 'an action')
    const name = call.name.toLowerCase()
    const nameTo = call.at + call.name.length
    if (name === 'setvariables' && kind !== 'action') return this.pairs(call, 'variables')
    if (name === 'setresponse' && kind === 'postDecision') return this.pairs(call, 'response')
    return this.stop(findFunction('', name).length > 0 ? 'FQL2010' : 'FQL2001', call.at, nameTo, {
      f: call.name,
      n: call.name,
    })
  }

  private label(expr: ExprOf<'member'>): Effect {
    const nameTo = expr.at + expr.name.length
    if (this.env.kind !== 'action') this.stop('FQL2010', expr.at, nameTo, { f: expr.name })
    const args = expr.args ?? []
    const [id, label, reason] = args
    if (
      args.length !== 3 ||
      args.some(arg => arg.name !== null) ||
      id === undefined ||
      label === undefined ||
      reason === undefined
    )
      return this.stop('FQL2002', expr.at, nameTo, {
        f: expr.name,
        sig: 'Assessment.SendLabel(@eventId, label, String reason)',
      })
    const literal = stripParentheses(label.value)
    const known = literal.kind === 'string' ? labelByName[literal.value.toLowerCase()] : undefined
    if (literal.kind !== 'string') return this.stop('FQL2008', label.from, label.to)
    if (known === undefined) return this.stop('FQL2009', label.from, label.to, { range: 'Fraud, NonFraud or None' })
    return {
      kind: 'label',
      section: null,
      keys: ['eventId', 'label', 'reason'],
      values: [
        this.coerce(this.inferAny(id.value), 'String', id.from),
        { op: 'const', value: known },
        this.coerce(this.inferAny(reason.value), 'String', reason.from),
      ],
    }
  }

  /** Output, Trace, Other. */
  protected observation(expr: Expr): Effect {
    const call = this.callOf(expr, 'Output or Trace')
    const kinds: Readonly<Record<string, Effect['kind']>> = { output: 'output', other: 'output', trace: 'trace' }
    const kind = kinds[call.name.toLowerCase()]
    return kind === undefined
      ? this.stop('FQL1005', call.at, call.at + call.name.length, { x: 'Output or Trace', t: call.name })
      : this.pairs(call, kind)
  }

  /** `name = value` pairs. */
  private pairs(call: { name: string; at: number; args: readonly Arg[] }, kind: Effect['kind']): Effect {
    let { args } = call
    let section: Effect['section'] = null
    const first = args[0]
    if (kind === 'response' && first !== undefined && first.name === null) {
      section = this.coerce(this.inferAny(first.value), 'String', first.from)
      args = args.slice(1)
    }
    const seen = new Set<string>()
    for (const arg of args) {
      if (arg.name === null || seen.has(arg.name.toLowerCase()))
        this.stop('FQL2002', arg.from, arg.to, { f: call.name, sig: `${call.name}(name = value, …)` })
      seen.add(arg.name?.toLowerCase() ?? '')
    }
    return { kind, section, keys: args.map(arg => arg.name ?? ''), values: args.map(arg => this.json(arg.value)) }
  }

  protected queue(expr: Expr): Effect['section'] {
    const call = this.callOf(expr, 'Queue')
    if (call.name.toLowerCase() !== 'queue')
      this.stop('FQL1005', call.at, call.at + call.name.length, { x: 'Queue', t: call.name })
    const [arg, more] = call.args
    if (arg === undefined || more !== undefined || arg.name !== null)
      return this.stop('FQL2002', call.at, call.at + 5, { f: 'Queue', sig: 'Queue(name)' })
    const name = stripParentheses(arg.value)
    if (name.kind !== 'string') return this.stop('FQL2008', arg.from, arg.to)
    if (this.env.queues?.has(name.value.toLowerCase()) === false)
      this.stop('FQL2007', arg.from, arg.to, { kind: 'Queue', n: name.value })
    return { op: 'const', value: name.value }
  }
}
