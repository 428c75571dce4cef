import { RE2JS } from 're2js'
import { diagnostic, type DiagnosticCode } from './diagnostics.ts'
import type { FunctionEntry, ParamType, ValueType } from './functions/entry.ts'
import { inValues } from './functions/general.ts'
import { findFunction, findMember, functionTable, namespaces, resourceNamespaces, signature } from './functions/table.ts'
import type { Ir, SlotTable } from './ir.ts'
import { parsePath, type Slot, type SlotType } from './runtime/read.ts'
import { bare, type Arg, type Expr, type ExprOf } from './tree.ts'
import type { AttributeInfo, CheckEnvironment, Diagnostic, Section } from './types.ts'

/** Static type of an expression: `Attr` is an attribute whose type its context still has to say. */
export type Type = ValueType | 'Attr' | 'Null'
export interface Typed { ir: Ir; type: Type; expr: Expr; attribute?: { path: string; quoted: boolean; info: AttributeInfo | undefined } }
export interface Variable { index: number; type: ValueType; part: number; reached: boolean }

/** Ends the analysis of one statement at its first error. */
export class Stop extends Error {
  readonly diagnostic: Diagnostic
  constructor(problem: Diagnostic) {
    super(problem.message)
    this.diagnostic = problem
  }
}

const missing: Ir = { op: 'const', value: null }
const scalar = new Set<Type>(['Bool', 'Int', 'Double', 'String', 'DateTime', 'TimeSpan', 'Decision'])
const suggestions: Partial<Record<ParamType, string>> = { Bool: '.ToBoolean()', Int: '.ToInt32()', Double: '.ToDouble()', Number: '.ToDouble()', String: '.ToString()', DateTime: '.ToDateTime()', JSON: '.AsJsonObject()' }

/** Types expressions and turns them into the intermediate form; one per part. */
export class ExpressionLowerer {
  readonly warnings: Diagnostic[] = []
  readonly reads: { from: number; to: number; text: string; ir: Ir | null; slot: Slot | null; type: ValueType }[] = []
  cost = 0
  protected readonly text: string
  protected readonly env: CheckEnvironment
  protected readonly slots: SlotTable
  protected readonly variables: Map<string, Variable>
  protected readonly part: number
  protected readonly section: Section
  private atom: Set<number> | null = null
  private steps = 0

  constructor(text: string, env: CheckEnvironment, slots: SlotTable, variables: Map<string, Variable>, part: number, section: Section) {
    this.text = text
    this.env = env
    this.slots = slots
    this.variables = variables
    this.part = part
    this.section = section
  }

  protected stop(code: DiagnosticCode, from: number, to: number, params: Record<string, string | number> = {}): never {
    throw new Stop(diagnostic(code, this.text, from, to, params))
  }

  private mismatch(found: Type, wanted: ParamType, from: number, to: number): never {
    return this.stop('FQL2003', from, to, { A: found === 'Attr' ? 'Attribute' : found, B: wanted, cast: suggestions[wanted] ?? 'another value' })
  }

  /** Lowers to a condition. Logical operators split it into atomic predicates. */
  bool(expr: Expr): Ir {
    const inner = bare(expr)
    this.cost++
    if (inner.kind === 'logic') return { op: inner.op === '&&' ? 'and' : 'or', items: inner.operands.map((operand) => this.bool(operand)) }
    if (inner.kind === 'unary' && inner.op === '!') return { op: 'not', a: this.bool(inner.operand) }
    if (inner.kind === 'ternary') return { op: 'cond', test: this.bool(inner.test), yes: this.bool(inner.yes), no: this.bool(inner.no) }
    const outer = this.atom
    this.atom = null
    const result = this.atomic(inner, () => this.coerce(this.infer(inner), 'Bool', inner.at))
    this.atom = outer
    return result
  }

  /** Runs `make` as one atomic predicate of the any-element rule (unless inside one already). */
  private atomic(expr: Expr, make: () => Ir): Ir {
    if (this.atom !== null) return make()
    this.atom = new Set()
    const body = make()
    const used = [...this.atom]
    this.atom = null
    return used.length === 0 ? body : { op: 'atom', id: this.slots.atoms++, slots: used, body, at: expr.at }
  }

