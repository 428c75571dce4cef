import { sql } from 'kysely'
import type { AlertStep } from '../../../engine/alerts/alert-series.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import { type AlertSource, type AlertSubject, sourceOf } from './alert-source.ts'

/** A range of time in milliseconds, the end excluded. */
export interface TimeRange {
  from: number
  to: number
}

/**
 * Returns when the first row of a metric is from, in milliseconds; null where there is none. What lies before it is
 * unknown, not zero.
 */
export async function readBeginning(
  db: Db,
  subject: AlertSubject,
  scope: readonly string[],
  signal?: AbortSignal,
): Promise<number | null> {
  // Whether anything is counted at all does not depend on the rule that is counted.
  const { table, time } = sourceOf(
    { ...subject, metric: subject.metric === 'ruleHits' ? 'transactions' : subject.metric },
    'hours',
  )
  const { rows } = await sql<{ first: Date | null }>`
    select min(f.first) as first from unnest(${[...scope]}::uuid[]) as e (id)
    cross join lateral (select min(${sql.ref(time)}) as first from ${sql.table(table)} where environment_id = e.id) as f`.execute(
    db,
    cancellable(signal),
  )
  return rows[0]?.first?.getTime() ?? null
}

/**
 * Counts a range in steps of equal length, the oldest first; a step without rows has zeros.
 * @param range in milliseconds; a whole number of steps
 */
export async function countSteps(
  db: Db,
  source: AlertSource,
  scope: readonly string[],
  { from, to }: TimeRange,
  stepMs: number,
  signal?: AbortSignal,
): Promise<AlertStep[]> {
  const { rows } = await sql<{ step: number; count: number; of: number }>`
    select floor(extract(epoch from ${sql.ref(source.time)} - ${new Date(from)}::timestamptz) * 1000 / ${stepMs}::float8)::int as step,
      sum(${source.count})::float8 as count, sum(${source.of ?? sql`0`})::float8 as of
    from ${sql.table(source.table)}
    where environment_id = any(${[...scope]}::uuid[]) and ${sql.ref(source.time)} >= ${new Date(from)}::timestamptz
      and ${sql.ref(source.time)} < ${new Date(to)}::timestamptz and ${source.where}
    group by 1`.execute(db, cancellable(signal))
  const isShare = source.of !== null
  const steps = Array.from(
    { length: Math.round((to - from) / stepMs) },
    (): AlertStep => ({
      count: 0,
      of: isShare ? 0 : null,
    }),
  )
  for (const { step, count, of } of rows) if (step < steps.length) steps[step] = { count, of: isShare ? of : null }
  return steps
}

/** Counts several ranges, each as a whole. @param ranges in milliseconds */
export async function countRanges(
  db: Db,
  source: AlertSource,
  scope: readonly string[],
  ranges: readonly TimeRange[],
): Promise<AlertStep[]> {
  const isShare = source.of !== null
  const { rows } = await sql<{ n: number; count: number; of: number }>`
    select r.n::int as n, coalesce(c.count, 0)::float8 as count, coalesce(c.of, 0)::float8 as of
    from unnest(${ranges.map(({ from }) => new Date(from))}::timestamptz[], ${ranges.map(({ to }) => new Date(to))}::timestamptz[])
      with ordinality as r (range_from, range_to, n)
    cross join lateral (select sum(${source.count}) as count, sum(${source.of ?? sql`0`}) as of
      from ${sql.table(source.table)}
      where environment_id = any(${[...scope]}::uuid[]) and ${sql.ref(source.time)} >= r.range_from
        and ${sql.ref(source.time)} < r.range_to and ${source.where}) as c
    order by r.n`.execute(db)
  return rows.map(({ count, of }) => ({ count, of: isShare ? of : null }))
}
