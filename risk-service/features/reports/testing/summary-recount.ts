import fc from 'fast-check'
import type { SummaryInput } from '../../../contract/index.ts'
import { now, places } from '../../../http/console-api/testing/console-bench.ts'
import { calculate } from './calculate.ts'
import type { RandomRecord } from './random-records.ts'
import type { PlacedRecord } from './store-records.ts'

const dayMs = 86_400_000
const later = (time: string, days: number): string => new Date(Date.parse(time) + days * dayMs).toISOString()
const environments = [places.root, places.eu, places.us, places.box, places.foreign]

/** Moves a record of February to autumn, in steps; events about it come in the order of their times. */
export function placeRecord(record: RandomRecord, index: number): PlacedRecord {
  const days = 160 + (index % 130)
  const inOrder = <Event extends { time: string; received?: string | null }>(events: readonly Event[]): Event[] =>
    events
      .map(event => ({
        ...event,
        time: later(event.time, days),
        ...('received' in event ? { received: later(event.received ?? event.time, days) } : {}),
      }))
      .sort((a, b) => a.time.localeCompare(b.time) || (a.received ?? a.time).localeCompare(b.received ?? b.time))
  return {
    ...record,
    id: `p${index}`,
    environmentId: environments[index % environments.length] ?? places.root,
    time: later(record.time, days),
    finalTime: record.final === null ? null : later(record.finalTime ?? record.time, days),
    bank: inOrder(record.bank),
    chargebacks: inOrder(record.chargebacks),
    refunds: inOrder(record.refunds),
    labels: inOrder(record.labels),
  }
}
/** Whether reports cover a record on the day of the bench. */
export const isCovered = ({ time }: PlacedRecord): boolean => time >= '2025-07-20' && time < now.toISOString()

/** A day of those that reports cover, by its number. */
export const coveredDay = (number: number): string =>
  new Date(Date.parse('2025-07-20T00:00:00Z') + number * dayMs).toISOString().slice(0, 10)

type Shares = Record<'approve' | 'review' | 'challenge' | 'reject', number | null>
type Input = Pick<SummaryInput, 'view' | 'grain' | 'from' | 'to' | 'scoreFrom' | 'scoreTo' | 'environmentIds'> & {
  /** By attribute, or by the path of a field. */
  attributes: Readonly<Record<string, readonly string[]>>
}

/** Returns the ids of the records that pass the filters of a report, its range aside. */
export const filterIds = (
  records: readonly PlacedRecord[],
  { scoreFrom, scoreTo, attributes }: Pick<Input, 'scoreFrom' | 'scoreTo' | 'attributes'>,
): string[] => (calculate('filterRows', records, { scoreFrom, scoreTo, attrs: attributes }) as { ids: string[] }).ids

/** Computes the report of records by the worked-out figures, one by one. */
export function recountSummary(
  covered: readonly PlacedRecord[],
  scope: readonly string[],
  { view, grain, from, to, environmentIds, ...filter }: Input,
) {
  const inScope = covered.filter(record =>
    (environmentIds.length === 0 ? scope : environmentIds).includes(record.environmentId),
  )
  const chosen = new Set(filterIds(inScope, filter))
  const rows = inScope.filter(({ id }) => chosen.has(id))
  const dated = rows.filter(({ time }) => time.slice(0, 10) >= from && time.slice(0, 10) <= to)
  const series = (metric: string, of: readonly PlacedRecord[]) =>
    (calculate('timeSeries', of, { metric, grain, from, to, view }) as { volume: number; rate: number | null }[]).map(
      ({ volume, rate }) => ({ volume, rate }),
    )
  const statusVolume = (status: string): number => {
    const found = (calculate('filterRows', dated, { statuses: [status] }) as { ids: string[] }).ids
    const some = dated.filter(({ id }) => found.includes(id))
    return (calculate('summaryKpis', some, { view }) as { transactionVolume: number }).transactionVolume
  }
  return {
    kpis: calculate('summaryKpis', dated, { view }),
    series: {
      ...Object.fromEntries(
        ['transactions', 'fraud', 'ruleReject', 'bank', 'chargebackByTransaction'].map(metric => [
          metric,
          series(metric, dated),
        ]),
      ),
      // By the date of receipt, whatever the date of the transaction.
      chargebackByReceive: series('chargebackByReceive', rows),
    },
    decisions: calculate('timeSeries', dated, { metric: 'decisionDistribution', grain, from, to, view }) as Shares[],
    statusVolume,
  }
}