  /** A call that returns Bool is an atomic predicate wherever it stands. */
  private predicate(expr: Expr, boolean: boolean, make: () => Typed): Typed {
    if (!boolean || this.atom !== null) return make()
    const made: Typed[] = []
    const ir = this.atomic(expr, () => {
      const typed = make()
      made.push(typed)
      return typed.ir
    })
    return { ir, type: made[0]?.type ?? 'Bool', expr }
  }

  /** Gives an untyped value the type of its place, or converts implicitly. */
  coerce(value: Typed, to: ParamType, at: number): Ir {
    const { type, ir, expr } = value
    if (type === to) return ir
    if (to === 'Any') {
      if (type === 'Attr') return this.slot(value, 'raw')
      if (type === 'CharSet' || type === 'TimeSpan' || type === 'Null') return this.mismatch(type, to, at, expr.to)
      return ir
    }
    if (to === 'Number') return type === 'Int' || type === 'Double' ? ir : this.coerce(value, 'Double', at)
    if (type === 'Null') return to === 'JSON' ? ir : this.mismatch(type, to, at, expr.to)
    if (type === 'Attr') {
      if (to === 'JSON') return this.slot(value, 'json')
      return to === 'Bool' || to === 'Int' || to === 'Double' || to === 'String' || to === 'DateTime' ? this.slot(value, to) : this.mismatch(type, to, at, expr.to)
    }
    if (type === 'JSON' && (to === 'Bool' || to === 'Int' || to === 'Double' || to === 'String' || to === 'DateTime')) return { op: 'lenient', to, a: ir }
    if (type === 'Int' && to === 'Double') return ir
    if (to === 'String' && scalar.has(type)) return this.asText(value)
    return this.mismatch(type, to, at, expr.to)
  }

  private asText({ ir, type }: Typed): Ir {
    if (type === 'String') return ir
    return { op: 'text', from: type === 'DateTime' || type === 'TimeSpan' ? type : 'scalar', a: ir }
  }

  /** JSON form of a value for Output, variables, literals: attributes are text, dates become text. */
  json(expr: Expr): Ir {
    const value = this.settle(this.inferAny(expr))
    return value.type === 'DateTime' || value.type === 'TimeSpan' ? this.asText(value) : value.type === 'CharSet' ? this.mismatch('CharSet', 'JSON', expr.at, expr.to) : value.ir
  }

  /** An attribute without context is text. */
  settle(value: Typed): Typed & { type: ValueType } {
    if (value.type === 'Attr') return { ...value, ir: this.coerce(value, 'String', value.expr.from), type: 'String' }
    if (value.type === 'Null') return { ...value, type: 'JSON' }
    return { ...value, type: value.type }
  }

  /** Infers outside a condition: logical results go through the condition path. */
  inferAny(expr: Expr): Typed {
    const inner = bare(expr)
    if (inner.kind === 'logic' || (inner.kind === 'unary' && inner.op === '!')) return { ir: this.bool(inner), type: 'Bool', expr }
    return { ...this.infer(inner), expr }
  }

  private slot(value: Typed, as: SlotType): Ir {
    const { attribute } = value
    if (attribute === undefined) return value.ir
    const score = this.env.legacyScores === undefined ? null : /^(risk|bot)score$/i.exec(attribute.path)
    if (score !== null) {
      const model = score[1]?.toLowerCase() === 'bot' ? 'bot' : 'risk'
      const ir: Ir = { op: 'score', model }
      if (as === 'exists') return { op: 'isNull', a: ir, negated: true }
      return as === 'raw' || as === 'json' || as === 'lower' ? ir : { op: 'lenient', to: as, a: ir }
    }
    const steps = attribute.quoted ? parsePath(attribute.path) : []
    if (steps === null) return as === 'exists' ? { op: 'const', value: false } : as === 'raw' || as === 'json' ? missing : { op: 'lenient', to: as === 'lower' ? 'String' : as, a: missing }
    const slot = this.slots.add({ path: attribute.path, quoted: attribute.quoted, steps, as })
    if (attribute.quoted && as !== 'json') this.atom?.add(slot)
    return { op: 'slot', slot }
  }

