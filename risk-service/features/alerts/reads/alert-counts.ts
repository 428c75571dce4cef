import { sql } from 'kysely'
import type { AlertStep } from '../../../engine/alerts/alert-series.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import { type AlertSource, type AlertSubject, beginningOf, hourMs, sourceOf } from './alert-source.ts'

/** A range of time in milliseconds, the end excluded. */
export interface TimeRange {
  from: number
  to: number
}

/**
 * Returns since when a metric is counted, in milliseconds: the moment of its first row, of hits not before the rule was
 * first published; null where nothing is counted. What lies before it is unknown, not zero. Roll-ups name the hour, and
 * only that hour is searched for the moment; where its rows are deleted, the hour begins it.
 */
export async function readBeginning(
  db: Db,
  subject: AlertSubject,
  scope: readonly string[],
  signal?: AbortSignal,
): Promise<number | null> {
  const [hours, moments] = [beginningOf(subject, 'hours'), beginningOf(subject, 'moments')]
  const { rows } = await sql<{ first: Date | null; published: Date | null }>`
    select min(coalesce(m.first, f.hour)) as first,
      (select min(published_at) from rule_version where rule_id = ${subject.ruleId}::uuid) as published
    from unnest(${[...scope]}::uuid[]) as e (id)
    cross join lateral (select min(${sql.ref(hours.time)}) as hour from ${sql.table(hours.table)}
      where environment_id = e.id and ${hours.where}) as f
    cross join lateral (select min(${sql.ref(moments.time)}) as first from ${sql.table(moments.table)}
      where environment_id = e.id and ${moments.where} and ${sql.ref(moments.time)} >= f.hour
        and ${sql.ref(moments.time)} < f.hour + interval '1 hour') as m`.execute(db, cancellable(signal))
  const [row] = rows
  return row?.first ? Math.max(row.first.getTime(), row.published?.getTime() ?? 0) : null
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

/** Counts several ranges, their whole hours from roll-ups and only what is left from events. @param ranges in milliseconds */
export async function countByHours(
  db: Db,
  subject: AlertSubject,
  scope: readonly string[],
  ranges: readonly TimeRange[],
): Promise<AlertStep[]> {
  const [hours, moments] = [sourceOf(subject, 'hours'), sourceOf(subject, 'moments')]
  const parts = ranges.map(splitHours)
  if (hours.table === moments.table || parts.some(({ whole }) => whole.to <= whole.from))
    return countRanges(db, moments, scope, ranges)
  const edges = await countRanges(
    db,
    moments,
    scope,
    parts.flatMap(({ before, after }) => [before, after]),
  )
  const whole = await countRanges(
    db,
    hours,
    scope,
    parts.map(part => part.whole),
  )
  return whole.map((step, n) => [edges[2 * n], edges[2 * n + 1]].reduce<AlertStep>(addSteps, step))
}

/** Cuts a range at its first and its last full hour. */
function splitHours({ from, to }: TimeRange): Record<'before' | 'whole' | 'after', TimeRange> {
  const [begin, end] = [Math.ceil(from / hourMs) * hourMs, Math.floor(to / hourMs) * hourMs]
  return { before: { from, to: begin }, whole: { from: begin, to: end }, after: { from: end, to } }
}

const addSteps = (sum: AlertStep, step: AlertStep | undefined): AlertStep => ({
  count: sum.count + (step?.count ?? 0),
  of: sum.of === null ? null : sum.of + (step?.of ?? 0),
})
