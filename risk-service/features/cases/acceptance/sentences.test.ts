import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventDetail, SearchOutput } from '../../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
let highValue: string
let digital: string
const id = (name: string) => bench.people[name] ?? ''
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  await bench.store.db.deleteFrom('personal_data_grant').execute()
  highValue = await bench.queue('High Value Orders', {
    sequence: 'Restricted',
    orderBy: 'amountUsd',
    direction: 'descending',
    timeoutMinutes: 480,
    defaultAction: 'Reject',
    assignedUsers: [id('Ana'), id('Ben')],
  })
  digital = await bench.queue('Digital Goods')
  await bench.route('R1', 'ROUTETO Queue("High Value Orders") WHEN @"purchase.request.totalAmount" > 1000')
  await bench.route('R2', 'ROUTETO Queue("Digital Goods") WHEN @"purchase.request.productList.type" == "Digital"')
  await bench.send({ id: 'P-1001', amount: 2500, email: 'kim@contoso.example' })
  await bench.send({ id: 'P-1003', amount: 40, product: 'Digital', email: 'lee@contoso.example' })
})

const detail = async (as: string, event: string) =>
  (await bench.call<EventDetail>(as, 'GET', `${caseIds.root}/events/purchase/${event}`)).json

it('[S02] a status in the hold is the latest status of the event, and its case is in no queue', async () => {
  bench.at('09:03')
  await bench.sendStatus('P-1001', 'Approved')
  bench.at('09:10')
  expect(await bench.list('Max', highValue)).toEqual([])
  expect((await bench.onCase('Max', 'P-1001', '')).json.state).toBe('NotRouted')
  const { dataEvents } = await detail('Sam', 'P-1001')
  expect(dataEvents[0]).toMatchObject({ kind: 'status', type: 'Approved' })
})

it('[S08] an event that is sent again with another amount is one case, which shows the new amount', async () => {
  bench.at('09:05:01')
  await bench.send({ id: 'P-1001', amount: 2600 })
  bench.at('09:11')
  expect((await bench.rows('Max', highValue)).map(row => [row.externalId, row.amountUsd])).toEqual([
    ['P-1001', 260_000],
  ])
  const cases = await bench.store.db.selectFrom('review_case').select('external_id').orderBy('external_id').execute()
  expect(cases.map(row => row.external_id)).toEqual(['P-1001', 'P-1003'])
})

it('[S13] Ana sees her queue first and all others on request, and starts a review in one of these', async () => {
  const names = async (scope: string) =>
    (
      await bench.call<{ name: string }[]>('Ana', 'GET', `${caseIds.root}/casemanagement/queues?scope=${scope}`)
    ).json.map(({ name }) => name)
  expect(await names('assigned')).toEqual(['High Value Orders'])
  expect(await names('all')).toEqual(expect.arrayContaining(['General', 'High Value Orders', 'Digital Goods']))
  bench.at('09:05:01')
  expect((await bench.next('Ana', digital))?.externalId).toBe('P-1003')
})

it('[S14] Ben is offered the first free case of a restricted queue only, and Max may take any', async () => {
  await bench.send({ id: 'P-1002', amount: 1800 })
  bench.at('09:06:01')
  expect((await bench.onCase('Ben', 'P-1002', '')).json.own.startRefusal).toBe('restricted')
  expect((await bench.onCase('Max', 'P-1002', '')).json.own.startRefusal).toBeNull()
  expect((await bench.next('Ana', highValue))?.externalId).toBe('P-1001')
  expect((await bench.onCase('Ben', 'P-1002', '')).json.own.startRefusal).toBeNull()
})

it('[S33] a review that runs out after the time-out gets the default action with the next run, not before', async () => {
  bench.at('17:00')
  await bench.onCase('Ana', 'P-1001', '/lock', {})
  bench.at('17:31:59')
  await bench.tick()
  const stored = () =>
    bench.store.db
      .selectFrom('review_case')
      .select(['state', 'decided_at'])
      .where('external_id', '=', 'P-1001')
      .executeTakeFirstOrThrow()
  expect((await stored()).state).toBe('InReview')
  bench.at('17:32:00')
  await bench.tick()
  expect((await stored()).state).toBe('Decided')
  expect((await bench.onCase('Max', 'P-1001', '')).json.outcome).toMatchObject({ decision: 'Reject', via: 'Timeout' })
})

describe('a search on a masked field', () => {
  const search = (as: string, input: object) =>
    bench.call<SearchOutput & { details: { issues: { path: unknown[]; code: string }[] } }>(
      as,
      'POST',
      `${caseIds.root}/search`,
      { eventType: 'purchase', filter: { period: 'all' }, ...input },
    )
  const byEmail = (op: string, value: string) => ({
    filter: { period: 'all', conditions: [{ column: 'email', op, value }] },
  })
  beforeEach(async () => {
    const saved = await bench.call('Pia', 'PUT', `${caseIds.root}/personal-data/settings`, {
      baseVersion: 0,
      profile: { ManualReviewAnalyst: ['email'] },
    })
    expect(saved.status).toBe(200)
  })
  it.each(['contains', 'startsWith', 'endsWith', 'notContains'])(
    'with a part of the value (%s) is refused by the name of the field, and finds and counts nothing',
    async op => {
      const refused = await search('Ana', byEmail(op, 'kim'))
      expect([refused.status, refused.json.details.issues]).toMatchObject([
        422,
        [{ path: ['filter', 'conditions', 0, 'op'], code: 'search.masked' }],
      ])
      expect((await search('Max', byEmail(op, 'kim'))).status).toBe(200)
    },
  )
  it('with the whole value finds the event, whose value stays masked', async () => {
    const { json } = await search('Ana', byEmail('eq', 'kim@contoso.example'))
    expect(json.rows.map(row => [row.externalId, row.email])).toEqual([['P-1001', 'k***@contoso.example']])
  })
  it('is neither sorted nor exported by what is masked', async () => {
    const sorted = await search('Ana', { sort: { column: 'email', direction: 'asc' } })
    expect([sorted.status, sorted.json.details.issues]).toMatchObject([422, [{ code: 'search.masked' }]])
    const { text } = await bench.download('Ana', `${caseIds.root}/search/export`, {
      eventType: 'purchase',
      filter: { period: 'all' },
      columns: [{ column: 'email', name: 'Email' }],
    })
    expect(text).toContain('k***@contoso.example')
    expect(text).not.toContain('kim@')
  })
})
