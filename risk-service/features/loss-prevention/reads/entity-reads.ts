import type { LossEntityKind } from '../../../contract/index.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import type { LossCall } from './report-reads.ts'

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

/** Returns the opening by which a file is open to the caller; undefined: it is not. */
export const readOwnOpening = (
  { db, ports, principal, environmentId }: Pick<LossCall, 'db' | 'ports' | 'principal' | 'environmentId'>,
  entityId: string,
) =>
  db
    .selectFrom('loss_opening')
    .select(['open_until'])
    .where('environment_id', '=', environmentId)
    .where('entity_id', '=', entityId)
    .where('user_id', '=', principal.id)
    .where('open_until', '>', ports.clock())
    .orderBy('open_until', 'desc')
    .limit(1)
    .executeTakeFirst()
