import { RE2JS } from 're2js'
import type { FunctionEntry } from '../functions/function-entry.ts'
import { findFunction, findMember, functionTable, namespaces, signature } from '../functions/function-table.ts'
import { parseInValues } from '../functions/general.ts'
import { listFunctions } from '../functions/lists.ts'
import type { ReadKind } from '../outcome-types.ts'
import { type Arg, type Expr, type ExprOf, stripParentheses } from '../parse/syntax-tree.ts'
import type { Ir } from './ir.ts'
import { ResourceLowerer } from './lower-resource.ts'
import { missingValue, type TypedExpression } from './lower-value.ts'

/** Functions, members and indexes, all resolved through the function table. */
export abstract class CallLowerer extends ResourceLowerer {
  protected abstract isParameter(expr: ExprOf<'name'>): boolean

  protected unknownName(expr: ExprOf<'name'>): never {
    return this.stop('FQL2001', expr.from, expr.to, { n: expr.name })
  }

  /** Notes what is read of a resource beside attributes and variables. */
  protected noted(expr: ExprOf<'call'> | ExprOf<'member'>, typed: TypedExpression): TypedExpression {
    const kind = readKindOf(expr)
    if (kind !== null && typed.type !== 'Attr' && typed.type !== 'Null') {
      this.reads.push({
        from: expr.from,
        to: expr.to,
        text: this.text.slice(expr.from, expr.to),
        ir: typed.ir,
        slot: null,
        type: typed.type,
        kind,
      })
    }
    return typed
  }

  protected member(expr: ExprOf<'member'>): TypedExpression {
    const nameTo = expr.at + expr.name.length
    const resource = this.resource(expr)
    if (resource !== null) return resource
    if (expr.object.kind === 'name' && !this.isParameter(expr.object)) {
      const space = expr.object.name
      if (!namespaces.some(known => known.toLowerCase() === space.toLowerCase())) return this.unknownName(expr.object)
      const entries = findFunction(space, expr.name).filter(entry => (entry.property === true) === (expr.args === null))
      if (entries.length === 0) return this.stop('FQL2001', expr.at, nameTo, { n: `${space}.${expr.name}` })
      return this.call(expr, entries, expr.args ?? [], null)
    }
    const object = this.infer(expr.object)
    if (object.type === 'JSON' && expr.name.toLowerCase() === 'getdiagnostics' && expr.args?.length === 0)
      return this.diagnosticsOf(object, expr)
    if (object.type === 'JSON' && expr.args === null)
      return { ir: { op: 'prop', a: object.ir, name: expr.name }, type: 'JSON', expr }
    const found = this.receiver(object, expr)
    if (found === null)
      return this.stop('FQL2004', expr.at, nameTo, {
        T: object.type === 'Attr' ? 'Attribute' : object.type,
        n: expr.name,
      })
    return this.call(expr, found.entries, expr.args ?? [], found.ir)
  }

  /** Members by receiver type; an untyped receiver takes the type that has the member, text first. */
  protected receiver(
    object: TypedExpression,
    expr: ExprOf<'member'>,
  ): { entries: readonly FunctionEntry[]; ir: Ir } | null {
    const pick = (type: NonNullable<FunctionEntry['receiver']>): readonly FunctionEntry[] =>
      findMember(type, expr.name).filter(
        entry => (entry.property === true) === (expr.args === null) && entry.run !== undefined,
      )
    const untyped = object.type === 'Attr' || object.type === 'JSON'
    const casts = untyped
      ? [...pick('Cast'), ...pick('JSON')]
      : object.type === 'String' || object.type === 'Int' || object.type === 'Double' || object.type === 'Bool'
        ? [...pick('Cast'), ...pick('JSON').filter(entry => entry.name.startsWith('AsJson'))]
        : []
    if (casts.length > 0)
      return {
        entries: casts,
        ir:
          object.type === 'Attr'
            ? this.coerce(
                object,
                casts.some(
                  entry => entry.name === 'AsJsonArray' || entry.name === 'AsJsonObject' || entry.name === 'ToStr',
                )
                  ? 'JSON'
                  : 'Any',
                expr.at,
              )
            : object.ir,
      }
    const order: readonly NonNullable<FunctionEntry['receiver']>[] = untyped
      ? ['String', 'DateTime']
      : object.type === 'Int' || object.type === 'Double'
        ? ['Number']
        : object.type === 'CharSet' || object.type === 'Null'
          ? []
          : [object.type as 'String' | 'DateTime' | 'TimeSpan' | 'Bool' | 'Decision' | 'Pattern']
    for (const type of order) {
      const entries = pick(type)
      if (entries.length > 0)
        return {
          entries,
          ir: untyped ? this.coerce(object, type === 'DateTime' ? 'DateTime' : 'String', expr.at) : object.ir,
        }
    }
    return null
  }

