import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { openKysely } from '../../risk-service/kernel/store/connection/connection.ts'
import { importRetail } from '../../risk-service/tools/import/retail/import-retail.ts'
import { limitedRow, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { findDatabase, openBenchPool } from '../support/store.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { type RetailSize, writeRetailFiles } from './retail-files.ts'

/** Seconds in which a report of a million transactions is computed. */
const reportLimit = 300
/** Milliseconds in which a page of the report is answered. */
const pageLimit = 1000

const size: RetailSize = {
  transactions: Number(process.env['BENCH_TRANSACTIONS'] ?? 1_000_000),
  staff: 2000,
  stores: 100,
  months: 12,
}
const rounds = 10

const seconds = (value: number): string => `${value.toFixed(1)} s`
const count = (value: number): string => value.toLocaleString('en-US')

/** The most memory that a process has used, in MiB; where the system does not say so, nothing. */
function peakMemory(pid: number | 'self'): string {
  try {
    const kib = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kib === undefined ? '' : `, most memory ${Math.round(Number(kib) / 1024)} MiB`
  } catch {
    return ''
  }
}

interface ReportTimes {
  status: string
  waited: number
  computed: number
}

/** Waits for the report that the service computes. */
async function waitForReport(pool: pg.Pool, environmentId: string): Promise<ReportTimes> {
  for (;;) {
    const { rows } = await pool.query<ReportTimes>(
      `select status, extract(epoch from started_at - requested_at)::float8 as waited,
        extract(epoch from finished_at - started_at)::float8 as computed
       from loss_report where environment_id = $1`,
      [environmentId],
    )
    const [report] = rows
    if (report?.status === 'ready') return report
    if (report?.status === 'failed') throw new Error('The report could not be computed.')
    await delay(500)
  }
}

/** Returns a call of the report by a user. */
async function reportCalls(service: Service, environmentId: string) {
  const token = await fetchUserToken(service)
  return async (name: string, input: object): Promise<number> => {
    const started = performance.now()
    const response = await fetch(
      `${service.url}/api/console/v1/environments/${environmentId}/loss-prevention/${name}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      },
    )
    await response.text()
    if (response.status !== 200) throw new Error(`${name} was answered with ${response.status}.`)
    return performance.now() - started
  }
}

/** Import of a retailer's files, the report of them, and its pages. */
export async function benchLossPrevention(service: Service, environmentId: string): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-retail-'))
  const pool = await openBenchPool(service)
  try {
    const files = await writeRetailFiles(folder, size, new Date())
    const lines = count(files.Sales + files.Payments)
    const note = `${count(size.staff)} members of staff, ${count(size.stores)} stores, ${size.months} months, ${lines} lines and payments`
    const started = performance.now()
    await importRetail(openKysely(pool), environmentId, { folder, now: new Date(), secretKey: 'bench'.repeat(8) })
    const imported = (performance.now() - started) / 1000
    // The import requests the report at its begin; the service sees the request when it is committed.
    await pool.query('update loss_report set requested_at = now() where environment_id = $1', [environmentId])
    const { waited, computed } = await waitForReport(pool, environmentId)
    const database = (await findDatabase(service)).pid
    const name = `${count(size.transactions)} retail transactions`
    const rows: Row[] = [
      { name: `${name}, import of the files`, value: seconds(imported), note: `${note}${peakMemory('self')}` },
      limitedRow(
        `${name}, report`,
        computed,
        seconds,
        '<',
        reportLimit,
        `begun ${seconds(waited)} after the import; service${peakMemory(service.pid)}; database process${peakMemory(database)}`,
      ),
      limitedRow(`${name}, import and report`, imported + waited + computed, seconds, '<', reportLimit),
    ]
    const call = await reportCalls(service, environmentId)
    const { rows: ids } = await pool.query<{ kind: string; pseudonym: string }>(
      `select distinct on (kind) kind, pseudonym from loss_entity where environment_id = $1 order by kind, id`,
      [environmentId],
    )
    for (const [label, procedure, input] of [
      ['overview', 'summary', {}],
      ...ids.map(({ kind, pseudonym }) => [`page of a ${kind}`, 'entity', { kind, id: pseudonym }] as const),
    ] as const) {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) times.push(await call(procedure, input))
      rows.push(limitedRow(`${name}, ${label}, p95`, quantile(times, 0.95), ms, '<', pageLimit))
    }
    return rows
  } finally {
    await pool.end()
    rmSync(folder, { recursive: true, force: true })
  }
}
