import type { SlotTable } from '../lower/ir.ts'
import type { Slot, SlotType } from '../runtime/read-attribute.ts'
import type { Scope } from '../types/scope-types.ts'
import { runtime } from './code-runtime.ts'

/*
 * Generates the functions that read all attributes of a slot table once per event.
 */

const literal = (value: unknown): string => JSON.stringify(value)

const typeofBySlotType: Partial<Record<SlotType, string>> = { Double: 'number', String: 'string', Bool: 'boolean' }

/** Builds the function that reads every attribute of the table once per event. */
export function emitMemoReader(table: SlotTable): (scope: Scope) => unknown {
  let built = -1
  let build: (scope: Scope) => unknown = () => null
  return scope => {
    // The slots are complete only after every rule of the set has been lowered; the first event builds the reader.
    if (built !== table.slots.length) {
      built = table.slots.length
      build = generateMemoReader(table)
      table.memoToLists = generateMemoLists(table)
    }
    scope.memo = build(scope)
    scope.memoOwner = table
    return scope.memo
  }
}

function generateMemoReader(table: SlotTable): (scope: Scope) => unknown {
  const words = Math.ceil(table.slots.length / 32)
  const lines = table.slots.map((slot, index) => `let a${index}=${emitSlotRead(slot, index)};`)
  const fixes = table.slots.map((slot, index) => {
    const cross =
      slot.quoted && slot.as !== 'json'
        ? `if(typeof a${index}==='object'&&a${index}!==null&&(a${index}===R.CROSS||Array.isArray(a${index}))){if(a${index}===R.CROSS||a${index}.length>0)k${index >> 5}|=${1 << (index & 31)};a${index}=R.convert(R.readFirst(e,T.slots[${index}],true),${literal(slot.as)})}else `
        : ''
    const kind = typeofBySlotType[slot.as]
    if (slot.as === 'json' || !slot.quoted) return ''
    return `${cross}${kind === undefined ? '' : `if(typeof a${index}!==${literal(kind)})`}a${index}=R.convert(a${index},${literal(slot.as)});`
  })
  const names = [
    ...table.slots.map((_, index) => `a${index}`),
    ...Array.from({ length: words }, (_, word) => `k${word}`),
  ]
  const source = `"use strict";
const p=R.property,h=Object.hasOwn;
function n(o,i){return o===R.CROSS?o:Array.isArray(o)?o[i]:undefined}
return function(s){const e=s.event;let ${['x', ...Array.from({ length: words }, (_, word) => `k${word}=0`)].join(',')};
${lines.join('\n')}
${fixes.join('\n')}
return {${names.join(',')}}}`
  const make = new Function('R', 'T', source) as (...args: unknown[]) => (scope: Scope) => unknown
  return make(runtime, table)
}

/** Generates the function that turns the result of the reader into lists, at its first use. */
function generateMemoLists(table: SlotTable): SlotTable['memoToLists'] {
  let list: SlotTable['memoToLists'] | null = null
  return memo => {
    if (list === null) {
      const values = table.slots.map((_, index) => `m.a${index}`)
      const crossed = table.slots.map((_, index) => `(m.k${index >> 5}&${1 << (index & 31)})!==0`)
      list = new Function(
        'm',
        `"use strict";return {values:[${values.join(',')}],crossed:[${crossed.join(',')}]}`,
      ) as SlotTable['memoToLists']
    }
    return list(memo)
  }
}

/** Returns one inline property load per step; every other case uses the slow reader. */
function emitSlotRead(slot: Slot, index: number): string {
  if (slot.as === 'json' || !slot.quoted) return `R.readSlot(e,T.slots[${index}]).value`
  const steps = slot.steps.map(step => {
    if (typeof step === 'number') return `x=n(x,${step})`
    const key = literal(step)
    if (step === 'length' || /^\d/.test(step)) return `x=p(x,${key})`
    return `x=typeof x==='object'&&x!==null&&h(x,${key})?x[${key}]:p(x,${key})`
  })
  return `(x=e,${[...steps, 'x'].join(',')})`
}
