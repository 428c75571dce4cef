import { type RawBuilder, sql } from 'kysely'
import { ratesOf, toUsdCents } from '../../../engine/enrich/exchange-rates.ts'
import { userAgentFamilies } from '../../../engine/enrich/user-agent.ts'
import type { Db } from '../../../ports/database.ts'
import { dayNumberOf } from '../../case-report/figures/periods.ts'
import { assessRecords } from '../model/records/assessed-record.ts'
import { defaultSignalTypes, fraudKnownAt } from '../model/records/fraud-status.ts'
import { encodeOutcome, settleDayOf } from '../model/records/outcome-code.ts'
import { instantOf, type ReportRecord } from '../model/records/report-record.ts'
import { encodeSignals } from '../model/records/signal-code.ts'
import { sumOf } from '../model/volumes/volume.ts'
import { type DataValues, dataValuesOf } from './data-values.ts'
import { type LaterFields, type LaterLabel, laterFieldsOf } from './later-events.ts'
import { encodeObserved, readObservedValues } from './observed-values.ts'
import { readLaterEvents, readOwnLabels, type StoredTransaction } from './read-transactions.ts'
import type { ReportedType } from './reported-type.ts'

/** A row of `report_transaction`. */
export type CountedRow = ReturnType<typeof countedFields> & {
  environment_id: string
  event_type: string
  path: number
  observed_values: string | null
  data_values: DataValues | null
}

/** Joins transactions with what later events said of them. Returns what reports count, in the order of the transactions. */
export async function countRows(
  db: Db,
  environmentId: string,
  type: ReportedType,
  rows: readonly StoredTransaction[],
  {
    entityLabels,
    pathOf,
  }: { entityLabels: ReadonlyMap<string, LaterLabel[]>; pathOf: (eventId: string) => number | undefined },
): Promise<CountedRow[]> {
  const ids = rows.map(row => row.external_id)
  const [events, labels, observed] = [
    await readLaterEvents(db, environmentId, type, ids),
    await readOwnLabels(db, environmentId, type, ids),
    await readObservedValues(db, environmentId, type, ids),
  ]
  return rows.map(row => {
    const inEffect = [...(labels.get(row.external_id) ?? []), ...(entityLabels.get(row.event_id) ?? [])]
    const later = laterFieldsOf(events.get(row.external_id) ?? [], inEffect)
    return {
      environment_id: environmentId,
      event_type: type.eventType,
      path: pathOf(row.event_id) ?? 0,
      ...countedFields(row, later, type),
      observed_values: encodeObserved(type, observed.get(row.external_id), inEffect),
      data_values: dataValuesOf(type, row.data_values),
    }
  })
}

const columns: RawBuilder<unknown> = sql`environment_id, event_type, event_id, day, outcome, late_settle_day, chargeback_day, fraud_day,
  signal_day, signals, score, bot_score, amount_usd, segment, category, payment_type, card_type, country, os_family, operating_system,
  browser_family, java_script, path, final, observed_values, data_values`

/** Stores rows that are not stored yet. */
export async function insertRows(db: Db, rows: readonly CountedRow[]): Promise<void> {
  await sql`insert into report_transaction (${columns})
    select ${columns} from json_populate_recordset(null::report_transaction, ${JSON.stringify(rows)}::json)`.execute(db)
}

/** Stands for the score of an event that no model covers. */
const notCovered = -10

/** Returns what reports count of a transaction. */
function countedFields(row: StoredTransaction, later: LaterFields, { scored }: ReportedType) {
  const [assessed] = assessRecords([recordOf(row, later)], { ...defaultSignalTypes, view: 'count' })
  if (assessed === undefined) throw new Error('A record was not assessed.')
  const day = dayNumberOf(row.at.getTime())
  const settleDay = settleDayOf(assessed)
  const { chargebackReceived } = assessed.flags
  const signals = encodeSignals(assessed.record, assessed.flags)
  return {
    event_id: row.event_id,
    day,
    outcome: encodeOutcome(assessed, later.observed),
    late_settle_day: settleDay === day ? null : settleDay,
    chargeback_day: dayOf(chargebackReceived),
    fraud_day: dayOf(fraudKnownAt(assessed.record, assessed.fraud, defaultSignalTypes)),
    signal_day: dayOf(assessed.fraud.received),
    signals: signals.length === 0 ? null : signals,
    score: scored && row.modelled ? row.risk_score : notCovered,
    bot_score: row.bot_score,
    amount_usd: amountOf(row) ?? 0,
    segment: row.segment,
    category: row.category,
    payment_type: row.payment_type,
    card_type: row.card_type,
    country: row.ip_country,
    java_script: row.java_script?.toLowerCase() ?? null,
    final: later.final,
    ...userAgentColumns(row.user_agent),
  }
}

/** The amount in US cents: that of the event, or the sum of the numbers that its assessment has chosen. */
function amountOf({ amount_usd, amounts, currency, at }: StoredTransaction): number | null {
  if (amounts === null) return amount_usd
  const numbers = amounts.filter(each => typeof each === 'number')
  if (numbers.length === 0 || currency === null) return null
  return toUsdCents(sumOf(numbers), currency.toUpperCase().slice(0, 3), ratesOf(at))
}

const dayOf = (time: string | null): number | null => (time === null ? null : dayNumberOf(instantOf(time)))

function userAgentColumns(userAgent: string | null) {
  const { osFamily, operatingSystem, browserFamily } = userAgentFamilies(userAgent)
  return { os_family: osFamily, operating_system: operatingSystem, browser_family: browserFamily }
}

const recordOf = (row: StoredTransaction, later: LaterFields): ReportRecord => ({
  id: row.event_id,
  time: row.at.toISOString(),
  amountUsd: row.amount_usd === null ? null : row.amount_usd / 100,
  score: row.risk_score,
  bot: null,
  decision: row.decision,
  rule: null,
  clause: null,
  observe: [],
  attrs: {},
  ...later,
})
