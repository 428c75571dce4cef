import { type RawBuilder, sql } from 'kysely'
import { type ReportAttribute, reportAttributes, type ScoreType } from '../../../contract/reports/report-definitions.ts'
import type { RuleReference } from '../../../contract/reports/reports.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { DayRange } from '../../case-report/figures/periods.ts'
import { acceptedDigits, fraudDigit, type OutcomeFilter } from '../model/records/outcome-code.ts'
import { firstNonFraudType, signalTypeFactor } from '../model/records/signal-code.ts'
import { binWidth } from '../model/scores/score-bins.ts'
import { attributeValue, scoreColumn } from '../refresh/attribute-columns.ts'
import { fraudDelay, fraudStatus } from '../refresh/store-sums.ts'
import type { ReportScope } from './report-scope.ts'

/** Which transactions a report counts, whatever their dates. */
export interface TransactionFilter extends ReportScope {
  /** Lowest and highest score; null: all transactions, also those without a score. */
  scores: readonly [number, number] | null
  /** Accepted values of attributes; empty: all. */
  attributes: Readonly<Record<ReportAttribute, readonly string[]>>
  /** Accepted values of fields, by path; missing or empty: all. */
  dataFilters?: Readonly<Record<string, readonly string[]>>
  /** Which score `scores` are of; missing: the risk score. */
  scoreType?: ScoreType
  /** What the merchant decided in the end; missing or empty: anything. */
  finalDecisions?: readonly string[]
  /** Rules and clauses that decided; missing or empty: any, or none. */
  decisionRules?: readonly RuleReference[]
  /** Accepted outcomes; missing: all. */
  outcomes?: OutcomeFilter
  /** Numbers of the signals that say whether a transaction is fraud; missing: those of the refresh. */
  signals?: readonly number[]
}

/** Transactions that something happened to on a day. Amounts in US cents. */
export interface DayVolume {
  day: number
  events: number
  cents: number
}
/** Transactions of a day with the same outcome. */
export interface OutcomeVolume extends DayVolume {
  outcome: number
}

/** Condition: transactions of an assessment in some environments. */
export const inScope = ({ environmentIds, eventType }: ReportScope): RawBuilder<unknown> =>
  sql`environment_id = any(${[...environmentIds]}::uuid[]) and event_type = ${eventType}`

/** The attributes and fields of which a filter accepts only some values, with these. */
const acceptedValues = ({ attributes, dataFilters = {} }: Pick<TransactionFilter, 'attributes' | 'dataFilters'>) =>
  Object.entries({ ...attributes, ...dataFilters }).filter(([, values]) => values.length > 0)

/** Whether a filter leaves nothing out but outcomes, so that sums by outcome are read. */
export const isByOutcomeAlone = ({
  scores,
  attributes,
  dataFilters = {},
  finalDecisions = [],
  decisionRules = [],
  signals,
}: TransactionFilter): boolean =>
  scores === null &&
  finalDecisions.length === 0 &&
  decisionRules.length === 0 &&
  signals === undefined &&
  acceptedValues({ attributes, dataFilters }).length === 0

const outcomesOf = ({ outcomes }: Pick<TransactionFilter, 'outcomes'>): RawBuilder<unknown>[] =>
  (outcomes === undefined ? [] : acceptedDigits(outcomes)).map(
    ({ unit, length, accepted }) => sql`outcome / ${unit} % ${length} = any(${accepted}::int[])`,
  )

/** Whether a filter leaves nothing out but risk scores and outcomes, so that sums by score are read. */
export const isByScoreAlone = (filter: TransactionFilter): boolean =>
  (filter.scoreType ?? 'risk') === 'risk' && isByOutcomeAlone({ ...filter, scores: null })

/** Condition: sums by ten scores have those of a filter. Its range is one of whole tens. */
export const inBins = ({ scores }: Pick<TransactionFilter, 'scores'>): RawBuilder<unknown> =>
  scores === null ? sql`true` : sql`bin between ${binOf(scores[0])}::int and ${binOf(scores[1])}::int`
const binOf = (score: number): number => Math.floor(score / binWidth)

