import { type Kysely, sql } from 'kysely'

/**
 * Changes of roles and clients are notified by the database itself: no process that changes them, and nobody who does
 * so by SQL, can leave it out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create function notify_rights_change() returns trigger language plpgsql as $$
  begin
    perform pg_notify('assay_rights', '');
    return null;
  end $$`,
  ...['role_assignment', 'api_client'].map(
    table => `create trigger notify_rights_change after insert or update or delete on ${table}
      for each statement execute function notify_rights_change()`,
  ),
]