  infer(expr: Expr): Typed {
    this.cost++
    if (++this.steps > 50_000) return this.stop('FQL2009', expr.from, expr.to, { range: 'less complex' })
    const typed = (type: Type, ir: Ir): Typed => ({ type, ir, expr })
    switch (expr.kind) {
      case 'paren': return { ...this.inferAny(expr.inner), expr }
      case 'number': return typed(expr.int ? 'Int' : 'Double', { op: 'const', value: expr.value })
      case 'string': return typed('String', { op: 'const', value: expr.value })
      case 'bool': return typed('Bool', { op: 'const', value: expr.value })
      case 'null': return typed('Null', missing)
      case 'window': return this.stop('FQL1005', expr.from, expr.to, { x: 'a value', t: this.text.slice(expr.from, expr.to) })
      case 'variable': return this.variable(expr)
      case 'attribute': return this.attribute(expr)
      case 'json': return typed('JSON', expr.path === null ? { op: 'event' } : this.jsonSlot(expr, 'json'))
      case 'array': return typed('JSON', { op: 'array', items: expr.items.map((item) => this.outside(() => this.json(item))) })
      case 'object': return typed('JSON', this.record(expr))
      case 'name': return this.unknownName(expr)
      case 'call': return this.predicate(expr, findFunction('', expr.name)[0]?.result === 'Bool', () => this.call(expr, findFunction('', expr.name), expr.args, null))
      case 'member': return this.predicate(expr, expr.args !== null && booleanNames.has(expr.name.toLowerCase()), () => this.member(expr))
      case 'index': return this.index(expr)
      case 'logic': return typed('Bool', this.bool(expr))
      case 'unary': return this.unary(expr)
      case 'ternary': return this.ternary(expr)
      case 'binary': return this.binary(expr)
    }
  }

  /** Evaluates a part that the any-element rule does not reach. */
  private outside<T>(make: () => T): T {
    const outer = this.atom
    this.atom = null
    const made = make()
    this.atom = outer
    return made
  }

  private variable(expr: ExprOf<'variable'>): Typed {
    const known = this.variables.get(expr.name)
    if (known === undefined) return this.stop('FQL2005', expr.from, expr.to, { n: expr.name })
    const ir: Ir = { op: 'local', index: known.index, at: expr.at, sure: known.part === this.part }
    this.reads.push({ from: expr.from, to: expr.to, text: this.text.slice(expr.from, expr.to), ir, slot: null, type: known.type })
    return { ir, type: known.type, expr }
  }

  private attribute(expr: ExprOf<'attribute'>): Typed {
    const plain = expr.path.toLowerCase().replace(/\[\d+\]/g, '')
    const info = this.env.attributes.get(plain)
    const score = this.env.legacyScores !== undefined && /^(risk|bot)score$/.test(plain)
    if (score) {
      const ready = plain === 'riskscore' ? this.section === 'postRisk' : this.env.legacyScores === 'riskAndBot' && this.section !== 'prior'
      if (!ready) this.warnings.push(diagnostic('FQL3002', this.text, expr.from, expr.to))
    } else if (this.env.attributes.size > 0 && info === undefined && (expr.quoted || ![...this.env.attributes.keys()].some((path) => path === plain || path.endsWith(`.${plain}`)))) {
      this.warnings.push(diagnostic('FQL3001', this.text, expr.from, expr.to, { n: this.text.slice(expr.from, expr.to) }))
    }
    const steps = expr.quoted ? parsePath(expr.path) : []
    this.reads.push({ from: expr.from, to: expr.to, text: this.text.slice(expr.from, expr.to), ir: score ? { op: 'score', model: plain === 'riskscore' ? 'risk' : 'bot' } : null,
      slot: steps === null ? null : { path: expr.path, quoted: expr.quoted, steps, as: 'raw' }, type: 'JSON' })
    return { ir: missing, type: 'Attr', expr, attribute: { path: expr.path, quoted: expr.quoted, info } }
  }

  private jsonSlot(expr: ExprOf<'json'>, as: 'json' | 'exists'): Ir {
    const path = expr.path ?? ''
    const steps = expr.quoted ? parsePath(path) : []
    return steps === null ? missing : { op: 'slot', slot: this.slots.add({ path, quoted: expr.quoted, steps, as }) }
  }

