import { z } from 'zod'
import { fieldsSchema } from '../../contract/assessments/assessment-inputs.ts'
import { parseTenantAssessment, type TenantAssessment } from '../../engine/assessments/tenant-assessment.ts'
import {
  type ObservationTemplate,
  observationSchemas,
  templateSchemas,
  type WizardTemplate,
} from '../../engine/ingest/event-schemas.ts'
import { isObject } from '../../engine/lib/json.ts'
import type { Db } from '../../ports/database.ts'
import type { NewAssessment } from './create-assessment.ts'

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as [Key, ...Key[]]
/** A wizard assessment without its place: the definition from which another one can be created. */
export const definitionSchema = z.object({
  template: z.enum(keysOf<WizardTemplate>(templateSchemas)),
  apiName: z.string().max(60),
  friendlyName: z.string().max(60),
  schema: fieldsSchema,
  observations: z
    .array(
      z.object({
        apiName: z.string().max(60),
        friendlyName: z.string().max(60).optional(),
        template: z.enum(keysOf<ObservationTemplate>(observationSchemas)),
        custom: fieldsSchema.shape.custom.optional(),
      }),
    )
    .max(100),
  hasLabel: z.boolean(),
  /** Sharing, sample response, data subjects, features. */
  settings: z.record(z.string(), z.unknown()),
  sample: z.record(z.string(), z.unknown()),
})
export type AssessmentDefinition = z.infer<typeof definitionSchema>

/** Returns the wizard assessments created in this environment itself, by name; and whether a custom one exists. */
export async function loadDefinitions(
  db: Db,
  environmentId: string,
): Promise<{ definitions: AssessmentDefinition[]; legacy: boolean }> {
  const rows = await db
    .selectFrom('assessment')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .orderBy('api_name')
    .execute()
  return {
    legacy: rows.some(({ kind }) => kind === 'custom'),
    definitions: rows
      .filter(({ kind }) => kind === 'wizard')
      .map(row =>
        definitionSchema.parse({
          template: row.template,
          apiName: row.api_name,
          friendlyName: row.friendly_name,
          schema: row.schema,
          observations: row.observations,
          hasLabel: row.has_label,
          settings: isObject(row.settings) ? row.settings : {},
          sample: row.sample,
        }),
      ),
  }
}

/** Returns the assessment that a definition would create in a root environment. */
export function toNewAssessment(
  definition: AssessmentDefinition,
  address: Pick<NewAssessment, 'id' | 'environmentId' | 'author'>,
): NewAssessment {
  const { dataSubjectIds, ...settings } = definition.settings
  const ids = Array.isArray(dataSubjectIds) ? dataSubjectIds.filter((id): id is string => typeof id === 'string') : []
  return { ...definition, ...address, kind: 'wizard', settings, dataSubjectIds: ids }
}

/** Returns the assessment of a definition in the form that the engine and its rules read. */
export function toTenantAssessment(
  { template, apiName, friendlyName, schema, settings, observations, hasLabel, sample }: AssessmentDefinition,
  environmentId: string,
): TenantAssessment {
  return parseTenantAssessment({
    id: '',
    environment_id: environmentId,
    kind: 'wizard',
    template,
    api_name: apiName,
    friendly_name: friendlyName,
    schema,
    settings,
    observations,
    has_label: hasLabel,
    sample,
  })
}
