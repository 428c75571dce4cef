import { setTimeout as delay } from 'node:timers/promises'
import { limitedRow, median, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { fetchUserToken } from '../support/user-token.ts'

/** Milliseconds in which a report is answered that nobody has opened before, and one that was. */
const [coldLimit, againLimit] = [500, 150]
/** Milliseconds in which a step of the cut-off is answered. */
const stepLimit = 50
const rounds = 20
const dayMs = 86_400_000

const reports: Readonly<Record<string, Record<string, unknown>>> = {
  summary: {},
  rules: {},
  scores: {},
  'score-profit': {},
  'score-target': { target: 'rejectRate', value: 0.05 },
  threats: {},
}

type Ask = (report: string, body: Record<string, unknown>) => Promise<{ took: number; json: { hasData?: boolean } }>

async function askAs(service: Service, environmentId: string): Promise<Ask> {
  const token = await fetchUserToken(service, 'fraud-manager@harbor.example')
  return async (report, body) => {
    const started = performance.now()
    const response = await fetch(`${service.url}/api/console/v1/environments/${environmentId}/reports/${report}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${report}: ${response.status} ${text.slice(0, 300)}`)
    return { took: performance.now() - started, json: JSON.parse(text) as { hasData?: boolean } }
  }
}

const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)
/** A period and a filter that no earlier round has: nothing of its answer can be stored anywhere. */
const scopeOf = (round: number): Record<string, unknown> => ({
  from: day(89 - round),
  to: day(round % 2),
  scoreFrom: round % 3 === 0 ? 0 : round * 10,
})

/** Reports over all stored transactions, by the console API: each first with filters not seen before, then again. */
export async function benchReports(service: Service, environmentId: string, events: number): Promise<Row[]> {
  const ask = await askAs(service, environmentId)
  while ((await ask('summary', scopeOf(0))).json.hasData !== true) await delay(2000)
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
