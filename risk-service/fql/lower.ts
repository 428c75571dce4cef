import { diagnostic } from './diagnostics.ts'
import { ExpressionLowerer, Stop, type Variable } from './lower-expr.ts'
import type { Effect, IrPart, IrRule, IrStatement, SlotTable, When } from './ir.ts'
import { parse } from './parse.ts'
import { bare, type Arg, type Expr, type Statement } from './tree.ts'
import type { CheckEnvironment, DecisionKind, Diagnostic, PartContext, PartDiagnostic, RuleSource, Section } from './types.ts'

const decisions: Readonly<Record<string, DecisionKind>> = { approve: 'Approve', review: 'Review', challenge: 'Challenge', reject: 'Reject' }
const allowed: Readonly<Record<string, readonly Statement['kind'][]>> = { condition: ['LET', 'WHEN'], decision: ['LET', 'OBSERVE', 'RETURN', 'DO'], postDecision: ['LET', 'DO'], routing: ['LET', 'ROUTETO'] }
const places: Readonly<Record<string, string>> = { condition: 'a condition', decision: 'a clause', postDecision: 'a post-decision action', routing: 'a routing rule' }
const needed: Readonly<Record<string, string>> = { decision: 'RETURN, OBSERVE or DO', postDecision: 'DO', routing: 'ROUTETO' }

interface PartResult { part: IrPart; problems: Diagnostic[]; unconditional: { from: number; to: number } | null }

/** Checks and lowers one part. */
class PartLowerer extends ExpressionLowerer {
  private readonly context: PartContext

  constructor(text: string, env: CheckEnvironment, slots: SlotTable, variables: Map<string, Variable>, part: number, section: Section, context: PartContext) {
    super(text, env, slots, variables, part, section)
    this.context = context
  }

  run(): PartResult {
    const empty: IrPart = { text: this.text, statements: [], cost: 0 }
    const parsed = parse(this.text)
    if (parsed.problem !== null) return { part: empty, problems: [parsed.problem], unconditional: null }
    const errors: Diagnostic[] = []
    const statements: IrStatement[] = []
    let unconditional: PartResult['unconditional'] = null
    const seen = new Set<string>()
    let returned = false
    for (const statement of parsed.statements) {
      try {
        this.place(statement, seen, returned)
        returned = returned || statement.kind === 'RETURN'
        const made = this.statement(statement)
        statements.push(made)
        if (statement.kind === 'RETURN' && made.kind === 'act' && (made.when === null || (made.when.ir.op === 'const' && made.when.ir.value === true))) unconditional = { from: statement.from, to: statement.from + 6 }
      } catch (thrown) {
        if (!(thrown instanceof Stop)) throw thrown
        errors.push(thrown.diagnostic)
        if (statement.variable !== null && !this.variables.has(statement.variable.name)) this.define(statement.variable.name, 'JSON')
      }
    }
    if (this.context === 'clause' && !parsed.statements.some((statement) => statement.kind !== 'LET')) {
      errors.push(diagnostic('FQL1009', this.text, 0, 0, { part: 'The clause', x: needed[this.env.kind ?? 'decision'] ?? 'a statement' }))
    }
    return { part: { text: this.text, statements, cost: this.cost }, problems: [...errors, ...this.warnings], unconditional }
  }

  private define(name: string, type: Variable['type']): number {
    const index = this.variables.size
    this.variables.set(name, { index, type, part: this.part, reached: true })
    return index
  }

  /** Statement order and count. */
  private place(statement: Statement, seen: Set<string>, returned: boolean): void {
    const kind = this.context === 'condition' ? 'condition' : this.env.kind ?? 'decision'
    const at = (code: 'FQL1007' | 'FQL1008' | 'FQL1010'): never => this.stop(code, statement.from, statement.from + statement.kind.length, { S: statement.kind, context: places[kind] ?? kind })
    if (allowed[kind]?.includes(statement.kind) !== true) at('FQL1007')
    if (statement.kind !== 'LET' && statement.kind !== 'DO' && seen.has(statement.kind)) at('FQL1008')
    if (returned) at('FQL1010')
    seen.add(statement.kind)
  }

