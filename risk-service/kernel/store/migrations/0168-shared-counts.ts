import { type Kysely, sql } from 'kysely'

/** What several processes count together for people: who looks at an event, and what one person may do in a minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Unlogged: a row lives for a minute, and a crash of the database may take it.
  `create unlogged table event_viewer (
    environment_id uuid not null,
    event_type text not null,
    external_id text not null,
    person_id uuid not null,
    name text not null,
    since timestamptz not null,
    until timestamptz not null,
    primary key (environment_id, event_type, external_id, person_id)
  )`,
  `create index event_viewer_until on event_viewer (until)`,
  `create unlogged table limit_use (
    key text not null,
    second timestamptz not null,
    used integer not null,
    primary key (key, second)
  )`,
  `create index limit_use_second on limit_use (second)`,
]
