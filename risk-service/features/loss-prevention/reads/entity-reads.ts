import type { LossEntityKind } from '../../../contract/index.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'

/** Returns the one behind a pseudonym or the ID of a terminal. @throws NotFoundError */
export async function readEntity(
  db: Db,
  environmentId: string,
  kind: LossEntityKind,
  pseudonym: string,
): Promise<{ id: string }> {
  const entity = await db
    .selectFrom('loss_entity')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .where('pseudonym', '=', pseudonym)
    .executeTakeFirst()
  if (!entity) throw new NotFoundError('The report has no such ID.')
  return entity
}

/** Returns what was cleared of somebody, the latest first. */
export const readClearances = (db: Db, environmentId: string, kind: LossEntityKind, entityId: string) =>
  db
    .selectFrom('loss_clearance')
    .select(['month', 'reason', 'note', 'by_name', 'at'])
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .where('entity_id', '=', entityId)
    .orderBy('month', 'desc')
    .orderBy('at', 'desc')
    .execute()

/** Returns who opened the file of a member of staff, the latest first. */
export const readOpenings = (db: Db, environmentId: string, entityId: string) =>
  db
    .selectFrom('loss_opening')
    .select(['user_id', 'user_name', 'at', 'reason', 'open_until'])
    .where('environment_id', '=', environmentId)
    .where('entity_id', '=', entityId)
    .orderBy('at', 'desc')
    .limit(50)
    .execute()