  private record(expr: ExprOf<'object'>): Ir {
    const seen = new Set<string>()
    for (const entry of expr.entries) {
      if (seen.has(entry.key.toLowerCase())) this.stop('FQL2006', entry.from, entry.to, { n: entry.key })
      seen.add(entry.key.toLowerCase())
    }
    return { op: 'record', keys: expr.entries.map((entry) => entry.key), items: expr.entries.map((entry) => this.outside(() => this.json(entry.value))) }
  }

  private unknownName(expr: ExprOf<'name'>): never {
    return this.stop('FQL2001', expr.from, expr.to, { n: expr.name })
  }

  private member(expr: ExprOf<'member'>): Typed {
    const nameTo = expr.at + expr.name.length
    if (expr.object.kind === 'name') {
      const space = expr.object.name
      const resource = resourceNamespaces[space.toLowerCase()]
      if (resource !== undefined) return this.stop('FQL2007', expr.at, nameTo, { kind: resource, n: expr.name })
      if (!namespaces.some((known) => known.toLowerCase() === space.toLowerCase())) return this.unknownName(expr.object)
      const entries = findFunction(space, expr.name).filter((entry) => (entry.property === true) === (expr.args === null))
      if (entries.length === 0) return this.stop('FQL2001', expr.at, nameTo, { n: `${space}.${expr.name}` })
      return this.call(expr, entries, expr.args ?? [], null)
    }
    const object = this.infer(expr.object)
    if (object.type === 'JSON' && expr.args === null) return { ir: { op: 'prop', a: object.ir, name: expr.name }, type: 'JSON', expr }
    const found = this.receiver(object, expr)
    if (found === null) return this.stop('FQL2004', expr.at, nameTo, { T: object.type === 'Attr' ? 'Attribute' : object.type, n: expr.name })
    return this.call(expr, found.entries, expr.args ?? [], found.ir)
  }

  /** Members by receiver type; an untyped receiver takes the type that has the member, text first. */
  private receiver(object: Typed, expr: ExprOf<'member'>): { entries: readonly FunctionEntry[]; ir: Ir } | null {
    const pick = (type: NonNullable<FunctionEntry['receiver']>): readonly FunctionEntry[] => findMember(type, expr.name).filter((entry) => (entry.property === true) === (expr.args === null))
    const untyped = object.type === 'Attr' || object.type === 'JSON'
    const casts = untyped ? [...pick('Cast'), ...pick('JSON')] : object.type === 'String' || object.type === 'Int' || object.type === 'Double' || object.type === 'Bool' ? [...pick('Cast'), ...(pick('JSON').filter((entry) => entry.name.startsWith('AsJson')))] : []
    if (casts.length > 0) return { entries: casts, ir: object.type === 'Attr' ? this.coerce(object, casts.some((entry) => entry.name === 'AsJsonArray' || entry.name === 'AsJsonObject' || entry.name === 'ToStr') ? 'JSON' : 'Any', expr.at) : object.ir }
    const order: readonly NonNullable<FunctionEntry['receiver']>[] = untyped ? ['String', 'DateTime']
      : object.type === 'Int' || object.type === 'Double' ? ['Number'] : object.type === 'CharSet' || object.type === 'Null' ? [] : [object.type as 'String' | 'DateTime' | 'TimeSpan' | 'Bool' | 'Decision']
    for (const type of order) {
      const entries = pick(type)
      if (entries.length > 0) return { entries, ir: untyped ? this.coerce(object, type === 'DateTime' ? 'DateTime' : 'String', expr.at) : object.ir }
    }
    return null
  }

  private index(expr: ExprOf<'index'>): Typed {
    const object = this.infer(expr.object)
    if (object.type !== 'JSON') return this.stop('FQL2004', expr.at, expr.at + 1, { T: object.type === 'Attr' ? 'Attribute' : object.type, n: '[ ]' })
    const index = this.outside(() => this.settle(this.infer(expr.index)))
    if (index.type === 'Int') return { ir: { op: 'item', a: object.ir, index: index.ir }, type: 'JSON', expr }
    return { ir: { op: 'key', a: object.ir, name: this.coerce(index, 'String', expr.index.from) }, type: 'JSON', expr }
  }

