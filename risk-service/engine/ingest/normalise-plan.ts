import { type EventSchema, resolveReference } from './event-schema.ts'
import { isNeverStored, mayHoldCardNumber } from './sensitive-data.ts'

/** `within`: an object beside it that the field belongs to. */
interface Field {
  name: string
  lower: string
  isNeverStored: boolean
  plan: Plan
  within?: string
}
export type Plan =
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

/** Compiles how the values of a schema are normalised. */
export function createPlan(raw: EventSchema, root: EventSchema, lowerKey: string, plans: Map<string, Plan>): Plan {
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
