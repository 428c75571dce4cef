import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

interface HistoryCounts {
  events: number
  frauds: number
  goods: number
}
interface StoredHistory {
  from: Date | null
  to: Date | null
  events: number
  labelled: number
}
interface HistoryPeriod {
  from: Date
  to: Date
}
const hourLength = 3_600_000

const scopeOf = (environmentId: string) => sql`with recursive down as (
  select id from environment where id = ${environmentId}::uuid
  union select e.id from environment e join down on e.parent_id = down.id)`

/** Returns whole hours around the first and the last event of an assessment, of an environment and those below it. */
export async function loadHistoryPeriod(
  db: Db,
  environmentId: string,
  eventType: string,
): Promise<HistoryPeriod | null> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`${scopeOf(environmentId)}
    select
      (select min(x.at) from down cross join lateral (select e.at from event e where e.environment_id = down.id
        and e.event_type = ${eventType} order by e.at limit 1) x) as first,
      (select max(x.at) from down cross join lateral (select e.at from event e where e.environment_id = down.id
        and e.event_type = ${eventType} order by e.at desc limit 1) x) as last`.execute(db)
  const [found] = rows
  if (found?.first == null || found.last === null) return null
  const hourOf = (at: Date): number => Math.floor(at.getTime() / hourLength)
  return {
    from: new Date(hourOf(found.first) * hourLength),
    to: new Date((hourOf(found.last) + 1) * hourLength),
  }
}

/** Counts the events of a period and their labels: sums by hour leave out what nothing has decided, as uploaded events. */
export async function countHistory(
  db: Db,
  environmentId: string,
  eventType: string,
  { from, to }: HistoryPeriod,
): Promise<HistoryCounts> {
  const { rows } = await sql<HistoryCounts>`${scopeOf(environmentId)}
    select count(*) as events, count(*) filter (where e.label = 'Fraud') as frauds,
      count(*) filter (where e.label = 'NonFraud') as goods
    from event e where e.environment_id in (select id from down) and e.event_type = ${eventType}
      and e.at >= ${from} and e.at < ${to}`.execute(db)
  return rows[0] ?? { events: 0, frauds: 0, goods: 0 }
}

/** Whether something that may say that an event of an assessment is fraud, such as a chargeback, came since a time. */
export async function hasLaterEvents(db: Db, environmentId: string, eventType: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`${scopeOf(environmentId)}
    select exists (select 1 from data_event d where d.environment_id in (select id from down)
      and d.subject_type = ${eventType} and d.event_type in ('chargeback', 'refund')
      and d.received_at > ${since}) as found`.execute(db)
  return rows[0]?.found ?? false
}

export async function loadStoredHistory(db: Db, environmentId: string, eventType: string): Promise<StoredHistory> {
  const period = await loadHistoryPeriod(db, environmentId, eventType)
  if (period === null) return { from: null, to: null, events: 0, labelled: 0 }
  const { events, frauds, goods } = await countHistory(db, environmentId, eventType, period)
  return { ...period, events, labelled: frauds + goods }
}
