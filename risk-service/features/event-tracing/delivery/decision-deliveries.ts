import { sql } from 'kysely'
import type { EventKind } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { rowKindsOf } from './read-events.ts'

/** What came of the message of a decision at one subscription. */
interface DecisionDelivery {
  subscription: string
  sink: string
  /** When the message was numbered for delivery, or when its last attempt failed. */
  at: Date
  state: 'waiting' | 'delivered' | 'failed'
  /** Null for what was delivered: the number is not stored then. */
  attempts: number | null
  failure: string | null
}

interface DeliveryRow {
  name: string
  sink: string
  kinds: EventKind[]
  reached: number
  attempts: number
  failure: string | null
  seq: number
  created_at: Date
  dead_at: Date | null
  dead_attempts: number | null
  dead_failure: string | null
}

/**
 * Milliseconds around an event within which its message was numbered: mostly at once, and at the latest where the
 * numbering had to wait, and the clocks of service and database differ. Thousands of messages may be numbered in a second.
 */
const [usuallyMs, longestMs] = [5000, 120_000]

/**
 * Returns what came of the message of a decision at the subscriptions that existed then. Subscriptions that are pulled
 * have no deliveries. Messages are stored for some days; of older ones nothing is returned.
 * @param environmentIds the environment of the event and those above it, as far as the caller may read subscriptions
 */
export async function loadDecisionDeliveries(
  db: Db,
  event: { environmentId: string; eventId: string; receivedAt: Date },
  environmentIds: readonly string[],
): Promise<DecisionDelivery[]> {
  const within = (ms: number) => {
    const [from, to] = [-ms, ms].map(distance => new Date(event.receivedAt.getTime() + distance))
    return sql`(select seq, created_at from traced_event
      where environment_id = ${event.environmentId}::uuid and kind = 'decision' and ref = ${event.eventId}
        and created_at between ${from}::timestamptz and ${to}::timestamptz
      order by seq limit 1)`
  }
  const { rows } = await sql<DeliveryRow>`
    with message as materialized (
      ${within(usuallyMs)} union all ${within(longestMs)} limit 1
    )
    select s.name, s.sink, s.kinds, s.reached, s.attempts, s.failure, m.seq, m.created_at,
      d.created_at as dead_at, d.attempts as dead_attempts, d.failure as dead_failure
    from message m
    join event_subscription s on s.environment_id = any(${[...environmentIds]}::uuid[]) and s.created_at <= m.created_at and s.sink <> 'pull'
    left join lateral (
      select created_at, attempts, failure from event_dead_letter l
      where l.subscription_id = s.id and l.seq = m.seq order by l.created_at desc limit 1
    ) d on true
    order by s.name, s.id`.execute(db)
  return rows.filter(row => rowKindsOf(row.kinds).includes('decision')).map(toDelivery)
}

function toDelivery(row: DeliveryRow): DecisionDelivery {
  const base = { subscription: row.name, sink: row.sink }
  if (row.dead_at !== null)
    return { ...base, at: row.dead_at, state: 'failed', attempts: row.dead_attempts ?? 1, failure: row.dead_failure }
  if (row.reached >= row.seq) return { ...base, at: row.created_at, state: 'delivered', attempts: null, failure: null }
  return { ...base, at: row.created_at, state: 'waiting', attempts: row.attempts, failure: row.failure }
}
