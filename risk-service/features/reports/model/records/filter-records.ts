import type { TransactionStatus } from '../../../../contract/reports/report-definitions.ts'
import { dayNumberOf } from '../../../case-report/figures/periods.ts'
import { deriveFlags, transactionStatusOf } from './derived-flags.ts'
import { attributeOf, instantOf, isScored, type ReportRecord } from './report-record.ts'

/** What a report is narrowed to: any of the values of a list, all of the lists. Missing and empty: no limit. */
export interface RecordFilter {
  scoreFrom?: number | undefined
  scoreTo?: number | undefined
  /** Days of UTC, both included. */
  dateFrom?: string | undefined
  dateTo?: string | undefined
  ruleDecisions?: readonly string[] | undefined
  finalDecisions?: readonly string[] | undefined
  /** Names of rules, or of clauses as `rule / clause`. */
  rules?: readonly string[] | undefined
  statuses?: readonly string[] | undefined
  attrs?: Readonly<Record<string, readonly string[]>> | undefined
}

/** How reports name a clause. */
export const clauseName = (rule: string, clause: string | null): string =>
  clause === null ? rule : `${rule} / ${clause}`

/** Widens a range of scores to whole bins of ten. */
export const scoreRangeOf = (from = 0, to = 999): [number, number] => [
  Math.floor(from / 10) * 10,
  Math.floor(to / 10) * 10 + 9,
]

/** Whether a range of scores leaves nothing out, not even transactions without a score. */
const isFullRange = ([low, high]: readonly [number, number]): boolean => low <= 0 && high >= 999

const anyOf = (values: readonly string[] | undefined, ...candidates: readonly (string | null)[]): boolean =>
  values === undefined || values.length === 0 || candidates.some(each => each !== null && values.includes(each))

/** Returns the names by which the status of a transaction is found: one that stands for two has also theirs. */
function statusNames(record: ReportRecord): readonly (string | null)[] {
  const status: TransactionStatus = transactionStatusOf(record, deriveFlags(record))
  return status === 'Failed or Canceled' ? [status, record.final] : [status]
}

/** Returns the records that pass a filter, in their order. */
export function filterRecords(records: readonly ReportRecord[], filter: RecordFilter): ReportRecord[] {
  const range = scoreRangeOf(filter.scoreFrom, filter.scoreTo)
  const dayOf = (day: string | undefined): number | null => (day === undefined ? null : dayNumberOf(instantOf(day)))
  const [first, last] = [dayOf(filter.dateFrom) ?? -Infinity, dayOf(filter.dateTo) ?? Infinity]
  const attributes = Object.entries(filter.attrs ?? {})
  return records.filter(record => {
    const day = dayNumberOf(instantOf(record.time))
    const { rule, clause } = record
    return (
      (isFullRange(range) || (isScored(record) && record.score >= range[0] && record.score < range[1] + 1)) &&
      day >= first &&
      day <= last &&
      anyOf(filter.ruleDecisions, record.decision) &&
      anyOf(filter.finalDecisions, record.final) &&
      anyOf(filter.rules, rule, rule === null ? null : clauseName(rule, clause)) &&
      ((filter.statuses ?? []).length === 0 || anyOf(filter.statuses, ...statusNames(record))) &&
      attributes.every(([key, values]) => anyOf(values, attributeOf(record, key)))
    )
  })
}
