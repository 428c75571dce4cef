import type { Ir, IrPart, IrProperty, IrRule, IrStatement, Memo, SlotTable } from '../lower/ir.ts'
import { tick } from '../runtime/budget.ts'
import { lenient, toText } from '../runtime/convert.ts'
import { dateText, spanText } from '../runtime/dates.ts'
import { arithmetic, concat, item, local, member, newFrame, record } from '../runtime/operators.ts'
import { anyElement, readSlot } from '../runtime/read-attribute.ts'
import { guard, invoke } from '../runtime/read-resource.ts'
import type { ClauseOutcome, Scope } from '../types.ts'
import {
  commit,
  decide,
  drained,
  drainedErrors,
  nothing,
  resumed,
  route,
  stopped,
  stoppedCondition,
} from './outcome.ts'

export type Closure = (scope: Scope, memo: Memo, frame: unknown[]) => unknown

/** Reads all slots of the table for the scope's event, once. */
export function readMemo(scope: Scope, table: SlotTable): Memo {
  if (scope.memoOwner === table) return scope.memo as Memo
  const reads = table.slots.map(slot => readSlot(scope.event, slot))
  const memo: Memo = { values: reads.map(read => read.value), crossed: reads.map(read => read.crossed) }
  scope.memoOwner = table
  scope.memo = memo
  return memo
}

/** Back end without code generation: composes one closure per node. */
export function emitClosure(ir: Ir, table: SlotTable): Closure {
  const go = (node: Ir): Closure => emitClosure(node, table)
  switch (ir.op) {
    case 'const':
    case 'object': {
      const { value } = ir
      return () => value
    }
    case 'slot': {
      const { slot } = ir
      return (_s, memo) => memo.values[slot]
    }
    case 'event':
      return scope => scope.event
    case 'score':
      return ir.model === 'risk' ? scope => scope.riskScore : scope => scope.botScore
    case 'local': {
      const { index, at } = ir
      return ir.sure ? (_s, _m, frame) => frame[index] : (_s, _m, frame) => local(frame, index, at)
    }
    case 'not': {
      const a = go(ir.a)
      return (s, m, f) => !a(s, m, f)
    }
    case 'and': {
      const items = ir.items.map(go)
      return (s, m, f) => items.every(each => each(s, m, f))
    }
    case 'or': {
      const items = ir.items.map(go)
      return (s, m, f) => items.some(each => each(s, m, f))
    }
    case 'cond': {
      const [test, yes, no] = [go(ir.test), go(ir.yes), go(ir.no)]
      return (s, m, f) => (test(s, m, f) ? yes(s, m, f) : no(s, m, f))
    }
    case 'compare':
      return emitComparison(ir.cmp, go(ir.a), go(ir.b))
    case 'sameText': {
      const [a, b, negated] = [go(ir.a), go(ir.b), ir.negated]
      return (s, m, f) => (String(a(s, m, f)).toLowerCase() === String(b(s, m, f)).toLowerCase()) !== negated
    }
    case 'isNull': {
      const [a, negated] = [go(ir.a), ir.negated]
      return (s, m, f) => ((a(s, m, f) ?? null) === null) !== negated
    }
    case 'arith': {
      const [a, b, at, run] = [go(ir.a), go(ir.b), ir.at, arithmetic[ir.int ? 'int' : 'double'][ir.operator]]
      return (s, m, f) => run(a(s, m, f) as number, b(s, m, f) as number, at)
    }
    case 'neg': {
      const a = go(ir.a)
      return (s, m, f) => 0 - (a(s, m, f) as number)
    }
    case 'union': {
      const [a, b] = [go(ir.a), go(ir.b)]
      return (s, m, f) => (a(s, m, f) as number) | (b(s, m, f) as number)
    }
    case 'concat': {
      const [a, b, at] = [go(ir.a), go(ir.b), ir.at]
      return (s, m, f) => concat(a(s, m, f) as string, b(s, m, f) as string, at)
    }
    case 'text': {
      const [a, form] = [go(ir.a), textForm[ir.from]]
      return (s, m, f) => form(a(s, m, f) as never)
    }
    case 'lenient': {
      const [a, read] = [go(ir.a), lenient[ir.to]]
      return (s, m, f) => read(a(s, m, f))
    }
    case 'call': {
      const args = ir.args.map(go)
      const { at, entry } = ir
      const run = entry.run as (...values: unknown[]) => unknown
      const values = (s: Scope, m: Memo, f: unknown[]): unknown[] => args.map(arg => arg(s, m, f))
      if (entry.needs === 'scope') return (s, m, f) => run(s, at, ...values(s, m, f))
      return entry.needs === 'at' ? (s, m, f) => run(at, ...values(s, m, f)) : (s, m, f) => run(...values(s, m, f))
    }
    case 'prop': {
      const [a, name] = [go(ir.a), ir.name]
      return (s, m, f) => member(a(s, m, f), name)
    }
    case 'item': {
      const [a, index] = [go(ir.a), go(ir.index)]
      return (s, m, f) => item(a(s, m, f), index(s, m, f) as number)
    }
    case 'key': {
      const [a, name] = [go(ir.a), go(ir.name)]
      return (s, m, f) => member(a(s, m, f), name(s, m, f) as string)
    }
    case 'array': {
      const items = ir.items.map(go)
      return (s, m, f) => items.map(each => each(s, m, f) ?? null)
    }
    case 'record': {
      const [items, keys] = [ir.items.map(go), ir.keys]
      return (s, m, f) =>
        record(
          keys,
          items.map(each => each(s, m, f)),
        )
    }
    case 'guard': {
      const [a, how] = [go(ir.a), ir.how]
      return (s, m, f) => guard(() => a(s, m, f), how)
    }
    case 'invoke': {
      const { property, site } = ir
      const args = ir.args.map(go)
      let body: ((scope: Scope, values: readonly unknown[]) => unknown) | null = null
      return (s, m, f) => {
        body ??= emitPropertyClosure(property, table)
        return invoke(
          s,
          site,
          property.name,
          property.how,
          property.cost,
          args.map(arg => arg(s, m, f)),
          body,
        )
      }
    }
    case 'atom': {
      const body = go(ir.body)
      const { slots, at } = ir
      return (s, m, f) => {
        if (!slots.some(slot => m.crossed[slot])) return body(s, m, f)
        return anyElement(
          s,
          slots.flatMap(slot => table.slots[slot] ?? []),
          at,
          row => body(s, bindRow(m, slots, row), f) === true,
        )
      }
    }
  }
}