  protected index(expr: ExprOf<'index'>): TypedExpression {
    const object = this.infer(expr.object)
    if (object.type !== 'JSON')
      return this.stop('FQL2004', expr.at, expr.at + 1, {
        T: object.type === 'Attr' ? 'Attribute' : object.type,
        n: '[ ]',
      })
    const index = this.outside(() => this.settle(this.infer(expr.index)))
    if (index.type === 'Int') return { ir: { op: 'item', a: object.ir, index: index.ir }, type: 'JSON', expr }
    if (index.type !== 'String' && index.type !== 'JSON')
      return this.mismatch(index.type, 'Int', expr.index.from, expr.index.to)
    return { ir: { op: 'key', a: object.ir, name: this.coerce(index, 'String', expr.index.from) }, type: 'JSON', expr }
  }

  protected call(
    expr: ExprOf<'call'> | ExprOf<'member'>,
    entries: readonly FunctionEntry[],
    args: readonly Arg[],
    receiver: Ir | null,
  ): TypedExpression {
    const nameTo = expr.at + expr.name.length
    const first = entries[0]
    if (first === undefined) return this.stop('FQL2001', expr.at, nameTo, { n: expr.name })
    const kind = this.env.kind ?? 'decision'
    if (
      first.only !== undefined &&
      !(first.only === 'postDecision' && kind === 'postDecision' && first.run !== undefined)
    )
      return this.stop('FQL2010', expr.at, nameTo, { f: expr.name })
    if (
      first.namespace === 'Model' &&
      first.name === 'Risk' &&
      templatesWithoutRiskModel.has((this.env.template ?? '').toLowerCase().replace(/[^a-z]/g, ''))
    )
      return this.stop('FQL2010', expr.at, nameTo, { f: 'Model.Risk' })
    const fits = (entry: FunctionEntry): boolean =>
      args.length >= entry.params.filter(param => !param.optional).length &&
      (entry.rest === true || args.length <= entry.params.length)
    const named = args.find(arg => arg.name !== null)
    const fitting = entries.filter(fits)
    if (named !== undefined || fitting.length === 0)
      return this.stop('FQL2002', expr.at, nameTo, { f: expr.name, sig: entries.map(signature).join(' or ') })
    return this.apply(expr, fitting, args, receiver)
  }

  protected apply(
    expr: ExprOf<'call'> | ExprOf<'member'>,
    entries: readonly FunctionEntry[],
    args: readonly Arg[],
    receiver: Ir | null,
  ): TypedExpression {
    const first = entries[0]
    if (first?.name === 'Exists' && receiver === null) return { ir: this.exists(expr, args), type: 'Bool', expr }
    const at = (index: number): number => Math.min(index, (first?.params.length ?? 1) - 1)
    const values = args.map((arg, index) =>
      first?.params[at(index)]?.constant === undefined ? this.inferAny(arg.value) : null,
    )
    const entry =
      entries.length === 1
        ? first
        : (entries.find(candidate =>
            values.every((value, i) => value === null || value.type === candidate.params[i]?.type),
          ) ?? first)
    if (entry === undefined) return this.stop('FQL2001', expr.at, expr.at, { n: expr.name })
    if (entry.waits === true) this.waits = true
    if (entry.mostRest !== undefined && args.length > entry.mostRest + entry.params.length - 1) {
      const over = args[entry.mostRest + entry.params.length - 1]
      this.stop('FQL2009', over?.from ?? expr.at, over?.to ?? expr.at, { range: `at most ${entry.mostRest} names` })
    }
    let list = ''
    const irs = args.map((arg, index): Ir => {
      const param = entry.params[Math.min(index, entry.params.length - 1)]
      const value = values[index]
      if (param?.constant !== undefined) {
        const made = this.constant(arg, param.constant, list)
        if (param.constant === 'list') {
          list = literalTextOf(arg)
          if (this.env.lists?.custom.get(list.toLowerCase())?.remote === true) this.waits = true
        }
        return made
      }
      if (value === undefined || value === null || param === undefined) return missingValue
      const literal = stripParentheses(arg.value).kind
      if (param.notLiteral === true && (literal === 'string' || literal === 'number'))
        return this.stop('FQL2010', arg.from, arg.to, { f: 'A literal address' })
      // Only a date is read from a date.
      const ir =
        param.type === 'Any' && value.type === 'DateTime' && entry.result === 'DateTime'
          ? this.asText(value)
          : this.coerce(value, param.type, arg.from)
      return entry.name === 'In' && index === 1 && ir.op === 'const'
        ? { op: 'object', value: parseInValues(String(ir.value)) }
        : ir
    })
    // An address that is an attribute's value need not be looked for in the event.
    if (entry.params[0]?.notLiteral === true) irs.push({ op: 'const', value: values[0]?.type === 'Attr' })
    const type =
      entry.result === 'Number'
        ? values.every(value => value?.type === 'Int')
          ? 'Int'
          : 'Double'
        : entry.result === 'None'
          ? 'JSON'
          : entry.result
    return { ir: { op: 'call', entry, args: receiver === null ? irs : [receiver, ...irs], at: expr.at }, type, expr }
  }

