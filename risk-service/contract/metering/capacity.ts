/** Days over which growth is measured, and days of the outlook. */
export const growthDays = 28
export const outlookDays = 90
/** Calls since the start of the service from which on processor time is a measure. */
export const leastMeasuredCalls = 1000
/** Share of a processor that decisions may occupy in the busiest hour: the rest is for what comes at once. */
export const busyShare = 0.5

export interface MeasuredLoad {
  calls: number
  callsBefore: number
  peakHour: number
  processorMs: number | null
  storedBytes: number
  bytesPerEvent: number | null
}
export interface LaterNeeds {
  growth: number
  callsPerDay: number
  peakPerSecond: number
  cores: number | null
  bytes: number | null
}

/**
 * Returns what is needed in 90 days if calls go on growing as in the last 28 days: processors for the busiest hour, and
 * storage for what is stored and what arrives until then. Nothing that is stored leaves in this time.
 */
export function projectNeeds({
  calls,
  callsBefore,
  peakHour,
  processorMs,
  storedBytes,
  bytesPerEvent,
}: MeasuredLoad): LaterNeeds {
  const growth = callsBefore === 0 ? 1 : calls / callsBefore
  const after = (days: number): number => growth ** (days / growthDays)
  const perDay = calls / growthDays
  let arriving = 0
  for (let day = 1; day <= outlookDays; day += 1) arriving += perDay * after(day)
  const peakPerSecond = (peakHour * after(outlookDays)) / 3600
  return {
    growth,
    callsPerDay: perDay * after(outlookDays),
    peakPerSecond,
    cores: processorMs === null ? null : (peakPerSecond * processorMs) / 1000 / busyShare,
    bytes: bytesPerEvent === null ? null : storedBytes + arriving * bytesPerEvent,
  }
}