function bindRow(memo: Memo, slots: readonly number[], row: readonly unknown[]): Memo {
  const values = [...memo.values]
  const crossed = [...memo.crossed]
  slots.forEach((slot, index) => {
    values[slot] = row[index]
    crossed[slot] = false
  })
  return { values, crossed }
}

/** The code of a function's property; attributes are those of the event, whatever rows the caller is looking at. */
function emitPropertyClosure(
  property: IrProperty,
  table: SlotTable,
): (scope: Scope, values: readonly unknown[]) => unknown {
  const lets = property.lets.map(({ index, value }) => ({ index, value: emitClosure(value, table) }))
  const result = emitClosure(property.result, table)
  return (scope, values) => {
    const memo = readMemo(scope, table)
    const frame = argumentFrame(property, values)
    for (const { index, value } of lets) frame[index] = value(scope, memo, frame)
    return result(scope, memo, frame)
  }
}

/** A frame that begins with the arguments. */
export function argumentFrame(property: IrProperty, values: readonly unknown[]): unknown[] {
  const frame = newFrame(property.locals)
  for (let i = 0; i < values.length; i++) frame[i] = values[i]
  return frame
}

export const textForm = { scalar: toText, DateTime: dateText, TimeSpan: spanText } as const

function emitComparison(cmp: string, a: Closure, b: Closure): Closure {
  switch (cmp) {
    case '==':
      return (s, m, f) => a(s, m, f) === b(s, m, f)
    case '!=':
      return (s, m, f) => a(s, m, f) !== b(s, m, f)
    case '<':
      return (s, m, f) => (a(s, m, f) as number) < (b(s, m, f) as number)
    case '>':
      return (s, m, f) => (a(s, m, f) as number) > (b(s, m, f) as number)
    case '<=':
      return (s, m, f) => (a(s, m, f) as number) <= (b(s, m, f) as number)
    default:
      return (s, m, f) => (a(s, m, f) as number) >= (b(s, m, f) as number)
  }
}

