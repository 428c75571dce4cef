import type { Attribute } from '../../engine/ingest/attributes.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import { requireSearchable, searchableTypes } from './event-types.ts'
import { fieldCatalogueOf } from './fields/field-catalogue.ts'
import type { CatalogueField, FieldCatalogue } from './fields/field-types.ts'

type Assessments = Pick<RuleEngine, 'assessments'>

/** Returns the same fields, with no value of a case that is in one of these queues. */
export function withoutQueues(catalogue: FieldCatalogue, hidden: readonly string[]): FieldCatalogue {
  if (hidden.length === 0) return catalogue
  const limited = <T extends CatalogueField | null>(field: T): T =>
    field?.source.kind === 'case' ? { ...field, source: { ...field.source, hidden } } : field
  return { ...catalogue, fields: catalogue.fields.map(limited), find: id => limited(catalogue.find(id)) }
}

/** Types of events that can be searched in these environments. */
export const typesIn = (scope: readonly string[], engine: Assessments) =>
  searchableTypes(scope, environmentId => engine.assessments(environmentId))

/**
 * Returns the fields of events of a type; those of a tenant assessment as the nearest environment defines
 * it, for a former API name the same.
 * @throws ValidationError for a type that cannot be searched
 */
export function catalogueIn(scope: readonly string[], engine: Assessments, eventType: string): FieldCatalogue {
  const types = typesIn(scope, engine)
  requireSearchable(types, eventType)
  const present = types.find(({ key }) => key === eventType)?.formerOf ?? eventType
  return fieldCatalogueOf(eventType, (): readonly Attribute[] => {
    const assessment = scope
      .flatMap(environmentId => [...engine.assessments(environmentId)])
      .find(({ key }) => key === present)
    return [...(assessment?.check.attributes.values() ?? [])]
  })
}
