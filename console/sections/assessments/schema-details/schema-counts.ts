import {
  type AssessmentSchema,
  type CustomField,
  countFields,
  sectionByName,
} from '@assay/risk-service/contract/assessment-schemas'

/** Returns how many fields a schema has, and how many of them calls must contain where the block around them is sent. */
export function countSchema({ sections, custom }: AssessmentSchema): { fields: number; required: number } {
  const standard = sections.flatMap(name => sectionByName.get(name)?.fields ?? [])
  return {
    fields: standard.length + countFields(custom),
    required: standard.filter(({ required }) => required).length + countRequired(custom),
  }
}

const countRequired = (fields: readonly CustomField[]): number =>
  fields.reduce((sum, { required, fields: inner = [] }) => sum + (required ? 1 : 0) + countRequired(inner), 0)

/** Returns how many sections and fields differ between two schemas. */
export function countChanges(before: AssessmentSchema, after: AssessmentSchema): number {
  const sections = after.sections.filter(name => !before.sections.includes(name)).length
  return sections + changedFields(before.custom, after.custom)
}

function changedFields(before: readonly CustomField[], after: readonly CustomField[]): number {
  const stored = new Map(before.map(field => [field.name, field]))
  return after.reduce((sum, { fields = [], ...field }) => {
    const { fields: former = [], ...own } = stored.get(field.name) ?? {}
    return sum + (isSameField(own, field) ? 0 : 1) + changedFields(former, fields)
  }, 0)
}

const isSameField = (before: Partial<CustomField>, after: Omit<CustomField, 'fields'>): boolean =>
  before.name === after.name &&
  (before.friendlyName ?? '') === (after.friendlyName ?? '') &&
  (before.required ?? false) === (after.required ?? false) &&
  (before.searchable ?? false) === (after.searchable ?? false) &&
  JSON.stringify(before.sample) === JSON.stringify(after.sample)
