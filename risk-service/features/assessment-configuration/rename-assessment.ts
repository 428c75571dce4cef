import type { AssessmentUse } from '../../contract/assessments/assessment-configuration.ts'
import { isReservedApiName } from '../../contract/assessments/assessment-definitions.ts'
import { type EnvironmentTree, rootIdOf } from '../../kernel/environments/environment-tree.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { renameAlertRules } from '../alerts/rules/rename-event-type.ts'
import { assertUnusedName } from '../assessments/create-assessment.ts'
import type { StoredAssessment } from '../assessments/find-assessment.ts'
import { renameQueues } from '../cases/queues/rename-event-type.ts'
import { renameRules } from '../rules/rename-rules.ts'
import { renameSavedViews } from '../saved-views/rename-event-type.ts'
import { assertFreeName, findUses } from './uses.ts'

/** What names an assessment and has a lock of its own, which its changes take before that of the environment. */
const lockedUses = [renameAlertRules, renameSavedViews, renameQueues]

/**
 * Takes everything along that names an assessment by its API name, in its whole tree: rules with their drafts, versions,
 * branches and settings, alert rules, saved views with their watches, queues, decisions of cases. The caller stores the
 * name itself.
 * @param movable kinds of uses that are no obstacle
 * @throws ValidationError for a reserved name, ConflictError for a name that is taken, or while something else uses the
 * former one
 */
export async function renameAssessment(
  trx: Db,
  tree: EnvironmentTree,
  row: StoredAssessment,
  apiName: string,
  movable: readonly AssessmentUse['kind'][],
): Promise<void> {
  assertNotReserved(apiName)
  const uses = await findUses(trx, tree, row, null)
  assertFreeName(
    row.api_name,
    uses.filter(({ kind }) => !movable.includes(kind)),
  )
  const family = [...tree.keys()].filter(id => rootIdOf(tree, id) === row.environment_id)
  for (const renameUses of lockedUses) await renameUses(trx, family, row.api_name, apiName)
  // As for a new assessment: one name at a time.
  await trx.selectFrom('environment').select('id').where('id', '=', row.environment_id).forUpdate().execute()
  await assertUnusedName(trx, row.environment_id, apiName, row.id)
  await renameRules(trx, family, row.api_name, apiName)
}

/** @throws ValidationError for a name that paths and rules use for other purposes */
export function assertNotReserved(apiName: string): void {
  if (isReservedApiName(apiName))
    throw new ValidationError(['body', 'eventType'], 'This name is one of the product’s own.')
}
