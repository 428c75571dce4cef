import { type Kysely, sql } from 'kysely'

/** Purchases that were shared with a bank or network, or held out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table booster_message (
    environment_id uuid not null references environment (id) on delete cascade,
    event_id uuid not null,
    at timestamptz not null,
    external_id text not null,
    participant text not null,
    state text not null check (state in ('waiting', 'sent', 'failed', 'heldOut')),
    attempts int not null default 0,
    next_at timestamptz,
    failure text,
    primary key (environment_id, event_id)
  )`,
  `create index booster_message_due on booster_message (next_at) where next_at is not null`,
  `create index booster_message_at on booster_message (environment_id, at)`,
]
