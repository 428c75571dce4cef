import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { logEntrySegment } from '../../../contract/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { writeMaskingProfile } from '../../../kernel/personal-data/masking-store.ts'
import { insertPurchase } from '../testing/stored-purchases.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  for (const id of ['P-1', 'P-2']) await insertPurchase(bench.store.db, { id, request: { purchaseId: id }, answer: '' })
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.store.db.deleteFrom('audit_log').execute()
})

const byEmail = (value: string) => ({
  period: 'all',
  conditions: [{ column: 'user.email', op: 'in', value: [value] }],
})
const search = (input: object = {}, who = 'engineer', environment: string = places.root) =>
  bench.call(who, 'POST', `/environments/${environment}/search`, {
    eventType: 'purchase',
    filter: { period: 'all' },
    ...input,
  })
const entries = () => bench.store.db.selectFrom('audit_log').selectAll().orderBy('at').execute()

it('who searched for what is an entry of the log, a reading of the assessment', async () => {
  expect((await search({ filter: byEmail('ana@example.com') })).status).toBe(200)
  const [entry, ...others] = await entries()
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    operation: 'Read',
    resource_type: 'Search',
    resource_id: 'purchase',
    assessment_id: 'purchase',
    environment_id: places.root,
    actor_name: 'Name of engineer',
    before: null,
    after: { filter: { period: 'all', conditions: [{ column: 'user.email', op: 'in', value: ['ana@example.com'] }] } },
  })
  expect(logEntrySegment({ resourceType: 'Search', assessmentId: 'purchase' })).toBe('purchase')
  const found = await bench.call('admin', 'POST', `/environments/${places.root}/activity-log/search`, {
    dates: { from: '2025-11-20', to: '2025-11-20' },
    filters: [
      { field: 'operationType', op: 'in', values: ['Read'] },
      { field: 'resourceType', op: 'in', values: ['Search'] },
    ],
  })
  expect(found.json).toMatchObject({ rows: [{ id: entry?.id, operation: 'Read' }] })
})

it('further pages, and the same search of the same person within minutes, are no entries of their own', async () => {
  const first = await search({ limit: 1 })
  const { nextCursor: cursor } = first.json as { nextCursor: string }
  expect(cursor).toEqual(expect.any(String))
  expect((await search({ limit: 1, cursor })).status).toBe(200)
  await search({ sort: { column: 'riskScore', direction: 'asc' } })
  expect(await entries()).toHaveLength(1)
  await search({ filter: byEmail('bea@example.com') })
  await search({}, 'support')
  await search({}, 'engineer', places.eu)
  expect((await entries()).map(({ actor_name, environment_id }) => [actor_name, environment_id])).toEqual(
    expect.arrayContaining([
      ['Name of engineer', places.root],
      ['Name of support', places.root],
      ['Name of engineer', places.eu],
    ]),
  )
  expect(await entries()).toHaveLength(4)
  await sql`update audit_log set at = at - interval '6 minutes'`.execute(bench.store.db)
  await search()
  expect(await entries()).toHaveLength(5)
})

it('a search that is refused finds nothing and is none', async () => {
  expect((await search({ filter: { conditions: [{ column: 'nobody', op: 'null' }] } })).status).toBe(422)
  expect((await search({}, 'outsider')).status).toBeGreaterThanOrEqual(403)
  expect(await entries()).toEqual([])
})

it('what was searched for is masked in the log for those who do not see it', async () => {
  await search({ filter: byEmail('ana@example.com') })
  await writeMaskingProfile(bench.store.db, places.tenant, { version: 1, profile: { ProductAdmin: ['email'] } })
  const [entry] = await entries()
  const shown = await bench.call('admin', 'GET', `/environments/${places.root}/activity-log/${entry?.id ?? ''}`)
  expect(JSON.stringify(shown.json)).toContain('a***@example.com')
  expect(JSON.stringify(shown.json)).not.toContain('ana@example.com')
})
