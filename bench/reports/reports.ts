import { setTimeout as delay } from 'node:timers/promises'
import type { SummaryReport } from '../../risk-service/contract/index.ts'
import { limitedRow, median, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { type ConsolePost, dayAgo, postsAs } from './console-calls.ts'

export { benchAlertPreviews } from './alert-previews.ts'

/** Milliseconds in which a report is answered that nobody has opened before, and one that was. */
const [coldLimit, againLimit] = [500, 150]
/** Milliseconds in which a step of the cut-off is answered. */
const stepLimit = 50
const rounds = 20
/** Milliseconds in which the reports have read all events. */
const readMs = 900_000

const reports: Readonly<Record<string, Record<string, unknown>>> = {
  summary: {},
  rules: {},
  scores: {},
  'score-profit': {},
  'score-target': { target: 'rejectRate', value: 0.05 },
  threats: {},
}

/** A period and a filter that no earlier round has: nothing of its answer can be stored anywhere. */
const scopeOf = (round: number): Record<string, unknown> => ({
  from: dayAgo(89 - round),
  to: dayAgo(round % 2),
  scoreFrom: round % 3 === 0 ? 0 : round * 10,
})

/**
 * Waits until the reports have read all events: a report of a part of them is faster. What the fixture added while they
 * were read is not followed, as its ids do not say when it was stored: it is read whole once more.
 */
async function readWhole(service: Service, environmentId: string, post: ConsolePost, events: number): Promise<void> {
  const pool = await openBenchPool(service)
  const end = performance.now() + readMs
  let counted = 0
  while (counted < events) {
    if (performance.now() > end) throw new Error(`The reports have read only ${counted} of ${events} events.`)
    await delay(2000)
    const { json } = await post<SummaryReport>('reports/summary', { from: dayAgo(91), to: dayAgo(0) })
    const volume = json.kpis.transactionVolume
    if (volume !== counted) process.stderr.write(`reports have read ${volume.toLocaleString('en-US')} events\n`)
    counted = volume
    // Only a reading that has ended stores this row; figures beside a reading are those of a part, and slower.
    const read = await pool.query('select 1 from report_refresh where environment_id = $1', [environmentId])
    if (read.rowCount === 0) counted = 0
    else if (counted < events) await pool.query('delete from report_refresh where environment_id = $1', [environmentId])
  }
  await pool.end()
}

/** Reports over all stored transactions, by the console API: each first with filters not seen before, then again. */
export async function benchReports(service: Service, environmentId: string, events: number): Promise<Row[]> {
  const post = await postsAs(service, environmentId)
  const ask = (report: string, body: Record<string, unknown>) => post(`reports/${report}`, body)
  await readWhole(service, environmentId, post, events)
  const size = `${events.toLocaleString('en-US')} events, ${rounds} filters`
  const rows: Row[] = []
  for (const [report, own] of Object.entries(reports)) {
    await ask(report, { ...scopeOf(rounds), ...own })
    const cold: number[] = []
    const again: number[] = []
    for (let round = 0; round < rounds; round++) {
      const body = { ...scopeOf(round), ...own }
      cold.push((await ask(report, body)).took)
      again.push((await ask(report, body)).took)
    }
    rows.push(
      limitedRow(`Report ${report}, p95`, quantile(cold, 0.95), ms, '<', coldLimit, `${size}; p50 ${ms(median(cold))}`),
      limitedRow(`Report ${report} again, p95`, quantile(again, 0.95), ms, '<', againLimit, `p50 ${ms(median(again))}`),
    )
  }
  const steps: number[] = []
  for (let step = 0; step < 100; step++)
    steps.push((await ask('score-cutoff', { ...scopeOf(0), cutoff: step * 10 })).took)
  rows.push(
    limitedRow('Step of the cut-off, p95', quantile(steps, 0.95), ms, '<', stepLimit, `p50 ${ms(median(steps))}`),
  )
  return rows
}
