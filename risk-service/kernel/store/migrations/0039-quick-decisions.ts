import { type Kysely, sql } from 'kysely'

/** Queues have quick decisions, and reviewers a limit to what they approve alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `update case_queue set settings = settings || '{"quickDecisions":[]}'::jsonb`,
  // General of a new environment is made by a trigger: its settings come from the function.
  `create function set_new_queue_settings() returns trigger language plpgsql as $$
  begin
    new.settings := '{"quickDecisions":[]}'::jsonb || new.settings;
    return new;
  end $$`,
  `create trigger set_new_queue_settings before insert on case_queue
   for each row when (new.kind = 'System') execute function set_new_queue_settings()`,
  `create table case_authority (
    environment_id uuid not null references environment (id) on delete cascade,
    user_id uuid not null,
    -- US cents.
    amount_usd bigint not null check (amount_usd >= 0),
    updated_by_name text not null,
    updated_at timestamptz not null,
    primary key (environment_id, user_id)
  )`,
]
