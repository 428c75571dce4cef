import type { FactValue } from '../values/value-search.tsx'

type Json = Readonly<Record<string, unknown>>

/** A value of the request with its place in it: `user.language`. */
export interface RequestFact {
  path: string
  value: FactValue
  /** Its place in the whole request, by which it is searched; absent where nothing is searched by it. */
  field?: string
}

/** An object of the request that has no card of its own, with its values; a list has one entry for each element. */
export interface RequestSection {
  name: string
  entries: readonly (readonly RequestFact[])[]
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isFact = (value: unknown): value is FactValue =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.trim() !== '')

/** Deeper objects are shown with the JSON of the request. */
const maxDepth = 4

/**
 * Returns the values of an object of the request in their order, without empty ones.
 * @param omit names of its values that are shown elsewhere
 * @param nested also the values of objects and lists in it
 * @param at place of the object in the request; empty for the request itself
 */
export function requestFacts(
  source: Json,
  {
    omit,
    nested = false,
    prefix = '',
    at,
  }: { omit?: ReadonlySet<string>; nested?: boolean; prefix?: string; at?: string } = {},
): RequestFact[] {
  return Object.entries(source).flatMap(([name, value]): RequestFact[] => {
    if (omit?.has(name) === true) return []
    const path = `${prefix}${name}`
    const field = at === undefined ? {} : { field: at === '' ? path : `${at}.${path}` }
    if (isFact(value)) return [{ path, value, ...field }]
    if (!nested || path.split('.').length > maxDepth) return []
    if (isObject(value)) return requestFacts(value, { nested, prefix: `${path}.`, ...(at === undefined ? {} : { at }) })
    if (!Array.isArray(value)) return []
    const plain = value.filter(isFact)
    return plain.length > 0 ? [{ path, value: plain.map(String).join(', ') }] : []
  })
}

/** Objects of the request that other cards show, and those whose values stand with the event itself. */
const shownElsewhere: ReadonlySet<string> = new Set([
  'user',
  'deviceContext',
  'device',
  'paymentInstrumentList',
  'paymentInstruments',
  'productList',
  'shippingAddress',
  'metadata',
  '_metadata',
])

/** Returns the objects and lists of the request that no other card shows, in their order. */
export const requestSections = (request: Json): RequestSection[] =>
  Object.entries(request).flatMap(([name, value]) => {
    if (shownElsewhere.has(name)) return []
    const objects = isObject(value) ? [value] : Array.isArray(value) ? value.filter(isObject) : []
    const entries = objects
      .map(object => requestFacts(object, { nested: true, prefix: `${name}.`, at: '' }))
      .filter(facts => facts.length > 0)
    return entries.length > 0 ? [{ name, entries }] : []
  })