  private statement(statement: Statement): IrStatement {
    const [first, ...rest] = statement.values
    if (statement.kind === 'LET') return this.let(statement, first)
    const when = statement.when === null ? null : this.when(statement.when)
    if (statement.kind === 'WHEN' && when !== null) return { kind: 'when', when }
    const act = { kind: 'act' as const, when, decision: null, queue: null, effects: [] as Effect[] }
    if (first === undefined) return act
    if (statement.kind === 'RETURN') return { ...act, decision: this.decision(first), effects: rest.map((call) => this.pairs(call, 'observation')) }
    if (statement.kind === 'OBSERVE') return { ...act, effects: statement.values.map((call) => this.pairs(call, 'observation')) }
    if (statement.kind === 'DO') return { ...act, effects: [this.pairs(first, 'action')] }
    return { ...act, queue: this.queue(first) }
  }

  private let(statement: Statement, value: Expr | undefined): IrStatement {
    const { variable } = statement
    if (variable === null || value === undefined) throw new Error('incomplete LET')
    if (this.variables.has(variable.name)) this.stop('FQL2006', variable.from, variable.to, { n: `$${variable.raw}` })
    const typed = this.settle(this.inferAny(value))
    return { kind: 'let', index: this.define(variable.name, typed.type), value: typed.ir }
  }

  private when(expr: Expr): When {
    const top = bare(expr)
    const operands = top.kind === 'logic' && top.op === '&&' ? top.operands : [top]
    const conjuncts = operands.map((operand) => {
      const ir = this.bool(operand)
      return { ir, from: operand.from, to: operand.to, reads: this.reads.filter((read) => read.from >= operand.from && read.to <= operand.to) }
    })
    const only = conjuncts[0]
    return { ir: conjuncts.length === 1 && only !== undefined ? only.ir : { op: 'and', items: conjuncts.map((conjunct) => conjunct.ir) }, conjuncts }
  }

