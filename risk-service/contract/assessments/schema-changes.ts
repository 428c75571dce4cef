import type { AssessmentSchema, CustomField } from './custom-fields.ts'

/** A change of a schema that events or texts can feel: names and samples are none. */
export interface SchemaChange {
  /** `field` and `section` are added; `required` became so; `removed` and `type` are refused on a live assessment. */
  kind: 'section' | 'field' | 'required' | 'removed' | 'type'
  /** Name of the section, or path below the body. */
  path: string
}

/** Returns the changes from one schema to another, sections first. A field that is added is one change with all in it. */
export function schemaChangesOf(before: AssessmentSchema, after: AssessmentSchema): SchemaChange[] {
  const sections = (kind: SchemaChange['kind'], from: AssessmentSchema, to: AssessmentSchema): SchemaChange[] =>
    to.sections.filter(name => !from.sections.includes(name)).map(path => ({ kind, path }))
  return [
    ...sections('section', before, after),
    ...sections('removed', after, before),
    ...fieldChangesOf(before.custom, after.custom, 'custom'),
  ]
}

/** Returns the changes of own fields, by their path below `parent`. */
export function fieldChangesOf(
  before: readonly CustomField[],
  after: readonly CustomField[],
  parent = 'custom',
): SchemaChange[] {
  const stored = new Map(before.map(field => [field.name, field]))
  const names = new Set(after.map(({ name }) => name))
  return [
    ...after.flatMap((field): SchemaChange[] => {
      const path = `${parent}.${field.name}`
      const former = stored.get(field.name)
      if (former === undefined) return [{ kind: 'field', path }]
      if (former.type !== field.type) return [{ kind: 'type', path }]
      return [
        ...(field.required === true && former.required !== true ? [{ kind: 'required' as const, path }] : []),
        ...fieldChangesOf(former.fields ?? [], field.fields ?? [], path),
      ]
    }),
    ...before
      .filter(({ name }) => !names.has(name))
      .map(({ name }): SchemaChange => ({ kind: 'removed', path: `${parent}.${name}` })),
  ]
}

/** Returns the schema with one of its changes alone. */
export function withSchemaChange(
  before: AssessmentSchema,
  after: AssessmentSchema,
  { kind, path }: SchemaChange,
): AssessmentSchema {
  const [first = '', ...names] = path.split('.')
  if (first !== 'custom' || names.length === 0)
    return {
      ...before,
      sections: kind === 'removed' ? before.sections.filter(name => name !== path) : [...before.sections, path],
    }
  return { ...before, custom: withField(before.custom, after.custom, names, kind) }
}

function withField(
  before: readonly CustomField[],
  after: readonly CustomField[],
  [name = '', ...inner]: readonly string[],
  kind: SchemaChange['kind'],
): CustomField[] {
  const changed = after.find(field => field.name === name)
  if (inner.length > 0)
    return before.map(field =>
      field.name === name
        ? { ...field, fields: withField(field.fields ?? [], changed?.fields ?? [], inner, kind) }
        : field,
    )
  if (kind === 'removed' || changed === undefined) return before.filter(field => field.name !== name)
  if (kind === 'field') return [...before, changed]
  return before.map(field =>
    field.name !== name ? field : kind === 'required' ? { ...field, required: true } : changed,
  )
}
