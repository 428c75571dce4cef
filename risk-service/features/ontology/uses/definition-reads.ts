import type { FieldUse } from '../../../contract/ontology/ontology.ts'
import type { FieldUserKind } from '../../../contract/ontology/ontology-definitions.ts'
import { numberFieldsOf } from '../../../engine/assessments/amount-fields.ts'
import type { TenantAssessment } from '../../../engine/assessments/tenant-assessment.ts'

/** Kinds of uses in the definition of an assessment, apart from texts. */
type DefinitionKind = Extract<FieldUserKind, 'assessment' | 'observation' | 'dataFilter' | 'amount' | 'observedField'>

/** A field that the definition of an assessment reads. */
export interface DefinitionRead {
  kind: DefinitionKind
  /** Name of the assessment, or API name of its observation. */
  name: string
  event: string
  path: string
  /** Null: it is read whatever is switched on. */
  status: FieldUse['status']
}

type Reader = (assessment: TenantAssessment) => readonly DefinitionRead[]

/** What each property of an assessment reads of its events: a new property compiles only with its reader, or none. */
const readers: Readonly<Record<keyof TenantAssessment, Reader | null>> = {
  id: null,
  environmentId: null,
  kind: null,
  template: null,
  apiName: null,
  formerNames: null,
  friendlyName: null,
  // What events have, and no use of it.
  schema: null,
  sample: null,
  labelFields: null,
  schemaVersion: null,
  hasLabel: null,
  subjects: assessment => assessment.subjects.map(path => ownRead(assessment, 'assessment', path, null)),
  observations: ({ apiName, observations }) =>
    observations.map(observation => ({
      kind: 'observation',
      name: observation.apiName,
      event: `${apiName}:${observation.apiName}`,
      path: 'metadata.primaryEventId',
      status: null,
    })),
  search: null,
  cases: null,
  reports: null,
  amounts: null,
  amountFields: assessment => {
    // The field of the template is the amount also of a schema without it.
    const numbers = assessment.amounts ? new Set(numberFieldsOf(assessment.schema)) : new Set()
    return assessment.amountFields
      .filter(path => numbers.has(path))
      .map(path => ownRead(assessment, 'amount', path, statusOf(assessment)))
  },
  // Attributes that the product derives.
  reportFilters: null,
  dataFilters: assessment =>
    assessment.dataFilters.map(path => ownRead(assessment, 'dataFilter', path, statusOf(assessment))),
  observedFields: assessment =>
    assessment.observedFields.flatMap(({ event, field }): DefinitionRead[] =>
      // Labels are no event of the ontology of an assessment of the tenant.
      event === null
        ? []
        : [
            {
              ...ownRead(assessment, 'observedField', field, statusOf(assessment)),
              event: `${assessment.apiName}:${event}`,
            },
          ],
    ),
  scored: null,
  keyCallId: null,
}

const ownRead = (
  { apiName, friendlyName }: TenantAssessment,
  kind: DefinitionKind,
  path: string,
  status: FieldUse['status'],
): DefinitionRead => ({ kind, name: friendlyName, event: apiName, path, status })

/** Reports read nothing while they are switched off. */
const statusOf = ({ reports }: TenantAssessment): 'active' | 'inactive' => (reports ? 'active' : 'inactive')

/** Returns what an assessment itself reads: its data subject, the event that an observation is about, its reports. */
export const definitionReadsOf = (assessment: TenantAssessment): DefinitionRead[] =>
  Object.values(readers).flatMap(reader => reader?.(assessment) ?? [])
