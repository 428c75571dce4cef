import type { AssessmentConfiguration } from '../../contract/assessments/assessment-configuration.ts'
import type { TargetConfiguration } from '../../contract/external-calls/external-assessments.ts'
import { type AssessmentPlace, assertConfigurable, findAssessment } from '../assessments/find-assessment.ts'
import { saveConfiguration } from '../external-assessments/external-assessments.ts'
import type { ConfigurationCall } from './configuration-call.ts'
import { readConfiguration } from './read-configuration.ts'

/**
 * Changes who may call an assessment. @throws ValidationError for a sample response that is too large, ConflictError
 * while other root environments call an assessment that would become private
 */
export async function saveSharing(
  call: ConfigurationCall,
  { body, ...place }: AssessmentPlace & { body: TargetConfiguration },
): Promise<AssessmentConfiguration> {
  const { environmentId } = place
  assertConfigurable(call, environmentId)
  await call.db.transaction().execute(async trx => {
    const row = await findAssessment(trx, call, place, true)
    await saveConfiguration(trx, { ...call, roles: call.actorRoles, environmentId }, row.api_name, body)
  })
  await call.calls.reload()
  return readConfiguration(call, place)
}
