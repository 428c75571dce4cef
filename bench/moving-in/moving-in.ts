import type { MovingInReport } from '../../risk-service/contract/index.ts'
import { movedFiles, movedSizes } from '../../risk-service/features/moving-in/testing/large-source.ts'
import { limitedRow, type Row, type Service } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { fetchUserToken } from '../support/user-token.ts'

/** Seconds in which a large installation has moved in. */
const limit = 120

/** Previews and applies the files of a large installation by the console API, and applies them again. */
export async function benchMovingIn(service: Service, environmentId: string): Promise<Row[]> {
  // As many rules move in as an environment can have.
  const pool = await openBenchPool(service)
  await pool.query('delete from rule where environment_id = $1', [environmentId])
  await pool.end()
  const token = await fetchUserToken(service)
  const body = JSON.stringify({ files: movedFiles() })
  const call = async (path: string) => {
    const started = performance.now()
    const response = await fetch(`${service.url}/api/console/v1/environments/${environmentId}/moving-in${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body,
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 500)}`)
    return { seconds: (performance.now() - started) / 1000, text, report: JSON.parse(text) as MovingInReport }
  }
  const first = await call('/preview')
  const second = await call('/preview')
  const applied = await call('')
  const again = await call('')
  const created = applied.report.objects.filter(({ action }) => action === 'create').length
  const left = again.report.objects.filter(({ action }) => action !== 'none').length
  const { rules, velocities, lists, rows, environments } = movedSizes
  const row = (name: string, value: number): Row => limitedRow(name, value, each => `${each.toFixed(1)} s`, '<', limit)
  return [
    {
      name: `${rules} rules, ${velocities} velocities, ${lists} lists of ${rows} rows, ${environments} environments`,
      value: `${(body.length / 1e6).toFixed(1)} MB`,
    },
    row('Preview', first.seconds),
    row('Applied', applied.seconds),
    row('Applied again', again.seconds),
    {
      name: 'Objects created',
      value: String(created),
      ok: created === applied.report.objects.length && applied.report.refusal === null,
    },
    {
      name: 'Two previews are the same, byte for byte',
      value: first.text === second.text ? 'yes' : 'no',
      ok: first.text === second.text,
    },
    { name: 'Objects that the second application changes', value: String(left), ok: left === 0 },
  ]
}
