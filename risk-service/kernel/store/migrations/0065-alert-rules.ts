import { type Kysely, sql } from 'kysely'

/** Alert rules of environments, their incidents, and the webhooks that incidents are delivered to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table alert_rule (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    name text not null,
    settings jsonb not null,
    enabled boolean not null,
    checked_at timestamptz,
    -- The latest evaluation, as the contract describes it.
    checked jsonb,
    snoozed_until timestamptz,
    changed_by_id uuid not null,
    changed_by text not null,
    version int not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create unique index alert_rule_name on alert_rule (environment_id, lower(name))`,
  `create table alert_incident (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    alert_id uuid not null references alert_rule (id) on delete cascade,
    name text not null,
    settings jsonb not null,
    opened_at timestamptz not null,
    -- The end of the last window that fired.
    fired_at timestamptz not null,
    calm_since timestamptz,
    ended_at timestamptz,
    peak jsonb not null,
    status text not null default 'open' check (status in ('open', 'acknowledged', 'snoozed', 'resolved')),
    act jsonb,
    acted boolean,
    -- Null: those responsible are notified when the snooze of the rule ends.
    notified_at timestamptz,
    version int not null default 1
  )`,
  // One incident of an alert at a time, whichever process finds it.
  `create unique index alert_incident_open on alert_incident (alert_id) where ended_at is null`,
  `create index alert_incident_opened on alert_incident (environment_id, opened_at desc)`,
  // How often each alert fired in some days, and its incident that goes on.
  `create index alert_incident_alert on alert_incident (alert_id, opened_at)`,
  `create table alert_target (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    name text not null,
    url text not null,
    -- The key that signs, encrypted.
    secret text not null,
    enabled boolean not null,
    version int not null default 1,
    updated_at timestamptz not null
  )`,
  `create unique index alert_target_name on alert_target (environment_id, lower(name))`,
  `create table alert_delivery (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    incident_id uuid not null references alert_incident (id) on delete cascade,
    target_id uuid not null references alert_target (id) on delete cascade,
    created_at timestamptz not null,
    attempts int not null default 0,
    next_at timestamptz,
    delivered_at timestamptz,
    -- Why the last attempt failed: a word of the service, no text of the other side.
    failure text,
    unique (incident_id, target_id)
  )`,
  `create index alert_delivery_due on alert_delivery (next_at) where next_at is not null`,
  `create index alert_delivery_target on alert_delivery (target_id, created_at desc)`,
]
