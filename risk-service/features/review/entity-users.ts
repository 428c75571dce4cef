import { sql } from 'kysely'
import type { EntityUsers } from '../../contract/events/entity-users.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import { newestOfEntity } from '../../kernel/store/events/newest-of-entity.ts'
import type { Db } from '../../ports/database.ts'
import type { EntityLink } from '../../ports/index.ts'
import { type CountedEvent, loadEventEntities, type PurchaseViewOf } from './event-detail.ts'

const countedDays = 90
/** Events of one entity that are looked at, the newest first: an address of a mobile network has millions. */
const countedEvents = 10_000
/** Fewer for instruments, which stand in the request of each event. */
const countedRequests = 1000

interface UserCount {
  link: number
  users: number
  instruments: number | null
  events: number
}

/**
 * Counts for each entity of an event the users of the other events with it in 90 days, in the order of its entities;
 * for a device also the payment instruments. Null for an unknown event.
 */
export async function loadEntityUsers(
  db: Db,
  address: CountedEvent,
  purchaseViewOf: PurchaseViewOf,
  now: Date,
  signal?: AbortSignal,
): Promise<EntityUsers[] | null> {
  const event = await loadEventEntities(db, address, purchaseViewOf)
  if (event === null) return null
  const { entities, eventType } = { ...event, ...address }
  if (entities.length === 0) return []
  const since = new Date(now.getTime() - countedDays * 86_400_000)
  const own = entities.find(({ type }) => type === 'user')?.value ?? ''
  // A purchase is compared with purchases, as search finds them.
  const condition = sql`and at >= ${since}::timestamptz
    ${eventType === 'purchase' ? sql`and event_type = 'purchase'` : sql``}`
  const count = (entity: EntityLink, link: number) => sql`
    select ${link}::int as link, count(*)::int as events,
      count(distinct lower(btrim(e.user_id))) filter (where lower(btrim(e.user_id)) <> ${own})::int as users,
      ${entity.type === 'device' ? instrumentsOf(address.scope, entity, condition) : sql`null::int`} as instruments
    from (${newestOfEntity(address.scope, entity, { condition, limit: countedEvents })}) n
    join event e on e.environment_id = n.environment_id and e.at = n.at and e.event_id = n.event_id`
  const { rows } = await sql<UserCount>`${sql.join(entities.map(count), sql` union all `)} order by link`.execute(
    db,
    cancellable(signal),
  )
  return rows.map(({ link, users, instruments, events }) => {
    const type = entities[link]?.type ?? 'user'
    return { type, users, instruments, complete: events < (instruments === null ? countedEvents : countedRequests) }
  })
}

/** Counts the payment instruments of the newest events with a device. */
const instrumentsOf = (
  environmentIds: readonly string[],
  entity: EntityLink,
  condition: ReturnType<typeof sql>,
) => sql`(
  select count(distinct instrument ->> 'merchantPaymentInstrumentId')::int
  from (${newestOfEntity(environmentIds, entity, { condition, limit: countedRequests })}) d
  join event_body b on b.environment_id = d.environment_id and b.at = d.at and b.event_id = d.event_id
  cross join lateral jsonb_path_query(b.request::jsonb, 'lax $.paymentInstrumentList[*]') as instrument)`
