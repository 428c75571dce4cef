import {
  type CustomField,
  type CustomFieldType,
  compulsorySection,
  fieldNamePattern,
  isValueOfType,
  type SchemaSection,
  schemaLimits,
  sectionByName,
  sectionCatalogue,
} from '@assay/risk-service/contract/assessment-schemas'
import { type Evidence, evidenceOf, type ObservedField, observeFields } from './observe-fields.ts'
import { impersonalValues } from './personal-values.ts'

/** A custom field that a set of events suggests. */
export interface FieldDraft {
  /** Its names in the events, joined by dots. */
  source: string
  name: string
  evidence: Evidence
  type: CustomFieldType
  required: boolean
  /** Why the field cannot be taken over. */
  issue: 'name' | 'depth' | null
  /** Its values are of types that have no common one. */
  mixed: boolean
  fields: readonly FieldDraft[]
}
/** A section of standard fields that a set of events suggests. */
export interface SectionDraft {
  section: string
  /** The name of the object in the events. */
  source: string
  evidence: Evidence
  /** Standard fields that the events contain. */
  fields: readonly { path: string; evidence: Evidence }[]
}
export interface SchemaDraft {
  /** Number of events. */
  total: number
  sections: readonly SectionDraft[]
  custom: readonly FieldDraft[]
}

/** Fewer events than these are no evidence that a field is always there. */
const leastForRequired = 10
/** Fields of an object of another name that make it a section. */
const leastOfSection = { count: 3, share: 0.6 }

/** Drafts a schema from events: what they contain, how often, and what that suggests. */
export function draftSchema(events: readonly Readonly<Record<string, unknown>>[]): SchemaDraft {
  const sections: SectionDraft[] = []
  const custom: FieldDraft[] = []
  const total = events.length
  for (const field of observeFields(events).values()) {
    const section = findSection(field)
    if (field.name === 'custom' && field.types.has('Object'))
      custom.push(...draftFields(field.fields, 'custom', 1, events.length, total))
    else if (section) {
      sections.push({
        section: section.name,
        source: field.name,
        evidence: evidenceOf(field),
        fields: standardFields(section, field),
      })
      // What a section of the same name lacks can only be a custom field.
      const names = new Set(section.fields.map(({ path }) => path))
      const others = new Map([...field.fields].filter(([name]) => !names.has(name)))
      // Custom fields stand beside the sections: a call without the section lacks them, too.
      custom.push(...draftFields(others, field.name, 1, events.length, total))
    } else custom.push(draftField(field, field.name, 1, events.length, total))
  }
  return { total, sections, custom }
}

/** The section that an object is: by its name, or by the names of its fields. */
function findSection({ name, fields, types }: ObservedField): SchemaSection | undefined {
  if (fields.size === 0 || ![...types.keys()].every(type => type === 'Object' || type === 'Array')) return undefined
  const matchesOf = (section: SchemaSection) => section.fields.filter(({ path }) => fields.has(path)).length
  const named = sectionByName.get(name)
  if (named && matchesOf(named) > 0) return named
  const [best] = sectionCatalogue
    .filter(
      section => section.name !== compulsorySection && types.has(section.name === 'productList' ? 'Array' : 'Object'),
    )
    .map(section => ({ section, matches: matchesOf(section) }))
    .toSorted((a, b) => b.matches - a.matches)
  return best && best.matches >= leastOfSection.count && best.matches / fields.size >= leastOfSection.share
    ? best.section
    : undefined
}

const standardFields = (section: SchemaSection, field: ObservedField): SectionDraft['fields'] =>
  section.fields.flatMap(({ path, type }) => {
    const [first = '', ...rest] = path.split('.')
    const at = rest.reduce<ObservedField | undefined>((found, name) => found?.fields.get(name), field.fields.get(first))
    return at === undefined || type === 'Object' ? [] : [{ path, evidence: evidenceOf(at) }]
  })

const draftFields = (
  fields: ReadonlyMap<string, ObservedField>,
  source: string,
  depth: number,
  parents: number,
  total: number,
): FieldDraft[] =>
  [...fields.values()].map(field => draftField(field, `${source}.${field.name}`, depth, parents, total))

function draftField(field: ObservedField, source: string, depth: number, parents: number, total: number): FieldDraft {
  const evidence = evidenceOf(field)
  const { type, mixed } = commonType(evidence)
  return {
    source,
    name: field.name,
    evidence,
    type,
    mixed,
    required: total >= leastForRequired && field.present === parents,
    issue: depth > schemaLimits.depth ? 'depth' : fieldNamePattern.test(field.name) ? null : 'name',
    fields: type === 'Object' ? draftFields(field.fields, source, depth + 1, field.present, total) : [],
  }
}

const texts: ReadonlySet<CustomFieldType> = new Set(['String', 'DateTime', 'Email', 'IPAddress'])

/** The narrowest type of all values; of values without one, the most frequent type. */
function commonType({ types }: Evidence): { type: CustomFieldType; mixed: boolean } {
  const names = types.map(([type]) => type)
  const [first = 'String'] = names
  if (names.length <= 1) return { type: first, mixed: false }
  if (names.every(type => type === 'Integer' || type === 'Double')) return { type: 'Double', mixed: false }
  if (names.every(type => texts.has(type))) return { type: 'String', mixed: false }
  return { type: first, mixed: true }
}

/** What a person chose for a field; absent: as drafted. */
export interface FieldChoice {
  included?: boolean
  type?: CustomFieldType
  required?: boolean
}

export const isIncluded = (draft: FieldDraft, choice: FieldChoice | undefined): boolean =>
  draft.issue === null && (choice?.included ?? true)

/** Returns the fields that are taken over, with the choices of a person by the source of a field. */
export function acceptFields(drafts: readonly FieldDraft[], choices: ReadonlyMap<string, FieldChoice>): CustomField[] {
  return drafts.flatMap((draft): CustomField[] => {
    const choice = choices.get(draft.source)
    if (!isIncluded(draft, choice)) return []
    const type = choice?.type ?? draft.type
    const sample = type === 'Object' ? undefined : sampleOf(draft, type)
    return [
      {
        name: draft.name,
        friendlyName: friendlyNameOf(draft.name),
        type,
        ...(sample === undefined ? {} : { sample }),
        ...((choice?.required ?? draft.required) ? { required: true } : {}),
        ...(type === 'Object' ? { fields: acceptFields(draft.fields, choices) } : {}),
      },
    ]
  })
}

/** A value of the events that is not about anybody, as a schema is not. */
function sampleOf({ source, evidence }: FieldDraft, type: CustomFieldType): unknown {
  // Email and IP addresses are hidden among other texts as well: what some values are, the field may be about.
  const isPersonal = [type, ...evidence.types.map(([each]) => each)].some(
    each => each === 'Email' || each === 'IPAddress',
  )
  if (isPersonal || type === 'Array') return undefined
  return impersonalValues(source, evidence.examples).find(
    each => isValueOfType(type, each) && JSON.stringify(each).length <= schemaLimits.sample,
  )
}

/** `lockerId` is `Locker id`. */
const friendlyNameOf = (name: string): string => {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase()
  return words === '' ? name : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
