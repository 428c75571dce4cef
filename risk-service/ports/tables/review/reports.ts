/** What reports count. Days are numbers since 1970, amounts US cents. */
import type { Time } from '../column-types.ts'

/**
 * A transaction with what later events said of it. `outcome` is a code of decision, fraud status, bank, chargeback and
 * status (`features/reports/model/records/outcome-code.ts`); `late_settle_day` is the day on which it settled where that
 * is not its own; `chargeback_day` the one on which the chargeback in force was received.
 */
export interface ReportTransactionTable {
  environment_id: string
  event_type: string
  event_id: string
  day: number
  outcome: number
  late_settle_day: number | null
  chargeback_day: number | null
  score: number
  amount_usd: number
  segment: string | null
  category: string | null
  payment_type: string | null
  card_type: string | null
  country: string | null
}
/** Sums of the transactions by day and outcome. */
export interface ReportDayTable {
  environment_id: string
  event_type: string
  day: number
  outcome: number
  events: number
  amount_usd: number
}
/** Sums of the transactions by day, ten scores and outcome; bin -1: without a score. */
export interface ReportScoreTable extends ReportDayTable {
  bin: number
}
/** Sums of the transactions by the day on which their chargeback was received, or on which they settled later. */
export interface ReportLaterDayTable {
  environment_id: string
  event_type: string
  kind: 'chargeback' | 'settled'
  day: number
  events: number
  amount_usd: number
}
/** How many transactions have a value of an attribute. */
export interface ReportValueTable {
  environment_id: string
  event_type: string
  attribute: string
  value: string
  events: number
}
/** When the transactions of an environment were last read, and how many they were. */
export interface ReportRefreshTable {
  environment_id: string
  refreshed_at: Time
  transactions: number
}
