import { sql } from 'kysely'
import { undecided } from '../../contract/common/constants.ts'
import { decisions } from '../../contract/index.ts'
import { refusedExperience } from '../../contract/integration/api-management-definitions.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import { rowColumns, type StoredRow } from '../../kernel/store/events/event-row.ts'
import type { Db } from '../../ports/database.ts'

/* A period of the figures, which cover purchases only: events of other assessments have screens of their own. */

export interface TimeWindow {
  from: Date
  to: Date
}
export interface HourTotals {
  bucket: number
  decision: string
  score_band: number
  label: string
  events: number
  amount_usd: number
}
export interface CallSums {
  bucket: number
  calls: number
  failed: number
}
export interface RuleTotals {
  rule_id: string
  rule: string
  clause: string
  decision: string
  events: number
}

/** Returns sums of the roll-ups per bucket of `bucketMs`; bucket 0 starts at `window.from`. */
export async function sumHours(
  db: Db,
  scope: readonly string[],
  window: TimeWindow,
  bucketMs: number,
  signal?: AbortSignal,
): Promise<HourTotals[]> {
  const { rows } = await sql<HourTotals>`
    select floor(extract(epoch from hour - ${window.from}::timestamptz) * 1000 / ${bucketMs}::float8)::int as bucket,
      decision, score_band, label, sum(events)::bigint as events, sum(amount_usd)::bigint as amount_usd
    from event_hour
    where environment_id = any(${scope}::uuid[]) and event_type = 'purchase' and hour >= ${window.from}::timestamptz and hour < ${window.to}::timestamptz
    group by 1, 2, 3, 4`.execute(db, cancellable(signal))
  return rows
}

/** Counts the scores of events by the lower limits of bands 2 to 5. */
export async function countScores(
  db: Db,
  scope: readonly string[],
  window: TimeWindow,
  limits: readonly number[],
  signal?: AbortSignal,
): Promise<Pick<HourTotals, 'score_band' | 'events'>[]> {
  const { rows } = await sql<Pick<HourTotals, 'score_band' | 'events'>>`
    select width_bucket(risk_score::int, ${[...limits]}::int[]) + 1 as score_band, count(*)::bigint as events
    from event
    where environment_id = any(${scope}::uuid[]) and event_type = 'purchase' and at >= ${window.from}::timestamptz and at < ${window.to}::timestamptz
      and decision <> ${undecided}
    group by 1`.execute(db, cancellable(signal))
  return rows
}

/** Returns the clauses with most decisions. A renamed rule is shown by its latest name. */
export async function topRules(
  db: Db,
  scope: readonly string[],
  window: TimeWindow,
  limit: number,
  signal?: AbortSignal,
): Promise<RuleTotals[]> {
  const { rows } = await sql<RuleTotals>`
    select rule_id, (array_agg(rule order by hour desc))[1] as rule, clause, decision, sum(events)::bigint as events
    from rule_hour
    where environment_id = any(${scope}::uuid[]) and event_type = 'purchase' and hour >= ${window.from}::timestamptz and hour < ${window.to}::timestamptz
      and decision = any(${[...decisions]}::text[])
    group by rule_id, clause, decision
    order by events desc, rule, clause, decision limit ${limit}`.execute(db, cancellable(signal))
  return rows
}

/** Returns the newest events that wait for a review, each environment through its own index. */
export async function latestReviews(
  db: Db,
  scope: readonly string[],
  limit: number,
  signal?: AbortSignal,
): Promise<StoredRow[]> {
  const parts = scope.map(
    environmentId => sql`(select e.* from event e
    where e.environment_id = ${environmentId}::uuid and e.decision = 'Review' and e.event_type = 'purchase' order by e.at desc, e.event_id desc limit ${limit})`,
  )
  const { rows } = await sql<StoredRow>`select ${rowColumns('e')} from (${sql.join(parts, sql` union all `)}) as e
    order by e.at desc, e.event_id desc limit ${limit}`.execute(db, cancellable(signal))
  return rows
}

export async function hasEvents(db: Db, scope: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from event_hour where environment_id = any(${scope}::uuid[]) and event_type = 'purchase' and events > 0) as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}

/** Returns the ids of the applications created in one of these environments. */
export async function apiClients(db: Db, tenantId: string, environmentIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('api_client')
    .select('client_id')
    .where('tenant_id', '=', tenantId)
    .where('environment_id', 'in', environmentIds)
    .orderBy('client_id')
    .execute()
  return rows.map(row => row.client_id)
}

/** Returns sums of the calls of the risk API per bucket of `bucketMs`; bucket 0 starts at `window.from`. */
export async function sumApiCalls(
  db: Db,
  scope: readonly string[],
  window: TimeWindow,
  bucketMs: number,
  signal?: AbortSignal,
): Promise<CallSums[]> {
  const { rows } = await sql<CallSums>`
    select floor(extract(epoch from hour - ${window.from}::timestamptz) * 1000 / ${bucketMs}::float8)::int as bucket,
      sum(calls)::bigint as calls, coalesce(sum(calls) filter (where status >= 400), 0)::bigint as failed
    from api_call_hour
    where environment_id = any(${scope}::uuid[]) and hour >= ${window.from}::timestamptz and hour < ${window.to}::timestamptz
      and experience <> ${refusedExperience}
    group by 1`.execute(db, cancellable(signal))
  return rows
}
