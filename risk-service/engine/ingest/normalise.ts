import type { EventSchema } from './event-schema.ts'
import { createPlan, type Plan } from './normalise-plan.ts'
import { isNeverStored, maskCardNumber, mayHoldCardNumber, sanitiseText } from './sensitive-data.ts'

/** A fault found while normalising, before the schema validates. `path` as the API writes it. */
export interface NormaliseIssue {
  path: string
  message: string
}
export interface Normalised {
  value: Record<string, unknown>
  issues: NormaliseIssue[]
}

/** Accepted elements per array and levels of nesting. */
export const maxElements = 1000
export const maxDepth = 32

/**
 * Compiles a schema into a normaliser: key folding, nulls dropped, single objects wrapped, scalars read from the
 * spellings of real clients, lists in canonical spelling. Values that cannot be read are left unchanged, and the
 * validator names them. Values that must never be stored are dropped here, before any other code reads them.
 */
export function compileNormaliser(schema: EventSchema): (body: Record<string, unknown>) => Normalised {
  const plan = createPlan(schema, schema, '', new Map())
  return body => {
    const problems: NormaliseIssue[] = []
    const value = apply(plan, body, '', 0, problems) as Record<string, unknown>
    return { value, issues: problems }
  }
}

/** Where a normalised value is in its event, and how it is normalised; undefined for one that counts as absent. */
export interface FieldNormaliser {
  path: readonly string[]
  /** The values that the field has unchanged: those of this kind, a `time` in UTC with its seconds. */
  kind: 'text' | 'time' | 'number' | 'boolean' | 'other'
  /** Whether a text that is a card number is masked. */
  isMasked: boolean
  normalise: (value: unknown) => unknown
}

/**
 * Compiles the normaliser of single fields, for events that are made field by field: an event of normalised fields is
 * equal to the normalised event. In a path, `0` is the first element of a list. Null: the field is not stored.
 */
export function compileFieldNormaliser(schema: EventSchema): (path: readonly string[]) => FieldNormaliser | null {
  const root = createPlan(schema, schema, '', new Map())
  return path => {
    const found: string[] = []
    let plan: Plan = root
    for (const part of path) {
      const lower = part.toLowerCase()
      if (plan.kind === 'array') {
        found.push(part)
        plan = plan.item
        continue
      }
      const field = plan.kind === 'object' ? (plan.exact.get(part) ?? plan.folded.get(lower)) : undefined
      if (isNeverStored(field?.lower ?? lower)) return null
      found.push(field?.name ?? part)
      plan = field?.plan ?? { kind: 'free', mask: mayHoldCardNumber(lower) }
    }
    const last = plan
    const name = found.join('.')
    return { path: found, ...kindOf(last), normalise: value => apply(last, value, name, found.length, []) }
  }
}

function kindOf(plan: Plan): Pick<FieldNormaliser, 'kind' | 'isMasked'> {
  const isMasked = (plan.kind === 'string' || plan.kind === 'free') && plan.mask
  if (plan.kind === 'string')
    return { kind: plan.canonical !== undefined ? 'other' : plan.format === 'date-time' ? 'time' : 'text', isMasked }
  return { kind: plan.kind === 'number' || plan.kind === 'boolean' ? plan.kind : 'other', isMasked }
}

const child = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

/** Returns undefined for a value that counts as absent. */
function apply(plan: Plan, value: unknown, path: string, depth: number, problems: NormaliseIssue[]): unknown {
  if (value === null || value === undefined) return undefined
  if (depth > maxDepth) {
    problems.push({ path, message: `nested deeper than ${maxDepth} levels` })
    return undefined
  }
  switch (plan.kind) {
    case 'object':
      return isObject(value) ? objectOf(plan, value, path, depth, problems) : freeOf(value, path, depth, problems, true)
    case 'array':
      return arrayOf(plan.item, value, path, depth, problems)
    case 'string':
      return stringOf(plan, value, path, depth, problems)
    case 'number':
      return numberOf(value, plan.integer, path, depth, problems)
    case 'boolean':
      return booleanOf(value, path, depth, problems)
    case 'free':
      return freeOf(value, path, depth, problems, plan.mask)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectOf(
  plan: Extract<Plan, { kind: 'object' }>,
  value: Record<string, unknown>,
  path: string,
  depth: number,
  problems: NormaliseIssue[],
): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const key in value) {
    // The key would set the prototype instead of a property.
    if (key === '__proto__') continue
    let field = plan.exact.get(key)
    if (field === undefined) {
      const lower = key.toLowerCase()
      if (isNeverStored(lower)) continue
      field = plan.keepKeys ? undefined : plan.folded.get(lower)
      if (field === undefined) {
        const normalised = freeOf(value[key], child(path, key), depth + 1, problems, mayHoldCardNumber(lower))
        if (normalised !== undefined) out[sanitiseText(key)] = normalised
        continue
      }
    } else if (field.isNeverStored) continue
    const name = field.within === undefined ? field.name : `${field.within}.${field.name}`
    const result = apply(field.plan, value[key], path === '' ? name : `${path}.${name}`, depth + 1, problems)
    if (result === undefined) continue
    if (field.within === undefined) out[field.name] = result
    else
      out[field.within] = {
        ...(isObject(out[field.within]) ? (out[field.within] as Record<string, unknown>) : {}),
        [field.name]: result,
      }
  }
  return out
}

