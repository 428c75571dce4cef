import type { SlotTable } from '../lower/ir.ts'
import { tick } from '../runtime/budget.ts'
import { lenient } from '../runtime/convert.ts'
import { fail } from '../runtime/evaluation-error.ts'
import { arithmetic, concat, item, local, member, record } from '../runtime/operators.ts'
import { anyElement, CROSS, convert, property, readFirst, readSlot } from '../runtime/read-attribute.ts'
import { guard, invoke } from '../runtime/read-resource.ts'
import type { Scope } from '../types/scope-types.ts'
import { textForm } from './emit-closures.ts'
import { argumentFrame, frameOf } from './frames.ts'
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

/** Everything that generated code may use. */
export const runtime = {
  arithInt: arithmetic.int,
  arithDouble: arithmetic.double,
  concat,
  item,
  member,
  record,
  local,
  lenient,
  textForm,
  fail,
  nothing,
  commit,
  decide,
  route,
  drained,
  drainedErrors,
  resumed,
  stopped,
  stoppedCondition,
  tick,
  frameOf,
  argumentFrame,
  guard,
  invoke,
  property,
  CROSS,
  convert,
  readFirst,
  readSlot,
  any: (
    scope: Scope,
    table: SlotTable,
    slots: readonly number[],
    at: number,
    memo: Record<string, unknown>,
    frame: unknown[],
    body: (scope: Scope, memo: Record<string, unknown>, frame: unknown[]) => boolean,
  ): boolean =>
    anyElement(
      scope,
      slots.flatMap(slot => table.slots[slot] ?? []),
      at,
      row => {
        const bound = { ...memo }
        slots.forEach((slot, index) => {
          bound[`a${slot}`] = row[index]
          const word = `k${slot >> 5}`
          bound[word] = (bound[word] as number) & ~(1 << (slot & 31))
        })
        return body(scope, bound, frame)
      },
    ),
}
