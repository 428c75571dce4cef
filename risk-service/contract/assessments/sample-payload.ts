import type { AssessmentTemplateName } from './assessment-definitions.ts'
import type { AssessmentSchema, CustomField } from './custom-fields.ts'
import { isSectionRequired, type StandardField, sectionByName } from './section-catalogue.ts'
import { sectionSamples } from './section-samples.ts'

/** Which fields of a schema a payload contains. */
export const payloadFilters = ['all', 'required', 'searchable'] as const
export type PayloadFilter = (typeof payloadFilters)[number]
type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a custom field without a sample. */
const emptyValues: Readonly<Record<CustomField['type'], unknown>> = {
  String: '',
  Integer: 0,
  Double: 0,
  Boolean: false,
  DateTime: '2026-01-15T10:24:00Z',
  Array: [],
  Object: {},
  Email: 'name@mail.example',
  IPAddress: '203.0.113.84',
}

/**
 * Returns the payload that a schema describes, made of sample values: all of it, what calls without are refused, or what
 * searches can filter by.
 */
export function samplePayload(
  { sections, custom }: AssessmentSchema,
  template: AssessmentTemplateName,
  filter: PayloadFilter = 'all',
): Json {
  const payload: Json = {}
  for (const section of sectionByName.values()) {
    if (!sections.includes(section.name)) continue
    if (filter === 'required' && !isSectionRequired(template, section.name)) continue
    const value = pickSection(sectionSamples[section.name], section.fields, filter)
    if (value !== undefined) payload[section.name] = value
  }
  const own = pickCustom(custom, filter)
  if (Object.keys(own).length > 0) payload['custom'] = own
  return payload
}

function pickSection(sample: unknown, fields: readonly StandardField[], filter: PayloadFilter): unknown {
  if (filter === 'all') return sample
  if (Array.isArray(sample)) {
    const items = sample.map(each => pickSection(each, fields, filter)).filter(each => each !== undefined)
    return items.length > 0 ? items : undefined
  }
  const picked: Json = {}
  for (const { path, type, required, searchable } of fields) {
    if (type === 'Object' || !(filter === 'required' ? required : searchable)) continue
    const names = path.split('.')
    // A field of an optional block is not needed when the block is absent.
    if (filter === 'required' && names.length > 1) continue
    const value = names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), sample)
    let target = picked
    for (const name of names.slice(0, -1)) {
      const inner = target[name]
      target = target[name] = isObject(inner) ? inner : {}
    }
    target[names.at(-1) ?? path] = value
  }
  return Object.keys(picked).length > 0 ? picked : undefined
}

function pickCustom(fields: readonly CustomField[], filter: PayloadFilter): Json {
  const picked: Json = {}
  for (const field of fields) {
    const matches = filter === 'all' || (filter === 'required' ? field.required : field.searchable) === true
    if (field.type === 'Object') {
      // Below an optional object nothing is needed.
      const inner = filter === 'required' && !matches ? {} : pickCustom(field.fields ?? [], filter)
      if (matches || Object.keys(inner).length > 0) picked[field.name] = inner
    } else if (matches) picked[field.name] = field.sample ?? emptyValues[field.type]
  }
  return picked
}
