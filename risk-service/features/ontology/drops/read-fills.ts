import { sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import { allEvents } from './fill-store.ts'

interface FillRange {
  from: Date
  to: Date
}

/** How often fields had a value in a range. */
export interface RangeFills {
  /** Events that were read, of all API clients. */
  events: number
  /** Those with a value, by the path of the field. */
  filled: ReadonlyMap<string, number>
}

/**
 * Returns how often fields of an assessment had a value in each of these ranges, by whole hours. It jumps from one field
 * to the next in their index: reading every row of the months that are stored would take long.
 */
export async function readFills(
  db: Db,
  {
    environmentIds,
    eventType,
    signal,
  }: { environmentIds: readonly string[]; eventType: string; signal?: AbortSignal | undefined },
  ranges: readonly FillRange[],
): Promise<RangeFills[]> {
  const ofType = (environment: string) =>
    sql`from field_fill f where f.environment_id = ${sql.ref(environment)} and f.event_type = ${eventType}`
  const { rows } = await sql<{ place: number; field: string; events: number }>`
    with recursive fields (environment_id, field) as (
      select i.id, (select min(f.field) ${ofType('i.id')}) from unnest(${environmentIds}::uuid[]) as i (id)
      union all
      select t.environment_id, (select min(f.field) ${ofType('t.environment_id')} and f.field > t.field)
      from fields t where t.field is not null
    )
    select r.place::int as place, t.field, sum(n.events)::int as events
    from fields t
    cross join unnest(${ranges.map(({ from }) => from)}::timestamptz[], ${ranges.map(({ to }) => to)}::timestamptz[]) with ordinality as r (range_from, range_to, place)
    cross join lateral (
      select sum(f.events) as events ${ofType('t.environment_id')} and f.field = t.field and f.hour >= r.range_from and f.hour < r.range_to
    ) n
    where n.events is not null
    group by 1, 2`.execute(db, cancellable(signal))
  return ranges.map((_, index) => {
    const filled = new Map(rows.filter(({ place }) => place === index + 1).map(({ field, events }) => [field, events]))
    const events = filled.get(allEvents) ?? 0
    filled.delete(allEvents)
    return { events, filled }
  })
}
