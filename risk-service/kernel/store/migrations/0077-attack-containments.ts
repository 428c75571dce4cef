import { type Kysely, sql } from 'kysely'

/** Attempts of an attack can be challenged or rejected for a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table attack_containment (
    id uuid primary key,
    attack_id uuid not null references attack (id) on delete cascade,
    environment_id uuid not null,
    action text not null check (action in ('challenge', 'reject')),
    -- Which of the keys of the attack count: those that it gets later, too.
    key_types text[] not null,
    until timestamptz not null,
    note text not null,
    created_by uuid not null,
    created_by_name text not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    ended_by_name text
  )`,
  // One at a time, whoever starts it.
  `create unique index attack_containment_active on attack_containment (attack_id) where ended_at is null`,
  `create index attack_containment_attack on attack_containment (attack_id, created_at desc)`,
]
