import type { CustomField } from '../../contract/assessments/custom-fields.ts'
import type { EventSchema } from '../ingest/event-schema.ts'
import { observationSchemas, schemas } from '../ingest/event-schemas.ts'
import { type Observation, type TenantAssessment, withCustomFields } from './tenant-assessment.ts'

/** Returns the schema of an observation event: the block of its template, and the tenant's own fields. */
export const observationSchemaOf = ({ template, custom = [] }: Pick<Observation, 'template' | 'custom'>): EventSchema =>
  extended(observationSchemas[template], custom)

/** Returns the schema of the labels of an assessment. */
export const labelSchemaOf = ({ labelFields }: Pick<TenantAssessment, 'labelFields'>): EventSchema =>
  extended(schemas.observationLabel, labelFields)

/** Without own fields, the schema of the template itself: what is compiled of it serves all assessments. */
const extended = (schema: EventSchema, custom: readonly CustomField[]): EventSchema =>
  custom.length === 0 ? schema : withCustomFields(schema, custom)
