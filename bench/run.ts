/**
 * Benchmarks: `npm run bench` runs all, `npm run bench -- rules search` the named ones. Prints one table with the machine and
 * the sizes, writes bench/results.json. Sizes can be changed for a quick look: BENCH_EVENTS, BENCH_WINDOW_SECONDS.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { harborTenantId, harborRootId } from './ids.ts'
import { benchDecisions } from './decisions.ts'
import { benchFirstLoad } from './first-load.ts'
import { fillEvents } from './fixture.ts'
import { machine, revision, startService, type Row } from './harness.ts'
import { benchRules } from './rules.ts'
import { benchScroll } from './scroll.ts'
import { benchSearch } from './search.ts'
import { connectionOf, recountRollups } from './store.ts'

const ids = { tenantId: harborTenantId, environmentId: harborRootId }
const events = Number(process.env['BENCH_EVENTS'] ?? 1_000_000)
const windowSeconds = Number(process.env['BENCH_WINDOW_SECONDS'] ?? 10)
const settings = { ASSAY_DEMO_EVENTS: '0', ASSAY_RATE_LIMIT: '100000' }

const benchmarks: Record<string, () => Promise<Row[]>> = {
  rules: () => benchRules(),
  decisions: async () => {
    const service = await startService(settings)
    try {
      return await benchDecisions(service, ids, 5, windowSeconds)
    } finally {
      await service.stop()
    }
  },
  'first-load': async () => {
    const service = await startService({ ASSAY_DEMO_EVENTS: '2000' })
    try {
      return await benchFirstLoad(service)
    } finally {
      await service.stop()
    }
  },
  search: async () => {
    const service = await startService(settings)
    const pool = new pg.Pool({ ...connectionOf(service), max: 1 })
    try {
      const started = performance.now()
      await fillEvents(pool, ids.environmentId, events, 90, done => process.stderr.write(`\rfixture ${Math.round((done / events) * 100)} %`))
      await recountRollups(pool, ids.environmentId)
      await pool.query('vacuum analyze')
      process.stderr.write(`\rfixture of ${events.toLocaleString('en-US')} events in ${Math.round((performance.now() - started) / 1000)} s\n`)
      return [...(await benchSearch(service, ids, events)), ...(await benchScroll(service))]
    } finally {
      await pool.end()
      await service.stop()
    }
  },
}

const named = process.argv.slice(2)
const unknown = named.filter(name => !(name in benchmarks))
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(2)
}
const rows: Row[] = []
for (const [name, run] of Object.entries(benchmarks)) {
  if (named.length > 0 && !named.includes(name)) continue
  process.stderr.write(`${name} ...\n`)
  rows.push({ name: `== ${name}`, value: '' }, ...(await run()))
}

const width = (pick: (row: Row) => string) => Math.max(...rows.map(row => pick(row).length))
const [nameWidth, valueWidth, limitWidth] = [width(row => row.name), width(row => row.value), width(row => row.limit ?? '')]
console.log(`\nMachine: ${machine()}\nRevision: ${revision()}; rate limit raised to 100,000 requests/s for the run; medians of five windows of ${windowSeconds} s\n`)
for (const row of rows) {
  const verdict = row.ok === undefined ? '    ' : row.ok ? 'ok  ' : 'MISS'
  console.log(`${verdict} ${row.name.padEnd(nameWidth)}  ${row.value.padStart(valueWidth)}  ${(row.limit ?? '').padEnd(limitWidth)}  ${row.note ?? ''}`)
}
writeFileSync(path.join(import.meta.dirname, 'results.json'), `${JSON.stringify({ machine: machine(), revision: revision(), at: new Date().toISOString(), events, windowSeconds, rows }, null, 2)}\n`)
process.exit(rows.some(row => row.ok === false) ? 1 : 0)
