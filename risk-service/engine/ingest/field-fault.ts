import type { FieldFault } from '../types/inputs-and-results.ts'
import { type EventSchema, resolveReference } from './event-schema.ts'

/** Receives the first fault of a body, and all messages without names that the sender chose. */
export type ReportFault = (fault: FieldFault, logged: string[]) => void

/**
 * Returns a path of a body as the schema names it. Names that only the body has may be personal data, and are left
 * out: the path ends with `*` instead.
 */
export function schemaFieldOf(path: string, root: EventSchema): string {
  if (path === '(root)') return ''
  let schema: EventSchema | undefined = resolveReference(root, root)
  let field = ''
  for (const step of path.match(/[^.[\]]+|\[\d+\]/g) ?? []) {
    const isElement = step.startsWith('[')
    const next: EventSchema | undefined = isElement ? schema?.items : schema?.properties?.[step]
    if (next === undefined) return field === '' ? '*' : `${field}.*`
    schema = resolveReference(next, root)
    field = isElement ? `${field}[]` : field === '' ? step : `${field}.${step}`
  }
  return field
}

/** Returns the first fault of a body: missing fields are named first in its messages. */
export function firstFault(
  schema: EventSchema,
  missing: ReadonlyMap<string, readonly string[]>,
  wrong: Iterable<readonly [path: string, rule: string]>,
): FieldFault | null {
  for (const [path, [name]] of missing) {
    if (name === undefined) continue
    return { field: schemaFieldOf(path === '(root)' ? name : `${path}.${name}`, schema), rule: 'required' }
  }
  for (const [path, rule] of wrong) return { field: schemaFieldOf(path, schema), rule }
  return null
}
