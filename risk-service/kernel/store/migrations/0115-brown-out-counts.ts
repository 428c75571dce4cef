import { type Kysely, sql } from 'kysely'

/**
 * What a brown-out refused, counted for itself: minutes are deleted after a day, and contain calls from before its start.
 * Of those that have ended nobody counted it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `delete from credential_brown_out where ends_at <= now()`,
  `alter table credential_brown_out add column calls bigint not null default 0, add column refused bigint not null default 0`,
  `drop trigger notify_rights_change on credential_brown_out`,
  // Its counts change every few seconds: cached rights do not expire for that.
  `create trigger notify_rights_change after insert or update of id, percent, ends_at or delete on credential_brown_out
    for each statement execute function notify_rights_change()`,
]
