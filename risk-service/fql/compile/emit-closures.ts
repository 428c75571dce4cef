import type { Ir, IrProperty, Memo, SlotTable } from '../lower/ir.ts'
import { lenient, toText } from '../runtime/convert.ts'
import { dateText, spanText } from '../runtime/dates.ts'
import { arithmetic, concat, item, local, member, record } from '../runtime/operators.ts'
import { anyElement, readSlot } from '../runtime/read-attribute.ts'
import { guard, invoke } from '../runtime/read-resource.ts'
import type { Scope } from '../types/scope-types.ts'
import { argumentFrame } from './frames.ts'

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
  const emit = (node: Ir): Closure => emitClosure(node, table)
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
      const a = emit(ir.a)
      return (s, m, f) => !a(s, m, f)
    }
    case 'and': {
      const items = ir.items.map(emit)
      return (s, m, f) => items.every(each => each(s, m, f))
    }
    case 'or': {
      const items = ir.items.map(emit)
      return (s, m, f) => items.some(each => each(s, m, f))
    }
    case 'cond': {
      const [test, yes, no] = [emit(ir.test), emit(ir.yes), emit(ir.no)]
      return (s, m, f) => (test(s, m, f) ? yes(s, m, f) : no(s, m, f))
    }
    case 'compare':
      return emitComparison(ir.cmp, emit(ir.a), emit(ir.b))
    case 'sameText': {
      const [a, b, negated] = [emit(ir.a), emit(ir.b), ir.negated]
      return (s, m, f) => (String(a(s, m, f)).toLowerCase() === String(b(s, m, f)).toLowerCase()) !== negated
    }
    case 'isNull': {
      const [a, negated] = [emit(ir.a), ir.negated]
      return (s, m, f) => ((a(s, m, f) ?? null) === null) !== negated
    }
    case 'arith': {
      const [a, b, at, run] = [emit(ir.a), emit(ir.b), ir.at, arithmetic[ir.int ? 'int' : 'double'][ir.operator]]
      return (s, m, f) => run(a(s, m, f) as number, b(s, m, f) as number, at)
    }
    case 'neg': {
      const a = emit(ir.a)
      return (s, m, f) => 0 - (a(s, m, f) as number)
    }
    case 'union': {
      const [a, b] = [emit(ir.a), emit(ir.b)]
      return (s, m, f) => (a(s, m, f) as number) | (b(s, m, f) as number)
    }
    case 'concat': {
      const [a, b, at] = [emit(ir.a), emit(ir.b), ir.at]
      return (s, m, f) => concat(a(s, m, f) as string, b(s, m, f) as string, at)
    }
    case 'text': {
      const [a, form] = [emit(ir.a), textForm[ir.from]]
      return (s, m, f) => form(a(s, m, f) as never)
    }
    case 'lenient': {
      const [a, read] = [emit(ir.a), lenient[ir.to]]
      return (s, m, f) => read(a(s, m, f))
    }
    case 'call': {
      const args = ir.args.map(emit)
      const { at, entry } = ir
      const run = entry.run as (...values: unknown[]) => unknown
      const values = (s: Scope, m: Memo, f: unknown[]): unknown[] => args.map(arg => arg(s, m, f))
      if (entry.needs === 'scope') return (s, m, f) => run(s, at, ...values(s, m, f))
      return entry.needs === 'at' ? (s, m, f) => run(at, ...values(s, m, f)) : (s, m, f) => run(...values(s, m, f))
    }
    case 'prop': {
      const [a, name] = [emit(ir.a), ir.name]
      return (s, m, f) => member(a(s, m, f), name)
    }
    case 'item': {
      const [a, index] = [emit(ir.a), emit(ir.index)]
      return (s, m, f) => item(a(s, m, f), index(s, m, f) as number)
    }
    case 'key': {
      const [a, name] = [emit(ir.a), emit(ir.name)]
      return (s, m, f) => member(a(s, m, f), name(s, m, f) as string)
    }
    case 'array': {
      const items = ir.items.map(emit)
      return (s, m, f) => items.map(each => each(s, m, f) ?? null)
    }
    case 'record': {
      const [items, keys] = [ir.items.map(emit), ir.keys]
      return (s, m, f) =>
        record(
          keys,
          items.map(each => each(s, m, f)),
        )
    }
    case 'guard': {
      const [a, how] = [emit(ir.a), ir.how]
      return (s, m, f) => guard(() => a(s, m, f), how)
    }
    case 'invoke': {
      const { property, site } = ir
      const args = ir.args.map(emit)
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
      const body = emit(ir.body)
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

/**
 * Emits the code of a function's property; attributes are those of the event, whatever rows the caller iterates over.
 */
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
