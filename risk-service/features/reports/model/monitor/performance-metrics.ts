import { z } from 'zod'
import { instantOf, orElse, orNull, timeSchema } from '../records/report-record.ts'
import { compareNames, rateOf, sumOf } from '../volumes/volume.ts'

/** One call of an external service. */
export const callSchema = z.object({
  time: timeSchema,
  latencyMs: orNull(z.number()),
  ok: orElse(z.boolean(), false),
  error: orNull(z.string()),
})
type Call = z.output<typeof callSchema>

/** How a failure without a type is called. */
const unknownFailure = 'Unknown failure'

/** Returns figures of the calls from a time on until before another one. */
export function performanceMetricsOf(calls: readonly Call[], from: string, to: string) {
  const [start, end] = [instantOf(from), instantOf(to)]
  const inside = calls.filter(({ time }) => instantOf(time) >= start && instantOf(time) < end)
  const counts = new Map<string, number>()
  for (const { ok, error } of inside) {
    if (ok) continue
    const type = error ?? unknownFailure
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return {
    requests: inside.length,
    requestsPerSecond: rateOf(inside.length, Math.max(0, end - start) / 1000),
    averageLatencyMs: rateOf(sumOf(inside.map(({ latencyMs }) => latencyMs ?? 0)), inside.length),
    successRate: rateOf(inside.filter(({ ok }) => ok).length, inside.length),
    errors: [...counts]
      .sort(([left, ours], [right, theirs]) => theirs - ours || compareNames(left, right))
      .map(([type, count]) => ({ type, count })),
  }
}
