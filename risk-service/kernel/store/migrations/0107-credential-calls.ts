import { type Kysely, sql } from 'kysely'

/**
 * Calls and token requests by credential, minute and source, for a day: who breaks when it is revoked. Addresses are
 * stored without the part that personal data rules mask. A brown-out refuses a share of them for a time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Apart from the clients: whoever changes those expires cached rights.
  `create table api_client_use (
    client_id text primary key references api_client (client_id) on delete cascade,
    last_used_at timestamptz not null
  )`,
  // `credential_id` is empty for tokens that do not name their credential: those of another issuer.
  `create table credential_call_minute (
    client_id text not null references api_client (client_id) on delete cascade,
    credential_id text not null,
    minute timestamptz not null,
    kind text not null check (kind in ('token', 'call')),
    source text not null,
    calls bigint not null,
    refused bigint not null,
    last_at timestamptz not null,
    primary key (client_id, credential_id, minute, kind, source)
  )`,
  `create index credential_call_minute_age on credential_call_minute (minute)`,
  // The last one of each credential; a new one takes its place.
  `create table credential_brown_out (
    credential_id uuid primary key references api_client_credential (id) on delete cascade,
    id uuid not null,
    percent smallint not null check (percent in (1, 10)),
    started_at timestamptz not null,
    ends_at timestamptz not null,
    started_by_name text not null
  )`,
  // Begins and ends at once, in every process.
  `create trigger notify_rights_change after insert or update or delete on credential_brown_out
    for each statement execute function notify_rights_change()`,
]
