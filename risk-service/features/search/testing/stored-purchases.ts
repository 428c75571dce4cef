import { randomUUID } from 'node:crypto'
import { now, places } from '../../../http/console-api/testing/console-bench.ts'
import type { Db } from '../../../ports/database.ts'

interface StoredPurchase {
  id: string
  request: object
  /** The answer as it was stored. */
  answer: string
  /** Columns of the event beside those that every event has. */
  columns?: object
  environmentId?: string
  at?: Date
}

/** Stores a purchase in review with its request and its answer, as the engine does. */
export async function insertPurchase(
  db: Db,
  { id, request, answer, columns = {}, environmentId = places.root, at = now }: StoredPurchase,
): Promise<void> {
  const key = { environment_id: environmentId, at, event_id: randomUUID() }
  await db
    .insertInto('event')
    .values({
      ...key,
      event_type: 'purchase',
      external_id: id,
      assessment_type: 'Protect',
      decision: 'Review',
      reason: '',
      risk_score: 0,
      ...columns,
    })
    .execute()
  await db
    .insertInto('event_body')
    .values({ ...key, request: JSON.stringify(request), enrichment: '{}', explanation: '{}' })
    .execute()
  await db
    .insertInto('event_key')
    .values({ ...key, event_type: 'purchase', external_id: id, answer })
    .execute()
}

/** Stores bank events of purchases in the root environment, each some hours ago. */
export async function insertBankEvents(
  db: Db,
  bankEvents: readonly (readonly [purchaseId: string, status: string, hoursAgo: number])[],
): Promise<void> {
  for (const [id, status, hoursAgo] of bankEvents)
    await db
      .insertInto('data_event')
      .values({
        environment_id: places.root,
        at: now,
        data_id: randomUUID(),
        event_type: 'bankevent',
        event_key: randomUUID(),
        entity_id: 'b-1',
        subject_type: 'purchase',
        subject_id: id,
        happened_at: new Date(now.getTime() - hoursAgo * 3_600_000),
        received_at: now,
        body: JSON.stringify({ status, bankEventTimestamp: '2025-11-20T10:00:00Z' }),
      })
      .execute()
}
