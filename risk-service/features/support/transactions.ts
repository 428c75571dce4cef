import { isIsoTime } from '../../contract/common/iso-time.ts'
import { listLimits, type SupportListId } from '../../contract/lists/list-definitions.ts'
import type { SupportAccount, SupportTransaction, TransactionDetail } from '../../contract/support/support.ts'
import { type Json, listOf, objectOf } from '../../engine/lib/json.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { toEventRow } from '../../kernel/store/events/event-row.ts'
import { findEntries } from '../lists/support-lists.ts'
import { loadEventDetail, type PurchaseViewOf } from '../review/event-detail.ts'
import { causeOf, customerStatementsOf, nextStepOf, strongestSignals } from './decision-texts.ts'
import { sourceOfAccount } from './find-accounts.ts'
import type { SupportReader } from './reader.ts'
import { countLaterEvents, findPurchase, historyPage, type TimeRange } from './store.ts'

interface HistoryInput {
  account: SupportAccount
  range: TimeRange
  search: string
  cursor?: string | undefined
  limit: number
}

/** Loads one page of the purchases of an account, newest first. @throws ValidationError for a foreign cursor */
export async function loadTransactions(
  { db, scope, signal }: SupportReader,
  { account, range, search, cursor, limit }: HistoryInput,
): Promise<{ rows: SupportTransaction[]; total: number; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor)
  if (search.includes('\u0000')) return { rows: [], total: 0, nextCursor: null }
  const { rows, total } = await historyPage(
    db,
    scope,
    sourceOfAccount(account),
    { ...range, search, after, limit: limit + 1 },
    signal,
  )
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    rows: page.map(row => ({ ...toEventRow(row), chargebacks: row.chargebacks, refunds: row.refunds })),
    total,
    nextCursor: last === undefined ? null : JSON.stringify([last.at_text, last.event_id]),
  }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
function readCursor(text: string): { at: string; eventId: string } {
  try {
    const read: unknown = JSON.parse(text)
    const [at, eventId] = Array.isArray(read) ? (read as unknown[]) : []
    // The store writes a blank and a zone without minutes, such as 2025-11-20 12:00:00.123456+00.
    if (typeof at === 'string' && typeof eventId === 'string' && uuid.test(eventId) && isStoredTime(at))
      return { at, eventId }
  } catch {
    /* A cursor that is not JSON is not from an earlier page. */
  }
  throw new ValidationError(['cursor'], 'The cursor is not valid.')
}
const isStoredTime = (at: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/.test(at) &&
  isIsoTime(
    at
      .replace(' ', 'T')
      .replace(/(\.\d{3})\d+/, '$1')
      .replace(/[+-]\d\d(:\d\d)?$/, 'Z'),
  )

/**
 * Loads one purchase with what the employee and the customer may be told; null for an unknown id.
 * @param purchaseViewOf the purchase view of a request
 */
export async function loadTransaction(
  reader: SupportReader,
  id: string,
  purchaseViewOf: PurchaseViewOf,
): Promise<TransactionDetail | null> {
  const { db, scope, now, signal } = reader
  const found = await findPurchase(db, scope, id)
  if (found === null) return null
  const detail = await loadEventDetail(
    db,
    { environmentId: found.environment_id, eventType: 'purchase', id: found.event_id, scope: [] },
    purchaseViewOf,
    now,
    signal,
  )
  if (detail === null) return null
  const { row, view, explanation, supportMessage } = detail
  const [aftermath, statuses] = await Promise.all([
    countLaterEvents(db, row.environmentId, row.externalId),
    currentStatuses(reader, row.email, row.userId, view),
  ])
  const { cause, list } = causeOf(explanation, row)
  const blocked = statuses.includes('Block')
  return {
    row: { ...row, ...aftermath },
    shipping: placeOf(objectOf(view.shippingAddress)),
    shippingMethod: textOf(view.shippingMethod),
    payments: listOf(view.paymentInstrumentList).map(each => ({
      value: textOf(each.merchantPaymentInstrumentId),
      type: textOf(each.type),
      cardType: textOf(each.cardType),
      lastFour: textOf(each.lastFourDigits)?.replace(/\D/g, '').slice(-4) ?? null,
      holder: textOf(each.holderName),
      billing: placeOf(objectOf(each.billingAddress)),
    })),
    deviceType: textOf(objectOf(view.deviceContext).externalDeviceType),
    lines: listOf(view.productList).map(each => ({
      name: textOf(each.productName) ?? textOf(each.productId) ?? '',
      type: textOf(each.type) ?? textOf(each.category),
      quantity: numberOf(each.quantity) ?? 1,
      price: numberOf(each.purchasePrice) ?? numberOf(each.salesPrice),
      currency: textOf(each.currency) ?? row.currency ?? '',
    })),
    tax: numberOf(view.salesTax),
    shippingCost: numberOf(view.shippingCost),
    employee: {
      cause,
      list,
      rule: row.rule,
      clause: row.clause,
      reason: row.reason,
      supportMessage,
      signals: strongestSignals(explanation),
      next: nextStepOf(row.decision ?? 'Approve', cause, blocked),
    },
    customer:
      row.decision === null ? [] : customerStatementsOf(row.decision, aftermath, statuses.includes('Safe') && !blocked),
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function placeOf(address: Json): TransactionDetail['shipping'] {
  const join = (names: readonly string[], by: string) =>
    names
      .flatMap(name => textOf(address[name]) ?? [])
      .join(by)
      .trim() || null
  const place = {
    street: join(['street1', 'street2'], ', '),
    place: join(['zipCode', 'city'], ' '),
    country: textOf(address.country),
    name: join(['firstName', 'lastName'], ' '),
  }
  return Object.values(place).every(part => part === null) ? null : place
}

/** Returns the statuses that the values of a purchase have now. */
async function currentStatuses(
  { db, environmentId, now }: SupportReader,
  email: string | null,
  userId: string | null,
  view: Json,
): Promise<string[]> {
  const values: [SupportListId, string | null][] = [
    ['email', email],
    ['user', userId],
    ...listOf(view.paymentInstrumentList).map((each): [SupportListId, string | null] => [
      'payment',
      textOf(each.merchantPaymentInstrumentId),
    ]),
  ]
  const found = await Promise.all(
    values.map(([list, value]) =>
      value === null || value.length > listLimits.value || /\p{Cc}/u.test(value)
        ? []
        : findEntries(db, environmentId, list, [value], now),
    ),
  )
  return found.flat().map(({ status }) => status)
}
