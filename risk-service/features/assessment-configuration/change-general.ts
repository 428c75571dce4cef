import type { AssessmentConfiguration, GeneralBody } from '../../contract/assessments/assessment-configuration.ts'
import { isReservedApiName } from '../../contract/assessments/assessment-definitions.ts'
import { decisionsSetting } from '../../kernel/case-options/decisions-setting.ts'
import { scopeOf } from '../../kernel/environments/environment-tree.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { renameAlertRules } from '../alerts/rules/rename-event-type.ts'
import { assertUnusedName } from '../assessments/create-assessment.ts'
import type { AssessmentPlace, StoredAssessment } from '../assessments/find-assessment.ts'
import { renameQueues } from '../cases/queues/rename-event-type.ts'
import { renameRuleSettings } from '../rules/settings.ts'
import { renameSavedViews } from '../saved-views/rename-event-type.ts'
import { assertVersion, type ConfigurationCall, changeAssessment } from './configuration-call.ts'
import { assertFreeName, findUses } from './uses.ts'

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
    if (before.apiName !== after.apiName) await rename(trx, call, row, after.apiName)
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

async function rename(trx: Db, { tree }: ConfigurationCall, row: StoredAssessment, apiName: string): Promise<void> {
  if (isReservedApiName(apiName))
    throw new ValidationError(['body', 'eventType'], 'This name is one of the product’s own.')
  assertFreeName(row.api_name, await findUses(trx, tree, row, null))
  const scope = scopeOf(tree, row.environment_id)
  // Before the lock of the environment, which changes of these wait for while they hold theirs.
  for (const renameUses of [renameAlertRules, renameSavedViews, renameQueues])
    await renameUses(trx, scope, row.api_name, apiName)
  // As for a new assessment: one name at a time.
  await trx.selectFrom('environment').select('id').where('id', '=', row.environment_id).forUpdate().execute()
  await assertUnusedName(trx, row.environment_id, apiName, row.id)
  await renameRuleSettings(trx, scope, row.api_name, apiName)
  await trx
    .updateTable('setting')
    .set({ key: decisionsSetting(apiName) })
    .where('scope', 'in', scope)
    .where('key', '=', decisionsSetting(row.api_name))
    .execute()
}
