import { type Kysely, sql } from 'kysely'

/** One decision rule can be suppressed for one value of an entity, for a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table rule_snooze (
    id uuid not null primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    rule_id uuid not null,
    entity_type text not null,
    -- As events are compared by it, and as it was sent.
    entity_value text not null,
    display text not null,
    until timestamptz not null,
    comment text not null,
    created_by uuid not null,
    created_by_name text not null,
    created_at timestamptz not null,
    unique (environment_id, rule_id, entity_type, entity_value)
  )`,
]
