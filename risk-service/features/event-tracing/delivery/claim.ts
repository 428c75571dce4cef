import { sql } from 'kysely'
import { type DeliveryFailure, type EventKind, fileSinks } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { HistoryState } from '../../../ports/tables/review/event-tracing.ts'
import type { StoredSink } from '../sinks/sink-settings.ts'

/** What is stored of a subscription whose receiver does not accept what it gets. */
export interface FailureState {
  /** Of the message that waits: failed attempts, its id, the number of its events and a digest of its body. */
  attempts: number
  delivery_id: string | null
  delivery_count: number | null
  delivery_digest: string | null
  /** The first failure since something was accepted, and the notice of it. */
  failing_since: Date | null
  notified_at: Date | null
  /** The last failure. */
  failure: DeliveryFailure | null
  status: number | null
}

/** A subscription that this process delivers, as it was when it was claimed. */
export interface ClaimedSubscription extends FailureState, StoredSink {
  id: string
  tenant_id: string
  environment_id: string
  name: string
  /** The key that signs, and what opens the sink, encrypted. */
  secret: string
  credential: string | null
  previous_secret: string | null
  previous_until: Date | null
  kinds: EventKind[]
  reached: number
  /** Of files: how far the events that were stored before are copied; null: all are. */
  history: HistoryState | null
  version: number
  lease_owner: string
  /** Somebody asked for dead letters again. */
  has_letters: boolean
}

/** Claims subscriptions with something to deliver, which nobody else delivers at the moment; of files, those whose half hour is over. */
export async function claimSubscriptions(
  db: Db,
  { owner, now, until }: { owner: string; now: Date; until: Date },
): Promise<ClaimedSubscription[]> {
  const { rows } = await sql<ClaimedSubscription>`
    with due as (
      select s.id, l.has_letters from event_subscription s join environment e on e.id = s.environment_id and e.status = 'Active'
      cross join lateral (select exists (
        select from event_dead_letter d where d.subscription_id = s.id and d.redeliver_at <= ${now}::timestamptz
      ) as has_letters) l
      where s.active and s.sink <> 'pull' and (s.lease_until is null or s.lease_until <= ${now}::timestamptz)
        and (s.next_at is null or s.next_at <= ${now}::timestamptz)
        and (s.sink = any(${fileSinks}::text[]) or s.reached < (select max(seq) from traced_event) or l.has_letters)
      for update of s skip locked
    )
    update event_subscription s set lease_owner = ${owner}::uuid, lease_until = ${until}::timestamptz
    from due, environment e where s.id = due.id and e.id = s.environment_id
    returning s.*, e.tenant_id, due.has_letters`.execute(db)
  return rows
}
