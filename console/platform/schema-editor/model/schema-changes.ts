import type { AssessmentSchema, CustomField } from '@assay/risk-service/contract/assessment-schemas'
import { sectionCatalogue } from '@assay/risk-service/contract/assessment-schemas'

/** Names from the outermost field to the field itself. */
export type FieldPath = readonly string[]

/** A custom field with its path, as a row of the editor. */
export interface FieldRow {
  path: FieldPath
  field: CustomField
}

/** The fields in document order, each before those inside it. */
export const flattenFields = (fields: readonly CustomField[], parent: FieldPath = []): FieldRow[] =>
  fields.flatMap(field => {
    const path = [...parent, field.name]
    return [{ path, field }, ...flattenFields(field.fields ?? [], path)]
  })

/** The field at a path; undefined without one. */
export function fieldAt(fields: readonly CustomField[], [name, ...rest]: FieldPath): CustomField | undefined {
  const found = fields.find(each => each.name === name)
  return rest.length === 0 ? found : found && fieldAt(found.fields ?? [], rest)
}

/** The fields inside the field at a path; an empty path: all of the outermost level. */
export const fieldsIn = (fields: readonly CustomField[], parent: FieldPath): readonly CustomField[] =>
  parent.length === 0 ? fields : (fieldAt(fields, parent)?.fields ?? [])

/** Changes the list of fields inside the field at a path. */
function changeIn(
  fields: readonly CustomField[],
  [name, ...rest]: FieldPath,
  change: (inside: readonly CustomField[]) => readonly CustomField[],
): readonly CustomField[] {
  if (name === undefined) return change(fields)
  return fields.map(each =>
    each.name === name ? { ...each, fields: changeIn(each.fields ?? [], rest, change) } : each,
  )
}

const withCustom = (schema: AssessmentSchema, custom: readonly CustomField[]): AssessmentSchema => ({
  ...schema,
  custom,
})

/** Adds a field inside the field at a path, at the end. */
export const addField = (schema: AssessmentSchema, parent: FieldPath, field: CustomField): AssessmentSchema =>
  withCustom(
    schema,
    changeIn(schema.custom, parent, inside => [...inside, field]),
  )

export const replaceField = (schema: AssessmentSchema, path: FieldPath, field: CustomField): AssessmentSchema =>
  withCustom(
    schema,
    changeIn(schema.custom, path.slice(0, -1), inside =>
      inside.map(each => (each.name === path.at(-1) ? field : each)),
    ),
  )

export const removeField = (schema: AssessmentSchema, path: FieldPath): AssessmentSchema =>
  withCustom(
    schema,
    changeIn(schema.custom, path.slice(0, -1), inside => inside.filter(each => each.name !== path.at(-1))),
  )

/** Adds sections, in the order of the catalogue. */
export function addSections(schema: AssessmentSchema, names: readonly string[]): AssessmentSchema {
  const present = new Set([...schema.sections, ...names])
  return { ...schema, sections: sectionCatalogue.map(({ name }) => name).filter(name => present.has(name)) }
}

export const removeSection = (schema: AssessmentSchema, name: string): AssessmentSchema => ({
  ...schema,
  sections: schema.sections.filter(each => each !== name),
})
