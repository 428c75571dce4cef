import type { Pool } from 'pg'
import { fillEvents } from './event-fixture.ts'
import type { Row, Service } from './harness.ts'
import { buildTextIndexes, openBenchPool, recountRollups } from './store.ts'

/**
 * Fills the environment by SQL to the state after months of use: roll-ups counted, nightly jobs done, tables vacuumed.
 * @param more adds events of other types
 */
export async function fillStore(
  service: Service,
  environmentId: string,
  count: number,
  more: (pool: Pool, environmentId: string) => Promise<void> = () => Promise.resolve(),
): Promise<Row> {
  const pool = await openBenchPool(service)
  const started = performance.now()
  const tell = (line: string) => process.stderr.write(process.stderr.isTTY ? `\r${line.padEnd(60)}` : `${line}\n`)
  await fillEvents(pool, environmentId, count, 90, done => tell(`fixture ${Math.round((done / count) * 100)} %`))
  await more(pool, environmentId)
  tell('fixture: counting roll-ups, indexing texts of past months, vacuum')
  await recountRollups(pool, environmentId)
  await buildTextIndexes(pool)
  await pool.query('vacuum analyze')
  await pool.end()
  process.stderr.write('\n')
  return {
    name: `Fixture of ${count.toLocaleString('en-US')} events over 90 days, by SQL`,
    value: `${Math.round((performance.now() - started) / 1000)} s`,
  }
}
