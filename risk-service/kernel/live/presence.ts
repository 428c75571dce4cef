import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

/** Somebody who looks at an event. */
interface Viewer {
  id: string
  name: string
  since: Date
}
/** The event that somebody looks at. */
interface ViewedEvent {
  environmentId: string
  eventType: string
  externalId: string
}

/** Who looks at which event now, at any process: nobody stays longer than `lifetimeSeconds`. */
export interface Presence {
  /** Reports that somebody looks at an event. Returns whether this is new to others. */
  enter: (event: ViewedEvent, person: Pick<Viewer, 'id' | 'name'>) => Promise<boolean>
  /** Reports that somebody has left an event. Returns whether the person was there. */
  leave: (event: ViewedEvent, id: string) => Promise<boolean>
  /** Returns who looks at an event, the first one first. */
  viewers: (event: ViewedEvent) => Promise<Viewer[]>
}

/** Seconds for which a viewer counts without another report. */
const lifetimeSeconds = 45
/** Viewers of one event that are remembered. */
const maxViewers = 100

/** Creates the presence over the store. Times are those of the database: clocks of processes may differ by minutes. */
export function createPresence(db: Db): Presence {
  const placeOf = ({ environmentId, eventType, externalId }: ViewedEvent) =>
    sql<boolean>`environment_id = ${environmentId}::uuid and event_type = ${eventType} and external_id = ${externalId}`
  return {
    async enter(event, { id, name }) {
      const { rows } = await sql<{ fresh: boolean }>`
        with others as (select count(*) as n from event_viewer where ${placeOf(event)} and until > now() and person_id <> ${id}::uuid)
        insert into event_viewer as v (environment_id, event_type, external_id, person_id, name, since, until)
        select ${event.environmentId}::uuid, ${event.eventType}, ${event.externalId}, ${id}::uuid, ${name}, now(),
          now() + make_interval(secs => ${lifetimeSeconds})
        from others where n < ${maxViewers}
        on conflict (environment_id, event_type, external_id, person_id) do update set name = excluded.name, until = excluded.until,
          since = case when v.until > now() then v.since else excluded.since end
        returning since = now() as fresh`.execute(db)
      return rows[0]?.fresh ?? false
    },
    async leave(event, id) {
      const { rows } = await sql<{ present: boolean }>`
        delete from event_viewer where ${placeOf(event)} and person_id = ${id}::uuid returning until > now() as present`.execute(
        db,
      )
      return rows[0]?.present ?? false
    },
    async viewers(event) {
      const { rows } = await sql<Viewer>`
        select person_id as id, name, since from event_viewer where ${placeOf(event)} and until > now()
        order by since, person_id`.execute(db)
      return rows
    },
  }
}

/** Forgets who reports no more. */
export async function forgetViewers(db: Db): Promise<void> {
  await sql`delete from event_viewer where until <= now()`.execute(db)
}
