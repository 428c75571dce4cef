import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { csvOf, openRunBench, type RunBench } from '../../../features/uploads/testing/run-bench.ts'
import { places } from '../../console-api/testing/console-bench.ts'
import { createMetrics, type Metrics } from '../../health.ts'
import { registerUploadMetrics } from './run-counts.ts'
import { createUploadRunner, type UploadRunner } from './upload-runner.ts'

let uploads: RunBench
let runner: UploadRunner
const published: object[] = []
let metrics: Metrics
const logged: string[] = []
const open = () =>
  createUploadRunner(
    {
      target: uploads.bench.store.target,
      dataDir: path.resolve(uploads.folderOf(places.eu), '../..'),
      // The dates of the files are those of the clock of the bench.
      eventMonths: 120,
      secretKey: 'k'.repeat(44),
    },
    {
      live: { publish: publication => void published.push(publication) },
      log: { write: (_level, event) => void logged.push(event) },
      onCounts: registerUploadMetrics(metrics),
    },
  )
beforeAll(async () => {
  uploads = await openRunBench()
})
beforeEach(async () => {
  await uploads.clear()
  for (const table of ['data_event', 'data_event_key'] as const) await db().deleteFrom(table).execute()
  published.length = 0
  logged.length = 0
  metrics = createMetrics()
  runner = open()
})
afterAll(() => uploads.close())

const db = () => uploads.bench.store.db
const columns = ['ChargebackId', 'Status', 'BankEventTimestamp', 'UserId', 'PurchaseId']
const put = (count: number) =>
  uploads.put(
    'Chargebacks',
    csvOf(
      columns,
      Array.from({ length: count }, (_row, index) => [
        `c-${index}`,
        'Inquiry',
        '2025-09-01T00:00:00Z',
        'u',
        `p-${index}`,
      ]),
    ),
  )
const stored = async () => (await db().selectFrom('data_event').select('event_key').execute()).map(row => row.event_key)

it('a thread processes what waits, and those who may upload are notified', async () => {
  await put(3000)
  const { id } = await uploads.request(['Chargebacks'])
  expect(await runner.run()).toBe(true)
  expect(await runner.run()).toBe(false)
  expect(await uploads.loadRun(id)).toMatchObject({ state: 'Finished', files: [{ accepted: 3000 }] })
  expect(await stored()).toHaveLength(3000)
  expect(published).toMatchObject([{ event: { kind: 'notifications' } }])
  expect(logged).toEqual([])
  const lines = metrics.render().split('\n')
  expect(lines.filter(line => line.startsWith('assay_upload'))).toEqual([
    'assay_upload_rows_total{step="checked",entity="Chargebacks"} 3000',
    'assay_upload_rows_total{step="stored",entity="Chargebacks"} 3000',
    'assay_upload_runs_total{state="Finished"} 1',
    'assay_upload_run_progress 0',
  ])
  await runner.stop()
})

it('a thread that is killed while it stores loses and doubles nothing', async () => {
  const count = 40_000
  await put(count)
  const { id } = await uploads.request(['Chargebacks'])
  const killed = runner.run().catch((error: unknown) => error)
  await expect.poll(async () => (await stored()).length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  await runner.stop()
  expect(await killed).toBeInstanceOf(Error)
  const before = (await stored()).length
  expect(before).toBeLessThan(count)
  // As if its lease had ended.
  await db()
    .updateTable('upload_run')
    .set({ lease_until: new Date(0) })
    .where('id', '=', id)
    .execute()
  const next = open()
  while (await next.run());
  await next.stop()
  expect(await uploads.loadRun(id)).toMatchObject({
    state: 'Finished',
    files: [{ read: count, accepted: count, replaced: 0, skipped: 0 }],
  })
  const keys = await stored()
  expect(keys).toHaveLength(count)
  expect(new Set(keys).size).toBe(count)
}, 120_000)
