import type { Json } from '../../../engine/lib/json.ts'

/** A rule with the clauses that ran, as an answer lists them. */
export interface FormerEvaluation {
  rule: string
  clauses: readonly string[]
}

/** What the former system answered. */
export interface FormerAnswer {
  /** The decision in its words. */
  word: string
  /** Null: no rule decided. Undefined: the answer does not name rules. */
  rule: string | null | undefined
  clause: string | null
  risk: number | null
  bot: number | null
  /** In the order in which they ran; null when the answer does not list them. */
  evaluations: readonly FormerEvaluation[] | null
  deviceAttributes: Json
}

/** An event of the file with its answer. */
export interface FormerEvent {
  /** Milliseconds. */
  at: number
  /** Built-in event types in lower case, else the API name of the assessment. */
  eventType: string
  /** As the file names it; null when it does not. */
  environmentId: string | null
  /** As JSON: many events wait for their turn. */
  request: string
  /** The request has the exported columns only, so that required fields may be absent. */
  isPartial: boolean
  answer: FormerAnswer
}

/** Why an entry of the file is not replayed. */
export type EntryFault = 'dataEvent' | 'noAnswer' | 'noTime' | 'unknownType'

const builtInTypes = new Set(['purchase', 'signup', 'signin', 'accountcreation', 'accountlogin'])
/** Returns the event type of an assessment: built-in ones in lower case, API names as they are. */
export const eventTypeOf = (name: string): string => (builtInTypes.has(name.toLowerCase()) ? name.toLowerCase() : name)
export const isBuiltInType = (name: string): boolean => builtInTypes.has(name.toLowerCase())

export type EntryFormat = 'eventTracing' | 'searchExport' | 'apiLog'

/** Returns a member of an object without regard to letter case; of several names the first that has a value. */
export function memberOf(object: unknown, ...names: readonly string[]): unknown {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined
  const members = object as Json
  for (const name of names) if (members[name] != null) return members[name]
  const keys = Object.keys(members)
  for (const name of names) {
    const lower = name.toLowerCase()
    const key = keys.find(each => each.toLowerCase() === lower && members[each] != null)
    if (key !== undefined) return members[key]
  }
  return undefined
}

/** Returns the value of a text that contains JSON; other values as they are. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** An event that was sent so much later (ms) than its request states is one of the past: it happened when it states. */
const lateMs = 86_400_000

/** Returns the time of an event: when it was decided, unless it was sent long afterwards; null without one. */
export function eventTimeOf(decided: unknown, request: unknown): number | null {
  const at = timeOf(decided)
  if (at === null) return null
  const metadata = memberOf(request, 'metadata')
  const stated = timeOf(memberOf(request, 'merchantLocalDate') ?? memberOf(metadata, 'timestamp', 'customerLocalDate'))
  return stated !== null && at - stated > lateMs ? stated : at
}

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Returns a number, also one that is written as a text. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : null
}

/** The years 1 to 9999: the database and JSON refuse what others are written as. */
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/**
 * Returns the milliseconds of a time in ISO 8601, with or without a zone (UTC), or of a number; null for others, and
 * outside of the years 1 to 9999.
 */
export function timeOf(value: unknown): number | null {
  const at = millisecondsOf(value)
  return at !== null && at >= earliest && at <= latest ? at : null
}

function millisecondsOf(value: unknown): number | null {
  if (typeof value === 'number') return value > 1e11 ? value : value * 1000
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return null
  const hasZone = /(z|[+-]\d\d:?\d\d)$/i.test(value.slice(10))
  const at = Date.parse(hasZone ? value : value.length > 10 ? `${value.replace(' ', 'T')}Z` : value)
  return Number.isNaN(at) ? null : at
}
