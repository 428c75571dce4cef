import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CaseBench, openCaseBench, resetCaseBench } from './testing/case-bench.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
  await resetCaseBench(bench)
})
afterAll(() => bench.close())

const countOf = async (table: 'repeated_call' | 'audit_log' | 'case_event') =>
  (await bench.store.db.selectFrom(table).select(sql<number>`1`.as('one')).execute()).length

it('a report of activity leaves one row for the whole review, whatever key it has', async () => {
  await bench.send({ id: 'P-1' })
  bench.at('09:06')
  const { json } = await bench.onCase('Ana', 'P-1', '/lock', {})
  const { leaseToken } = json.own
  const before = await Promise.all([countOf('repeated_call'), countOf('audit_log'), countOf('case_event')])
  for (const time of ['09:06:20', '09:06:40', '09:07']) {
    bench.at(time)
    const key = randomUUID()
    expect((await bench.onCase('Ana', 'P-1', '/lock/activity', { leaseToken }, key)).status).toBe(200)
    expect((await bench.onCase('Ana', 'P-1', '/lock/activity', { leaseToken }, key)).status).toBe(200)
  }
  expect(await Promise.all([countOf('repeated_call'), countOf('audit_log'), countOf('case_event')])).toEqual(before)
  const rows = await bench.store.db.selectFrom('case_activity').selectAll().execute()
  expect(rows).toMatchObject([{ last_active_at: new Date('2025-03-03T09:07:00Z') }])
})

it('another change stores its answer for the same key', async () => {
  await bench.send({ id: 'P-2' })
  bench.at('09:15')
  const before = await countOf('repeated_call')
  await bench.onCase('Ben', 'P-2', '/lock', {}, randomUUID())
  expect(await countOf('repeated_call')).toBe(before + 1)
})
