import { sql } from 'kysely'
import { undecided } from '../../contract/common/constants.ts'
import type { Db } from '../../ports/database.ts'

const dayMs = 24 * 3_600_000

/** Calls of one API in an environment. */
export interface ApiFigures {
  apiName: string
  /** In the last 24 hours, and how many of them failed. */
  calls: number
  failed: number
}

/** Returns the APIs of which a call has succeeded in an environment, with their figures. */
export async function readApis(db: Db, environmentId: string, now: Date): Promise<ApiFigures[]> {
  const from = new Date(now.getTime() - dayMs)
  // The names one after another by the index of successes: of the older hours nothing else is read.
  const { rows } = await sql<ApiFigures>`
    with recursive called(api_name) as (
      (select api_name from api_call_hour where environment_id = ${environmentId}::uuid and status < 400 order by api_name limit 1)
      union all
      select (select next.api_name from api_call_hour next where next.environment_id = ${environmentId}::uuid and next.status < 400
        and next.api_name > called.api_name order by next.api_name limit 1)
      from called where called.api_name is not null
    )
    select called.api_name as "apiName", coalesce(sum(recent.calls), 0)::int as calls,
      coalesce(sum(recent.calls) filter (where recent.status >= 400), 0)::int as failed
    from called left join api_call_hour recent on recent.environment_id = ${environmentId}::uuid
      and recent.api_name = called.api_name and recent.hour > ${from}::timestamptz
    where called.api_name is not null group by called.api_name order by called.api_name`.execute(db)
  return rows
}

export interface RecentCalls {
  minute: Date
  apiName: string
  status: number
  calls: number
  meanMs: number
}

/** Returns the latest calls of an environment within 24 hours, grouped by minute, API and status. */
export async function readRecentCalls(db: Db, environmentId: string, now: Date, limit: number): Promise<RecentCalls[]> {
  const { rows } = await sql<RecentCalls>`
    select minute, api_name as "apiName", status, sum(calls)::int as calls, sum(latency_ms)::float8 / sum(calls) as "meanMs"
    from api_call_minute
    where environment_id = ${environmentId}::uuid and minute > ${new Date(now.getTime() - dayMs)}::timestamptz and calls > 0
    group by minute, api_name, status order by minute desc, api_name, status limit ${limit}`.execute(db)
  return rows
}

export interface LatestEvent {
  id: string
  at: Date
  decision: string
  sent: unknown
}

/** Days in which an event is looked for: older ones are of no use to whoever listens. */
const listenedDays = 7

/** Returns the latest event of a type in an environment within a week, as it was sent; undefined: there is none. */
export async function readLatestEvent(
  db: Db,
  environmentId: string,
  eventType: string,
  now: Date,
): Promise<LatestEvent | undefined> {
  return db
    .selectFrom('event')
    .innerJoin('event_body', join =>
      join
        .onRef('event_body.environment_id', '=', 'event.environment_id')
        .onRef('event_body.at', '=', 'event.at')
        .onRef('event_body.event_id', '=', 'event.event_id'),
    )
    .select(['event.external_id as id', 'event.at', 'event.decision', 'event_body.request as sent'])
    .where('event.environment_id', '=', environmentId)
    .where('event.event_type', '=', eventType)
    .where('event.decision', '<>', undecided)
    .where('event.at', '>', new Date(now.getTime() - listenedDays * dayMs))
    .orderBy('event.at', 'desc')
    .orderBy('event.event_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Counts the applications that were created in one of these environments. */
export async function countApplications(db: Db, environmentIds: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('api_client')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('environment_id', 'in', environmentIds)
    .executeTakeFirstOrThrow()
  return Number(count)
}
