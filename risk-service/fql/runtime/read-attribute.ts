import type { Scope } from '../types/scope-types.ts'
import { lenient } from './convert.ts'
import { fail, maxSteps } from './evaluation-error.ts'

/** One step of a path: a property or an element. */
export type PathStep = string | number
/**
 * The type of a slot; `lower` is text in lower case (value lists ignore case), `json` reads only element 0 of crossed
 * arrays.
 */
export type SlotType = 'Bool' | 'Int' | 'Double' | 'String' | 'DateTime' | 'lower' | 'exists' | 'raw' | 'json'
export interface Slot {
  path: string
  quoted: boolean
  steps: readonly PathStep[]
  as: SlotType
}

/** Splits `a.b[0].c`; null when the text is no path (such a path is always missing). */
export function parseAttributePath(path: string): PathStep[] | null {
  const steps: PathStep[] = []
  for (const segment of path.split('.')) {
    const found = /^([^[\]]*)((?:\[\d+\])*)$/.exec(segment)
    if (found === null || segment === '') return null
    if (found[1] !== undefined && found[1] !== '') steps.push(found[1])
    for (const index of (found[2] ?? '').matchAll(/\d+/g)) steps.push(Number(index[0]))
  }
  return steps
}

/** Marks a path that goes through an array without an index. */
export const CROSS: object = Object.freeze(Object.create(null) as object)

/**
 * Returns a property: exact name first, then ignoring case. For an array returns the crossing mark (or undefined when
 * empty).
 */
export function property(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null) return undefined
  if (object === CROSS) return CROSS
  if (Array.isArray(object)) return object.length === 0 ? undefined : CROSS
  if (Object.hasOwn(object, name)) return (object as Record<string, unknown>)[name]
  const lower = name.toLowerCase()
  for (const key of Object.keys(object))
    if (key.length === name.length && key.toLowerCase() === lower) return (object as Record<string, unknown>)[key]
  return undefined
}

const elementAt = (value: unknown, index: number): unknown =>
  value === CROSS ? CROSS : Array.isArray(value) ? value[index] : undefined

/** Finds the first occurrence of a name: top level first, then depth first in document order. */
function findAttribute(event: unknown, name: string): unknown {
  if (typeof event !== 'object' || event === null) return undefined
  if (!Array.isArray(event)) {
    const top = property(event, name)
    if (top !== undefined) return top
  }
  const lower = name.toLowerCase()
  const stack: unknown[] = [event]
  while (stack.length > 0) {
    const next = stack.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Array.isArray(next)) {
      for (let i = next.length - 1; i >= 0; i--) stack.push(next[i])
      continue
    }
    if (next instanceof CachedPath) {
      if (next.key.toLowerCase() === lower) return next.value
      stack.push(next.value)
      continue
    }
    const entries = Object.entries(next)
    for (let i = entries.length - 1; i >= 0; i--) {
      const entry = entries[i]
      if (entry !== undefined) stack.push(new CachedPath(entry[0], entry[1]))
    }
  }
  return undefined
}

/** A pending property of the depth-first walk. */
class CachedPath {
  readonly key: string
  readonly value: unknown
  constructor(key: string, value: unknown) {
    this.key = key
    this.value = value
  }
}

/** Returns the value at a path; the crossing mark where the path needs an index. */
export function readPath(event: unknown, slot: Pick<Slot, 'path' | 'quoted' | 'steps'>): unknown {
  if (!slot.quoted) return findAttribute(event, slot.path)
  let value = event
  for (const step of slot.steps) value = typeof step === 'number' ? elementAt(value, step) : property(value, step)
  return value
}

/** Returns the value at a path with element 0 wherever an index is missing. */
export function readFirst(event: unknown, slot: Pick<Slot, 'path' | 'quoted' | 'steps'>, unwrap: boolean): unknown {
  let value: unknown = event
  if (!slot.quoted) value = findAttribute(event, slot.path)
  else
    for (const step of slot.steps) {
      if (typeof step === 'string') while (Array.isArray(value)) value = value[0]
      value = typeof step === 'number' ? elementAt(value, step) : property(value, step)
    }
  if (unwrap) while (Array.isArray(value)) value = value[0]
  return value
}

/** Converts a raw value to the type of its slot. Never fails. */
export function convert(value: unknown, as: SlotType): unknown {
  switch (as) {
    case 'raw':
    case 'json':
      return value
    case 'exists':
      return value !== undefined && value !== null
    case 'lower':
      return lenient.String(value).toLowerCase()
    default:
      return lenient[as](value)
  }
}

/** Returns the value of a slot for an event, and whether an un-indexed array was crossed. */
export function readSlot(event: unknown, slot: Slot): { value: unknown; crossed: boolean } {
  if (slot.as === 'json') return { value: readFirst(event, slot, false), crossed: false }
  const raw = readPath(event, slot)
  if (raw === CROSS || Array.isArray(raw))
    return {
      value: convert(readFirst(event, slot, true), slot.as),
      crossed: slot.quoted && (raw === CROSS || (raw as unknown[]).length > 0),
    }
  return { value: convert(raw, slot.as), crossed: false }
}

const maxCombinations = 1000

/**
 * The any-element rule: calls `test` with the slots' values for every combination of rows until it is true.
 * Slots that share an array move together. More than 1,000 combinations are FQL4006.
 */
export function anyElement(
  scope: Scope,
  slots: readonly Slot[],
  at: number,
  test: (values: readonly unknown[]) => boolean,
): boolean {
  const rows = new Map<string, number>()
  let count = 0
  const visitRows = (): boolean => {
    const values: unknown[] = []
    for (const slot of slots) {
      const open = resolveRow(scope.event, slot, rows)
      if (open.array === null) {
        values.push(convert(open.value, slot.as))
        continue
      }
      for (let i = 0; i < open.length; i++) {
        rows.set(open.array, i)
        if (visitRows()) return true
      }
      rows.delete(open.array)
      return false
    }
    scope.steps += 10
    if (++count > maxCombinations || scope.steps > maxSteps) return fail('FQL4006', at)
    return test(values)
  }
  return visitRows()
}

function resolveRow(
  event: unknown,
  slot: Slot,
  rows: ReadonlyMap<string, number>,
): { value: unknown; array: null } | { array: string; length: number } {
  let value: unknown = event
  let place = ''
  const enter = (): { array: string; length: number } | null => {
    while (Array.isArray(value)) {
      if (value.length === 0) {
        value = undefined
        return null
      }
      const row = rows.get(place)
      if (row === undefined) return { array: place, length: value.length }
      value = value[row]
      place += `[${row}]`
    }
    return null
  }
  if (!slot.quoted) return { value: readFirst(event, slot, true), array: null }
  for (const step of slot.steps) {
    if (typeof step === 'string') {
      const open = enter()
      if (open !== null) return open
      value = property(value, step)
      place += `.${step.toLowerCase()}`
    } else {
      value = elementAt(value, step)
      place += `[${step}]`
    }
  }
  return enter() ?? { value, array: null }
}
