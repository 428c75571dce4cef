import { scan } from '../parse/scan.ts'
import { type Expr, type Statement, stripParentheses } from '../parse/syntax-tree.ts'
import { CROSS, parseAttributePath, readFirst, readPath } from '../runtime/read-attribute.ts'
import type { VelocityAggregate } from '../types/resource-readers.ts'
import { type LoweringContext, reject, rejectType, type Variable } from './context.ts'
import type { IrStatement, When } from './ir.ts'
import { lowerAction, lowerDecision, lowerObservation, lowerQueue, requireCall } from './lower-action.ts'
import { lowerCondition, lowerValue } from './lower-expression.ts'
import { conversionSourceOf } from './lower-function.ts'
import { lowerResponse } from './lower-resource.ts'
import { coerce, withStaticType } from './lower-value.ts'

/* Statements: the allowed ones of each part, and their forms. */

const allowedStatements: Readonly<Record<string, readonly Statement['kind'][]>> = {
  condition: ['LET', 'WHEN'],
  decision: ['LET', 'OBSERVE', 'RETURN', 'DO'],
  postDecision: ['LET', 'DO'],
  routing: ['LET', 'ROUTETO'],
  velocity: ['LET', 'SELECT'],
  function: ['LET', 'RETURN'],
  action: ['LET', 'DO'],
}
const partPhrases: Readonly<Record<string, string>> = {
  condition: 'a condition',
  decision: 'a clause',
  postDecision: 'a post-decision action',
  routing: 'a routing rule',
  velocity: 'a velocity',
  function: 'a function',
  action: 'an action',
}
const aggregateByFunction: Readonly<Record<string, VelocityAggregate>> = {
  count: 'count',
  distinctcount: 'distinct',
  sum: 'sum',
}

/** Maximum of values that are shown for a condition or for a variable. */
const maxReads = 20
/** Returns reads with distinct texts. */
const distinctReads = <T extends { text: string }>(reads: readonly T[]): T[] =>
  [...new Map(reads.map(read => [read.text, read])).values()].slice(0, maxReads)

/** Adds a variable to the frame; names with a blank belong to the compiler. */
export function defineVariable(
  context: LoweringContext,
  name: string,
  type: Variable['type'],
  result?: number,
  reads?: Variable['reads'],
): number {
  const index = context.variables.size
  context.variables.set(name, {
    index,
    type,
    part: context.part,
    ...(result === undefined ? {} : { result }),
    ...(reads === undefined ? {} : { reads }),
  })
  return index
}

/** Checks the order and number of statements. */
export function checkPlacement(
  context: LoweringContext,
  statement: Statement,
  seen: Set<string>,
  returned: boolean,
): void {
  const kind = context.kind === 'condition' ? 'condition' : (context.env.kind ?? 'decision')
  const at = (code: 'FQL1007' | 'FQL1008' | 'FQL1010'): never =>
    reject(context, code, statement.from, statement.from + statement.kind.length, {
      S: statement.kind,
      context: partPhrases[kind] ?? kind,
    })
  if (allowedStatements[kind]?.includes(statement.kind) !== true) at('FQL1007')
  if (statement.kind !== 'LET' && statement.kind !== 'DO' && seen.has(statement.kind)) at('FQL1008')
  if (returned) at('FQL1010')
  seen.add(statement.kind)
}

/** Lowers one statement; statements that have to run before it are added to `before`. */
export function lowerStatement(context: LoweringContext, statement: Statement, before: IrStatement[]): IrStatement {
  const [first, ...rest] = statement.values
  if (statement.kind === 'LET') return lowerLet(context, statement, first, before)
  if (statement.kind === 'RETURN' && context.env.kind === 'function' && first !== undefined)
    return lowerReturn(context, statement, first, rest)
  if (statement.kind === 'SELECT' && first !== undefined) return lowerSelect(context, statement, first)
  if (statement.kind === 'WHEN' && statement.when !== null)
    return { kind: 'when', when: lowerWhen(context, statement.when) }
  const act = first === undefined ? {} : lowerAct(context, statement.kind, first, rest)
  // The first reported error is the first in the text, although WHEN runs first.
  return {
    kind: 'act',
    when: statement.when === null ? null : lowerWhen(context, statement.when),
    decision: null,
    queue: null,
    effects: [],
    ...act,
  }
}

function lowerAct(
  context: LoweringContext,
  kind: Statement['kind'],
  first: Expr,
  rest: readonly Expr[],
): Partial<Extract<IrStatement, { kind: 'act' }>> {
  switch (kind) {
    case 'RETURN':
      return { decision: lowerDecision(context, first), effects: rest.map(call => lowerObservation(context, call)) }
    case 'OBSERVE':
      return { effects: [first, ...rest].map(call => lowerObservation(context, call)) }
    case 'DO':
      return { effects: [lowerAction(context, first)] }
    default:
      return { queue: lowerQueue(context, first) }
  }
}

function lowerLet(
  context: LoweringContext,
  statement: Statement,
  value: Expr | undefined,
  before: IrStatement[],
): IrStatement {
  const { variable } = statement
  if (variable === null || value === undefined) throw new Error('incomplete LET')
  if (context.variables.has(variable.name))
    reject(context, 'FQL2006', variable.from, variable.to, { n: `$${variable.raw}` })
  const readCount = context.reads.length
  const typed = withStaticType(context, lowerValue(context, value))
  const reads = distinctReads(context.reads.slice(readCount))
  if (typed.result === undefined)
    return { kind: 'let', index: defineVariable(context, variable.name, typed.type, undefined, reads), value: typed.ir }
  // The whole result of a call is stored beside its response, for GetDiagnostics.
  const result = defineVariable(context, `${variable.name} result`, 'JSON')
  before.push({ kind: 'let', index: result, value: typed.result })
  return {
    kind: 'let',
    index: defineVariable(context, variable.name, 'JSON', result, reads),
    value: lowerResponse({ op: 'local', index: result, at: value.at, sure: true }, value).ir,
  }
}