function arrayOf(item: Plan, value: unknown, path: string, depth: number, problems: NormaliseIssue[]): unknown {
  const list: unknown[] = Array.isArray(value) ? value : isObject(value) ? [value] : []
  if (list.length === 0 && !Array.isArray(value)) return freeOf(value, path, depth, problems, true)
  if (list.length > maxElements) {
    problems.push({ path, message: `more than ${maxElements} elements` })
    return undefined
  }
  const out: unknown[] = []
  for (const element of list) {
    const result = apply(item, element, `${path}[${out.length}]`, depth + 1, problems)
    if (result !== undefined) out.push(result)
  }
  return out
}

function stringOf(
  plan: Extract<Plan, { kind: 'string' }>,
  value: unknown,
  path: string,
  depth: number,
  problems: NormaliseIssue[],
): unknown {
  let text: string
  if (typeof value === 'string') text = sanitiseText(value)
  else if (typeof value === 'boolean') {
    if (!value && plan.format !== 'plain') return undefined
    text = String(value)
  } else if (typeof value === 'number') text = String(value)
  else return freeOf(value, path, depth, problems, plan.mask)
  if (plan.canonical !== undefined) return plan.canonical(text)
  if (plan.format === 'date-time') return dateTimeOf(text)
  return plan.mask && text.length >= 13 ? maskCardNumber(text) : text
}

const isoTime = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2})?([.,]\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/** The same without separators, the basic format of ISO 8601. */
const basicTime = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?:(\d{2})([.,]\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i
const extendedIsoTime = (text: string): string =>
  text.replace(
    basicTime,
    (
      _,
      year: string,
      month: string,
      day: string,
      hour: string,
      minute: string,
      second = '00',
      fraction = '',
      zone = '',
    ) => `${year}-${month}-${day}T${hour}:${minute}:${String(second)}${String(fraction)}${String(zone)}`,
  )

/** Returns ISO 8601 with its original offset; none means UTC. Text that is no time is left for the validator. */
function dateTimeOf(text: string): string {
  const match = isoTime.exec(text) ?? isoTime.exec(extendedIsoTime(text))
  if (match === null) return text
  const [, day, minute = '00:00', second = ':00', fraction = '', zone = 'Z'] = match
  const offset =
    zone.toUpperCase() === 'Z'
      ? 'Z'
      : zone.length === 3
        ? `${zone}:00`
        : zone.length === 5
          ? `${zone.slice(0, 3)}:${zone.slice(3)}`
          : zone
  // PostgreSQL and JavaScript both cut finer fractions than they store; no client sends more than nine digits.
  return `${day ?? ''}T${minute}${second}${fraction.replace(',', '.').slice(0, 10)}${offset}`
}

const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

function numberOf(value: unknown, integer: boolean, path: string, depth: number, problems: NormaliseIssue[]): unknown {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && numeric.test(value)) {
    const number = Number(value)
    if (Number.isFinite(number) && (!integer || Number.isInteger(number))) return number
  }
  return freeOf(value, path, depth, problems, true)
}

function booleanOf(value: unknown, path: string, depth: number, problems: NormaliseIssue[]): unknown {
  if (typeof value === 'boolean') return value
  if (value === 0 || value === 1) return value === 1
  if (typeof value === 'string') {
    const lower = value.toLowerCase()
    if (lower === 'true' || lower === 'false') return lower === 'true'
  }
  return freeOf(value, path, depth, problems, true)
}

/** Normalises a value without a plan: unchanged, but without nulls and with masked card numbers. */
function freeOf(value: unknown, path: string, depth: number, problems: NormaliseIssue[], mask: boolean): unknown {
  if (typeof value === 'string') return mask ? maskCardNumber(sanitiseText(value)) : sanitiseText(value)
  if (typeof value === 'number') {
    if (!mask || value < 1e12) return value
    const masked = maskCardNumber(String(value))
    return masked.includes('*') ? masked : value
  }
  if (typeof value === 'boolean') return value
  if (value === null || value === undefined) return undefined
  if (depth > maxDepth) {
    problems.push({ path, message: `nested deeper than ${maxDepth} levels` })
    return undefined
  }
  if (Array.isArray(value)) {
    if (value.length > maxElements) {
      problems.push({ path, message: `more than ${maxElements} elements` })
      return undefined
    }
    return value
      .map((element, index) => freeOf(element, `${path}[${index}]`, depth + 1, problems, mask))
      .filter(element => element !== undefined)
  }
  const out: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value as Record<string, unknown>)) {
    const lower = key.toLowerCase()
    if (key === '__proto__' || isNeverStored(lower)) continue
    const normalised = freeOf(inner, child(path, key), depth + 1, problems, mayHoldCardNumber(lower))
    if (normalised !== undefined) out[sanitiseText(key)] = normalised
  }
  return out
}
