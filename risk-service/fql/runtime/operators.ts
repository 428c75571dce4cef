import { fail, limitText } from './evaluation-error.ts'

/** The language has one zero: adding it turns minus zero into zero. */
const finiteNumber = (value: number, at: number): number => (Number.isFinite(value) ? value + 0 : fail('FQL4002', at))
const safeInteger = (value: number, at: number): number =>
  Number.isSafeInteger(value) ? value + 0 : fail('FQL4002', at)

/** Arithmetic by operator; with `int`, whole numbers stay exact, otherwise the result must be finite. */
export const arithmetic = {
  int: {
    '+': (a: number, b: number, at: number): number => safeInteger(a + b, at),
    '-': (a: number, b: number, at: number): number => safeInteger(a - b, at),
    '*': (a: number, b: number, at: number): number => safeInteger(a * b, at),
    '/': (a: number, b: number, at: number): number =>
      b === 0 ? fail('FQL4001', at) : safeInteger(Math.trunc(a / b), at),
    '%': (a: number, b: number, at: number): number => (b === 0 ? fail('FQL4001', at) : safeInteger(a % b, at)),
  },
  double: {
    '+': (a: number, b: number, at: number): number => finiteNumber(a + b, at),
    '-': (a: number, b: number, at: number): number => finiteNumber(a - b, at),
    '*': (a: number, b: number, at: number): number => finiteNumber(a * b, at),
    '/': (a: number, b: number, at: number): number => (b === 0 ? fail('FQL4001', at) : finiteNumber(a / b, at)),
    '%': (a: number, b: number, at: number): number => (b === 0 ? fail('FQL4001', at) : finiteNumber(a % b, at)),
  },
} as const

export const concat = (a: string, b: string, at: number): string => limitText(a + b, at)

/** Returns a JSON element or property; an absent one is null, never an error. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  if (Object.hasOwn(value, name)) return (value as Record<string, unknown>)[name] ?? null
  const lower = name.toLowerCase()
  for (const key of Object.keys(value))
    if (key.toLowerCase() === lower) return (value as Record<string, unknown>)[key] ?? null
  return null
}
export const item = (value: unknown, index: number): unknown =>
  Array.isArray(value) ? ((value[index] as unknown) ?? null) : null

/** Sets an own property, whatever its name. */
export function defineOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value
}

/** Returns an object of the given pairs; safe for any key. */
export function record(keys: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (let i = 0; i < keys.length; i++) defineOwn(result, keys[i] ?? '', values[i] ?? null)
  return result
}

const unset = Symbol('unset')
export const newFrame = (size: number): unknown[] => new Array<unknown>(size).fill(unset)
/** Returns a LET value; FQL4005 when its LET failed or was not reached. */
export const local = (frame: readonly unknown[], index: number, at: number): unknown =>
  frame[index] === unset ? fail('FQL4005', at) : frame[index]
