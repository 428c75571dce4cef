import { groupBy } from '../figures/totals.ts'
import type { AssessedRecord } from '../records/assessed-record.ts'
import { attributeOf } from '../records/report-record.ts'
import { rateOf, sumOf } from '../volumes/volume.ts'
import { byVolume } from './rule-tables.ts'

export const entityMeasures = ['transactions', 'fraud'] as const
export type EntityMeasure = (typeof entityMeasures)[number]

/** The line of all values beyond the first ones. */
const othersValue = 'others'

/** Returns the values of an attribute by volume. @param top how many values have a line of their own; null: all */
export function entityDistributionOf(
  records: readonly AssessedRecord[],
  attribute: string,
  measure: EntityMeasure,
  top: number | null,
) {
  const counted = measure === 'fraud' ? records.filter(({ fraud }) => fraud.status === 'fraud') : records
  const volumeOf = (some: readonly AssessedRecord[]): number => sumOf(some.map(({ weight }) => weight))
  const whole = volumeOf(counted)
  const line = (value: string, volume: number) => ({ value, volume, share: rateOf(volume, whole) })
  const lines = byVolume(
    [...groupBy(counted, ({ record }) => [attributeOf(record, attribute)])].map(([value, some]) =>
      line(value, volumeOf(some)),
    ),
    ({ value }) => value,
  )
  if (top === null || lines.length <= top) return lines
  return [...lines.slice(0, top), line(othersValue, sumOf(lines.slice(top).map(({ volume }) => volume)))]
}
