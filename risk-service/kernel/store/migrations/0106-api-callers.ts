import { type Kysely, sql } from 'kysely'

/**
 * Calls of the risk API by caller and its version, in bands that are fine enough for percentiles; what was refused by
 * field, per minute. The indexes find the APIs of an environment without reading its hours.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Bounds of the bands before and after. Every former bound is a new one, so that no stored call changes sides. */
const formerBounds = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000]
const bounds = [
  1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 800, 1000,
  1250, 1500, 2000, 2500, 3000, 4000, 5000,
]
const formerBand = (former: number): string => `coalesce(latency_bands[${former + 1}], 0)`
const bands = [...bounds, Infinity].map((bound, band) => {
  if (band === bounds.length) return formerBand(formerBounds.length)
  const former = formerBounds.indexOf(bound)
  return former === -1 ? '0' : formerBand(former)
})

const statements = [
  ...(['minute', 'hour'] as const).flatMap(span => [
    `alter table api_call_${span} add column client_id text not null default '', add column client_version text not null default ''`,
    `update api_call_${span} set latency_bands = array[${bands.join(', ')}]::bigint[]`,
    `alter table api_call_${span} drop constraint api_call_${span}_pkey`,
    `alter table api_call_${span} add primary key (environment_id, ${span}, api_name, experience, status, client_id, client_version)`,
  ]),
  `create index api_call_hour_api on api_call_hour (environment_id, api_name, hour)`,
  `create index api_call_hour_success on api_call_hour (environment_id, api_name) where status < 400`,
  `create index api_call_minute_api on api_call_minute (environment_id, api_name, minute)`,

  // `field` as the schema names it, and `rule` of the schema that refused it; `message` without values, where no field
  // was refused.
  `create table api_error_minute (
    environment_id uuid not null,
    minute timestamptz not null,
    api_name text not null,
    status smallint not null,
    field text not null,
    rule text not null,
    message text not null,
    client_id text not null,
    client_version text not null,
    calls bigint not null,
    last_at timestamptz not null,
    correlation_ids text[] not null,
    primary key (environment_id, minute, api_name, status, field, rule, message, client_id, client_version)
  )`,
  `create index api_error_minute_age on api_error_minute (minute)`,
]
