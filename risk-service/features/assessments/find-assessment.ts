import { type Selectable, sql, type Transaction } from 'kysely'
import { type EnvironmentTree, rootIdOf } from '../../kernel/environments/environment-tree.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Database, Db } from '../../ports/database.ts'
import type { AssessmentTable } from '../../ports/tables/assessments.ts'

export interface AssessmentPlace {
  environmentId: string
  /** Id or API name. */
  assessmentId: string
}
export type StoredAssessment = Selectable<AssessmentTable>

/**
 * Finds an assessment of the wizard by its id or API name, among those that the environment has.
 * @param toChange locks it until the transaction ends
 * @throws NotFoundError
 */
export async function findAssessment(
  db: Db | Transaction<Database>,
  { tree }: { tree: EnvironmentTree },
  { environmentId, assessmentId }: AssessmentPlace,
  toChange = false,
): Promise<StoredAssessment> {
  const query = db
    .selectFrom('assessment')
    .selectAll()
    .where('environment_id', '=', rootIdOf(tree, environmentId))
    .where('kind', '=', 'wizard')
    .where(sql<boolean>`${assessmentId.toLowerCase()} in (id::text, lower(api_name))`)
  const row = await (toChange ? query.forUpdate() : query).executeTakeFirst()
  if (row === undefined) throw new NotFoundError('This environment has no such assessment.')
  return row
}

/** @throws ValidationError below the root environment, which made the assessment */
export function assertConfigurable({ tree }: { tree: EnvironmentTree }, environmentId: string): void {
  if (rootIdOf(tree, environmentId) !== environmentId)
    throw new ValidationError(['environmentId'], 'An assessment is configured in the root environment that made it.')
}
