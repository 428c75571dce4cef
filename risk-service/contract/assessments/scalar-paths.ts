import type { AssessmentSchema, CustomField } from './custom-fields.ts'
import { sectionByName } from './section-catalogue.ts'

/** Returns the paths of the fields with one plain value, each of which can identify a data subject. */
export function scalarPaths({ sections, custom }: AssessmentSchema): string[] {
  const standard = sections.flatMap(section =>
    // Products are a list: a path into it leads to several values.
    section === 'productList'
      ? []
      : (sectionByName.get(section)?.fields ?? [])
          .filter(({ type }) => type !== 'Object' && type !== 'Array')
          .map(({ path }) => `${section}.${path}`),
  )
  return [...standard, ...ownPaths(custom, 'custom')]
}

const ownPaths = (fields: readonly CustomField[], parent: string): string[] =>
  fields.flatMap(({ name, type, fields: inner = [] }) =>
    type === 'Object' ? ownPaths(inner, `${parent}.${name}`) : type === 'Array' ? [] : [`${parent}.${name}`],
  )
