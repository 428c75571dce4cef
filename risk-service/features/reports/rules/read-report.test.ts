import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rulesInputSchema } from '../../../contract/reports/rules-report.ts'
import { type ConsoleBench, now, places } from '../../../http/console-api/testing/console-bench.ts'
import { loadEnvironmentTree } from '../../../kernel/environments/environment-tree.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { openReportBench } from '../testing/report-bench.ts'
import { coveredDay as day } from '../testing/summary-recount.ts'
import { readRulesReport } from './read-report.ts'

/** Beyond the numbers of all paths. */
const shift = 9000
let bench: ConsoleBench
beforeAll(async () => {
  bench = await openReportBench()
})
afterAll(() => bench.close())

it('a refresh between two reads leaves paths and volumes of one numbering', async () => {
  const { db } = bench.store
  const input = rulesInputSchema.parse({ environmentId: places.eu, from: day(0), to: day(123) })
  let renumbered = false
  /** Numbers the volumes anew as soon as the paths have been read. */
  const refresh: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const [row] = result.rows
      if (!renumbered && row !== undefined && 'observed' in row) {
        renumbered = true
        await sql`update report_path_day set path = path + ${shift} where environment_id = ${places.eu}::uuid`.execute(
          db,
        )
      }
      return result
    },
  }
  const tree = await loadEnvironmentTree(db, places.tenant)
  const call = { db: db.withPlugin(refresh), ports: { db, clock: () => now, newId: () => '', log: silentLog }, tree }
  const scope = { environmentIds: [places.eu], eventType: 'purchase', filters: [], dataFilters: [], amounts: true }
  const { paths, volumes } = await readRulesReport(call, scope, input)
  expect(renumbered).toBe(true)
  const known = new Set(paths.map(({ path }) => path))
  expect(volumes.length).toBeGreaterThan(0)
  expect(volumes.filter(({ path }) => !known.has(path))).toEqual([])
  // What was stored in between shows in the next report.
  const next = await readRulesReport({ ...call, db }, scope, input)
  expect(next.volumes.every(({ path }) => path >= shift)).toBe(true)
})
