import { type Kysely, sql } from 'kysely'

/**
 * Answers of changes by the caller's idempotency key, stored for an hour: a change whose answer was lost can be sent
 * again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table repeated_call (
    tenant_id uuid not null, user_id uuid not null, key text not null,
    procedure text not null, digest text not null,
    -- Null while the first call is under way.
    answer jsonb, started_at timestamptz not null, expires_at timestamptz not null,
    primary key (tenant_id, user_id, key)
  )`.execute(db)
  await sql`create index repeated_call_expiry on repeated_call (expires_at)`.execute(db)
}
