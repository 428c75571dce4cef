import { type Row, withServiceOf } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { publishReviewRule, publishRouting } from './case-fixture.ts'
import { measureRate, rateRows } from './cases.ts'

/**
 * Compares the rate of decisions in two stores with the rules of the bench: the first has no routing rule, the second
 * opens cases.
 */
export async function benchCaseCreation(
  [without, withCases]: readonly [string, string],
  ids: Parameters<typeof measureRate>[1],
  windowSeconds: number,
  settings: Record<string, string>,
): Promise<Row[]> {
  for (const dataDir of [without, withCases])
    await withServiceOf(
      settings,
      async service => {
        const pool = await openBenchPool(service)
        await publishReviewRule(pool, ids.environmentId)
        if (dataDir === withCases) await publishRouting(pool, ids.environmentId)
        await pool.end()
      },
      dataDir,
    )
  const runs: Record<'without' | 'withCases', Awaited<ReturnType<typeof measureRate>>[]> = {
    without: [],
    withCases: [],
  }
  // In turns, so that a slow minute of the machine meets both.
  for (let turn = 0; turn < 3; turn++)
    for (const [name, dataDir] of [
      ['without', without],
      ['withCases', withCases],
    ] as const)
      runs[name].push(
        await withServiceOf(
          settings,
          service => measureRate(service, ids, { windows: 2, windowSeconds, backfill: name === 'without' }),
          dataDir,
        ),
      )
  return rateRows(runs.without, runs.withCases)
}
