import { amountField, maxAmountFields } from '../../contract/assessments/assessment-definitions.ts'
import { type EventSchema, resolveReference } from '../ingest/event-schema.ts'
import { type Json, objectOf } from '../lib/json.ts'

/** Reads the fields whose sum is the amount of an event in reports; the field of the template, unless chosen. */
export function readAmountFields(settings: Json): readonly string[] {
  const { amountFields } = objectOf(settings.reports)
  const chosen = Array.isArray(amountFields)
    ? amountFields.filter((field): field is string => typeof field === 'string').slice(0, maxAmountFields)
    : []
  return chosen.length === 0 ? [amountField] : chosen
}

/** Returns the paths of the numbers of a schema, without those of its metadata. */
export function numberFieldsOf(schema: EventSchema, root: EventSchema = schema): string[] {
  return Object.entries(resolveReference(schema, root).properties ?? {}).flatMap(([name, property]) => {
    if (name === 'metadata') return []
    const { type, properties } = resolveReference(property, root)
    if (properties !== undefined) return numberFieldsOf(property, root).map(field => `${name}.${field}`)
    return type === 'number' || type === 'integer' ? [name] : []
  })
}
