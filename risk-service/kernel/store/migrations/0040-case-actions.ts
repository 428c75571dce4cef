import { type Kysely, sql } from 'kysely'

/** Decisions of cases can run a statement, and a share of them is judged a second time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table case_follow_up drop constraint case_follow_up_kind_check`,
  `alter table case_follow_up add constraint case_follow_up_kind_check
   check (kind in ('status', 'label', 'action', 'trace'))`,

  `update case_queue set settings = settings || '{"qualityPercent":0}'::jsonb`,
  `create or replace function set_new_queue_settings() returns trigger language plpgsql as $$
  begin
    new.settings := '{"quickDecisions":[],"qualityPercent":0}'::jsonb || new.settings;
    return new;
  end $$`,
  `create table case_quality_sample (
    -- One case is sampled once.
    case_id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    event_type text not null,
    external_id text not null,
    queue_id uuid not null,
    -- The decision that is judged, and by whom.
    decision text not null,
    case_action text not null,
    reason text not null,
    decided_by uuid not null,
    decided_by_name text not null,
    -- The second person of the decision; null: none was needed.
    approved_by uuid,
    decided_at timestamptz not null,
    created_at timestamptz not null,
    -- Null until it is judged.
    judged_by uuid,
    judged_by_name text,
    judged_at timestamptz,
    judged_decision text,
    judged_case_action text,
    judged_reason text,
    judged_note text,
    -- The judge chose another action than the reviewer.
    overturned boolean
  )`,
  `create index case_quality_sample_open on case_quality_sample (environment_id, created_at) where judged_at is null`,
  `create index case_quality_sample_judged on case_quality_sample (environment_id, judged_at) where judged_at is not null`,
]
