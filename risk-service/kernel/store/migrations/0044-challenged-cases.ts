import { type Kysely, sql } from 'kysely'

/** Reviewers can ask for a challenge of the customer; its case is on hold until the answer comes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `awaiting`: what a case on hold waits for; null: for its time alone. `challenged_at`: when the latest challenge was asked for.
  `alter table review_case add column awaiting text check (awaiting = 'Challenge'), add column challenged_at timestamptz`,
  `create index review_case_awaiting on review_case (environment_id) where awaiting is not null`,

  `alter table case_follow_up drop constraint case_follow_up_kind_check`,
  `alter table case_follow_up add constraint case_follow_up_kind_check
   check (kind in ('status', 'label', 'action', 'challenge', 'trace'))`,

  `update case_queue set settings = settings || '{"challenge":false,"challengeDecides":false}'::jsonb`,
  `create or replace function set_new_queue_settings() returns trigger language plpgsql as $$
  begin
    new.settings := '{"quickDecisions":[],"qualityPercent":0,"challenge":false,"challengeDecides":false}'::jsonb || new.settings;
    return new;
  end $$`,
]
