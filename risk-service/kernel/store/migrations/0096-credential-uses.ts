import { type Kysely, sql } from 'kysely'

/** When a token was last issued for a credential: what nobody uses may be revoked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table api_client_credential add column last_used_at timestamptz').execute(db)
}
