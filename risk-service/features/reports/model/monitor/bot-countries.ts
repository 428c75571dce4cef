import { attributeOf, type ReportRecord } from '../records/report-record.ts'
import { compareNames, rateOf } from '../volumes/volume.ts'

/** Returns the countries with most bots, as shares of all transactions. @param above bot score that has to be exceeded */
export function botCountriesOf(records: readonly ReportRecord[], above: number, top: number) {
  const counts = new Map<string, number>()
  for (const record of records) {
    if (record.bot === null || record.bot <= above) continue
    const country = attributeOf(record, 'country')
    counts.set(country, (counts.get(country) ?? 0) + 1)
  }
  return [...counts]
    .sort(([left, ours], [right, theirs]) => theirs - ours || compareNames(left, right))
    .slice(0, top)
    .map(([country, count]) => ({ country, rate: rateOf(count, records.length) }))
}