/** A report with any filter. @param countries those of the records */
export const randomInput = (countries: readonly string[]): fc.Arbitrary<Input> =>
  fc
    .record({
      view: fc.constantFrom('count', 'amount'),
      grain: fc.constantFrom('day', 'week', 'month'),
      days: fc.tuple(fc.nat(123), fc.nat(123)),
      scores: fc.oneof(
        fc.constant([0, 999]),
        fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 999 })),
      ),
      country: fc.subarray([...countries], { minLength: 0 }),
      environmentIds: fc.subarray([places.root, places.eu, places.us] as string[]),
    })
    .map(
      ({ view, grain, days, scores, country, environmentIds }): Input => ({
        view: view as Input['view'],
        grain: grain as Input['grain'],
        from: coveredDay(Math.min(...days)),
        to: coveredDay(Math.max(...days)),
        scoreFrom: Math.min(...scores),
        scoreTo: Math.max(...scores),
        attributes: { country },
        environmentIds,
      }),
    )

/** What is known of each day at the end of another one, and the delays of the frauds, counted one by one. */
export function recountDelays(records: readonly PlacedRecord[], asOf: number, view: 'count' | 'amount') {
  const dayOf = (time: string): number => Math.floor(Date.parse(time) / dayMs)
  const statuses = calculate('classify', records) as Record<string, { status: string }>
  const counts: { day: number; delay: number; count: number }[] = []
  const days = new Map<number, { day: number; confirmed: number; fraud: number; squares: number; frauds: number }>()
  for (const record of records) {
    const status = statuses[record.id]?.status
    if (status === undefined || status === 'unknown') continue
    const day = dayOf(record.time)
    const counted = days.get(day) ?? { day, confirmed: 0, fraud: 0, squares: 0, frauds: 0 }
    days.set(day, counted)
    const weight = view === 'count' ? 1 : (record.amountUsd ?? 0)
    counted.confirmed += weight
    if (status !== 'fraud') continue
    const delay = Math.max(0, dayOf(firstFraudSignal(record)) - day)
    counts.push({ day, delay, count: 1 })
    if (day + delay > asOf) continue
    counted.fraud += weight
    counted.squares += weight * weight
    counted.frauds += 1
  }
  return { counts, days: [...days.values()] }
}

/** The receipt of the first signal of fraud after the last of none, read off the events in the order of their times. */
function firstFraudSignal({ labels, chargebacks, refunds }: PlacedRecord): string {
  const signals = [
    ...labels.map(({ isFraud, time }) => ({ isFraud, time, received: time })),
    ...chargebacks.flatMap(({ status, ...dated }, index) =>
      status === 'Reversed'
        ? [{ isFraud: false, ...dated }]
        : status !== 'Disputed' || index === 0
          ? [{ isFraud: true, ...dated }]
          : [],
    ),
    ...refunds.flatMap(({ status, reason, ...dated }) =>
      status === 'Approved' && reason === 'FraudRefund' ? [{ isFraud: true, ...dated }] : [],
    ),
  ].sort((a, b) => a.time.localeCompare(b.time) || Number(a.isFraud) - Number(b.isFraud))
  return signals
    .slice(signals.findLastIndex(({ isFraud }) => !isFraud) + 1)
    .map(({ time, received }) => received ?? time)
    .reduce((first, time) => (time < first ? time : first))
}
