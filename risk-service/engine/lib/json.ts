export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {})
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** Fields sent replace stored ones, fields absent are kept, objects merge, lists replace. */
export function mergeDeep(stored: Json, sent: Json): Json {
  const out: Json = { ...stored }
  for (const [key, value] of Object.entries(sent)) {
    const before = out[key]
    out[key] = isObject(before) && isObject(value) ? mergeDeep(before, value) : value
  }
  return out
}

/** Without the fields that are undefined. */
export function present(object: Json): Json {
  const out: Json = {}
  for (const [key, value] of Object.entries(object)) if (value !== undefined) out[key] = value
  return out
}

/** As deep as a value of a rule may be: what is much deeper can be read, and not be written. */
export const deepestJson = 1000
/** Whether a value has more levels than that. */
export const isTooDeep = (value: unknown, levels = deepestJson): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(each => isTooDeep(each, levels - 1)))
