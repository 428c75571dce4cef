import type { dashboardPeriods } from '../../contract/index.ts'
import type { TimeWindow } from './store.ts'

export type DashboardPeriod = (typeof dashboardPeriods)[number]

const hour = 3_600_000
const day = 24 * hour
const periodBuckets: Record<DashboardPeriod, { count: number; bucket: 'hour' | 'day' }> = {
  '24h': { count: 24, bucket: 'hour' },
  '7d': { count: 7, bucket: 'day' },
  '30d': { count: 30, bucket: 'day' },
  '90d': { count: 90, bucket: 'day' },
}

interface PeriodWindow extends TimeWindow {
  /** As long, and as far into its last day. */
  before: TimeWindow
  bucket: 'hour' | 'day'
  bucketMs: number
  /** Number of buckets. */
  count: number
}

/**
 * Returns the window of a period, which ends with the current hour. Days are those of the calendar, in UTC as the
 * figures are shown: a bar is a date, and the last one is today, as far as it has come.
 */
export function periodWindow(period: DashboardPeriod, time: Date): PeriodWindow {
  const { count, bucket } = periodBuckets[period]
  const bucketMs = bucket === 'hour' ? hour : day
  const now = time.getTime()
  const to = new Date((Math.floor(now / hour) + 1) * hour)
  const from = new Date((Math.floor(now / bucketMs) + 1 - count) * bucketMs)
  const length = count * bucketMs
  const before = { from: new Date(from.getTime() - length), to: new Date(to.getTime() - length) }
  return { from, to, before, bucket, bucketMs, count }
}
