import { type Kysely, sql } from 'kysely'

/** What a supervisor escalates is for managers alone; a queue can pass escalated cases to another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table review_case add column managers_only boolean not null default false`,
  `update case_queue set settings = settings || '{"escalationQueueId":null}'::jsonb`,
  `create or replace function set_new_queue_settings() returns trigger language plpgsql as $$
  begin
    new.settings := '{"quickDecisions":[],"qualityPercent":0,"challenge":false,"challengeDecides":false,"escalationQueueId":null}'::jsonb || new.settings;
    return new;
  end $$`,
]
