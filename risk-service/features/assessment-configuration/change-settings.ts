import type {
  AssessmentConfiguration,
  AssessmentSettings,
} from '../../contract/assessments/assessment-configuration.ts'
import { scalarPaths } from '../../contract/assessments/scalar-paths.ts'
import { canHaveCases } from '../../engine/assessments/tenant-assessment.ts'
import type { WizardTemplate } from '../../engine/ingest/event-schemas.ts'
import { objectOf } from '../../engine/lib/json.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import { mergeSettings } from '../assessments/assessment-settings.ts'
import { assertValidClientSide } from '../assessments/client-side-integration.ts'
import type { AssessmentPlace, StoredAssessment } from '../assessments/find-assessment.ts'
import { saveRuleSettingsIn } from '../rules/settings.ts'
import { assertVersion, type ConfigurationCall, changeAssessment } from './configuration-call.ts'
import { readSettings } from './read-configuration.ts'
import { schemaOf } from './stored-schema.ts'

/**
 * Changes the settings of an assessment: data subject ids are added and stay, because what was stored can be found by
 * them. @throws ValidationError naming the field, ConflictError after another change
 */
export function saveSettings(
  call: ConfigurationCall,
  { baseVersion, body, ...place }: AssessmentPlace & { baseVersion: number; body: AssessmentSettings },
): Promise<AssessmentConfiguration> {
  return changeAssessment(call, place, async (trx, row) => {
    const before = await readSettings(trx, row)
    if (isSameJson(before, body)) return null
    assertVersion(row.configuration_version, baseVersion, row)
    assertPossible(row, before, body)
    const stored = objectOf(row.settings)
    const clientSideIntegration = { enabled: body.keyCallId !== null, externalCallId: body.keyCallId }
    const requested = { environmentId: row.environment_id, template: row.template as WizardTemplate | null }
    await assertValidClientSide(trx, { ...requested, settings: { clientSideIntegration } }, schemaOf(row))
    const features = { ...objectOf(stored.features), caseManagement: body.caseManagement, search: body.search }
    const changes = {
      features,
      dataSubjectIds: body.dataSubjectIds,
      clientSideIntegration,
      // Data subject requests do not find earlier events by a field that is added.
      dataSubjectSince: {
        ...objectOf(stored.dataSubjectSince),
        ...Object.fromEntries(
          body.dataSubjectIds
            .filter(path => !before.dataSubjectIds.includes(path))
            .map(path => [path, call.ports.clock().toISOString()]),
        ),
      },
    }
    await mergeSettings(trx, row.id, changes, { at: call.ports.clock(), by: call.principal.name })
    await saveRuleSettingsIn(
      trx,
      { ...call, roles: call.actorRoles, environmentId: row.environment_id },
      row.api_name,
      {
        evaluation: body.evaluation,
      },
    )
    await trx
      .updateTable('assessment')
      .set({ configuration_version: row.configuration_version + 1 })
      .where('id', '=', row.id)
      .execute()
    return { before: { settings: before }, after: { settings: body } }
  })
}

/** @throws ValidationError for what its template or schema does not have */
function assertPossible(row: StoredAssessment, before: AssessmentSettings, body: AssessmentSettings): void {
  const refuse = (field: (string | number)[], message: string): never => {
    throw new ValidationError(['body', ...field], message)
  }
  const template = row.template as WizardTemplate | null
  if (body.caseManagement && !canHaveCases(template))
    refuse(['caseManagement'], 'Events of this template become no cases.')
  if (body.search && template === 'DeviceFingerprinting')
    refuse(['search'], 'Events of device fingerprinting cannot be searched.')
  const removed = before.dataSubjectIds.find(path => !body.dataSubjectIds.includes(path))
  if (removed !== undefined)
    refuse(['dataSubjectIds'], `${removed} stays a data subject id: stored transactions are found by it.`)
  const scalars = new Set(scalarPaths(schemaOf(row)))
  const seen = new Set(['metadata.eventId'])
  for (const [index, path] of body.dataSubjectIds.entries()) {
    if (seen.has(path)) refuse(['dataSubjectIds', index], 'Each field is a data subject id once.')
    seen.add(path)
    // Fields of earlier releases may be missing in the schema, and stay.
    if (!before.dataSubjectIds.includes(path) && !scalars.has(path))
      refuse(['dataSubjectIds', index], 'The schema has no such field with a single value.')
  }
}
