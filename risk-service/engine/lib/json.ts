export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {})
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/**
 * Merges sent fields into stored ones: sent fields replace stored ones, absent fields are retained, objects are merged,
 * lists replaced.
 */
export function mergeDeep(stored: Json, sent: Json): Json {
  const out: Json = { ...stored }
  for (const [key, value] of Object.entries(sent)) {
    const before = out[key]
    out[key] = isObject(before) && isObject(value) ? mergeDeep(before, value) : value
  }
  return out
}

/** Returns the object without undefined fields. */
export function present(object: Json): Json {
  const out: Json = {}
  for (const [key, value] of Object.entries(object)) if (value !== undefined) out[key] = value
  return out
}

/** Maximum depth of a value of a rule: a much deeper value can be parsed, but not serialised. */
export const deepestJson = 1000
/** Returns whether a value has more levels. */
export const isTooDeep = (value: unknown, levels = deepestJson): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(each => isTooDeep(each, levels - 1)))
