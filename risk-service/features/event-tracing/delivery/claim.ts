import { sql } from 'kysely'
import type { EventKind } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'

/** A subscription that this process delivers, as it was when it was claimed. */
export interface ClaimedSubscription {
  id: string
  tenant_id: string
  environment_id: string
  name: string
  url: string
  secret: string
  previous_secret: string | null
  previous_until: Date | null
  kinds: EventKind[]
  batch: number
  reached: number
  attempts: number
  failing_since: Date | null
  delivery_id: string | null
  notified_at: Date | null
  version: number
  lease_owner: string
}

/** Claims webhooks with something to deliver, which nobody else delivers at the moment. */
export async function claimSubscriptions(
  db: Db,
  { owner, now, until }: { owner: string; now: Date; until: Date },
): Promise<ClaimedSubscription[]> {
  const { rows } = await sql<ClaimedSubscription>`
    with due as (
      select s.id from event_subscription s join environment e on e.id = s.environment_id and e.status = 'Active'
      where s.active and s.sink = 'webhook' and (s.lease_until is null or s.lease_until <= ${now}::timestamptz)
        and (s.next_at is null or s.next_at <= ${now}::timestamptz)
        and (s.reached < (select max(seq) from traced_event) or exists (
          select from event_dead_letter d where d.subscription_id = s.id and d.redeliver_at <= ${now}::timestamptz
        ))
      for update of s skip locked
    )
    update event_subscription s set lease_owner = ${owner}::uuid, lease_until = ${until}::timestamptz
    from due, environment e where s.id = due.id and e.id = s.environment_id
    returning s.*, e.tenant_id`.execute(db)
  return rows
}
