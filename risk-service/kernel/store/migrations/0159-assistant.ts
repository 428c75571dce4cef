import { type Kysely, sql } from 'kysely'

/** Conversations of users with the assistant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table assistant_entry (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    user_id uuid not null,
    asked_at timestamptz not null,
    question text not null,
    answer jsonb not null,
    rating text check (rating in ('up', 'down'))
  )`,
  `create index assistant_entry_of_user on assistant_entry (environment_id, user_id, asked_at)`,
  // What is older than thirty days is found by its age alone.
  `create index assistant_entry_age on assistant_entry (asked_at)`,
]
