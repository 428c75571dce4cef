import type { ReportView, RuleReportKind } from '../../../../contract/reports/report-definitions.ts'
import { type Limits, shareInterval } from '../../../../engine/contrast/intervals.ts'
import { type Totals, totalsOf } from '../figures/totals.ts'
import type { AssessedRecord } from '../records/assessed-record.ts'
import { rateOf, withoutNoise } from '../volumes/volume.ts'

/** How well a rule tells fraud from good customers. */
export interface RuleQuality {
  precision: number | null
  /** Limits of the precision (95 %); null for amounts, which are no counts of independent transactions. */
  precisionInterval: Limits | null
  goodVolume: number
  falsePositiveRate: number | null
  uniqueCatches: number
  fraudShare: number | null
}

/** Decisions that keep a customer from what the customer wants. */
const stops = new Set<string | null>(['Review', 'Challenge', 'Reject'])
const isStopped = ({ record }: AssessedRecord): boolean => stops.has(record.decision)

/**
 * Computes the quality of a rule.
 *
 * A decision rule is judged by what it stopped; its unique catches are fraud that no rule observed. An observing rule is
 * judged by all that it saw; its unique catches are fraud that no other rule observed and that was not stopped.
 * @param records of the rule or clause
 * @param whole of all transactions in the filter
 */
export function ruleQualityOf(
  records: readonly AssessedRecord[],
  whole: Totals,
  { kind, view }: { kind: RuleReportKind; view: ReportView },
): RuleQuality {
  const isUnique =
    kind === 'decision'
      ? ({ record }: AssessedRecord): boolean => record.observe.length === 0
      : (each: AssessedRecord): boolean =>
          !isStopped(each) && new Set(each.record.observe.map(({ rule }) => rule)).size === 1
  const judged = kind === 'decision' ? records.filter(isStopped) : records
  const { fraud, nonFraud } = totalsOf(judged)
  const confirmed = withoutNoise(fraud + nonFraud)
  return {
    precision: rateOf(fraud, confirmed),
    precisionInterval: view === 'count' && confirmed > 0 ? shareInterval(fraud, confirmed) : null,
    goodVolume: nonFraud,
    falsePositiveRate: rateOf(nonFraud, whole.nonFraud),
    uniqueCatches: totalsOf(judged.filter(isUnique)).fraud,
    fraudShare: rateOf(totalsOf(records).fraud, whole.fraud),
  }
}
