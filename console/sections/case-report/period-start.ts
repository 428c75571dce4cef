import type { ReportBucket } from '@assay/risk-service/contract'

const dayMs = 86_400_000

/**
 * Start of the whole day, week or month that a period lies in, in milliseconds: the range may cut its first period, and
 * charts need equal steps.
 */
export function wholePeriodStart(start: string, bucket: ReportBucket = 'weekly'): number {
  const time = Date.parse(start)
  const date = new Date(time)
  if (bucket === 'monthly') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  // Weeks begin on Monday.
  return bucket === 'weekly' ? time - ((date.getUTCDay() + 6) % 7) * dayMs : time
}

/** Whether the first period of a report begins before the report does: its figures are those of a part of it. */
export function isFirstCutOff(
  periods: readonly { start: string }[] | undefined,
  bucket: ReportBucket | undefined,
): boolean {
  const start = periods?.[0]?.start
  return start !== undefined && wholePeriodStart(start, bucket) !== Date.parse(start)
}
