import { type CustomFieldType, typeOfValue } from '@assay/risk-service/contract/assessment-schemas'

/** What a set of events contains at one place. */
export interface Evidence {
  /** Events with a value there. */
  present: number
  /** Types of the values, the most frequent first, with their numbers. */
  types: readonly (readonly [CustomFieldType, number])[]
  /** Different values, at most three. */
  examples: readonly unknown[]
}

/** A place in the events, and what is inside. */
export interface ObservedField {
  name: string
  present: number
  types: Map<CustomFieldType, number>
  examples: unknown[]
  /** Fields of its objects, also of those in lists. */
  fields: Map<string, ObservedField>
}

const exampleCount = 3

/** Counts what a set of events contains; null counts as nothing. */
export function observeFields(events: readonly Readonly<Record<string, unknown>>[]): Map<string, ObservedField> {
  const fields = new Map<string, ObservedField>()
  for (const event of events) observe(event, fields)
  return fields
}

function observe(body: Readonly<Record<string, unknown>>, fields: Map<string, ObservedField>): void {
  for (const [name, value] of Object.entries(body)) {
    if (value === null || value === undefined) continue
    let field = fields.get(name)
    if (!field) {
      field = { name, present: 0, types: new Map(), examples: [], fields: new Map() }
      fields.set(name, field)
    }
    const type = typeOfValue(value)
    field.present += 1
    field.types.set(type, (field.types.get(type) ?? 0) + 1)
    if (type === 'Object') observe(value as Record<string, unknown>, field.fields)
    else {
      if (field.examples.length < exampleCount && !field.examples.some(each => isSame(each, value)))
        field.examples.push(value)
      const [first] = Array.isArray(value) ? (value as unknown[]) : []
      // The first element stands for all of a list.
      if (typeOfValue(first) === 'Object' && first !== undefined && first !== null)
        observe(first as Record<string, unknown>, field.fields)
    }
  }
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

export const evidenceOf = ({ present, types, examples }: ObservedField): Evidence => ({
  present,
  types: [...types].toSorted(([, a], [, b]) => b - a),
  examples,
})
