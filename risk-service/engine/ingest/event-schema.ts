/** The part of JSON Schema (draft 2020-12 with Assay's `x-` keywords) that the event schemas use. */
export interface EventSchema {
  type?: string | readonly string[]
  format?: string
  enum?: readonly string[]
  const?: string
  anyOf?: readonly EventSchema[]
  minLength?: number
  maxLength?: number
  maxProperties?: number
  $ref?: string
  properties?: Readonly<Record<string, EventSchema>>
  additionalProperties?: boolean | EventSchema
  items?: EventSchema
  required?: readonly string[]
  description?: string
  default?: unknown
  $defs?: Readonly<Record<string, EventSchema>>
  'x-format'?: string
  'x-aliases'?: readonly string[]
  'x-known-values'?: readonly string[]
  'x-value-aliases'?: Readonly<Record<string, string>>
  'x-ordinals'?: boolean
  'x-case-insensitive'?: boolean
  'x-never-stored'?: boolean
}

/** Follows `$ref` into `$defs`; keywords beside the reference win. */
export function resolveReference(schema: EventSchema, root: EventSchema): EventSchema {
  if (schema.$ref === undefined) return schema
  const name = schema.$ref.split('/').at(-1) ?? ''
  const target = root.$defs?.[name]
  if (target === undefined) throw new Error(`schema reference ${schema.$ref} leads nowhere`)
  const { $ref: _reference, ...beside } = schema
  return { ...target, ...beside }
}