/** Sums of the transactions that pass a filter, by day and outcome, with their condition; null: none are stored. */
export const sumsOf = (filter: TransactionFilter): RawBuilder<unknown> | null => {
  if (isByOutcomeAlone(filter)) return sql`report_day where ${isSummed(filter)}`
  return isByScoreAlone(filter) ? sql`report_score where ${isSummed(filter)} and ${inBins(filter)}` : null
}

/** Whether a filter leaves nothing out, so that stored sums are read. */
export const isUnfiltered = (filter: TransactionFilter): boolean =>
  isByOutcomeAlone(filter) && outcomesOf(filter).length === 0

/** Condition: sums by outcome that pass a filter of outcomes alone. */
export const isSummed = (filter: TransactionFilter): RawBuilder<unknown> =>
  sql.join([inScope(filter), ...outcomesOf(filter)], sql` and `)

/** Condition: one of some rules or clauses decided a transaction. */
const isDecidedBy = ({ environmentIds }: ReportScope, rules: readonly RuleReference[]): RawBuilder<unknown> => sql`
  (environment_id, path) in (
    select p.environment_id, p.path from report_path p
    join unnest(${rules.map(({ ruleId }) => ruleId)}::uuid[], ${rules.map(({ clause }) => clause)}::text[]) c(rule_id, clause)
      on p.rule_id::text = c.rule_id::text and (c.clause is null or p.clause = c.clause)
    where p.environment_id = any(${[...environmentIds]}::uuid[]))`

/** Condition: transactions that pass a filter. */
export const isCounted = ({
  scores,
  scoreType = 'risk',
  attributes,
  dataFilters = {},
  finalDecisions = [],
  decisionRules = [],
  ...scope
}: TransactionFilter): RawBuilder<unknown> =>
  sql.join(
    [
      inScope(scope),
      ...(finalDecisions.length === 0 ? [] : [sql`final = any(${[...finalDecisions]}::text[])`]),
      ...(decisionRules.length === 0 ? [] : [isDecidedBy(scope, decisionRules)]),
      ...(scores === null ? [] : [sql`${scoreColumn(scoreType)} between ${scores[0]} and ${scores[1]}`]),
      ...outcomesOf(scope),
      ...acceptedValues({ attributes, dataFilters }).map(
        ([name, values]) => sql`${attributeValue(name)} = any(${[...values]}::text[])`,
      ),
    ],
    sql` and `,
  )

/** The first of the signals of a row of `report_transaction` that count. */
const decisiveSignal = (signals: readonly number[]): RawBuilder<unknown> => sql`(
  select s from unnest(signals) with ordinality u(s, n)
  where s / ${signalTypeFactor} = any(${[...signals]}::int[]) order by n limit 1)`

/**
 * The outcome of a row of `report_transaction`, with the fraud status by the signals of the filter. It has parameters, so
 * that rows are grouped by its place.
 */
export const outcomeOf = ({ signals }: Pick<TransactionFilter, 'signals'>): RawBuilder<unknown> => {
  if (signals === undefined) return sql`outcome`
  const { unit, unknown, nonFraud, fraud } = fraudDigit
  return sql`(outcome + ${unit} * (case
    when ${decisiveSignal(signals)} / ${signalTypeFactor} < ${firstNonFraudType} then ${fraud}::int
    when ${decisiveSignal(signals)} is not null then ${nonFraud}::int
    else ${unknown}::int end - ${fraudStatus(sql`outcome`)}))`
}

/** The day on which the signal was received that says whether a row of `report_transaction` is fraud. */
const signalDayOf = ({ signals }: Pick<TransactionFilter, 'signals'>): RawBuilder<unknown> =>
  signals === undefined ? sql`signal_day` : sql`(${decisiveSignal(signals)} % ${signalTypeFactor})`

/** Condition: a day lies in a range. */
export const within = (day: RawBuilder<unknown>, { from, to }: DayRange): RawBuilder<unknown> =>
  sql`${day} >= ${from} and ${day} < ${to}`
/** Figures of transactions, and of sums of them. */
export const counted = sql`count(*)::int as events, sum(amount_usd)::float8 as cents`
export const added = sql`sum(events)::int as events, sum(amount_usd)::float8 as cents`

