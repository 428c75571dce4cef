/** What reports count. Days are numbers since 1970, amounts US cents. */
import type { Generated } from 'kysely'
import type { Json, Time } from '../column-types.ts'

/**
 * A transaction with what later events said of it. `outcome` is a code of decision, fraud status, bank, chargeback and
 * status (`features/reports/model/records/outcome-code.ts`); `late_settle_day` is the day on which it settled where that
 * is not its own; `chargeback_day` the one on which the chargeback in force was received; `path` what rules said of it;
 * `final` the merchant's own decision; `signals` each kind of signal with its day
 * (`features/reports/model/records/signal-code.ts`), the prevailing one first.
 */
export interface ReportTransactionTable {
  environment_id: string
  event_type: string
  event_id: string
  day: number
  outcome: number
  late_settle_day: number | null
  chargeback_day: number | null
  /** The day on which its fraud became known, as far as it is one. */
  fraud_day: number | null
  /** The day on which the signal was received that decides whether it is fraud. */
  signal_day: number | null
  signals: number[] | null
  score: number
  bot_score: number | null
  amount_usd: number
  segment: string | null
  category: string | null
  payment_type: string | null
  card_type: string | null
  country: string | null
  os_family: string | null
  operating_system: string | null
  browser_family: string | null
  /** Whether scripts ran in the browser. */
  java_script: string | null
  path: Generated<number>
  final: string | null
  /** Values of the fields of observations and labels that reports show: a JSON object by field. */
  observed_values: Generated<string | null>
  /** Values of the fields by which reports are filtered, by path; an empty text: the event has none. */
  data_values: Json<Readonly<Record<string, string>> | null>
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
/**
 * Sums of the transactions by the day on which their chargeback was received, on which they settled later, or on which
 * they became known as fraud or non-fraud.
 */
export interface ReportLaterDayTable {
  environment_id: string
  event_type: string
  kind: 'chargeback' | 'settled' | 'fraud' | 'nonFraud'
  day: number
  events: number
  amount_usd: number
}
/** Transactions that are fraud, by the days after which that became known. */
export interface ReportDelayTable {
  environment_id: string
  event_type: string
  day: number
  delay: number
  events: number
  amount_usd: number
  /** Sum of the squares of the amounts. */
  squared_amounts: number
}
/** How many transactions have a value of an attribute. */
export interface ReportValueTable {
  environment_id: string
  event_type: string
  attribute: string
  value: string
  events: number
}
/** When the transactions of an environment were last read, and how many events of all types it had. */
export interface ReportRefreshTable {
  environment_id: string
  /** When reports last followed what is new. */
  refreshed_at: Time
  /** When the environment was last read as a whole, and which types of events were. */
  whole_at: Time
  event_types: string[]
  /** `<event type>/<field>` of the fields of observations and labels that were read, and of amounts of its own. */
  fields: Generated<string[]>
  transactions: number
  /** More transactions are being added than there were: an import of many. */
  is_growing: Generated<boolean>
}
/** Counts the changes of the figures of an environment's reports. */
export interface ReportVersionTable {
  environment_id: string
  version: number
}
/** What rules said of a transaction: which clause decided, and which ones observed it. Numbered in each environment. */
export interface ReportPathTable {
  environment_id: string
  path: number
  rule_id: string | null
  /** Name of the rule at that time. */
  rule: string | null
  clause: string | null
  /** Id and name of the rule, name of the clause. */
  observed: Json<[ruleId: string, rule: string, clause: string][]>
}
/** Sums of the transactions by day, path and outcome. */
export interface ReportPathDayTable {
  environment_id: string
  event_type: string
  day: number
  path: number
  outcome: number
  events: number
  amount_usd: number
}
/** Sums of the transactions by day, path and bin of ten scores; -1: no score. */
export interface ReportPathScoreTable {
  environment_id: string
  event_type: string
  day: number
  path: number
  bin: number
  events: number
  amount_usd: number
}
/**
 * Transactions with a clause among their rules. `tested`: its condition, or that of its rule, was evaluated, because
 * nothing before it had decided; `effects`: it decided or observed.
 */
export interface ReportClauseDayTable {
  environment_id: string
  event_type: string
  day: number
  rule_id: string
  clause: string
  events: number
  tested: number
  effects: number
}
