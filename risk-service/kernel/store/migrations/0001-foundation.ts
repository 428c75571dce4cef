import { type Kysely, sql } from 'kysely'

/**
 * Foundation: tenants and rights, rules, events. Event tables are partitioned by month of the transaction date and
 * keyed by environment first, so that they distribute by environment. A unique index on a partitioned table must
 * contain the partition key: `event_key`, which is not partitioned by time, therefore ensures that an id counts once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table tenant (
    id uuid primary key,
    name text not null,
    role_family text not null check (role_family in ('standard', 'psp')),
    demo boolean not null default false,
    seeded boolean not null default true,
    created_at timestamptz not null default now()
  )`,
  `create table environment (
    id uuid primary key,
    tenant_id uuid not null references tenant (id),
    parent_id uuid references environment (id),
    name text not null,
    friendly_name text not null,
    api_id text not null,
    kind text not null check (kind in ('production', 'sandbox')),
    geography text not null,
    status text not null,
    created_at timestamptz not null default now()
  )`,
  `create unique index environment_name on environment (tenant_id, coalesce(parent_id, tenant_id), lower(name))`,
  `create unique index environment_api_id on environment (tenant_id, coalesce(parent_id, tenant_id), lower(api_id))`,
  `create table principal (
    tenant_id uuid not null references tenant (id),
    id uuid not null,
    kind text not null check (kind in ('user', 'group', 'application')),
    name text not null,
    username text not null,
    primary key (tenant_id, id)
  )`,
  `create table role_assignment (
    tenant_id uuid not null references tenant (id),
    environment_id uuid references environment (id),
    principal_id uuid not null,
    role text not null,
    created_at timestamptz not null default now()
  )`,
  `create unique index role_assignment_once on role_assignment
    (tenant_id, principal_id, role, coalesce(environment_id, '00000000-0000-0000-0000-000000000000'::uuid))`,
  `create table api_client (
    client_id text primary key,
    tenant_id uuid not null references tenant (id),
    environment_id uuid not null references environment (id),
    principal_id uuid not null,
    display_name text not null,
    secret_hash text not null,
    created_at timestamptz not null default now()
  )`,
  `create table setting (
    scope text not null,
    key text not null,
    value jsonb not null,
    updated_at timestamptz not null default now(),
    primary key (scope, key)
  )`,
  `create table rule (
    id uuid primary key,
    environment_id uuid not null references environment (id),
    event_type text not null,
    name text not null,
    status text not null check (status in ('active', 'inactive')),
    position int not null,
    version int not null,
    body jsonb not null,
    published_by uuid not null,
    published_by_name text not null,
    published_at timestamptz not null default now()
  )`,
  `create index rule_order on rule (environment_id, event_type, position)`,
  `create unique index rule_name on rule (environment_id, event_type, lower(name))`,
  `create table rule_draft (
    rule_id uuid not null,
    author_id uuid not null,
    environment_id uuid not null references environment (id),
    event_type text not null,
    author_name text not null,
    body jsonb not null,
    base_version int not null,
    saved_at timestamptz not null default now(),
    primary key (rule_id, author_id)
  )`,
  `create index rule_draft_environment on rule_draft (environment_id, event_type, author_id)`,
  `create table rule_version (
    rule_id uuid not null,
    version int not null,
    environment_id uuid not null,
    name text not null,
    status text not null,
    body jsonb not null,
    published_by uuid not null,
    published_by_name text not null,
    published_at timestamptz not null default now(),
    primary key (rule_id, version)
  )`,
  `create table audit_log (
    id uuid primary key,
    tenant_id uuid not null,
    environment_id uuid,
    at timestamptz not null default now(),
    actor_id uuid not null,
    actor_name text not null,
    actor_roles text[] not null,
    resource_type text not null,
    resource_id text not null,
    resource_name text not null,
    operation text not null,
    before jsonb,
    after jsonb,
    correlation_id text
  )`,
  `create index audit_log_at on audit_log (tenant_id, at desc)`,

  `create table event (
    environment_id uuid not null,
    at timestamptz not null,
    event_id uuid not null,
    event_type text not null,
    external_id text not null,
    merchant_at timestamptz,
    assessment_type text not null,
    decision text not null,
    reason text not null,
    rule_id uuid,
    rule text,
    clause text,
    rule_environment_id uuid,
    risk_score smallint not null,
    amount bigint,
    currency text,
    amount_usd bigint,
    user_id text,
    user_name text,
    email text,
    phone text,
    ip text,
    ip_country text,
    device_id text,
    payment_type text,
    card_type text,
    bin text,
    last_four text,
    billing_country text,
    shipping_country text,
    shipping_city text,
    item_count int,
    label text,
    primary key (environment_id, at, event_id)
  ) partition by range (at)`,
  `create index event_decision on event (environment_id, decision, at desc, event_id desc)`,
  // The large part of an event, read only on its own page: scans of `event` stay narrow.
  `create table event_body (
    environment_id uuid not null,
    at timestamptz not null,
    event_id uuid not null,
    received_at timestamptz not null default now(),
    correlation_id text,
    latency_ms real,
    request jsonb not null,
    enrichment jsonb not null,
    explanation jsonb not null,
    primary key (environment_id, at, event_id)
  ) partition by range (at)`,
  `create table event_entity (
    environment_id uuid not null,
    entity_type text not null,
    entity_value text not null,
    at timestamptz not null,
    event_id uuid not null,
    event_type text not null,
    display text not null,
    primary key (environment_id, entity_type, entity_value, at, event_id)
  ) partition by range (at)`,
  // Ensures that an id counts once, and stores the answer for its replay byte for byte.
  `create table event_key (
    environment_id uuid not null,
    event_type text not null,
    external_id text not null,
    at timestamptz not null,
    event_id uuid not null,
    answer text not null,
    primary key (environment_id, event_type, external_id)
  )`,
  `create index event_key_event on event_key (event_id)`,
  `create table event_label (
    environment_id uuid not null,
    label_key text not null,
    object_type text not null,
    object_id text not null,
    is_fraud boolean,
    label_at timestamptz not null,
    received_at timestamptz not null default now(),
    body jsonb not null,
    primary key (environment_id, label_key)
  )`,
  `create index event_label_object on event_label (environment_id, object_type, object_id)`,
  `create table event_hour (
    environment_id uuid not null,
    event_type text not null,
    hour timestamptz not null,
    decision text not null,
    score_band smallint not null,
    label text not null default '',
    events bigint not null,
    amount_usd bigint not null,
    primary key (environment_id, event_type, hour, decision, score_band, label)
  )`,
  `create table rule_hour (
    environment_id uuid not null,
    event_type text not null,
    hour timestamptz not null,
    rule_id uuid not null,
    clause text not null,
    rule text not null,
    decision text not null,
    events bigint not null,
    primary key (environment_id, event_type, hour, rule_id, clause, decision)
  )`,
  `create table api_error (
    id uuid primary key,
    tenant_id uuid,
    environment_id uuid,
    at timestamptz not null default now(),
    api_name text not null,
    status int not null,
    message text not null,
    correlation_id text
  )`,
  `create index api_error_at on api_error (environment_id, at desc)`,
  `create table telemetry (
    id bigint generated always as identity,
    at timestamptz not null default now(),
    kind text not null,
    name text not null,
    body jsonb not null,
    primary key (id)
  )`,
  `create index telemetry_at on telemetry (at)`,
]
