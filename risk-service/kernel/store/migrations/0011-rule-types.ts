import { type Kysely, sql } from 'kysely'

/**
 * Rules of all assessments and types, in branches. `event_type` of a rule is its assessment. A branch is identified by
 * its API name; `production` is the branch that decides. The evaluation behaviour becomes a setting with a version,
 * beside the payload sample of its assessment. `shadow_run` contains the result of an experiment's branch for an event
 * that production decided.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const kind = `add column type text not null default 'decision' check (type in ('decision', 'postDecision', 'routing')),
  add column branch text not null default 'production'`

const statements = [
  `alter table rule ${kind}`,
  `alter table rule_draft ${kind}`,
  `alter table rule_version ${kind}, add column event_type text not null default 'purchase'`,
  `drop index rule_name`,
  `drop index rule_order`,
  `create unique index rule_name on rule (environment_id, event_type, branch, lower(name)) where type <> 'routing'`,
  `create unique index rule_routing_name on rule (environment_id, lower(name)) where type = 'routing'`,
  `create index rule_order on rule (environment_id, event_type, branch, type, position)`,
  `create table rule_branch (
    environment_id uuid not null references environment (id),
    event_type text not null,
    api_name text not null,
    id uuid not null unique,
    name text not null,
    created_by uuid not null,
    created_by_name text not null,
    created_at timestamptz not null default now(),
    primary key (environment_id, event_type, api_name)
  )`,
  `create unique index rule_branch_name on rule_branch (environment_id, event_type, lower(api_name))`,
  `create table rule_experiment (
    id uuid primary key,
    environment_id uuid not null references environment (id),
    event_type text not null,
    branch_id uuid not null,
    name text not null,
    share smallint not null check (share between 1 and 100),
    ends_at timestamptz,
    call_external boolean not null,
    started_by uuid not null,
    started_by_name text not null,
    started_at timestamptz not null,
    stopped_at timestamptz
  )`,
  `create unique index rule_experiment_running on rule_experiment (environment_id, event_type) where stopped_at is null`,
  `create index rule_experiment_branch on rule_experiment (branch_id, started_at desc)`,
  `create table shadow_run (
    experiment_id uuid not null,
    event_id uuid not null,
    environment_id uuid not null,
    at timestamptz not null,
    production text not null,
    decision text not null,
    reason text not null,
    rule_id uuid,
    rule text,
    clause text,
    outputs jsonb not null,
    primary key (experiment_id, event_id)
  )`,
  `create index shadow_run_environment on shadow_run (environment_id)`,
  `create index shadow_run_at on shadow_run (at)`,
  `create table rule_setting (
    environment_id uuid not null references environment (id),
    event_type text not null,
    evaluation text not null default 'all' check (evaluation in ('all', 'first')),
    payload jsonb,
    version int not null default 0,
    promotions int not null default 0,
    updated_by uuid,
    updated_by_name text,
    updated_at timestamptz not null default now(),
    primary key (environment_id, event_type)
  )`,
  `insert into rule_setting (environment_id, event_type, evaluation, version, updated_at)
    select e.id, 'purchase', s.value #>> '{}', 1, s.updated_at from setting s join environment e on e.id::text = s.scope
    where s.key = 'purchase.ruleEvaluation' and s.value #>> '{}' in ('all', 'first')`,
  `delete from setting where key = 'purchase.ruleEvaluation'`,
]
