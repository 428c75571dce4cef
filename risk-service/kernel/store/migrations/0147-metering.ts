import { type Kysely, sql } from 'kysely'

/**
 * What counts against the entitlement of a tenant, by day: calls of assessments, and transactions of loss prevention
 * reports. What was counted before is read from the calls by hour.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** The capability of an API by its name, as `meteredApiOf` has it; null: its calls count for nothing. */
const capability = `case
  when lower(c.api_name) ~ '/events/purchase(/branch)?$' then 'purchase'
  when lower(c.api_name) ~ '/events/(signup|signin)$' or lower(c.api_name) ~ '^v1\\.0/action/(create|login)(/branch)?$' then 'account'
  when lower(c.api_name) ~ '^v1\\.0/(action/)?assessment/[^/]+(/branch)?$' then coalesce(
    (select case when a.template in ('CardPayment', 'MoneyTransfer') then 'purchase'
      when a.template in ('LoyaltyProgram', 'SoftwarePiracy') then 'lossPrevention' else 'account' end
    from assessment a join root r on r.id = a.environment_id
    where r.start = c.environment_id
      and lower(a.api_name) = regexp_replace(lower(c.api_name), '^v1\\.0/(action/)?assessment/([^/]+).*$', '\\2')), 'account')
end`

const statements = [
  // Without a reference to the environment: what a deleted one has used stays in the figures of those above it.
  `create table metered_day (
    environment_id uuid not null,
    day date not null,
    capability text not null check (capability in ('purchase', 'account', 'lossPrevention')),
    api_name text not null,
    experience text not null,
    response text not null,
    units bigint not null,
    primary key (environment_id, day, capability, api_name, experience, response)
  )`,
  `create index metered_day_age on metered_day (day)`,
  // Segments whose units are in the table, until their journal is removed.
  `create table metered_segment (id uuid primary key, at timestamptz not null)`,
  // What was announced, once for each cycle.
  `create table plan_notice (
    tenant_id uuid not null,
    cycle_start date not null,
    subject text not null,
    mark text not null,
    at timestamptz not null,
    primary key (tenant_id, cycle_start, subject, mark)
  )`,
  // Stored transactions of finished reports are counted here; those that come later, by their report.
  `alter table loss_transaction add column is_metered boolean not null default true`,
  `alter table loss_transaction alter column is_metered set default false`,
  `create index loss_transaction_metered on loss_transaction (environment_id, month) where not is_metered`,
  `insert into metered_day
    select environment_id, (coalesce(finished_at, requested_at) at time zone 'UTC')::date, 'lossPrevention',
      'LossPreventionReport', '', '', transactions
    from loss_report where transactions > 0`,
  `insert into metered_day
    with recursive root as (
      select id as start, id, parent_id from environment
      union all select r.start, e.id, e.parent_id from root r join environment e on e.id = r.parent_id
    ), counted as (
      select c.environment_id, (c.hour at time zone 'UTC')::date as day, ${capability} as capability, c.api_name,
        case when c.experience in ('Evaluate', 'Protect') then c.experience else '' end as experience,
        case when c.status < 300 then '2xx' else '4xx' end as response, c.calls
      from api_call_hour c
      where c.experience <> 'Refused' and (c.status between 200 and 299 or c.status between 400 and 499)
    )
    select environment_id, day, capability, api_name, experience, response, sum(calls)::bigint from counted
    where capability is not null group by 1, 2, 3, 4, 5, 6`,
]