  private call(expr: ExprOf<'call'> | ExprOf<'member'>, entries: readonly FunctionEntry[], args: readonly Arg[], receiver: Ir | null): Typed {
    const nameTo = expr.at + expr.name.length
    const first = entries[0]
    if (first === undefined) return this.stop('FQL2001', expr.at, nameTo, { n: expr.name })
    const kind = this.env.kind ?? 'decision'
    if (first.only !== undefined && !(first.only === 'postDecision' && kind === 'postDecision' && first.run !== undefined)) return this.stop('FQL2010', expr.at, nameTo, { f: expr.name })
    const fits = (entry: FunctionEntry): boolean => args.length >= entry.params.filter((param) => !param.optional).length && (entry.rest === true || args.length <= entry.params.length)
    const named = args.find((arg) => arg.name !== null)
    const fitting = entries.filter(fits)
    if (named !== undefined || fitting.length === 0) return this.stop('FQL2002', expr.at, nameTo, { f: expr.name, sig: entries.map(signature).join(' or ') })
    return this.apply(expr, fitting, args, receiver)
  }

  private apply(expr: ExprOf<'call'> | ExprOf<'member'>, entries: readonly FunctionEntry[], args: readonly Arg[], receiver: Ir | null): Typed {
    const first = entries[0]
    if (first?.name === 'Exists' && receiver === null) return { ir: this.exists(expr, args), type: 'Bool', expr }
    const values = args.map((arg, index) => first?.params[index]?.constant === undefined ? this.inferAny(arg.value) : null)
    const entry = entries.length === 1 ? first : entries.find((candidate) => values.every((value, i) => value === null || value.type === candidate.params[i]?.type)) ?? first
    if (entry === undefined) return this.stop('FQL2001', expr.at, expr.at, { n: expr.name })
    let list = ''
    const irs = args.map((arg, index): Ir => {
      const param = entry.params[Math.min(index, entry.params.length - 1)]
      const value = values[index]
      if (param?.constant !== undefined) {
        const made = this.constant(arg, param.constant, list)
        if (param.constant === 'list') list = String(made.op === 'const' ? made.value : '')
        return made
      }
      if (value === undefined || value === null || param === undefined) return missing
      const ir = this.coerce(value, param.type, arg.from)
      return entry.name === 'In' && index === 1 && ir.op === 'const' ? { op: 'object', value: inValues(String(ir.value)) } : ir
    })
    const type = entry.result === 'Number' ? (values.every((value) => value?.type === 'Int') ? 'Int' : 'Double') : entry.result === 'None' ? 'JSON' : entry.result
    return { ir: { op: 'call', entry, args: receiver === null ? irs : [receiver, ...irs], at: expr.at }, type, expr }
  }

  private exists(expr: Expr, args: readonly Arg[]): Ir {
    const arg = args[0]
    const target = arg === undefined ? undefined : bare(arg.value)
    if (target?.kind === 'attribute') return this.slot(this.attribute(target), 'exists')
    if (target?.kind === 'json') return target.path === null ? { op: 'const', value: true } : this.jsonSlot(target, 'exists')
    return this.stop('FQL2002', arg?.from ?? expr.at, arg?.to ?? expr.to, { f: 'Exists', sig: 'Exists(@attribute)' })
  }

  /** Literal arguments: lists and columns must exist, patterns must compile. */
  private constant(arg: Arg, kind: 'list' | 'column' | 'supportList' | 'pattern', list: string): Ir {
    const literal = bare(arg.value)
    if (literal.kind !== 'string') return this.stop('FQL2008', arg.from, arg.to)
    const name = literal.value
    if (kind === 'pattern') {
      try {
        return { op: 'object', value: RE2JS.compile(name) }
      } catch (thrown) {
        return this.stop('FQL2011', arg.from, arg.to, { detail: thrown instanceof Error ? thrown.message : 'The pattern is not valid.' })
      }
    }
    const lists = this.env.lists
    const known = kind === 'supportList' ? lists?.support.has(name.toLowerCase())
      : kind === 'list' ? lists?.custom.has(name.toLowerCase())
        : lists?.custom.get(list.toLowerCase())?.columns.some((column) => column.toLowerCase() === name.toLowerCase())
    if (known !== true) return this.stop('FQL2007', arg.from, arg.to, { kind: kind === 'column' ? 'Column' : 'List', n: name })
    return { op: 'const', value: name }
  }

