import { sql } from 'kysely'
import type { CompiledVelocity } from '../../../fql/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { Json } from '../../lib/json.ts'
import type { createEventRebuilder, StoredEvent } from './stored-events.ts'

/** A stored data event; `purchase`: the one that it refers to, if that is stored as well. */
export interface StoredDataEvent {
  environment_id: string
  event_type: string
  at: Date
  body: Json
  purchase: StoredEvent | null
}

/** Types that refer to a purchase and can be counted. */
export const purchaseDataEventTypes: readonly string[] = ['chargeback', 'bankevent']
export const refersToPurchase = (eventType: string): boolean => purchaseDataEventTypes.includes(eventType)

/** Returns the lower-case names after FROM that are data events: chargebacks, bank events and observations. */
export function countedDataEventNames(velocities: readonly Pick<CompiledVelocity, 'events'>[]): string[] {
  return [
    ...new Set(
      velocities.flatMap(({ events }) =>
        events.flatMap(({ assessment, observation }) =>
          observation !== null
            ? [`${assessment}:${observation}`.toLowerCase()]
            : refersToPurchase(assessment.toLowerCase())
              ? [assessment.toLowerCase()]
              : [],
        ),
      ),
    ),
  ]
}

/**
 * Creates the event that velocities read: its own attributes, and under `purchase` the linked purchase in the form for
 * velocities.
 */
export function createDataVelocityEvent(
  body: Json,
  purchase: StoredEvent | null,
  rebuildEvent: ReturnType<typeof createEventRebuilder>,
): Json {
  const linked = purchase === null ? null : rebuildEvent(purchase)
  return linked === null ? body : { ...body, purchase: linked.event }
}

const columns = sql`e.environment_id, e.event_type, e.at, e.decision, e.reason, e.rule, e.clause, e.risk_score, b.request, b.enrichment`

/** Finds the stored event of a merchant's id; null when it is not stored (yet). */
export async function findStoredEvent(
  db: Ports['db'],
  environmentId: string,
  eventType: string,
  externalId: string,
): Promise<StoredEvent | null> {
  const { rows } = await sql<StoredEvent>`
    select ${columns} from event_key k
    join event e on e.environment_id = k.environment_id and e.at = k.at and e.event_id = k.event_id
    join event_body b on b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id
    where k.environment_id = ${environmentId} and k.event_type = ${eventType} and k.external_id = ${externalId}`.execute(
    db,
  )
  return rows[0] ?? null
}
