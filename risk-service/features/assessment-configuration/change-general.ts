import type { AssessmentConfiguration, GeneralBody } from '../../contract/assessments/assessment-configuration.ts'
import type { AssessmentPlace } from '../assessments/find-assessment.ts'
import { assertVersion, type ConfigurationCall, changeAssessment } from './configuration-call.ts'
import { renameAssessment } from './rename-assessment.ts'

/**
 * Changes the names of an assessment. @throws ValidationError for a name that is taken or reserved, ConflictError after
 * another change, or while something uses the API name
 */
export function saveGeneral(
  call: ConfigurationCall,
  { baseVersion, body, ...place }: AssessmentPlace & { baseVersion: number; body: GeneralBody },
): Promise<AssessmentConfiguration> {
  return changeAssessment(call, place, async (trx, row) => {
    const before = { friendlyName: row.friendly_name, apiName: row.api_name }
    const after = { friendlyName: body.name, apiName: body.eventType }
    if (before.friendlyName === after.friendlyName && before.apiName === after.apiName) return null
    assertVersion(row.configuration_version, baseVersion, row)
    if (before.apiName !== after.apiName) await renameAssessment(trx, call.tree, row, after.apiName, [])
    await trx
      .updateTable('assessment')
      .set({
        friendly_name: after.friendlyName,
        api_name: after.apiName,
        configuration_version: row.configuration_version + 1,
      })
      .where('id', '=', row.id)
      .execute()
    return { before, after }
  })
}
