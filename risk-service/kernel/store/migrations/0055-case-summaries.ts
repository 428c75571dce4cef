import { type Kysely, sql } from 'kysely'

/** Cases have a summary unless their queue switches it off; reviewers say whether it helped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table case_summary_rating (
    environment_id uuid not null,
    case_id uuid not null,
    user_id uuid not null,
    queue_id uuid not null,
    helpful boolean not null,
    facts text[] not null,
    at timestamptz not null,
    primary key (case_id, user_id)
  )`,
  `create index case_summary_rating_environment on case_summary_rating (environment_id, at)`,
  `update case_queue set settings = settings || '{"summary":true}'::jsonb`,
  `create or replace function set_new_queue_settings() returns trigger language plpgsql as $$
  begin
    new.settings := '{"quickDecisions":[],"qualityPercent":0,"challenge":false,"challengeDecides":false,"escalationQueueId":null,"summary":true}'::jsonb || new.settings;
    return new;
  end $$`,
]