  private callOf(expr: Expr, names: string): { name: string; at: number; args: readonly Arg[] } {
    const call = expr
    if (call.kind === 'call') return call
    const start = expr.from
    const token = /^(?:@{0,2}(?:"[^"]*"|'[^']*')|[@$]*\w+|.)/.exec(this.text.slice(start))?.[0] ?? ''
    return this.stop('FQL1005', start, start + token.length, { x: names, t: token })
  }

  private decision(expr: Expr): Extract<IrStatement, { kind: 'act' }>['decision'] {
    const names = 'Approve, Reject, Review or Challenge'
    const call = this.callOf(expr, names)
    const kind = decisions[call.name.toLowerCase()]
    if (kind === undefined) return this.stop('FQL1005', call.at, call.at + call.name.length, { x: names, t: call.name })
    const order = kind === 'Challenge' ? ['challengetype', 'reason', 'supportmessage'] : ['reason', 'supportmessage']
    const given = new Map<string, Arg>()
    const sig = kind === 'Challenge' ? 'Challenge(challengeType[, reason[, supportMessage]])' : `${kind}([reason[, supportMessage]])`
    call.args.forEach((arg, index) => {
      const name = arg.name?.toLowerCase() ?? order[index]
      if (name === undefined || !order.includes(name) || given.has(name)) return this.stop('FQL2002', arg.from, arg.to, { f: kind, sig })
      given.set(name, arg)
    })
    if (kind === 'Challenge' && !given.has('challengetype')) this.stop('FQL2002', call.at, call.at + call.name.length, { f: kind, sig })
    const text = (name: string): Effect['section'] => {
      const arg = given.get(name)
      return arg === undefined ? null : this.coerce(this.inferAny(arg.value), 'String', arg.from)
    }
    return { kind, reason: text('reason') ?? { op: 'const', value: '' }, supportMessage: text('supportmessage'), challengeType: text('challengetype') }
  }

  /** Output, Trace, Other, SetVariables, SetResponse: `name = value` pairs. */
  private pairs(expr: Expr, place: 'observation' | 'action'): Effect {
    const names = place === 'observation' ? 'Output or Trace' : 'an action'
    if (place === 'action' && expr.kind === 'member') { this.infer(expr); this.stop('FQL2010', expr.at, expr.at + expr.name.length, { f: expr.name }) }
    const call = this.callOf(expr, names)
    const name = call.name.toLowerCase()
    const nameTo = call.at + call.name.length
    if (place === 'action' && name === 'setresponse' && this.env.kind !== 'postDecision') this.stop('FQL2010', call.at, nameTo, { f: call.name })
    const kinds: Readonly<Record<string, Effect['kind']>> = place === 'observation' ? { output: 'output', other: 'output', trace: 'trace' } : { setvariables: 'variables', setresponse: 'response' }
    const kind = kinds[name]
    if (kind === undefined) return this.stop(place === 'observation' ? 'FQL1005' : 'FQL2001', call.at, nameTo, { x: names, t: call.name, n: call.name })
    let args = call.args
    let section: Effect['section'] = null
    const first = args[0]
    if (kind === 'response' && first !== undefined && first.name === null) {
      section = this.coerce(this.inferAny(first.value), 'String', first.from)
      args = args.slice(1)
    }
    const seen = new Set<string>()
    for (const arg of args) {
      if (arg.name === null || seen.has(arg.name.toLowerCase())) this.stop('FQL2002', arg.from, arg.to, { f: call.name, sig: `${call.name}(name = value, …)` })
      seen.add(arg.name?.toLowerCase() ?? '')
    }
    return { kind, section, keys: args.map((arg) => arg.name ?? ''), values: args.map((arg) => this.json(arg.value)) }
  }

  private queue(expr: Expr): Effect['section'] {
    const call = this.callOf(expr, 'Queue')
    if (call.name.toLowerCase() !== 'queue') this.stop('FQL1005', call.at, call.at + call.name.length, { x: 'Queue', t: call.name })
    const [arg, more] = call.args
    if (arg === undefined || more !== undefined || arg.name !== null) return this.stop('FQL2002', call.at, call.at + 5, { f: 'Queue', sig: 'Queue(name)' })
    const name = bare(arg.value)
    if (name.kind !== 'string') return this.stop('FQL2008', arg.from, arg.to)
    if (this.env.queues?.has(name.value.toLowerCase()) !== true) this.stop('FQL2007', arg.from, arg.to, { kind: 'Queue', n: name.value })
    return { op: 'const', value: name.value }
  }
}

/** Checks and lowers a single part on its own. */
export function lowerPart(text: string, context: PartContext, env: CheckEnvironment, slots: SlotTable): PartResult {
  return new PartLowerer(text, env, slots, new Map(), 0, 'prior', context).run()
}

const sectionOrder: readonly Section[] = ['prior', 'postBot', 'postRisk']

/** Clauses in run order: by section, then as listed. */
export function runOrder<T extends { section: Section }>(clauses: readonly T[]): { clause: T; index: number }[] {
  return clauses.map((clause, index) => ({ clause, index })).sort((a, b) => sectionOrder.indexOf(a.clause.section) - sectionOrder.indexOf(b.clause.section) || a.index - b.index)
}

/** Checks and lowers a rule; LET variables pass from the condition and earlier clauses (in run order) to later ones. */
export function lowerRule(rule: RuleSource, env: CheckEnvironment, slots: SlotTable): { ir: IrRule; problems: PartDiagnostic[] } {
  const variables = new Map<string, Variable>()
  const problems: PartDiagnostic[] = []
  const condition = new PartLowerer(rule.condition, env, slots, variables, 0, 'prior', 'condition').run()
  problems.push(...condition.problems.map((problem) => ({ part: 'condition' as const, diagnostic: problem })))
  const order = runOrder(rule.clauses)
  const parts = new Map<number, IrPart>()
  const found: PartDiagnostic[] = []
  order.forEach(({ clause, index }, place) => {
    const result = new PartLowerer(clause.text, env, slots, variables, index + 1, clause.section, 'clause').run()
    parts.set(index, result.part)
    found.push(...result.problems.map((problem) => ({ part: index, diagnostic: problem })))
    const last = place === order.length - 1
    if (result.unconditional !== null && !last) found.push({ part: index, diagnostic: diagnostic('FQL3004', clause.text, result.unconditional.from, result.unconditional.to) })
  })
  problems.push(...found.sort((a, b) => Number(a.part) - Number(b.part)))
  return {
    ir: {
      condition: condition.part, locals: variables.size,
      clauses: rule.clauses.map((clause, index) => ({ name: clause.name, section: clause.section, part: parts.get(index) ?? { text: clause.text, statements: [], cost: 0 } })),
    },
    problems,
  }
}
