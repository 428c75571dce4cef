/** Retail transactions of the loss prevention report, and what is computed and said of those who made them. */
import type { ColumnType, Generated } from 'kysely'
import type { Json, Time } from '../column-types.ts'

type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** Identifies a transaction, with the environment. */
interface TransactionKey {
  environment_id: string
  number: string
  terminal: string
  unit: string
}
export interface LossTransactionTable extends TransactionKey {
  staff: string
  at: Time
  month: string
  is_return: boolean
  has_receipt: boolean
  amount_usd: number
  discount_usd: number
  usd_rate: Generated<number>
  /** Whether a report that has it was counted. */
  is_metered: Generated<boolean>
}
export interface LossSaleTable extends TransactionKey {
  line: number
  product: string
  category: string
  quantity: number
  is_discounted: boolean
  manual_discount_usd: Generated<number>
}
export interface LossPaymentTable extends TransactionKey {
  line: number
  method: string
  instrument: string | null
  is_void: boolean
}
export interface LossPaymentMethodTable {
  environment_id: string
  method: string
  function: string
  name: string
}
export interface LossReportTable {
  environment_id: string
  status: 'waiting' | 'running' | 'ready' | 'failed'
  requested_at: Time
  started_at: OptionalTime
  finished_at: OptionalTime
  run: string | null
  next_run: string | null
  transactions: Generated<number>
  attempts: Generated<number>
  retry_at: OptionalTime
  spans: Json<StoredLossSpan[]>
}
/** The days of a month that have transactions. */
export interface StoredLossSpan {
  month: string
  /** Such as `2026-10-01`. */
  from: string
  to: string
}
export interface LossEntityTable {
  environment_id: string
  kind: string
  id: string
  pseudonym: string
}
/** What was counted of a reason, its place among all, and what it says beside these and the peers. */
export interface StoredLossReason {
  value: number
  count: number
  size: number
  percentile: number
  /** Average of all, and of the peers; null: too few of them. */
  population: number
  peers: number | null
  level: string
}
export interface LossMonthTable {
  environment_id: string
  run: string
  kind: string
  id: string
  month: string
  unit: string
  place: string
  transactions: number
  returns_usd: number
  discounts_usd: number
  score: Generated<number>
  plain_score: Generated<number>
  population_score: Generated<number>
  peer_score: number | null
  peer_group: string | null
  peer_count: Generated<number>
  level: Generated<string>
  reasons: Json<Record<string, StoredLossReason>>
}
export interface LossClearanceTable {
  id: string
  environment_id: string
  kind: string
  entity_id: string
  month: string
  reason: string
  note: string
  by_id: string
  by_name: string
  at: Time
}
export interface LossOpeningTable {
  id: string
  environment_id: string
  entity_id: string
  user_id: string
  user_name: string
  reason: string
  at: Time
  open_until: Time
}
