import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { summaryInputSchema } from '../../contract/reports/reports.ts'
import { type ConsoleBench, now, places } from '../../http/console-api/testing/console-bench.ts'
import { loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import type { Db } from '../../ports/database.ts'
import { loadScoreSeries } from './scores/load-cutoff.ts'
import { loadScores, type ScoreCall } from './scores/load-scores.ts'
import { loadSummary } from './summary/load-summary.ts'
import { openReportBench } from './testing/report-bench.ts'
import { coveredDay as day } from './testing/summary-recount.ts'
import { loadThreats } from './threats/load-threats.ts'

let bench: ConsoleBench
let call: Omit<ScoreCall, 'db'>
beforeAll(async () => {
  bench = await openReportBench()
  const { db } = bench.store
  call = {
    ports: { db, clock: () => now, newId: () => '', log: silentLog } as ScoreCall['ports'],
    scope: [places.eu],
    engine: bench.engine as unknown as ScoreCall['engine'],
    tree: await loadEnvironmentTree(db, places.tenant),
    principal: { tenantId: places.tenant } as ScoreCall['principal'],
  }
})
afterAll(() => bench.close())

const input = summaryInputSchema.parse({ environmentId: places.eu, from: day(0), to: day(123) })
const filtered = { ...input, attributes: { ...input.attributes, country: ['DE', 'XX'] } }

/** Stores what a refresh could between two queries of a report: other sums, and other transactions. */
async function refresh(db: Db): Promise<void> {
  for (const table of ['day', 'score', 'later_day', 'delay', 'path_day', 'path_score'])
    await sql`update ${sql.table(`report_${table}`)} set events = events * 2`.execute(db)
  await sql`update report_transaction set country = case when country = 'XX' then 'DE' else 'XX' end`.execute(db)
  await sql`update report_transaction set score = 999 - score where score >= 0`.execute(db)
  await sql`update report_refresh set refreshed_at = refreshed_at + interval '1 minute'`.execute(db)
}

/** Calls what is to happen once the first rows have been read. */
const afterFirstRead = (work: () => Promise<void>): KyselyPlugin => {
  let done = false
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (done || result.rows.length === 0) return result
      done = true
      await work()
      return result
    },
  }
}

it.each<[string, (call: ScoreCall) => Promise<object>]>([
  ['the Summary', each => loadSummary(each, input)],
  ['a filtered Summary', each => loadSummary(each, filtered)],
  ['Threats', each => loadThreats(each, { ...input, entity: null, value: null })],
  ['Scores', each => loadScores(each, filtered)],
  ['a cutoff', each => loadScoreSeries(each, { ...input, cutoff: 500 })],
])('%s is of one moment, while a refresh stores other figures', async (_, load) => {
  const { db } = bench.store
  const before = await load({ ...call, db })
  let refreshed = false
  const between = afterFirstRead(async () => {
    refreshed = true
    await refresh(db)
  })
  expect(await load({ ...call, db: db.withPlugin(between) })).toEqual(before)
  expect(refreshed).toBe(true)
  // What was stored in between shows in the next report.
  expect(await load({ ...call, db })).not.toEqual(before)
})
