import { type Kysely, sql } from 'kysely'

/**
 * Credentials whose tokens ended with them. A row has an effect for as long as a token is valid, and is deleted a day
 * later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // It outlives its client: another one may be registered with the same id.
  `create table revoked_credential (
    credential_id uuid primary key,
    client_id text not null,
    revoked_at timestamptz not null
  )`,
  `create index revoked_credential_age on revoked_credential (revoked_at)`,
  // Takes effect at once, in every process.
  `create trigger notify_rights_change after insert on revoked_credential
    for each statement execute function notify_rights_change()`,
]
