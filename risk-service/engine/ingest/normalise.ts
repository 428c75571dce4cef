import { type EventSchema, resolveReference } from './event-schema.ts'
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

/** `within`: an object beside it that the field belongs to. */
interface Field {
  name: string
  lower: string
  isNeverStored: boolean
  plan: Plan
  within?: string
}
type Plan =
  | { kind: 'object'; exact: ReadonlyMap<string, Field>; folded: ReadonlyMap<string, Field>; keepKeys: boolean }
  | { kind: 'array'; item: Plan }
  | {
      kind: 'string'
      format: 'plain' | 'date-time' | 'ip-address'
      /** Returns a value of a list in its canonical spelling. */
      canonical: ((text: string) => string) | undefined
      mask: boolean
    }
  | { kind: 'number'; integer: boolean }
  | { kind: 'boolean' }
  | { kind: 'free'; mask: boolean }

const freePlan: Plan = { kind: 'free', mask: true }

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

function createPlan(raw: EventSchema, root: EventSchema, lowerKey: string, plans: Map<string, Plan>): Plan {
  const reference = raw.$ref
  const before = reference === undefined ? undefined : plans.get(reference)
  if (before !== undefined) return before
  const schema = resolveReference(raw, root)
  if (schema.type === 'object' || schema.properties !== undefined) {
    const exact = new Map<string, Field>()
    const folded = new Map<string, Field>()
    // Keys of custom data stay unchanged.
    const plan: Plan = { kind: 'object', exact, folded, keepKeys: schema.properties === undefined }
    if (reference !== undefined) plans.set(reference, plan)
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const lower = name.toLowerCase()
      const field: Field = {
        name,
        lower,
        isNeverStored: isNeverStored(lower),
        plan: createPlan(property, root, lower, plans),
      }
      exact.set(name, field)
      folded.set(lower, field)
      for (const alias of property['x-aliases'] ?? [])
        if (!folded.has(alias.toLowerCase())) folded.set(alias.toLowerCase(), field)
      if (name === 'trafficSource' && field.plan.kind === 'object')
        for (const inner of field.plan.exact.values()) folded.set(`${lower}-${inner.lower}`, { ...inner, within: name })
    }
    return plan
  }
  switch (schema.type) {
    case 'array':
      return {
        kind: 'array',
        item: schema.items === undefined ? freePlan : createPlan(schema.items, root, lowerKey, plans),
      }
    case 'string': {
      const format =
        schema.format === 'date-time' ? 'date-time' : schema['x-format'] === 'ip-address' ? 'ip-address' : 'plain'
      return { kind: 'string', format, canonical: compileSpelling(schema), mask: mayHoldCardNumber(lowerKey) }
    }
    case 'number':
    case 'integer':
      return { kind: 'number', integer: schema.type === 'integer' }
    case 'boolean':
      return { kind: 'boolean' }
    default:
      return freePlan
  }
}

const foldCase = (value: string): string => value.toLowerCase().replace(/[\s\-_]/g, '')

function enumValues(schema: EventSchema): ReadonlyMap<string, string> | undefined {
  const values = schema.enum ?? schema['x-known-values']
  if (values === undefined) return undefined
  const list = new Map(values.map(value => [foldCase(value), value]))
  for (const [alias, value] of Object.entries(schema['x-value-aliases'] ?? {})) list.set(foldCase(alias), value)
  if (schema['x-ordinals'] === true) values.forEach((value, ordinal) => list.set(String(ordinal), value))
  return list
}

/** Spellings that are cached for a list, and the longest of them: a longer text may be a part of one that it retains. */
const cached = { spellings: 256, length: 12 }

function compileSpelling(schema: EventSchema): ((text: string) => string) | undefined {
  const list = enumValues(schema)
  if (list === undefined) return undefined
  const spellings = new Map<string, string>()
  return text => {
    const before = spellings.get(text)
    if (before !== undefined) return before
    const value = list.get(foldCase(text)) ?? text
    if (text.length <= cached.length && spellings.size < cached.spellings) spellings.set(text, value)
    return value
  }
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
