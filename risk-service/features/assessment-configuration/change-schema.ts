import type { AssessmentConfiguration } from '../../contract/assessments/assessment-configuration.ts'
import type { AssessmentSchema, CustomField } from '../../contract/assessments/custom-fields.ts'
import { samplePayload } from '../../contract/assessments/sample-payload.ts'
import { type SchemaChange, schemaChangesOf } from '../../contract/assessments/schema-changes.ts'
import { isClientSideShape } from '../../engine/assessments/tenant-assessment.ts'
import type { WizardTemplate } from '../../engine/ingest/event-schemas.ts'
import { type Json, objectOf } from '../../engine/lib/json.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { AssessmentPlace } from '../assessments/find-assessment.ts'
import { assertValidFields, assertValidSections } from '../assessments/valid-schema.ts'
import { assertVersion, type ConfigurationCall, changeAssessment } from './configuration-call.ts'
import { readSettings } from './read-configuration.ts'
import { schemaOf } from './stored-schema.ts'

/**
 * Changes the schema of a live assessment: sections and fields are added, and names of stored fields stay. Events that
 * arrive afterwards are read with the new version. @throws ValidationError naming the field, ConflictError after
 * another change
 */
export function saveSchema(
  call: ConfigurationCall,
  { baseVersion, schema, ...place }: AssessmentPlace & { baseVersion: number; schema: AssessmentSchema },
): Promise<AssessmentConfiguration> {
  return changeAssessment(call, place, async (trx, row) => {
    const before = schemaOf(row)
    if (isSameJson(before, schema)) return null
    assertVersion(row.schema_version, baseVersion, row)
    assertValidSections(schema.sections)
    assertValidFields(schema.custom, ['schema', 'custom'])
    assertAdditive(schemaChangesOf(before, schema), ['schema'])
    const template = row.template as WizardTemplate
    if (!isClientSideShape(template, schema) && (await readSettings(trx, row)).keyCallId !== null)
      throw new ValidationError(
        ['schema'],
        'Client-side integration allows no other section and no custom field. Switch it off first.',
      )
    await trx
      .updateTable('assessment')
      .set({
        schema: JSON.stringify(schema),
        schema_version: row.schema_version + 1,
        sample: JSON.stringify(updatedSample(objectOf(row.sample), before, schema, template)),
      })
      .where('id', '=', row.id)
      .execute()
    return {
      before: { schema: before, schemaVersion: row.schema_version },
      after: { schema, schemaVersion: row.schema_version + 1 },
    }
  })
}

/** @throws ValidationError for a change that would take something from callers, texts or stored events */
export function assertAdditive(changes: readonly SchemaChange[], parent: readonly string[]): void {
  for (const { kind, path } of changes) {
    const at = [...parent, ...(path.includes('.') ? path.split('.') : ['sections', path])]
    if (kind === 'removed')
      throw new ValidationError(at, `${path} cannot be removed: events have it, and texts may read it.`)
    if (kind === 'type') throw new ValidationError(at, `The type of ${path} cannot change.`)
  }
}

/** Returns the payload sample for new rules: what was stored, and samples of what is new or was changed. */
function updatedSample(
  stored: Json,
  before: AssessmentSchema,
  schema: AssessmentSchema,
  template: WizardTemplate,
): Json {
  const made = samplePayload(schema, template)
  const custom = customSample(objectOf(stored.custom), objectOf(made.custom), before.custom, schema.custom)
  return { ...made, ...stored, ...(Object.keys(custom).length > 0 ? { custom } : {}) }
}

function customSample(stored: Json, made: Json, before: readonly CustomField[], fields: readonly CustomField[]): Json {
  const merged: Json = { ...made, ...stored }
  for (const { name, sample, fields: inner } of fields) {
    const former = before.find(each => each.name === name)
    if (inner !== undefined && inner.length > 0)
      merged[name] = customSample(objectOf(stored[name]), objectOf(made[name]), former?.fields ?? [], inner)
    else if (sample !== undefined) merged[name] = sample
    // A sample that was cleared leaves nothing of itself.
    else if (former?.sample !== undefined) merged[name] = made[name]
  }
  return merged
}