  protected exists(expr: Expr, args: readonly Arg[]): Ir {
    const arg = args[0]
    const target = arg === undefined ? undefined : stripParentheses(arg.value)
    if (target?.kind === 'attribute') return this.slot(this.attribute(target), 'exists')
    if (target?.kind === 'json')
      return target.path === null ? { op: 'const', value: true } : this.jsonSlot(target, 'exists')
    return this.stop('FQL2002', arg?.from ?? expr.at, arg?.to ?? expr.to, { f: 'Exists', sig: 'Exists(@attribute)' })
  }

  /** Literal arguments: lists and columns must exist, patterns must compile. */
  protected constant(arg: Arg, kind: 'list' | 'column' | 'supportList' | 'pattern' | 'name', list: string): Ir {
    const literal = stripParentheses(arg.value)
    if (literal.kind !== 'string') return this.stop('FQL2008', arg.from, arg.to)
    const name = literal.value
    if (kind === 'pattern') {
      try {
        return { op: 'object', value: RE2JS.compile(name) }
      } catch (thrown) {
        return this.stop('FQL2011', arg.from, arg.to, {
          detail: thrown instanceof Error ? thrown.message : 'The pattern is not valid.',
        })
      }
    }
    if (kind === 'name') return { op: 'const', value: name }
    const lists = this.env.lists
    const known =
      kind === 'supportList'
        ? lists?.support.has(name.toLowerCase())
        : kind === 'list'
          ? lists?.custom.has(name.toLowerCase())
          : lists?.custom.get(list.toLowerCase())?.columns.some(column => column.toLowerCase() === name.toLowerCase())
    if (known !== true)
      return this.stop('FQL2007', arg.from, arg.to, { kind: kind === 'column' ? 'Column' : 'List', n: name })
    if (kind === 'column') return { op: 'const', value: name }
    this.use('list', name, arg.from, arg.to)
    const info = kind === 'list' ? lists?.custom.get(name.toLowerCase()) : lists?.support.get(name.toLowerCase())
    return { op: 'const', value: info?.id ?? name }
  }

  /** A call that returns Bool is an atomic predicate wherever it stands. */
  protected predicate(expr: Expr, boolean: boolean, make: () => TypedExpression): TypedExpression {
    if (!boolean || this.atom !== null) return make()
    const made: TypedExpression[] = []
    const ir = this.atomic(expr, () => {
      const typed = make()
      made.push(typed)
      return typed.ir
    })
    return { ir, type: made[0]?.type ?? 'Bool', expr }
  }
}

const templatesWithoutRiskModel: ReadonlySet<string> = new Set(['custom', 'devicefingerprinting'])
const listFunctionNames: ReadonlySet<string> = new Set(listFunctions.map(entry => entry.name.toLowerCase()))
const readKindByNamespace: Readonly<Record<string, ReadKind>> = {
  external: 'call',
  assessments: 'call',
  model: 'model',
}
/** What kind of resource a call reads; a member of a response or of a model's result reads those. */
function readKindOf(expr: ExprOf<'call'> | ExprOf<'member'>): ReadKind | null {
  if (expr.kind === 'call') return listFunctionNames.has(expr.name.toLowerCase()) ? 'list' : null
  if (expr.object.kind === 'name') return expr.object.name.toLowerCase() === 'velocity' ? 'velocity' : null
  if (expr.args !== null) return null
  let from: Expr = expr.object
  while (from.kind === 'member') from = from.object
  return from === expr.object || from.kind !== 'name' ? null : (readKindByNamespace[from.name.toLowerCase()] ?? null)
}
const literalTextOf = (arg: Arg): string => {
  const literal = stripParentheses(arg.value)
  return literal.kind === 'string' ? literal.value : ''
}

/** Members that return Bool, whatever their receiver. */
export const booleanMemberNames: ReadonlySet<string> = new Set(
  functionTable
    .filter(entry => entry.receiver !== undefined && entry.result === 'Bool')
    .map(entry => entry.name.toLowerCase()),
)
