import fc from 'fast-check'
import type { RuleReference } from '../../../contract/index.ts'
import { calculate } from './calculate.ts'
import { reference } from './rules-recount.ts'
import type { PlacedRecord } from './store-records.ts'
import { randomInput as randomFilters } from './summary-recount.ts'

/* The report of threats counted again, by the worked-out figures. */

const some = <Value extends string>(...values: Value[]) =>
  fc.oneof(fc.constant<Value[]>([]), fc.subarray(values, { minLength: 1 }))

/** An input of the report with any filters. */
export const randomInput = fc
  .record({
    base: randomFilters(['DE', 'NL', '(blank)']),
    outcomes: fc.record({
      ruleDecisions: some('Approve', 'Review', 'Challenge', 'Reject'),
      // Most reports are narrowed by none.
      decisionRules: fc
        .oneof(
          { weight: 2, arbitrary: fc.constant<string[]>([]) },
          { weight: 1, arbitrary: some('Geo', 'Score / one', 'Amount / two') },
        )
        .map(names => names.map(reference)),
      finalDecisions: some('Approved', 'Rejected', 'Pending'),
      transactionStatuses: some('Chargeback', 'Bank approved', 'Rejected', 'Unknown'),
      fraudFlags: some('Fraud', 'NonFraud'),
    }),
    signals: fc.record({
      fraudTypes: some('Label', 'Chargeback', 'Refund', 'MerchantRejected'),
      nonFraudTypes: some('Label', 'ChargebackReversed', 'BankApproved', 'MerchantApproved'),
    }),
    // A report without a filter reads sums.
    plain: fc.constantFrom('none', 'outcomes', 'signals', 'both'),
  })
  .map(({ base, outcomes, signals, plain }) => ({
    ...base,
    ...(plain === 'none' || plain === 'signals' ? noOutcomes : outcomes),
    ...(plain === 'none' || plain === 'outcomes' ? noSignals : signals),
  }))
const noOutcomes = { ruleDecisions: [], decisionRules: [], finalDecisions: [], transactionStatuses: [], fraudFlags: [] }
const noSignals = { fraudTypes: [], nonFraudTypes: [] }
export type ThreatsQuestion = typeof randomInput extends fc.Arbitrary<infer Item> ? Item : never

/** What the latest signal says that was given explicitly, read off the events in the order of their times. */
export function flagOf({ labels, chargebacks, refunds }: PlacedRecord): 'Fraud' | 'NonFraud' | null {
  const signals = [
    ...labels.map(({ isFraud, time }) => ({ isFraud, time })),
    ...chargebacks.flatMap(({ status, time }, index) =>
      status === 'Disputed' && index > 0 ? [] : [{ isFraud: status !== 'Reversed', time }],
    ),
    ...refunds.flatMap(({ status, reason, time }) =>
      status === 'Approved' && reason === 'FraudRefund' ? [{ isFraud: true, time }] : [],
    ),
  ].sort((a, b) => a.time.localeCompare(b.time) || Number(a.isFraud) - Number(b.isFraud))
  const last = signals.at(-1)
  return last === undefined ? null : last.isFraud ? 'Fraud' : 'NonFraud'
}

/** The name of a rule or clause as calculations have it. */
const nameOfReference = (sought: RuleReference): string =>
  ['Geo', 'Score / one', 'Amount / two'].find(name => {
    const { ruleId, clause } = reference(name)
    return ruleId === sought.ruleId && clause === sought.clause
  }) ?? ''

/** The signals that an input chooses, as calculations have them. */
const signalsOf = ({ fraudTypes, nonFraudTypes }: Pick<ThreatsQuestion, 'fraudTypes' | 'nonFraudTypes'>) => ({
  ...(fraudTypes.length === 0 ? {} : { fraudTypes }),
  ...(nonFraudTypes.length === 0 ? {} : { nonFraudTypes }),
})

interface Line {
  value: string
  volume: number
  share: number | null
}

/** Computes the report of records, one by one. @param scope environments that the call covers */
export function recountThreats(covered: readonly PlacedRecord[], scope: readonly string[], input: ThreatsQuestion) {
  const { view, grain, from, to, environmentIds, scoreFrom, scoreTo, attributes } = input
  const inScope = covered.filter(record =>
    (environmentIds.length === 0 ? scope : environmentIds).includes(record.environmentId),
  )
  const { ids } = calculate('filterRows', inScope, {
    scoreFrom,
    scoreTo,
    attrs: attributes,
    ruleDecisions: input.ruleDecisions,
    ...(input.decisionRules.length === 0 ? {} : { rules: input.decisionRules.map(nameOfReference) }),
    finalDecisions: input.finalDecisions,
    statuses: input.transactionStatuses,
  }) as { ids: string[] }
  const found = new Set(ids)
  const flags: readonly string[] = input.fraudFlags
  const rows = inScope.filter(
    record => found.has(record.id) && (flags.length === 0 || flags.includes(flagOf(record) ?? '')),
  )
  const dated = rows.filter(({ time }) => time.slice(0, 10) >= from && time.slice(0, 10) <= to)
  const options = { view, ...signalsOf(input) }
  const series = (metric: string, of: readonly PlacedRecord[]) =>
    (
      calculate('timeSeries', of, { ...options, metric, grain, from, to }) as { volume: number; rate: number | null }[]
    ).map(({ volume, rate }) => ({ volume, rate }))
  const distribution = (measure: string) =>
    calculate('entityDistribution', dated, { ...options, attribute: 'country', measure }) as Line[]
  const frauds = new Map(distribution('fraud').map(line => [line.value, line]))
  const fraudRateOf = (value: string) =>
    (
      calculate(
        'summaryKpis',
        dated.filter(({ attrs }) => (attrs.country || '(blank)') === value),
        options,
      ) as { fraudRate: number | null }
    ).fraudRate
  const kpis = calculate('summaryKpis', dated, options) as { fraudVolume: number }
  const { fraudVolume } = kpis
  return {
    dated,
    kpis,
    series: {
      transactions: series('transactions', dated),
      fraud: series('fraud', dated),
      // By the date of receipt, whatever the date of the transaction.
      fraudByReceived: series('fraudByReceived', rows),
    },
    rows: distribution('transactions').map(({ value, volume, share }) => ({
      value,
      volume,
      share,
      fraudVolume: frauds.get(value)?.volume ?? 0,
      fraudShare: fraudVolume === 0 ? null : (frauds.get(value)?.share ?? 0),
      fraudRate: fraudRateOf(value),
    })),
  }
}
