import { type RawBuilder, sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import { type CountDimension, type CountRanges, type StepCount, selectCounts } from './count-events.ts'
import { LiveCounts, slotSeconds } from './live-counts.ts'
import type { MonitorWindow } from './monitor-window.ts'

const hour = 3_600_000
/** The shortest step of which counts are stored. */
const storedStepMinutes = 15

export interface CountScope {
  environmentIds: readonly string[]
  eventType: string
  /** All of them by default. */
  dimensions?: readonly CountDimension[]
  /** Events of a branch instead of production; they are never stored. */
  source?: RawBuilder<unknown>
  /** Counts the whole window as one step, which begins with it. */
  together?: boolean
  /** The present: windows with steps of a minute that are read again and again are counted once then. */
  present?: Date
  signal?: AbortSignal | undefined
}

/**
 * Counts the events of a window by step and value. Closed hours come from the stored counts, as far as these have as
 * many events as the roll-up of the hour; all others are counted from the events themselves.
 */
export async function countSteps(db: Db, scope: CountScope, window: MonitorWindow): Promise<StepCount[]> {
  const { present } = scope
  if (present !== undefined && scope.source === undefined && !scope.together && window.stepMinutes === 1)
    return countLive(db, scope, window, present.getTime())
  if (scope.source !== undefined || window.stepMinutes < storedStepMinutes)
    return countRaw(db, scope, window, wholeWindow(scope, window))
  const open = await openHours(db, scope, window)
  const [stored, raw] = await Promise.all([
    readStored(db, scope, window, open),
    countRaw(db, scope, window, clippedTo(window, open)),
  ])
  return [...stored, ...raw]
}

/** What was counted of windows that are read every few seconds. */
const liveCounts = new LiveCounts()

function countLive(db: Db, scope: CountScope, window: MonitorWindow, present: number): Promise<StepCount[]> {
  const { environmentIds, eventType, dimensions } = scope
  const count = (from: number, to: number) =>
    countRaw(
      db,
      scope,
      { ...window, stepMinutes: slotSeconds / 60 },
      wholeWindow(scope, { ...window, start: from, now: to - 1 }),
    )
  return liveCounts.read(db, {
    key: JSON.stringify([environmentIds, eventType, dimensions, window.barCount]),
    window,
    present,
    count,
  })
}

/** The beginning of the step that an event is counted in, in milliseconds. */
const startOf = (column: RawBuilder<unknown>, { together = false }: CountScope, { start }: MonitorWindow) =>
  together ? sql`${start}::float8` : sql`(extract(epoch from ${column}) * 1000)::float8`

const wholeWindow = ({ environmentIds }: CountScope, { start, now }: MonitorWindow): CountRanges => ({
  environmentIds,
  from: environmentIds.map(() => new Date(start)),
  // The moment itself belongs to the window.
  to: environmentIds.map(() => new Date(now + 1)),
})

interface OpenHour {
  environment_id: string
  hour: Date
}

function clippedTo({ start, now }: MonitorWindow, open: readonly OpenHour[]): CountRanges {
  return {
    environmentIds: open.map(({ environment_id }) => environment_id),
    from: open.map(each => new Date(Math.max(each.hour.getTime(), start))),
    to: open.map(each => new Date(Math.min(each.hour.getTime() + hour, now + 1))),
  }
}

/**
 * Returns the hours whose stored counts cannot be used: those of which the roll-up has another number of events, and
 * the last one, which the window cuts off.
 */
async function openHours(
  db: Db,
  { environmentIds, eventType, signal }: CountScope,
  { start, now }: MonitorWindow,
): Promise<OpenHour[]> {
  const from = new Date(Math.floor(start / hour) * hour)
  const last = new Date(Math.floor(now / hour) * hour)
  const { rows } = await sql<OpenHour>`
    with h as (
      select environment_id, hour, sum(events) as events from event_hour
      where environment_id = any(${environmentIds}::uuid[]) and event_type = ${eventType} and hour >= ${from} and hour <= ${last}
      group by 1, 2
    ), c as (
      select environment_id, start as hour, sum(events) as events from monitor_count
      where environment_id = any(${environmentIds}::uuid[]) and event_type = ${eventType} and step_minutes = 60 and dimension = 'decision'
        and start >= ${from} and start <= ${last}
      group by 1, 2
    )
    select environment_id, hour from h full join c using (environment_id, hour)
    where hour = ${last} or coalesce(h.events, 0) <> coalesce(c.events, 0)
    order by 1, 2`.execute(db, cancellable(signal))
  return rows
}

async function readStored(
  db: Db,
  scope: CountScope,
  window: MonitorWindow,
  open: readonly OpenHour[],
): Promise<StepCount[]> {
  const { environmentIds, eventType, dimensions, signal } = scope
  const { start, now, stepMinutes } = window
  const { rows } = await sql<StepCount>`
    select ${startOf(sql`c.start`, scope, window)} as start, c.dimension, c.value, sum(c.events)::int as events
    from monitor_count c
    where c.environment_id = any(${environmentIds}::uuid[]) and c.event_type = ${eventType} and c.step_minutes = ${stepMinutes}
      and c.start >= ${new Date(start)} and c.start <= ${new Date(now)}
      ${ofDimensions(sql`c.dimension`, dimensions)}
      and (c.environment_id, date_trunc('hour', c.start, 'UTC')) not in (
        select * from unnest(${open.map(each => each.environment_id)}::uuid[], ${open.map(each => each.hour)}::timestamptz[]))
    group by 1, 2, 3`.execute(db, cancellable(signal))
  return rows
}

async function countRaw(db: Db, scope: CountScope, window: MonitorWindow, ranges: CountRanges): Promise<StepCount[]> {
  if (ranges.environmentIds.length === 0) return []
  const { eventType, dimensions, source, signal } = scope
  const { rows } = await sql<StepCount>`
    select ${startOf(sql`n.start`, scope, window)} as start, n.dimension, n.value, sum(n.events)::int as events
    from (${selectCounts(ranges, eventType, window.stepMinutes, { source, dimensions })}) n
    group by 1, 2, 3`.execute(db, cancellable(signal))
  return rows
}

const ofDimensions = (column: RawBuilder<unknown>, dimensions: readonly CountDimension[] | undefined) =>
  dimensions === undefined ? sql`` : sql`and ${column} = any(${[...dimensions]}::text[])`
