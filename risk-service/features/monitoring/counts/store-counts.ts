import { sql } from 'kysely'
import { type DutyCycle, startDutyCycle } from '../../../kernel/store/maintenance/duty-cycle.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { selectCounts } from './count-events.ts'
import { eventTypesOf } from './event-types.ts'

const hour = 3_600_000
const day = 24 * hour
/** A week, and the four weeks before it that it is compared with. */
const keptDays = 36
/** Quarters of an hour are used for two days, and for the two before them. */
const keptQuarterDays = 5
/** Hours that one run counts: after a pause, the others follow in the next runs. */
const maxHours = 2000
/** Hours and events of one statement: few enough that nobody waits for it, and an interruption loses little. */
const sliceHours = 100
const sliceEvents = 2000

interface ClosedHour {
  environment_id: string
  event_type: string
  hour: Date
  events: number
}

/**
 * Counts the hours that are over and whose stored counts differ from the roll-ups, newest first, and removes counts
 * that no monitor reads any more. May be interrupted and repeated.
 * @returns whether hours are left for a next run
 */
export async function storeCounts(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  cycle?: Partial<DutyCycle>,
): Promise<boolean> {
  const next = startDutyCycle(cycle)
  const now = clock().getTime()
  const quartersFrom = new Date(now - keptQuarterDays * day)
  const hours = await differingHours(db, new Date(now - keptDays * day), new Date(Math.floor(now / hour) * hour))
  for (const [eventType, slice] of slicesOf(hours)) {
    await storeHours(db, eventType, slice, quartersFrom)
    if (!(await next())) return true
  }
  await sql`delete from monitor_count where start < ${new Date(now - keptDays * day - hour)}
    or (step_minutes < 60 and start < ${quartersFrom})`.execute(db)
  return hours.length === maxHours
}

/** Hours of one event type each, in the order of the types and of the hours. */
function* slicesOf(hours: readonly ClosedHour[]): Iterable<[eventType: string, hours: ClosedHour[]]> {
  for (const [eventType, all] of Map.groupBy(hours, ({ event_type }) => event_type)) {
    let slice: ClosedHour[] = []
    let events = 0
    for (const each of all) {
      slice.push(each)
      events += each.events
      if (slice.length < sliceHours && events < sliceEvents) continue
      yield [eventType, slice]
      slice = []
      events = 0
    }
    if (slice.length > 0) yield [eventType, slice]
  }
}

/** Figures of an environment that is removed are not counted again: its events go. */
const active = sql`select id from environment where status = 'Active'`

async function differingHours(db: Db, from: Date, to: Date): Promise<ClosedHour[]> {
  const first = new Date(Math.ceil(from.getTime() / hour) * hour)
  const { rows } = await sql<ClosedHour>`
    with recursive ${eventTypesOf('event_types', 'event_hour', active)}, ${eventTypesOf('stored_types', 'monitor_count', active)}, h as (
      select t.environment_id, t.event_type, f.hour, f.events from event_types t cross join lateral (
        select hour, sum(events) as events from event_hour
        where environment_id = t.environment_id and event_type = t.event_type and hour >= ${first} and hour < ${to} group by 1
      ) f
    ), c as (
      select t.environment_id, t.event_type, f.hour, f.events from stored_types t cross join lateral (
        select start as hour, sum(events) as events from monitor_count
        where environment_id = t.environment_id and event_type = t.event_type and step_minutes = 60
          and start >= ${first} and start < ${to} and dimension = 'decision' group by 1
      ) f
    )
    select environment_id, event_type, hour, coalesce(h.events, 0)::int as events from h full join c using (environment_id, event_type, hour)
    where coalesce(h.events, 0) <> coalesce(c.events, 0)
    order by hour desc, environment_id, event_type limit ${maxHours}`.execute(db)
  return rows
}

/** Replaces the counts of some hours of an event type. Readers see the former ones or the new ones. */
async function storeHours(db: Db, eventType: string, hours: readonly ClosedHour[], quartersFrom: Date): Promise<void> {
  const range = {
    environmentIds: hours.map(({ environment_id }) => environment_id),
    from: hours.map(({ hour: start }) => start),
    to: hours.map(({ hour: start }) => new Date(start.getTime() + hour)),
  }
  await db.transaction().execute(async trx => {
    await sql`delete from monitor_count c
      using unnest(${range.environmentIds}::uuid[], ${range.from}::timestamptz[], ${range.to}::timestamptz[]) as r(environment_id, range_from, range_to)
      where c.environment_id = r.environment_id and c.event_type = ${eventType} and c.start >= r.range_from and c.start < r.range_to`.execute(
      trx,
    )
    await sql`
      with q as materialized (${selectCounts(range, eventType, 15)}), w as (
        insert into monitor_count (environment_id, event_type, step_minutes, start, dimension, value, events)
        select environment_id, event_type, 15, start, dimension, value, events from q where start >= ${quartersFrom}
      )
      insert into monitor_count (environment_id, event_type, step_minutes, start, dimension, value, events)
      select environment_id, event_type, 60, date_trunc('hour', start, 'UTC'), dimension, value, sum(events)::int
      from q group by 1, 2, 4, 5, 6`.execute(trx)
  })
}
