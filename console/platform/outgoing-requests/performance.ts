import type { CallPerformance } from '@assay/risk-service/contract'

const hour = 3_600_000
const day = 24 * hour
/** The service stores the figures for three months. */
export const retentionDays = 92

export type PerformanceRange =
  | { kind: 'relative'; amount: number; unit: 'minute' | 'hour' | 'day' }
  | { kind: 'absolute'; from: string; to: string }
export const defaultRange: PerformanceRange = { kind: 'relative', amount: 24, unit: 'hour' }
/** Longest relative range in each unit. */
const maxAmounts = { minute: retentionDays * 1440, hour: retentionDays * 24, day: retentionDays } as const

/** A range as it stands in the address: `24h`, `7d`, or two instants. */
export function serialiseRange(range: PerformanceRange): string {
  return range.kind === 'relative' ? `${range.amount}${range.unit.slice(0, 1)}` : `${range.from}~${range.to}`
}

/** The range in the address; the last day for anything that cannot be parsed. */
export function parseRange(text: string | null): PerformanceRange {
  const relative = /^([1-9]\d{0,5})([mhd])$/.exec(text ?? '')
  if (relative) {
    const unit = ({ m: 'minute', h: 'hour', d: 'day' } as const)[relative[2] as 'm' | 'h' | 'd']
    const amount = Number(relative[1])
    return amount <= maxAmounts[unit] ? { kind: 'relative', amount, unit } : defaultRange
  }
  const [from = '', to = ''] = (text ?? '').split('~')
  return Date.parse(from) < Date.parse(to)
    ? { kind: 'absolute', from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    : defaultRange
}

export interface RequestPerformance {
  bucket: 'hour' | 'day'
  /** The range cuts off the first bucket. */
  partialFirst: boolean
  /** The last bucket is not over at the end of the range. */
  partialLast: boolean
  points: { time: number; perSecond: number; averageMs: number | null; successRate: number | null }[]
  errors: {
    key: string
    type: CallPerformance['errors'][number]['type']
    status: number | null
    requests: number
    points: { time: number; requests: number }[]
  }[]
}

/**
 * The figures in whole hours, or in whole days (UTC) for more than a week: what the charts can name. Times in
 * milliseconds.
 */
export function aggregatePerformance(
  { points, errors, step }: Pick<CallPerformance, 'points' | 'errors' | 'step'>,
  { from, to }: { from: number; to: number },
): RequestPerformance {
  const width = step * 1000 > hour || to - from > 7 * day ? day : hour
  const startOf = (at: string) => Math.floor(Date.parse(at) / width) * width
  const grouped = Map.groupBy(points, ({ at }) => startOf(at))
  const starts = [...grouped.keys()]
  return {
    bucket: width === day ? 'day' : 'hour',
    partialFirst: (starts[0] ?? from) < from,
    partialLast: (starts.at(-1) ?? 0) + width > to,
    points: [...grouped].map(([time, some]) => {
      const measured = some.filter(({ requests }) => requests > 0)
      const requests = measured.reduce((sum, each) => sum + each.requests, 0)
      const weighed = (of: 'averageMs' | 'successRate') =>
        requests === 0 ? null : measured.reduce((sum, each) => sum + (each[of] ?? 0) * each.requests, 0) / requests
      // The first and the last bucket are in the range only in part.
      const seconds = Math.max(1, Math.min(time + width, to) - Math.max(time, from)) / 1000
      return {
        time,
        perSecond: requests / Math.max(seconds, 1),
        averageMs: weighed('averageMs'),
        successRate: weighed('successRate'),
      }
    }),
    errors: errors.map(({ type, httpStatusCode, requests, points: some }) => {
      const counted = Map.groupBy(some, ({ at }) => startOf(at))
      return {
        key: `${type} ${httpStatusCode ?? ''}`.trim(),
        type,
        status: httpStatusCode,
        requests,
        points: starts.map(time => ({
          time,
          requests: (counted.get(time) ?? []).reduce((sum, each) => sum + each.requests, 0),
        })),
      }
    }),
  }
}
