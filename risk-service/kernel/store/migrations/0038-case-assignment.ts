import { type Kysely, sql } from 'kysely'

/**
 * The service assigns waiting cases: strategies of queues, groups of reviewers, and the availability and skills of
 * people. Cases of one customer can be reviewed together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const settings = `'{"assignedGroups":[],"assignment":"Pull","assignmentPaused":false}'::jsonb`

const statements = [
  `update case_queue set settings = ${settings} || settings`,
  // The trigger of each new environment inserts General with the settings of its release.
  `create function complete_queue_settings() returns trigger language plpgsql as $$
  begin
    new.settings = ${settings} || new.settings;
    return new;
  end $$`,
  `create trigger complete_queue_settings before insert on case_queue for each row execute function complete_queue_settings()`,

  // People whom the service does not choose for this case again: their reservation or their lock ended.
  `alter table review_case add passed_over uuid[] not null default '{}'`,
  // False: a person left the case to nobody.
  `alter table review_case add auto_assign boolean not null default true`,
  // Cases that one person reviews together have the same value.
  `alter table review_case add bundle_id uuid`,
  `create index review_case_bundle on review_case (bundle_id) where bundle_id is not null`,
  ...['user_id', 'payment_id'].map(
    column =>
      `create index review_case_decided_${column} on review_case (environment_id, ${column}, decided_at desc) where state = 'Decided' and ${column} is not null`,
  ),

  `create table reviewer_group (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    name text not null,
    members uuid[] not null,
    version int not null default 1,
    updated_by_name text,
    updated_at timestamptz not null default now()
  )`,
  `create unique index reviewer_group_name on reviewer_group (environment_id, lower(name))`,
  `create table reviewer_profile (
    environment_id uuid not null references environment (id) on delete cascade,
    user_id uuid not null,
    away boolean not null default false,
    hours jsonb,
    open_cases int not null default 10,
    skills jsonb not null default '{}',
    updated_at timestamptz not null default now(),
    primary key (environment_id, user_id)
  )`,
  `create table assignment_turn (
    queue_id uuid not null references case_queue (id) on delete cascade,
    user_id uuid not null,
    turn bigint not null,
    primary key (queue_id, user_id)
  )`,
]
