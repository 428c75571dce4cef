import { type RawBuilder, sql } from 'kysely'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../ports/database.ts'
import type { FigurePeriod } from './period.ts'

/** What calls are read of: an environment with its children. */
export interface CallScope {
  environmentIds: readonly string[]
  period: FigurePeriod
  signal: AbortSignal | undefined
}

/** Which calls are counted; undefined: any. */
export interface CallFilter {
  apiNames?: readonly string[] | undefined
  experience?: string | undefined
  clientId?: string | undefined
  clientVersion?: string | undefined
}

const at = (time: number): Date => new Date(time)

/**
 * Returns the stored calls of a period, as a table: whole hours from those of hours, and the rest from those of minutes.
 * Both contain the same calls.
 */
function callsOf(
  { environmentIds, period: { from, to, hours } }: CallScope,
  filter: CallFilter = {},
): RawBuilder<unknown> {
  const conditions = [
    sql`environment_id = any(${environmentIds}::uuid[])`,
    ...(filter.apiNames === undefined ? [] : [sql`api_name = any(${filter.apiNames}::text[])`]),
    ...(filter.experience === undefined ? [] : [sql`experience = ${filter.experience}`]),
    ...(filter.clientId === undefined ? [] : [sql`client_id = ${filter.clientId}`]),
    ...(filter.clientVersion === undefined ? [] : [sql`client_version = ${filter.clientVersion}`]),
  ]
  const where = sql.join(conditions, sql` and `)
  const columns = sql`api_name, experience, status, client_id, client_version, calls, longest_ms, latency_bands`
  const [firstEnd, lastStart] = hours.from < hours.to ? [hours.from, hours.to] : [to, to]
  return sql`(
    select hour as at, ${columns} from api_call_hour
    where ${where} and hour >= ${at(hours.from)}::timestamptz and hour < ${at(hours.to)}::timestamptz
    union all select minute, ${columns} from api_call_minute
    where ${where} and minute >= ${at(from)}::timestamptz and minute < ${at(Math.min(firstEnd, to))}::timestamptz
    union all select minute, ${columns} from api_call_minute
    where ${where} and minute >= ${at(lastStart)}::timestamptz and minute < ${at(to)}::timestamptz
  ) as calls`
}

export interface CallSums {
  apiName: string
  experience: string
  status: number
  clientId: string
  clientVersion: string
  calls: number
  longestMs: number
}

/** Sums up the calls of a period by everything that they are filtered by. */
export async function sumCalls(db: Db, scope: CallScope): Promise<CallSums[]> {
  const { rows } = await sql<CallSums>`
    select api_name as "apiName", experience, status, client_id as "clientId", client_version as "clientVersion",
      sum(calls)::bigint as calls, max(longest_ms)::float8 as "longestMs"
    from ${callsOf(scope)} group by 1, 2, 3, 4, 5`.execute(db, cancellable(scope.signal))
  return rows
}

export interface BandSum {
  apiName: string
  clientId: string
  clientVersion: string
  band: number
  calls: number
}

/** Sums up the bands of latencies by API, caller and version. */
export async function sumBands(db: Db, scope: CallScope, filter: CallFilter): Promise<BandSum[]> {
  const { rows } = await sql<BandSum>`
    select api_name as "apiName", client_id as "clientId", client_version as "clientVersion", (bands.n - 1)::int as band,
      sum(bands.count)::bigint as calls
    from ${callsOf(scope, filter)} cross join unnest(latency_bands) with ordinality as bands (count, n)
    where bands.count > 0 group by 1, 2, 3, 4`.execute(db, cancellable(scope.signal))
  return rows
}

export interface StepSum {
  apiName: string
  step: number
  calls: number
  longestMs: number
}

/** Returns the calls of a period as a table, whose times are in no longer span than a step of its chart. */
function stepsOf(scope: CallScope, filter: CallFilter): { step: RawBuilder<number>; calls: RawBuilder<unknown> } {
  const { period } = scope
  const first = period.starts[0] ?? period.from
  // Steps of a minute are in no hour.
  const source = period.stepMs < 3_600_000 ? { ...period, hours: { from: period.to, to: period.to } } : period
  return {
    step: sql<number>`floor((extract(epoch from at) * 1000 - ${first}::float8) / ${period.stepMs}::float8)::int`,
    calls: callsOf({ ...scope, period: source }, filter),
  }
}

/** Sums up the calls of each step of a chart by API. */
export async function sumSteps(db: Db, scope: CallScope, filter: CallFilter): Promise<StepSum[]> {
  const { step, calls } = stepsOf(scope, filter)
  const { rows } = await sql<StepSum>`
    select api_name as "apiName", ${step} as step, sum(calls)::bigint as calls, max(longest_ms)::float8 as "longestMs"
    from ${calls} group by 1, 2`.execute(db, cancellable(scope.signal))
  return rows
}

export interface StepBandSum {
  step: number
  band: number
  calls: number
}

/** Sums up the bands of latencies of each step of a chart. */
export async function sumStepBands(db: Db, scope: CallScope, filter: CallFilter): Promise<StepBandSum[]> {
  const { step, calls } = stepsOf(scope, filter)
  const { rows } = await sql<StepBandSum>`
    select ${step} as step, (bands.n - 1)::int as band, sum(bands.count)::bigint as calls
    from ${calls} cross join unnest(latency_bands) with ordinality as bands (count, n)
    where bands.count > 0 group by 1, 2`.execute(db, cancellable(scope.signal))
  return rows
}

export interface ErrorSum {
  apiName: string
  status: number
  field: string
  rule: string
  message: string
  clientId: string
  clientVersion: string
  step: number
  calls: number
  lastAt: Date
  /** Of the latest minutes, each with those of its latest calls, separated by spaces. */
  correlationIds: string[]
}

/** Sums up the failed calls of a period by what refused them, caller, and step of the chart. */
export async function sumErrors(db: Db, scope: CallScope): Promise<ErrorSum[]> {
  const { environmentIds, period } = scope
  const first = period.starts[0] ?? period.from
  const { rows } = await sql<ErrorSum>`
    select api_name as "apiName", status, field, rule, message, client_id as "clientId", client_version as "clientVersion",
      floor((extract(epoch from minute) * 1000 - ${first}::float8) / ${period.stepMs}::float8)::int as step,
      sum(calls)::bigint as calls, max(last_at) as "lastAt",
      (array_agg(array_to_string(correlation_ids, ' ') order by last_at desc))[1:5] as "correlationIds"
    from api_error_minute
    where environment_id = any(${environmentIds}::uuid[]) and minute >= ${at(period.from)}::timestamptz and minute < ${at(period.to)}::timestamptz
    group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db, cancellable(scope.signal))
  return rows
}
