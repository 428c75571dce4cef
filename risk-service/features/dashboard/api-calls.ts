import type { DashboardApiCalls } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'
import { type DashboardPeriod, periodWindow } from './period-window.ts'
import { type CallSums, sumApiCalls } from './store.ts'

interface ApiCallRequest {
  /** The environment and its descendants, with those that were removed below it. */
  figures: readonly string[]
  period: DashboardPeriod
  now: Date
  signal: AbortSignal | undefined
}

/** Loads the number of calls of the risk API in a period, and of those that failed. */
export async function loadApiCalls(
  db: Db,
  { figures, period, now, signal }: ApiCallRequest,
): Promise<DashboardApiCalls> {
  const { from, to, before, bucketMs, count } = periodWindow(period, now)
  const [current, previous] = await Promise.all([
    sumApiCalls(db, figures, { from, to }, bucketMs, signal),
    sumApiCalls(db, figures, before, bucketMs, signal),
  ])
  const byBucket = new Map(current.map(row => [row.bucket, row]))
  return {
    totals: totalOf(current),
    previous: totalOf(previous),
    series: Array.from({ length: count }, (_, index) => ({
      start: new Date(from.getTime() + index * bucketMs).toISOString(),
      calls: byBucket.get(index)?.calls ?? 0,
      failed: byBucket.get(index)?.failed ?? 0,
    })),
  }
}

const totalOf = (rows: readonly CallSums[]) => ({
  calls: rows.reduce((sum, { calls }) => sum + calls, 0),
  failed: rows.reduce((sum, { failed }) => sum + failed, 0),
})
