import type { FunctionEntry } from '../functions/function-entry.ts'
import { functionTable, signature } from '../functions/function-table.ts'
import { parseInValues } from '../functions/general.ts'
import { listFunctions } from '../functions/lists.ts'
import { type Arg, type Expr, type ExprOf, stripParentheses } from '../parse/syntax-tree.ts'
import type { ReadKind } from '../types/outcome-types.ts'
import { compilePattern, maxPatternSize } from './compile-pattern.ts'
import { atomic, countReference, type LoweringContext, missingValue, reject, type TypedExpression } from './context.ts'
import type { Ir } from './ir.ts'
import { asText, coerce, jsonSlot, lowerAttribute, slotOf } from './lower-value.ts'

/*
 * Calls of functions and methods, all resolved through the function table.
 */

const templatesWithoutRiskModel: ReadonlySet<string> = new Set(['custom', 'devicefingerprinting'])
const listFunctionNames: ReadonlySet<string> = new Set(listFunctions.map(entry => entry.name.toLowerCase()))
const readKindByNamespace: Readonly<Record<string, ReadKind>> = {
  external: 'call',
  assessments: 'call',
  model: 'model',
}
/** Returns the kind of resource that a call reads; a member of a response or of a model's result reads the same. */
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

/** Records the read of a resource beside attributes and variables. */
export function trackResourceRead(
  context: LoweringContext,
  expr: ExprOf<'call'> | ExprOf<'member'>,
  typed: TypedExpression,
): TypedExpression {
  const kind = readKindOf(expr)
  if (kind !== null && typed.type !== 'Attr' && typed.type !== 'Null') {
    context.reads.push({
      from: expr.from,
      to: expr.to,
      text: context.text.slice(expr.from, expr.to),
      ir: typed.ir,
      slot: null,
      type: typed.type,
      kind,
    })
  }
  return typed
}

/** Lowers a call of one of the overloads. */
export function lowerCall(
  context: LoweringContext,
  expr: ExprOf<'call'> | ExprOf<'member'>,
  entries: readonly FunctionEntry[],
  args: readonly Arg[],
  receiver: Ir | null,
): TypedExpression {
  const nameTo = expr.at + expr.name.length
  const first = entries[0]
  if (first === undefined) return reject(context, 'FQL2001', expr.at, nameTo, { n: expr.name })
  const kind = context.env.kind ?? 'decision'
  if (
    first.only !== undefined &&
    !(first.only === 'postDecision' && kind === 'postDecision' && first.run !== undefined)
  )
    return reject(context, 'FQL2010', expr.at, nameTo, { f: expr.name })
  if (
    first.namespace === 'Model' &&
    first.name === 'Risk' &&
    templatesWithoutRiskModel.has((context.env.template ?? '').toLowerCase().replace(/[^a-z]/g, ''))
  )
    return reject(context, 'FQL2010', expr.at, nameTo, { f: 'Model.Risk' })
  const fits = (entry: FunctionEntry): boolean =>
    args.length >= entry.params.filter(param => !param.optional).length &&
    (entry.rest === true || args.length <= entry.params.length)
  const named = args.find(arg => arg.name !== null)
  const fitting = entries.filter(fits)
  if (named !== undefined || fitting.length === 0)
    return reject(context, 'FQL2002', expr.at, nameTo, { f: expr.name, sig: entries.map(signature).join(' or ') })
  return applyEntry(context, expr, fitting, args, receiver)
}

