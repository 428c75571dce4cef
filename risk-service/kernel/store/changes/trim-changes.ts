import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'

/** A process that does not read for so long has missed changes, and is told so. */
const changeSeconds = 300

/**
 * Deletes changes whose transactions ended more than five minutes ago, and those of another server, whose backup was
 * restored into this one. Safe in several processes at once. @returns how many were deleted
 */
export async function trimChanges(db: Db, seconds = changeSeconds): Promise<number> {
  // The horizon moves and the rows disappear in one transaction: a reader sees both or neither.
  const { rows } = await sql<{ deleted: number }>`
    with h as (
      select reached from service_change_horizon
      where reached_at <= now() - make_interval(secs => ${seconds})
        or pg_snapshot_xmax(reached) > pg_snapshot_xmax(pg_current_snapshot())
      for update
    ), d as (
      delete from service_change c using h
      where pg_visible_in_snapshot(c.xid, h.reached) or c.xid > pg_snapshot_xmax(pg_current_snapshot())
      returning 1
    ), u as (
      update service_change_horizon set trimmed = h.reached, reached = pg_current_snapshot(), reached_at = now() from h
    )
    select count(*) as deleted from d`.execute(db)
  return rows[0]?.deleted ?? 0
}
