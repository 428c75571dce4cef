import { uuid } from '../../../contract/common/entities.ts'
import { type LossOpenings, lossLimits } from '../../../contract/index.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { readEntity } from './entity-reads.ts'
import type { LossCall } from './report-reads.ts'

/** @throws ValidationError */
function parseCursor(cursor: string): { at: Date; id: string } {
  const [time = '', id = ''] = cursor.split('~')
  const at = new Date(time)
  if (Number.isNaN(at.getTime()) || at.toISOString() !== time || !uuid.safeParse(id).success)
    throw new ValidationError(['cursor'], 'This is not a place in the list.')
  return { at, id }
}

/**
 * Returns who opened the file of a member of staff, the latest first.
 * @throws NotFoundError, ValidationError for an invalid cursor
 */
export async function loadOpenings(
  { db, environmentId }: LossCall,
  { id, cursor }: { id: string; cursor: string | null },
): Promise<LossOpenings> {
  const entity = await readEntity(db, environmentId, 'staff', id)
  const after = cursor === null ? null : parseCursor(cursor)
  let query = db
    .selectFrom('loss_opening')
    .select(['id', 'user_name', 'at', 'reason'])
    .where('environment_id', '=', environmentId)
    .where('entity_id', '=', entity.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(lossLimits.openings + 1)
  if (after)
    query = query.where(({ eb, or, and }) =>
      or([eb('at', '<', after.at), and([eb('at', '=', after.at), eb('id', '<', after.id)])]),
    )
  const rows = await query.execute()
  const shown = rows.slice(0, lossLimits.openings)
  const last = shown.at(-1)
  return {
    openings: shown.map(({ id: openingId, user_name, at, reason }) => ({
      id: openingId,
      by: user_name,
      at: at.toISOString(),
      reason,
    })),
    next: last && rows.length > shown.length ? `${last.at.toISOString()}~${last.id}` : null,
  }
}
