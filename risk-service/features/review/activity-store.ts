import { sql } from 'kysely'
import { normaliseEntityValue } from '../../engine/enrich/enrich-purchase.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import { rowColumns, type StoredRow } from '../../kernel/store/events/event-row.ts'
import { newestOfEntity } from '../../kernel/store/events/newest-of-entity.ts'
import type { Db } from '../../ports/database.ts'

export interface StoredActivity {
  original_order_id: string | null
  holder: string | null
  billing_city: string | null
  /** At full precision. */
  at_text: string
}

/** A position in the events of a user: those before it are read. */
export interface ActivityPosition {
  at: string
  eventId: string
}

const userOf = (userId: string) => ({ type: 'user', value: normaliseEntityValue(userId) }) as const

/** Returns the newest events of a user before a position. */
export async function loadActivity(
  db: Db,
  environmentIds: readonly string[],
  userId: string,
  before: ActivityPosition,
  limit: number,
  signal?: AbortSignal,
): Promise<(StoredRow & StoredActivity)[]> {
  const condition = sql`and (at, event_id) < (${before.at}::timestamptz, ${before.eventId}::uuid)`
  const instrument = sql`b.request -> 'paymentInstrumentList' -> 0`
  const { rows } = await sql<StoredRow & StoredActivity>`
    with newest as materialized (${newestOfEntity(environmentIds, userOf(userId), { condition, limit })})
    select ${rowColumns('e')}, e.at::text as at_text, b.request ->> 'originalOrderId' as original_order_id,
      ${instrument} ->> 'holderName' as holder,
      ${instrument} -> 'billingAddress' ->> 'city' as billing_city
    from newest n
    join event e on e.environment_id = n.environment_id and e.at = n.at and e.event_id = n.event_id
    join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
    order by n.at desc, n.event_id desc`.execute(db, cancellable(signal))
  return rows
}

export interface StoredFigures {
  environment_id: string
  external_id: string
  original_order_id: string | null
  at: Date
  merchant_at: Date | null
  amount_usd: number | null
  ip_country: string | null
  instruments: string[] | null
}

/**
 * Returns what figures need of the newest events of a user of one type, except the event itself. Events that the
 * merchant sent late count: up to a day after the event.
 */
export async function loadFigureEvents(
  db: Db,
  environmentIds: readonly string[],
  userId: string,
  event: ActivityPosition & { eventType: string },
  limit: number,
  signal?: AbortSignal,
): Promise<StoredFigures[]> {
  const condition = sql`and event_type = ${event.eventType} and at <= ${event.at}::timestamptz + interval '1 day'
    and event_id <> ${event.eventId}::uuid`
  const { rows } = await sql<StoredFigures>`
    with newest as materialized (${newestOfEntity(environmentIds, userOf(userId), { condition, limit })})
    select e.environment_id, e.external_id, e.at, e.merchant_at, e.amount_usd, e.ip_country,
      b.request ->> 'originalOrderId' as original_order_id,
      jsonb_path_query_array(b.request::jsonb, '$.paymentInstrumentList[*].merchantPaymentInstrumentId') as instruments
    from newest n
    join event e on e.environment_id = n.environment_id and e.at = n.at and e.event_id = n.event_id
    join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id`.execute(
    db,
    cancellable(signal),
  )
  return rows
}

export interface StoredReport {
  environment_id: string
  subject_id: string
  event_type: string
  happened_at: Date
  received_at: Date
  body: Record<string, unknown>
}

/** Types of data events that are a status of the merchant. */
const statusTypes = ['purchasestatus', 'signupstatus', 'accountcreationstatus', 'accountloginstatus']

/** Returns what was reported of events of a type: statuses, and with `bank` also answers of the bank; the latest first. */
export async function loadReports(
  db: Db,
  eventType: string,
  events: readonly { environmentId: string; externalId: string }[],
  { bank, signal }: { bank: boolean; signal?: AbortSignal | undefined },
): Promise<StoredReport[]> {
  if (events.length === 0) return []
  const { rows } = await sql<StoredReport>`
    select d.environment_id, d.subject_id, d.event_type, d.happened_at, d.received_at, d.body
    from unnest(${events.map(each => each.environmentId)}::uuid[], ${events.map(each => each.externalId)}::text[]) as k (environment_id, external_id)
    join data_event d on d.environment_id = k.environment_id and d.subject_type = ${eventType} and d.subject_id = k.external_id
    where d.event_type = any(${bank ? [...statusTypes, 'bankevent'] : statusTypes}::text[])
    order by d.happened_at desc, d.received_at desc`.execute(db, cancellable(signal))
  return rows
}
