import type { Db } from '../../../ports/database.ts'
import type { Traffic } from '../store/attempt-sql.ts'

/** How far the attempts of an environment are taken and searched. */
export interface Cursor {
  /** Up to when attempts, and answers to them, are taken. */
  reached: Date
  answered: Date
  /** The last round of taking, and the last one that was searched. */
  round: string
  searched: string
}

export async function readCursor(trx: Db, { environmentId, eventType }: Traffic): Promise<Cursor | undefined> {
  const row = await trx
    .selectFrom('recent_attempt_cursor')
    .select(['reached', 'answered', 'round', 'searched'])
    .where('environment_id', '=', environmentId)
    .where('event_type', '=', eventType)
    .executeTakeFirst()
  return row && { ...row, round: String(row.round), searched: String(row.searched) }
}

export async function writeCursor(trx: Db, { environmentId, eventType }: Traffic, cursor: Cursor): Promise<void> {
  await trx
    .insertInto('recent_attempt_cursor')
    .values({ environment_id: environmentId, event_type: eventType, ...cursor })
    .onConflict(conflict => conflict.columns(['environment_id', 'event_type']).doUpdateSet(cursor))
    .execute()
}