/** Lowers RETURN of a function's property. */
function lowerReturn(context: LoweringContext, statement: Statement, first: Expr, rest: readonly Expr[]): IrStatement {
  const call = rest[0]
  if (call !== undefined) {
    const name = call.kind === 'call' ? call.name : context.text.slice(call.from, call.to)
    reject(context, 'FQL2010', call.at, call.at + name.length, { f: name })
  }
  if (statement.when !== null) {
    const keyword = scan(context.text.slice(0, statement.when.from)).tokens.findLast(token => token.kind === 'word')
    reject(context, 'FQL1007', keyword?.from ?? statement.from, keyword?.to ?? statement.to, {
      S: 'WHEN',
      context: 'a function',
    })
  }
  const typed = withStaticType(context, lowerValue(context, first))
  if (conversionSourceOf(typed.type) === null) rejectType(context, typed.type, 'String', first.at, first.to)
  context.result = { ir: typed.ir, type: typed.type, at: first.at }
  return { kind: 'let', index: defineVariable(context, ' result', typed.type), value: typed.ir }
}

/** Lowers SELECT of a velocity: its group and value become an effect. */
function lowerSelect(context: LoweringContext, statement: Statement, call: Expr): IrStatement {
  const { select } = statement
  const found = requireCall(context, call, 'Count, DistinctCount or Sum')
  const aggregate = aggregateByFunction[found.name.toLowerCase()]
  if (select === null || aggregate === undefined)
    return reject(context, 'FQL1005', found.at, found.at + found.name.length, {
      x: 'Count, DistinctCount or Sum',
      t: found.name,
    })
  const arg = found.args[0]
  if (found.args.length !== (aggregate === 'count' ? 0 : 1) || (arg !== undefined && arg.name !== null)) {
    reject(context, 'FQL2002', found.at, found.at + found.name.length, {
      f: found.name,
      sig: aggregate === 'count' ? 'Count()' : aggregate === 'sum' ? 'Sum(Double value)' : 'DistinctCount(String key)',
    })
  }
  if (select.group === null)
    return reject(context, 'FQL1009', statement.from, statement.from + 6, { part: 'SELECT', x: 'GROUPBY' })
  for (const event of select.events) {
    const name = event.observation === null ? event.assessment : `${event.assessment}:${event.observation}`
    if (context.env.events !== undefined && !context.env.events.has(name.toLowerCase()))
      reject(context, 'FQL2001', event.from, event.to, { n: name })
  }
  const value =
    arg === undefined
      ? { op: 'const' as const, value: null }
      : coerce(context, lowerValue(context, arg.value), aggregate === 'sum' ? 'Double' : 'String', arg.from)
  const { when: expr } = statement
  // Errors are reported in the order of the text.
  const early = expr !== null && expr.from < select.group.from ? lowerWhen(context, expr) : null
  const [before, json] = [context.reads.length, context.jsonReads.length]
  const group = coerce(context, withStaticType(context, lowerValue(context, select.group)), 'String', select.group.at)
  if (
    context.env.sample !== undefined &&
    (context.reads.slice(before).some(({ slot }) => slot !== null && crossesArray(context, slot)) ||
      context.jsonReads.slice(json).some(slot => readPath(context.env.sample, slot) === CROSS))
  )
    reject(context, 'FQL2012', select.group.at, select.group.to)
  const when = expr === null ? null : (early ?? lowerWhen(context, expr))
  const at = context.text.toLowerCase().lastIndexOf(select.name.toLowerCase(), select.events[0]?.from ?? statement.to)
  context.selection = {
    name: select.name,
    from: at,
    to: at + select.name.length,
    aggregate,
    events: select.events.map(({ assessment, observation }) => ({ assessment, observation })),
  }
  return {
    kind: 'act',
    when,
    decision: null,
    queue: null,
    effects: [{ kind: 'velocity', section: null, keys: ['group', 'value'], values: [group, value] }],
  }
}

function crossesArray(context: LoweringContext, slot: Parameters<typeof readPath>[1]): boolean {
  const found = readPath(context.env.sample, slot)
  return (
    found === CROSS ||
    Array.isArray(found) ||
    Array.isArray(readFirst(context.env.sample, { ...slot, steps: parseAttributePath(slot.path) ?? [] }, false))
  )
}

function lowerWhen(context: LoweringContext, expr: Expr): When {
  const top = stripParentheses(expr)
  const operands = top.kind === 'logic' && top.op === '&&' ? top.operands : [top]
  const conjuncts = operands.map(operand => {
    const ir = lowerCondition(context, operand === top ? expr : operand)
    return {
      ir,
      from: operand.from,
      to: operand.to,
      reads: distinctReads(context.reads.filter(read => read.from >= operand.from && read.to <= operand.to)),
    }
  })
  const only = conjuncts[0]
  return {
    ir:
      conjuncts.length === 1 && only !== undefined
        ? only.ir
        : { op: 'and', items: conjuncts.map(conjunct => conjunct.ir) },
    conjuncts,
  }
}
