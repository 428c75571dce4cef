import {
  maxObservedFields,
  type ObservedField,
  parseObservedField,
} from '../../contract/assessments/observed-fields.ts'
import { isPersonalPath, personalFieldOf } from '../../contract/common/personal-data.ts'
import { type EventSchema, resolveReference } from '../ingest/event-schema.ts'
import { type ObservationTemplate, observationSchemas, schemas } from '../ingest/event-schemas.ts'
import { type Json, objectOf } from '../lib/json.ts'

/** Fields that say of what or when an event is, or that are as many as there are events. */
const unusedNames: ReadonlySet<string> = new Set([
  'labelObjectType',
  'labelObjectId',
  'reasonText',
  'statusDate',
  'amount',
  'mrn',
])
const customField = /^custom(\.[A-Za-z_]\w{0,63}){1,5}$/

/** Reads the fields of observations and labels whose values reports of an assessment show: none with personal data. */
export function readObservedFields(settings: Json): readonly ObservedField[] {
  const { observed } = objectOf(settings.reports)
  if (!Array.isArray(observed)) return []
  return observed
    .flatMap(key => (typeof key === 'string' ? (parseObservedField(key) ?? []) : []))
    .filter(({ field }) => !isPersonalPath(field))
    .slice(0, maxObservedFields)
}

/** What an assessment receives about its events. */
interface Observed {
  observations: readonly { apiName: string; template: ObservationTemplate }[]
  hasLabel: boolean
}

/** Returns the fields of the schemas of observations and labels of which reports can show the values. */
export function observableFieldsOf({ observations, hasLabel }: Observed): ObservedField[] {
  const label = schemas.observationLabel
  const ofLabel = label.properties?.label
  return [
    ...observations.flatMap(({ apiName, template }) =>
      fieldsOf(observationSchemas[template], observationSchemas[template]).map(field => ({ event: apiName, field })),
    ),
    ...(hasLabel && ofLabel !== undefined ? fieldsOf(ofLabel, label).map(field => ({ event: null, field })) : []),
  ]
}

/** Whether reports can show a field: one of the schemas, or a field of the merchant's own without personal data. */
export function isObservable(assessment: Observed, { event, field }: ObservedField): boolean {
  const isReceived =
    event === null ? assessment.hasLabel : assessment.observations.some(({ apiName }) => apiName === event)
  if (!isReceived) return false
  if (customField.test(field)) return !isPersonalPath(field)
  return observableFieldsOf(assessment).some(each => each.event === event && each.field === field)
}

/** Returns the paths of the texts and switches of a schema. */
function fieldsOf(schema: EventSchema, root: EventSchema): string[] {
  return Object.entries(resolveReference(schema, root).properties ?? {}).flatMap(([name, property]) => {
    if (name === 'metadata' || name === 'custom') return []
    const { type, format, properties } = resolveReference(property, root)
    if (properties !== undefined) return fieldsOf(property, root).map(field => `${name}.${field}`)
    const isShown = (type === 'string' && format === undefined) || type === 'boolean'
    return isShown && !unusedNames.has(name) && personalFieldOf(name) === null ? [name] : []
  })
}
