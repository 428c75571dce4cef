import { type RawBuilder, sql } from 'kysely'
import { undecided } from '../../../contract/common/constants.ts'
import type { EventRow, SearchColumn } from '../../../contract/index.ts'

/** SQL column behind each field of an event row. */
export const sqlColumns = {
  externalId: 'external_id',
  at: 'at',
  merchantAt: 'merchant_at',
  assessmentType: 'assessment_type',
  decision: 'decision',
  reason: 'reason',
  rule: 'rule',
  clause: 'clause',
  riskScore: 'risk_score',
  amount: 'amount',
  currency: 'currency',
  amountUsd: 'amount_usd',
  userId: 'user_id',
  userName: 'user_name',
  email: 'email',
  phone: 'phone',
  ip: 'ip',
  ipCountry: 'ip_country',
  deviceId: 'device_id',
  paymentType: 'payment_type',
  cardType: 'card_type',
  bin: 'bin',
  lastFour: 'last_four',
  billingCountry: 'billing_country',
  shippingCountry: 'shipping_country',
  shippingCity: 'shipping_city',
  itemCount: 'item_count',
  label: 'label',
} as const satisfies Record<SearchColumn, string>

/** An event as the store returns it. */
export type StoredRow = Record<
  (typeof sqlColumns)[SearchColumn] | 'event_id' | 'event_type' | 'environment_id',
  string | number | Date | null
>

const selected = ['environment_id', 'event_id', 'event_type', ...Object.values(sqlColumns)]

/** Returns the columns of a row, of the table with this alias. */
export function rowColumns(alias: string): RawBuilder<unknown> {
  return sql.join(selected.map(column => sql.ref(`${alias}.${column}`)))
}

/** Converts a stored row to the contract's row. */
export function toEventRow(row: StoredRow): EventRow {
  return {
    eventId: text(row.event_id),
    eventType: text(row.event_type),
    environmentId: text(row.environment_id),
    externalId: text(row.external_id),
    at: time(row.at) ?? '',
    merchantAt: time(row.merchant_at),
    assessmentType: text(row.assessment_type) as EventRow['assessmentType'],
    decision: row.decision === undecided ? null : (text(row.decision) as EventRow['decision']),
    reason: text(row.reason),
    rule: optional(row.rule),
    clause: optional(row.clause),
    riskScore: number(row.risk_score) ?? 0,
    amount: number(row.amount),
    currency: optional(row.currency),
    amountUsd: number(row.amount_usd),
    userId: optional(row.user_id),
    userName: optional(row.user_name),
    email: optional(row.email),
    phone: optional(row.phone),
    ip: optional(row.ip),
    ipCountry: optional(row.ip_country),
    deviceId: optional(row.device_id),
    paymentType: optional(row.payment_type),
    cardType: optional(row.card_type),
    bin: optional(row.bin),
    lastFour: optional(row.last_four),
    billingCountry: optional(row.billing_country),
    shippingCountry: optional(row.shipping_country),
    shippingCity: optional(row.shipping_city),
    itemCount: number(row.item_count),
    label: optional(row.label) as EventRow['label'],
  }
}

type Cell = StoredRow[keyof StoredRow]
const text = (value: Cell): string => (value === null ? '' : String(value))
const optional = (value: Cell): string | null => (value === null ? null : String(value))
const number = (value: Cell): number | null => (value === null ? null : Number(value))
const time = (value: Cell): string | null =>
  value === null ? null : (value instanceof Date ? value : new Date(value)).toISOString()