function applyEntry(
  context: LoweringContext,
  expr: ExprOf<'call'> | ExprOf<'member'>,
  entries: readonly FunctionEntry[],
  args: readonly Arg[],
  receiver: Ir | null,
): TypedExpression {
  const first = entries[0]
  if (first?.name === 'Exists' && receiver === null) return { ir: lowerExists(context, expr, args), type: 'Bool', expr }
  const at = (index: number): number => Math.min(index, (first?.params.length ?? 1) - 1)
  const values = args.map((arg, index) =>
    first?.params[at(index)]?.constant === undefined ? context.recurse.value(context, arg.value) : null,
  )
  const entry =
    entries.length === 1
      ? first
      : (entries.find(candidate =>
          values.every((value, i) => value === null || value.type === candidate.params[i]?.type),
        ) ?? first)
  if (entry === undefined) return reject(context, 'FQL2001', expr.at, expr.at, { n: expr.name })
  if (entry.waits === true) context.waits = true
  if (entry.maxRest !== undefined && args.length > entry.maxRest + entry.params.length - 1) {
    const over = args[entry.maxRest + entry.params.length - 1]
    reject(context, 'FQL2009', over?.from ?? expr.at, over?.to ?? expr.at, { range: `at most ${entry.maxRest} names` })
  }
  let list = ''
  const irs = args.map((arg, index): Ir => {
    const param = entry.params[Math.min(index, entry.params.length - 1)]
    const value = values[index]
    if (param?.constant !== undefined) {
      const constant = lowerConstant(context, arg, param.constant, list)
      if (param.constant === 'list') {
        list = literalTextOf(arg)
        if (context.env.lists?.custom.get(list.toLowerCase())?.remote === true) context.waits = true
      }
      return constant
    }
    if (value === undefined || value === null || param === undefined) return missingValue
    const literal = stripParentheses(arg.value).kind
    if (param.notLiteral === true && (literal === 'string' || literal === 'number'))
      return reject(context, 'FQL2010', arg.from, arg.to, { f: 'A literal address' })
    // A date is converted only to a date.
    const ir =
      param.type === 'Any' && value.type === 'DateTime' && entry.result === 'DateTime'
        ? asText(value)
        : coerce(context, value, param.type, arg.from)
    return entry.name === 'In' && index === 1 && ir.op === 'const'
      ? { op: 'object', value: parseInValues(String(ir.value)) }
      : ir
  })
  // An address that is an attribute's value need not be searched in the event.
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

function lowerExists(context: LoweringContext, expr: Expr, args: readonly Arg[]): Ir {
  const arg = args[0]
  const target = arg === undefined ? undefined : stripParentheses(arg.value)
  if (target?.kind === 'attribute') return slotOf(context, lowerAttribute(context, target), 'exists')
  if (target?.kind === 'json')
    return target.path === null ? { op: 'const', value: true } : jsonSlot(context, target, 'exists')
  return reject(context, 'FQL2002', arg?.from ?? expr.at, arg?.to ?? expr.to, {
    f: 'Exists',
    sig: 'Exists(@attribute)',
  })
}

/** Lowers literal arguments: lists and columns must exist, patterns must compile. */
function lowerConstant(
  context: LoweringContext,
  arg: Arg,
  kind: 'list' | 'column' | 'supportList' | 'pattern' | 'name',
  list: string,
): Ir {
  const literal = stripParentheses(arg.value)
  if (literal.kind !== 'string') return reject(context, 'FQL2008', arg.from, arg.to)
  const name = literal.value
  if (kind === 'pattern') {
    if (!context.references.addPattern(name))
      return reject(context, 'FQL2011', arg.from, arg.to, {
        detail: `The patterns of a rule have at most ${maxPatternSize} elements when their repetitions are written out.`,
      })
    countReference(context, 'pattern', name, arg.from, arg.to)
    try {
      return { op: 'object', value: compilePattern(name) }
    } catch (thrown) {
      return reject(context, 'FQL2011', arg.from, arg.to, {
        detail: thrown instanceof Error ? thrown.message : 'The pattern is not valid.',
      })
    }
  }
  if (kind === 'name') return { op: 'const', value: name }
  const lists = context.env.lists
  const exists =
    kind === 'supportList'
      ? lists?.support.has(name.toLowerCase())
      : kind === 'list'
        ? lists?.custom.has(name.toLowerCase())
        : lists?.custom.get(list.toLowerCase())?.columns.some(column => column.toLowerCase() === name.toLowerCase())
  if (exists !== true)
    return reject(context, 'FQL2007', arg.from, arg.to, {
      kind: kind === 'column' ? 'Column' : 'List',
      n: name,
      ...(kind === 'column' ? { list } : {}),
    })
  if (kind === 'column') return { op: 'const', value: name }
  countReference(context, 'list', name, arg.from, arg.to)
  const info = kind === 'list' ? lists?.custom.get(name.toLowerCase()) : lists?.support.get(name.toLowerCase())
  return { op: 'const', value: info?.id ?? name }
}

/** Lowers a call that returns Bool: an atomic predicate at every place. */
export function booleanPredicate(
  context: LoweringContext,
  expr: Expr,
  boolean: boolean,
  make: () => TypedExpression,
): TypedExpression {
  if (!boolean || context.atom !== null) return make()
  const results: TypedExpression[] = []
  const ir = atomic(context, expr, () => {
    const typed = make()
    results.push(typed)
    return typed.ir
  })
  return { ir, type: results[0]?.type ?? 'Bool', expr }
}