/** Returns the volumes of the transactions of some days. */
export async function readOutcomes(
  db: Db,
  filter: TransactionFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<OutcomeVolume[]> {
  const sums = sumsOf(filter)
  const source =
    sums === null ? sql`${counted} from report_transaction where ${isCounted(filter)}` : sql`${added} from ${sums}`
  const { rows } = await sql<OutcomeVolume>`
    select day, ${outcomeOf(filter)} as outcome, ${source} and ${within(sql`day`, range)} group by day, 2`.execute(
    db,
    cancellable(signal),
  )
  return rows
}

/**
 * Returns the volumes of the transactions of each month before a day by the first day of the month, without filters: older
 * transactions are stored as sums alone.
 */
export async function readMonthOutcomes(
  db: Db,
  scope: ReportScope,
  before: number,
  signal?: AbortSignal,
): Promise<OutcomeVolume[]> {
  const epoch = sql`date '1970-01-01'`
  const { rows } = await sql<OutcomeVolume>`
    select date_trunc('month', (${epoch} + day)::timestamp)::date - ${epoch} as day, outcome, ${added} from report_day
    where ${inScope(scope)} and day < ${before} group by 1, outcome`.execute(db, cancellable(signal))
  return rows
}

/**
 * Returns the volumes of transactions by the day on which the signal was received that says whether they are fraud. Of
 * their outcomes only the fraud status is given.
 */
export async function readSignalDays(
  db: Db,
  filter: TransactionFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<OutcomeVolume[]> {
  const { unit, fraud, nonFraud } = fraudDigit
  const outcome = sql`${fraudStatus(outcomeOf(filter))} * ${unit}`
  const { rows } = await (isUnfiltered(filter)
    ? sql<OutcomeVolume>`
        select day, case kind when 'fraud' then ${fraud * unit}::int else ${nonFraud * unit}::int end as outcome, ${added}
        from report_later_day
        where ${inScope(filter)} and kind in ('fraud', 'nonFraud') and ${within(sql`day`, range)} group by day, 2`
    : sql<OutcomeVolume>`select ${signalDayOf(filter)} as day, ${outcome} as outcome, ${counted} from report_transaction
        where ${isCounted(filter)} and ${within(signalDayOf(filter), range)} group by 1, 2`
  ).execute(db, cancellable(signal))
  return rows
}

/**
 * Returns the volumes of transactions by the day on which their chargeback was received, or on which they settled where
 * that is not their own day.
 */
export async function readLaterDays(
  db: Db,
  filter: TransactionFilter,
  kind: 'chargeback' | 'settled',
  range: DayRange,
  signal?: AbortSignal,
): Promise<DayVolume[]> {
  const column = kind === 'chargeback' ? sql`chargeback_day` : sql`late_settle_day`
  const { rows } = await (isUnfiltered(filter)
    ? sql<DayVolume>`select day, ${added} from report_later_day
          where ${inScope(filter)} and kind = ${kind} and ${within(sql`day`, range)} group by day`
    : sql<DayVolume>`select ${column} as day, ${counted} from report_transaction
          where ${isCounted(filter)} and ${within(column, range)} group by ${column}`
  ).execute(db, cancellable(signal))
  return rows
}

/** Transactions of a day whose fraud became known after the same number of days. Amounts in US cents. */
export interface DelayVolume extends DayVolume {
  delay: number
  /** Sum of the squared amounts. */
  squares: number
}

/** Returns the volumes of the transactions that are fraud, by day and by the delay of that knowledge. */
export async function readDelays(
  db: Db,
  filter: TransactionFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<DelayVolume[]> {
  const { rows } = await (isUnfiltered(filter)
    ? sql<DelayVolume>`select day, delay, ${added}, sum(squared_amounts)::float8 as squares from report_delay
          where ${inScope(filter)} and ${within(sql`day`, range)} group by day, delay`
    : sql<DelayVolume>`select day, ${fraudDelay} as delay, ${counted}, sum(amount_usd::float8 ^ 2)::float8 as squares
          from report_transaction
          where ${isCounted(filter)} and fraud_day is not null and ${within(sql`day`, range)} group by day, 2`
  ).execute(db, cancellable(signal))
  return rows
}

/** The filter that leaves nothing out. */
export const withoutFilter = (scope: ReportScope): TransactionFilter => ({
  environmentIds: scope.environmentIds,
  eventType: scope.eventType,
  scores: null,
  attributes: Object.fromEntries(
    reportAttributes.map(name => [name, []]),
  ) as unknown as TransactionFilter['attributes'],
})
