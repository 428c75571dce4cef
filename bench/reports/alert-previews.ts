import type { AlertPreview, AlertRuleSettings } from '../../risk-service/contract/index.ts'
import { limitedRow, median, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { postsAs } from './console-calls.ts'

/** Milliseconds in which the preview of an alert over 90 days is answered. */
const limit = 2000
const rounds = 5

type Watched = Pick<AlertRuleSettings, 'metric' | 'window' | 'condition'>
/** Short and long windows, limits and changes; each is read from the roll-ups or from the events. */
const watched: readonly Watched[] = [
  { metric: 'transactions', window: '15m', condition: { kind: 'falls', times: 2 } },
  { metric: 'transactions', window: '24h', condition: { kind: 'rises', times: 1.5 } },
  { metric: 'rejectRate', window: '15m', condition: { kind: 'above', value: 0.05 } },
  { metric: 'reviewRate', window: '1h', condition: { kind: 'rises', times: 1.3 } },
  { metric: 'highScoreRate', window: '15m', condition: { kind: 'rises', times: 2 } },
  { metric: 'fraudRate', window: '24h', condition: { kind: 'above', value: 0.01 } },
]

/** Previews of alerts over all stored transactions, each with a limit that none before had. */
export async function benchAlertPreviews(service: Service, environmentId: string, events: number): Promise<Row[]> {
  const post = await postsAs(service, environmentId)
  const times: number[] = []
  let slowest = { took: 0, of: '' }
  let points = 0
  for (const [index, own] of watched.entries())
    for (let round = 0; round < rounds; round++) {
      const settings = { name: `Preview ${index}`, ...own, fewest: 20 + round }
      const { took, json } = await post<AlertPreview>('alerts/preview', { settings })
      times.push(took)
      points += json.points.length
      if (took > slowest.took) slowest = { took, of: `${own.metric}, ${own.window}, ${own.condition.kind}` }
    }
  if (points === 0) throw new Error('No preview had a window.')
  return [
    limitedRow(
      `Preview of an alert over 90 days, the slowest of ${times.length}`,
      slowest.took,
      ms,
      '<',
      limit,
      `${events.toLocaleString('en-US')} events; ${slowest.of}; p50 ${ms(median(times))}, p95 ${ms(quantile(times, 0.95))}`,
    ),
  ]
}