  private unary(expr: ExprOf<'unary'>): Typed {
    if (expr.op === '!') return { ir: this.bool(expr), type: 'Bool', expr }
    const value = this.infer(expr.operand)
    const type = value.type === 'Attr' || value.type === 'JSON' ? 'Double' : value.type
    if (type !== 'Int' && type !== 'Double' && type !== 'TimeSpan') return this.mismatch(type, 'Double', expr.at, expr.at + 1)
    const ir = this.coerce(value, type, expr.at)
    return { ir: expr.op === '+' ? ir : ir.op === 'const' && typeof ir.value === 'number' ? { op: 'const', value: 0 - ir.value } : { op: 'neg', a: ir }, type, expr }
  }

  private ternary(expr: ExprOf<'ternary'>): Typed {
    const test = this.bool(expr.test)
    const yes = this.inferAny(expr.yes)
    const no = this.inferAny(expr.no)
    const untyped = (type: Type): boolean => type === 'Attr' || type === 'JSON' || type === 'Null'
    let type: ValueType
    if (yes.type === 'JSON' && no.type === 'JSON') type = 'JSON'
    else if (untyped(yes.type) && untyped(no.type)) type = 'String'
    else if (untyped(yes.type)) type = no.type as ValueType
    else if (untyped(no.type)) type = yes.type as ValueType
    else if (yes.type !== no.type && (yes.type === 'Int' || yes.type === 'Double') && (no.type === 'Int' || no.type === 'Double')) type = 'Double'
    else if (yes.type === no.type) type = yes.type as ValueType
    else return this.mismatch(no.type, yes.type as ParamType, expr.at, expr.at + 1)
    return { ir: { op: 'cond', test, yes: this.coerce(yes, type, expr.at), no: this.coerce(no, type, expr.at) }, type, expr }
  }

  private binary(expr: ExprOf<'binary'>): Typed {
    switch (expr.op) {
      case '==': case '!=': case '<': case '>': case '<=': case '>=': return { ir: this.atomic(expr, () => this.comparison(expr)), type: 'Bool', expr }
      case '|': {
        const a = this.infer(expr.left)
        const b = this.infer(expr.right)
        if (a.type !== 'CharSet' || b.type !== 'CharSet') return this.mismatch(a.type === 'CharSet' ? b.type : a.type, 'CharSet', expr.at, expr.at + 1)
        return { ir: { op: 'union', a: a.ir, b: b.ir }, type: 'CharSet', expr }
      }
      default: return this.arithmetic(expr)
    }
  }

  private comparison(expr: ExprOf<'binary'>): Ir {
    const a = this.inferAny(expr.left)
    const b = this.inferAny(expr.right)
    const equality = expr.op === '==' || expr.op === '!='
    const to = expr.at + expr.op.length
    const negated = expr.op === '!='
    if (a.type === 'Null' || b.type === 'Null') {
      const other = a.type === 'Null' ? b : a
      if (!equality || (other.type !== 'Attr' && other.type !== 'JSON')) return this.mismatch('Null', other.type as ParamType, expr.at, to)
      if (other.type === 'JSON') return { op: 'isNull', a: other.ir, negated }
      const exists = this.slot(other, 'exists')
      return negated ? exists : { op: 'not', a: exists }
    }
    const untyped = (typed: Typed): boolean => typed.type === 'Attr' || typed.type === 'JSON'
    if (untyped(a) && untyped(b) && !equality) this.warnings.push(diagnostic('FQL3003', this.text, expr.at, to))
    const cmp = expr.op as '==' | '!=' | '<' | '>' | '<=' | '>='
    const type = untyped(a) ? (untyped(b) ? 'String' : b.type) : a.type
    const target: ParamType = type === 'Int' ? 'Double' : type as ParamType
    if (equality && (a.type === 'Decision' || b.type === 'Decision')) return { op: 'sameText', a: this.coerce(a, 'String', expr.at), b: this.coerce(b, 'String', expr.at), negated }
    if (target === 'CharSet' || (!equality && (target === 'Bool' || target === 'Decision'))) return this.mismatch(type, 'Double', expr.at, to)
    if (!untyped(a) && !untyped(b) && a.type !== b.type && !(isNumber(a.type) && isNumber(b.type))) {
      return isNumber(b.type) ? this.mismatch(a.type, 'Double', expr.at, to) : this.mismatch(b.type, a.type as ParamType, expr.at, to)
    }
    if (equality && target === 'String' && (a.attribute?.info?.values !== undefined || b.attribute?.info?.values !== undefined)) return { op: 'compare', cmp, a: this.lower(a, expr.at), b: this.lower(b, expr.at) }
    return { op: 'compare', cmp, a: this.coerce(a, target, expr.at), b: this.coerce(b, target, expr.at) }
  }