type StatementClosure = (scope: Scope, memo: Memo, frame: unknown[], outcome: ClauseOutcome) => ClauseOutcome

function emitStatement(statement: IrStatement, table: SlotTable): StatementClosure {
  const go = (node: Ir): Closure => emitClosure(node, table)
  if (statement.kind === 'let') {
    const [value, index] = [go(statement.value), statement.index]
    return (s, m, f, outcome) => {
      f[index] = value(s, m, f)
      return outcome
    }
  }
  if (statement.kind === 'when') return (_s, _m, _f, outcome) => outcome
  const { effects, decision, queue } = statement
  const when = statement.when === null ? () => true : go(statement.when.ir)
  const texts =
    decision === null
      ? null
      : [decision.reason, decision.supportMessage, decision.challengeType].map(text =>
          text === null ? () => null : go(text),
        )
  const target = queue === null ? null : go(queue)
  const values = effects.map(effect => effect.values.map(go))
  const sections = effects.map(effect => (effect.section === null ? () => null : go(effect.section)))
  return (s, m, f, outcome) => {
    if (when(s, m, f) !== true) return outcome
    const [reason, support, challenge] = texts?.map(text => text(s, m, f)) ?? []
    const pairs = values.map(list => list.map(value => value(s, m, f)))
    const names = sections.map(section => section(s, m, f))
    const after =
      effects.length > 0 || decision === null
        ? commit(outcome, s, effects, pairs, names, decision === null && target === null)
        : outcome
    if (target !== null) return route(after, String(target(s, m, f)))
    return decision === null
      ? after
      : decide(
          after,
          decision.kind,
          String(reason),
          (support ?? null) as string | null,
          (challenge ?? null) as string | null,
        )
  }
}

/** The frame of LET values of the rule that runs now. */
export function frameOf(scope: Scope, rule: IrRule, fresh: boolean): unknown[] {
  if (fresh || scope.frameOwner !== rule) {
    scope.frameOwner = rule
    scope.frame = newFrame(rule.locals)
  }
  return scope.frame
}

/** Runs a clause part; a part that had to wait goes on at the statement where it stopped. */
export function emitClauseClosure(part: IrPart, rule: IrRule, table: SlotTable): (scope: Scope) => ClauseOutcome {
  const steps = part.statements.map(statement => emitStatement(statement, table))
  return scope => {
    let outcome = nothing
    let at = 0
    try {
      const before = part.waits ? resumed(scope, part) : null
      if (before === null) chargeCost(scope, part)
      else {
        at = before.at
        outcome = before.state as ClauseOutcome
      }
      const memo = readMemo(scope, table)
      const frame = frameOf(scope, rule, false)
      for (; at < steps.length; at++) {
        outcome = steps[at]?.(scope, memo, frame, outcome) ?? outcome
        if (outcome.fired) break
      }
      return part.waits ? drained(outcome, scope, part) : outcome
    } catch (thrown) {
      return stopped(outcome, scope, at, thrown, part)
    }
  }
}

/** Counts the static cost of a part. */
function chargeCost(scope: Scope, part: IrPart): void {
  scope.steps += part.cost
  if (scope.steps > scope.nextCheck) tick(scope)
}

/** Runs a condition part. */
export function emitConditionClosure(part: IrPart, rule: IrRule, table: SlotTable): (scope: Scope) => boolean {
  const steps = part.statements.map(statement => emitStatement(statement, table))
  const whens = part.statements.map(statement =>
    statement.kind === 'when' ? emitClosure(statement.when.ir, table) : null,
  )
  return scope => {
    let at = 0
    let selected = true
    try {
      const before = part.waits ? resumed(scope, part) : null
      if (before === null) chargeCost(scope, part)
      else {
        at = before.at
        selected = before.state === true
      }
      const memo = readMemo(scope, table)
      const frame = frameOf(scope, rule, before === null)
      for (; at < steps.length; at++) {
        const when = whens[at]
        if (when == null) steps[at]?.(scope, memo, frame, nothing)
        else selected = when(scope, memo, frame) === true
      }
      if (part.waits) drainedErrors(scope, part)
      return selected
    } catch (thrown) {
      return stoppedCondition(scope, at, selected, thrown, part)
    }
  }
}
