import { type Kysely, sql } from 'kysely'

/**
 * The whole risk API: tenant assessments, data events, the cost of each call, fingerprinted sessions. Data events are
 * partitioned by the month of their arrival, as events are by the transaction date; `data_event_key` ensures that a key
 * counts once. They refer to their subject by its id alone, so that neither has to arrive first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const callColumns = `
    environment_id uuid not null,
    api_name text not null,
    experience text not null,
    status smallint not null,
    calls bigint not null,
    latency_ms double precision not null,
    longest_ms real not null,
    latency_bands bigint[] not null`

const statements = [
  `create table assessment (
    id uuid primary key,
    environment_id uuid not null references environment (id),
    kind text not null check (kind in ('wizard', 'custom')),
    template text check (template in ('CardPayment', 'DeviceFingerprinting', 'LoyaltyProgram', 'MoneyTransfer', 'SoftwarePiracy', 'Custom')),
    api_name text not null,
    friendly_name text not null,
    schema jsonb not null,
    schema_version int not null default 1,
    settings jsonb not null,
    observations jsonb not null,
    has_label boolean not null,
    sample jsonb not null,
    created_by uuid not null,
    created_by_name text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check ((kind = 'wizard') = (template is not null))
  )`,
  `create unique index assessment_api_name on assessment (environment_id, lower(api_name))`,

  `create table data_event (
    environment_id uuid not null,
    at timestamptz not null,
    data_id uuid not null,
    event_type text not null,
    event_key text not null,
    entity_id text not null,
    subject_type text not null,
    subject_id text not null,
    happened_at timestamptz not null,
    received_at timestamptz not null,
    correlation_id text,
    body json not null,
    primary key (environment_id, at, data_id)
  ) partition by range (at)`,
  `create index data_event_subject on data_event (environment_id, subject_type, subject_id, happened_at)`,
  `create table data_event_key (
    environment_id uuid not null,
    event_type text not null,
    event_key text not null,
    at timestamptz not null,
    data_id uuid not null,
    primary key (environment_id, event_type, event_key)
  )`,
  `create index data_event_key_at on data_event_key (at)`,

  // By minute for the charts of the last days, by hour for long-term storage.
  `create table api_call_minute (minute timestamptz not null, ${callColumns},
    primary key (environment_id, minute, api_name, experience, status))`,
  `create index api_call_minute_age on api_call_minute (minute)`,
  `create table api_call_hour (hour timestamptz not null, ${callColumns},
    primary key (environment_id, hour, api_name, experience, status))`,
  `create index api_call_hour_age on api_call_hour (hour)`,

  `create table device_session (
    environment_id uuid not null,
    session_id text not null,
    at timestamptz not null,
    page_id text not null,
    device_id text not null,
    cookie_id text not null,
    match_key text not null,
    ip text,
    bot_score smallint not null,
    attributes json not null,
    primary key (environment_id, session_id)
  )`,
  `create index device_session_cookie on device_session (environment_id, cookie_id, at desc)`,
  `create index device_session_match on device_session (environment_id, match_key, at desc)`,
  `create index device_session_age on device_session (at)`,
]
