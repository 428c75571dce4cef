import type { ActivityEntry, ActivityFigures } from '../../contract/events/event-activity.ts'
import { type Json, listOf } from '../../engine/lib/json.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { toEventRow } from '../../kernel/store/events/event-row.ts'
import type { Db } from '../../ports/database.ts'
import { activityFigures } from './activity-figures.ts'
import {
  type ActivityPosition,
  loadActivity,
  loadFigureEvents,
  loadReports,
  type StoredActivity,
  type StoredReport,
} from './activity-store.ts'
import { toDataEvent } from './data-events.ts'
import type { CountedEvent, PurchaseViewOf } from './event-detail.ts'
import { type EventKey, findEventKey, loadEvent } from './store.ts'

/** Events of a user that figures count. More of them would make the page slow; the answer says that there are more. */
const countedEvents = 1000

interface ActivityPage {
  entries: ActivityEntry[]
  next: string | null
}

/**
 * Returns one page of the earlier events of the user of an event, the newest first; null for an unknown event.
 * @throws ValidationError for a cursor that is none
 */
export async function loadActivityPage(
  db: Db,
  address: CountedEvent & { cursor: string | null; limit: number },
  signal?: AbortSignal,
): Promise<ActivityPage | null> {
  const { cursor, limit } = address
  const before = cursor === null ? null : readCursor(cursor)
  const found = await findUser(db, address)
  if (found === null) return null
  const { key, userId } = found
  if (userId === null) return { entries: [], next: null }
  const position = before ?? { at: key.at_text, eventId: key.event_id }
  const rows = await loadActivity(db, address.scope, userId, position, limit + 1, signal)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const reports = await Promise.all(
    [...Map.groupBy(page.map(toEventRow), row => row.eventType)].map(([eventType, events]) =>
      loadReports(db, eventType, events, { bank: true, signal }),
    ),
  )
  const reportsOf = Map.groupBy(reports.flat(), subjectOf)
  return {
    entries: page.map(row =>
      toEntry(row, reportsOf.get(`${String(row.environment_id)} ${String(row.external_id)}`) ?? []),
    ),
    next: rows.length > limit && last !== undefined ? JSON.stringify([last.at_text, String(last.event_id)]) : null,
  }
}

const subjectOf = ({ environment_id: environmentId, subject_id: id }: StoredReport): string => `${environmentId} ${id}`

/** The event with its user; null for an unknown event. */
async function findUser(db: Db, address: CountedEvent) {
  const key = await findEventKey(db, address.environmentId, address.eventType, address.id)
  const event = key && (await loadEvent(db, key))
  if (!key || !event) return null
  return { key, event, userId: typeof event.user_id === 'string' ? event.user_id : null }
}

function readCursor(cursor: string): ActivityPosition {
  try {
    const read: unknown = JSON.parse(cursor)
    if (Array.isArray(read) && read.length === 2) {
      const [at, eventId] = read as unknown[]
      const isTime = typeof at === 'string' && /^\d{4}-[\d-]{5} [\d:.]{8,15}[+-][\d:]{2,5}$/.test(at)
      if (isTime && typeof eventId === 'string' && /^[0-9a-f-]{36}$/i.test(eventId)) return { at, eventId }
    }
  } catch {
    // Falls through to the refusal.
  }
  throw new ValidationError(['cursor'], 'This is not the cursor of a page.')
}

function toEntry(
  row: Parameters<typeof toEventRow>[0] & StoredActivity,
  reports: readonly StoredReport[],
): ActivityEntry {
  const described = reports.map(report => toDataEvent({ ...report, data_id: '' }))
  const status = described.find(({ kind, type }) => kind === 'status' && type !== null)
  const bank = described.find(({ kind }) => kind === 'bankEvent')
  return {
    row: toEventRow(row),
    originalOrderId: row.original_order_id,
    holder: row.holder,
    billingCity: row.billing_city,
    status: status ? { type: status.type ?? '', reason: status.reason, at: status.at } : null,
    bank: bank ? { status: bank.status, code: bank.reason, at: bank.at } : null,
  }
}

/** Returns the figures of the earlier transactions of the user of an event; null for an unknown event. */
export async function loadActivityFigures(
  db: Db,
  address: CountedEvent,
  purchaseViewOf: PurchaseViewOf,
  signal?: AbortSignal,
): Promise<ActivityFigures | null> {
  const found = await findUser(db, address)
  if (found === null) return null
  const { key, event, userId } = found
  const row = toEventRow(event)
  const instruments = instrumentsOf(purchaseViewOf(event.request))
  const current = {
    merchantAt: Date.parse(row.merchantAt ?? row.at),
    at: Date.parse(row.at),
    instruments,
  }
  const stored = userId === null ? [] : await loadEventsOfUser(db, address, key, userId, signal)
  return {
    userId,
    instruments,
    at: new Date(current.merchantAt).toISOString(),
    complete: stored.length <= countedEvents,
    rows: activityFigures(current, stored.slice(0, countedEvents)),
  }
}

async function loadEventsOfUser(
  db: Db,
  { scope, eventType }: CountedEvent,
  key: EventKey,
  userId: string,
  signal?: AbortSignal,
) {
  const event = { at: key.at_text, eventId: key.event_id, eventType }
  const stored = await loadFigureEvents(db, scope, userId, event, countedEvents + 1, signal)
  const subjects = stored.map(each => ({ environmentId: each.environment_id, externalId: each.external_id }))
  const reports = Map.groupBy(await loadReports(db, eventType, subjects, { bank: false, signal }), subjectOf)
  return stored.map(each => ({
    externalId: each.external_id,
    originalOrderId: each.original_order_id,
    merchantAt: (each.merchant_at ?? each.at).getTime(),
    at: each.at.getTime(),
    amountUsd: each.amount_usd === null ? null : Number(each.amount_usd),
    ipCountry: each.ip_country,
    instruments: (each.instruments ?? []).filter(id => typeof id === 'string'),
    statuses: (reports.get(`${each.environment_id} ${each.external_id}`) ?? []).flatMap(report => {
      const { type } = toDataEvent({ ...report, data_id: '' })
      return type === null
        ? []
        : [{ type, happenedAt: report.happened_at.getTime(), receivedAt: report.received_at.getTime() }]
    }),
  }))
}

const instrumentsOf = (view: Json): string[] =>
  listOf(view.paymentInstrumentList).flatMap(({ merchantPaymentInstrumentId: id }) =>
    typeof id === 'string' && id !== '' ? [id] : [],
  )
