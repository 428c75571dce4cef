import { minDate, parseDate } from './dates.ts'
import { fail } from './evaluation-error.ts'

/** Types that raw JSON can be read as. */
export type ReadType = 'Bool' | 'Int' | 'Double' | 'String' | 'DateTime'

const integerText = /^[+-]?\d+$/
const decimalText = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/** Rounds half to even. */
export function halfEven(value: number): number {
  const floor = Math.floor(value)
  const rest = value - floor
  return rest < 0.5 ? floor : rest > 0.5 ? floor + 1 : floor % 2 === 0 ? floor : floor + 1
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
const int32 = (value: number): number | undefined =>
  value >= -2_147_483_648 && value <= 2_147_483_647 ? value + 0 : undefined

/** The five conversions: they return the value, the type's default for missing or blank, undefined for unreadable. */
export const conversions = {
  Bool: (value: unknown): boolean | undefined => {
    if (typeof value === 'boolean') return value
    if (typeof value === 'number') return value !== 0
    if (isBlank(value)) return false
    if (typeof value !== 'string') return undefined
    const text = value.trim().toLowerCase()
    return text === 'true' ? true : text === 'false' ? false : undefined
  },
  Int: (value: unknown): number | undefined => {
    if (typeof value === 'number') return int32(halfEven(value))
    if (typeof value === 'boolean') return value ? 1 : 0
    if (isBlank(value)) return 0
    return typeof value === 'string' && integerText.test(value.trim()) ? int32(Number(value.trim())) : undefined
  },
  Double: (value: unknown): number | undefined => {
    if (typeof value === 'number') return value
    if (typeof value === 'boolean') return value ? 1 : 0
    if (isBlank(value)) return 0
    if (typeof value !== 'string' || !decimalText.test(value.trim())) return undefined
    const number = Number(value.trim())
    return Number.isFinite(number) ? number : undefined
  },
  String: (value: unknown): string | undefined => toText(value),
  DateTime: (value: unknown): number | undefined =>
    isBlank(value) ? minDate : typeof value === 'string' ? parseDate(value) : undefined,
} as const

/**
 * Returns the text form of a JSON value: scalars as the language prints them, objects and arrays as compact JSON, null
 * as empty text.
 */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return String(value + 0)
  return jsonText(value)
}

/** Maximum of nodes and characters of a JSON value that leaves an expression, shared parts counted each time. */
const jsonLimits = { nodes: 100_000, text: 2_000_000, depth: 1000 }

/** Returns the value; one that is too large, or nested too deeply to be serialised, is FQL4006. */
export function limitJsonSize(at: number, value: unknown): unknown {
  let { nodes, text } = jsonLimits
  const stack: unknown[] = [value]
  const depths: number[] = [0]
  while (stack.length > 0) {
    const next = stack.pop()
    const depth = depths.pop() ?? 0
    if (typeof next === 'string') text -= next.length
    if (typeof next === 'object' && next !== null) {
      for (const key in next) {
        if (!Array.isArray(next)) text -= key.length
        nodes--
        stack.push((next as Record<string, unknown>)[key])
        depths.push(depth + 1)
        if (nodes < 0) break
      }
    }
    if (nodes < 0 || text < 0 || depth > jsonLimits.depth) return fail('FQL4006', at)
  }
  return value
}

/** Returns compact JSON of a value that is not too large. */
export const jsonText = (value: unknown, at = 0): string => JSON.stringify(limitJsonSize(at, value))

/** Implicit reading: unreadable becomes the default. */
export const lenient = {
  Bool: (value: unknown): boolean => conversions.Bool(value) ?? false,
  Int: (value: unknown): number => conversions.Int(value) ?? 0,
  Double: (value: unknown): number => conversions.Double(value) ?? 0,
  String: toText,
  DateTime: (value: unknown): number => conversions.DateTime(value) ?? minDate,
} as const

/** Explicit reading: unreadable is FQL4003. */
export const explicitConversions = {
  Bool: (at: number, value: unknown): boolean => conversions.Bool(value) ?? fail('FQL4003', at),
  Int: (at: number, value: unknown): number => conversions.Int(value) ?? fail('FQL4003', at),
  Double: (at: number, value: unknown): number => conversions.Double(value) ?? fail('FQL4003', at),
  String: (at: number, value: unknown): string =>
    typeof value === 'object' && value !== null ? jsonText(value, at) : toText(value),
  DateTime: (at: number, value: unknown): number => conversions.DateTime(value) ?? fail('FQL4003', at),
} as const

function parseJson(text: string, at: number): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return fail('FQL4003', at)
  }
}

export function asArray(at: number, value: unknown): unknown {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  if (value.trim() === '') return []
  const parsed = parseJson(value, at)
  return Array.isArray(parsed) ? parsed : [parsed]
}

export function asObject(at: number, value: unknown): unknown {
  if (value === undefined || value === null) return {}
  if (typeof value === 'object') return value
  if (typeof value !== 'string') return fail('FQL4003', at)
  if (value.trim() === '') return {}
  const parsed = parseJson(value, at)
  return typeof parsed === 'object' && parsed !== null ? parsed : fail('FQL4003', at)
}