  /** Text in lower case: remembered for attributes, done now for literals. */
  private lower(value: Typed, at: number): Ir {
    if (value.type === 'Attr') return this.slot(value, 'lower')
    const ir = this.coerce(value, 'String', at)
    if (ir.op === 'const') return { op: 'const', value: String(ir.value).toLowerCase() }
    const entry = findMember('String', 'ToLower')[0]
    return entry === undefined ? ir : { op: 'call', entry, args: [ir], at }
  }

  private arithmetic(expr: ExprOf<'binary'>): Typed {
    const a = this.inferAny(expr.left)
    const b = this.inferAny(expr.right)
    const at = expr.at
    const operator = expr.op as '+' | '-' | '*' | '/' | '%'
    const typed = (type: ValueType, ir: Ir): Typed => ({ type, ir, expr })
    const untyped = (value: Typed): boolean => value.type === 'Attr' || value.type === 'JSON'
    if (operator === '+' && (a.type === 'String' || b.type === 'String' || (untyped(a) && untyped(b)))) return typed('String', { op: 'concat', a: this.coerce(a, 'String', at), b: this.coerce(b, 'String', at), at })
    const math = (type: ValueType, left: Ir, right: Ir): Typed => typed(type, { op: 'arith', operator, int: type !== 'Double', a: left, b: right, at })
    if (operator === '+' || operator === '-') {
      const left = untyped(a) && (b.type === 'TimeSpan' || (b.type === 'DateTime' && operator === '-')) ? 'DateTime' : a.type
      const right = untyped(b) && a.type === 'DateTime' && operator === '-' ? 'DateTime' : untyped(b) && a.type === 'TimeSpan' ? 'DateTime' : b.type
      const key = `${left}${operator}${right}`
      const results: Readonly<Record<string, ValueType>> = { 'DateTime+TimeSpan': 'DateTime', 'TimeSpan+TimeSpan': 'TimeSpan', 'DateTime-DateTime': 'TimeSpan', 'DateTime-TimeSpan': 'DateTime', 'TimeSpan-TimeSpan': 'TimeSpan' }
      const result = results[key]
      if (result !== undefined) {
        const made = math(result, this.coerce(a, left as ParamType, at), this.coerce(b, right as ParamType, at))
        return result === 'DateTime' ? { ...made, ir: { op: 'call', entry: dateRange, args: [made.ir], at } } : made
      }
    }
    for (const side of [a, b]) if (!untyped(side) && !isNumber(side.type)) return this.mismatch(side.type, 'Double', at, at + 1)
    const int = a.type === 'Int' && b.type === 'Int'
    return math(int ? 'Int' : 'Double', this.coerce(a, int ? 'Int' : 'Double', at), this.coerce(b, int ? 'Int' : 'Double', at))
  }
}

const booleanNames = new Set(functionTable.filter((entry) => entry.receiver !== undefined && entry.result === 'Bool').map((entry) => entry.name.toLowerCase()))
const isNumber = (type: Type): boolean => type === 'Int' || type === 'Double'

/** Keeps date arithmetic inside year 1-9999. */
const dateRange: FunctionEntry = findMember('DateTime', 'AddMilliseconds').map((entry): FunctionEntry => ({
  ...entry, params: [], run: (at: number, value: number) => (entry.run as (at: number, value: number, count: number) => number)(at, value, 0),
}))[0] ?? { name: '', params: [], result: 'DateTime', description: '' }
