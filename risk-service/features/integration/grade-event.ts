import type { EventGrade } from '../../contract/index.ts'
import { isObject } from '../../engine/lib/json.ts'

/** A rule with the paths of the fields that it reads. */
export interface RuleReads {
  id: string
  paths: readonly string[]
}

/**
 * Grades what was sent by what rules read: which of the fields are there, and how many rules would see more with each
 * part of the body that lacks some. A field of a list is there when an element has it.
 */
export function gradeEvent(sent: unknown, rules: readonly RuleReads[]): EventGrade {
  const fields = new Map<string, { path: string; rules: Set<string> }>()
  for (const { id, paths } of rules)
    for (const path of paths) {
      const key = path.toLowerCase()
      const field = fields.get(key) ?? { path, rules: new Set<string>() }
      field.rules.add(id)
      fields.set(key, field)
    }
  const missing = [...fields.values()].filter(({ path }) => !hasValue(sent, path.toLowerCase().split('.')))
  const parts = new Map<string, { fields: string[]; rules: Set<string> }>()
  for (const field of missing) {
    const [name = ''] = field.path.split('.')
    const part = parts.get(name) ?? { fields: [], rules: new Set<string>() }
    part.fields.push(field.path)
    for (const rule of field.rules) part.rules.add(rule)
    parts.set(name, part)
  }
  return {
    rules: rules.filter(({ paths }) => paths.length > 0).length,
    fields: fields.size,
    present: fields.size - missing.length,
    missing: [...parts]
      .map(([part, { fields: names, rules: readers }]) => ({ part, fields: names.toSorted(), rules: readers.size }))
      .toSorted((a, b) => b.rules - a.rules || b.fields.length - a.fields.length || (a.part < b.part ? -1 : 1)),
  }
}

/** Whether a value is at the path, whose names are in lower case. An empty text or object is none; false and 0 are values. */
function hasValue(value: unknown, path: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some(each => hasValue(each, path))
  const [name, ...rest] = path
  if (name === undefined)
    return isObject(value) ? Object.keys(value).length > 0 : value !== undefined && value !== null && value !== ''
  if (!isObject(value)) return false
  return Object.entries(value).some(([key, inner]) => key.toLowerCase() === name && hasValue(inner, rest))
}
