import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LinkAnalysis } from '../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from './testing/case-bench.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  await bench.queue('High Value Orders', { hold: true })
  await bench.route('R1', 'ROUTETO Queue("High Value Orders") WHEN @"purchase.request.totalAmount" > 1000')
  await bench.send({ id: 'P-1001', amount: 2500, userId: 'u-1', instrument: 'pi-1', device: 'd-1' })
  await bench.send({ id: 'P-1002', amount: 1800, userId: 'u-2', instrument: 'pi-1', device: 'd-2' })
  await bench.send({ id: 'P-1003', amount: 40, userId: 'u-3', instrument: 'pi-3', device: 'd-1' })
  await bench.send({ id: 'P-1004', amount: 90, userId: 'u-1', instrument: 'pi-1', device: 'd-1' })
  await bench.send({ id: 'P-1005', amount: 1200, userId: 'u-5', instrument: 'pi-1', device: 'd-1', review: false })
  bench.at('09:05:01')
})

interface Count {
  type: string
  value: string
  display: string
  count: number
}
const post = <T>(path: string, body: object, as = 'Ana', environment: string = caseIds.root) =>
  bench.call<T>(as, 'POST', `${environment}/linkanalysis/${path}`, { eventType: 'purchase', id: 'P-1001', ...body })
const counts = async (body: object = {}, as = 'Ana') => (await post<Count[]>('counts', body, as)).json
const user = { type: 'user', value: 'u-1' }
const instrument = { type: 'payment', value: 'pi-1' }
const device = { type: 'device', value: 'd-1' }
const results = async (attributes: object[], more: object = {}, as = 'Ana') =>
  (await post<LinkAnalysis>('results', { attributes, ...more }, as)).json
const idsOf = ({ open, decided, others }: LinkAnalysis) =>
  [open, decided, others].map(({ rows }) => rows.map(({ row }) => row.externalId).toSorted())
const bulk = (as: string, ids: string[]) =>
  bench.call<{ id: string; result: string }[]>(as, 'POST', `${caseIds.root}/casemanagement/bulk-decisions`, {
    cases: ids.map(id => ({ environmentId: caseIds.root, eventType: 'purchase', id })),
    decision: 'Reject',
    reason: 'Abuse',
    origin: { environmentId: caseIds.root, eventType: 'purchase', id: 'P-1001' },
  })

describe('the link analysis', () => {
  it('counts the other events of each value', async () => {
    expect(Object.fromEntries((await counts()).map(({ type, count }) => [type, count]))).toMatchObject({
      user: 1,
      payment: 3,
      device: 3,
    })
  })

  it('counts the events that share anything once each', async () => {
    const total = async (id: string) => (await post<{ events: number }>('total', { id })).json.events
    expect([await total('P-1001'), await total('P-1003')]).toEqual([4, 3])
  })

  it('finds what shares any or all values, by open cases, decided cases and other events', async () => {
    expect(idsOf(await results([user, device]))).toEqual([['P-1003', 'P-1004'], [], ['P-1005']])
    expect(idsOf(await results([instrument, device], { match: 'all' }))).toEqual([['P-1004'], [], ['P-1005']])
    await bulk('Max', ['P-1002'])
    const found = await results([instrument])
    expect(idsOf(found)).toEqual([['P-1004'], ['P-1002'], ['P-1005']])
    expect(found.decided.rows[0]).toMatchObject({
      links: [0],
      outcome: { decision: 'Reject', caseAction: 'Reject', reason: 'Abuse', by: { name: 'Max' }, via: 'Bulk' },
    })
    expect([found.open.total, found.decided.total, found.others.total, found.complete]).toEqual([1, 1, 1, true])
  })

  it('exports one of its tables, all rows or chosen ones, and records the file', async () => {
    await bulk('Max', ['P-1002'])
    const { decided, others } = await results([instrument])
    const text = async (body: object) => {
      const answer = await bench.download('Ana', `${caseIds.root}/linkanalysis/export`, {
        eventType: 'purchase',
        id: 'P-1001',
        attributes: [instrument],
        ...body,
      })
      expect(answer.status).toBe(200)
      return answer.text.trimEnd().split('\r\n')
    }
    const [head, line, ...more] = await text({ table: 'decided' })
    expect(head).toMatch(/^\uFEFF?eventId,environmentId,eventType,at,riskScore,amount,currency,decision,email,label,/)
    expect(line).toMatch(/^P-1002,/)
    expect(line).toContain('"[""payment""]"')
    expect(line).toContain('Max,Reject,Abuse')
    expect(more).toEqual([])
    expect((await text({ table: 'others', ids: [others.rows[0]?.row.eventId] })).length).toBe(2)
    expect((await text({ table: 'others', ids: [decided.rows[0]?.row.eventId] })).length).toBe(1)
    const audited = await bench.store.db
      .selectFrom('audit_log')
      .select(['resource_type', 'after'])
      .where('resource_type', '=', 'LinkAnalysis')
      .execute()
    expect(audited.map(({ after }) => after)).toContainEqual(
      expect.objectContaining({ table: 'decided', rows: 1, attributes: [instrument] }),
    )
  })

  it('looks no further back than the window', async () => {
    bench.at(new Date('2025-03-06T09:06:00.000Z'))
    expect((await counts({ days: 1 })).every(({ count }) => count === 0)).toBe(true)
    expect(idsOf(await results([instrument], { days: 1 }))).toEqual([[], [], []])
    expect((await post('counts', { days: 397 })).status).toBe(422)
  })

  it('decides what another person reviews, which is told, and never its own case', async () => {
    await bench.onCase('Ana', 'P-1001', '/lock', {})
    const { json: ofBen } = await bench.onCase('Ben', 'P-1002', '/lock', {})
    const found = await results([instrument])
    expect(found.open.rows.map(({ row, refusal }) => [row.externalId, refusal]).toSorted()).toEqual([
      ['P-1002', null],
      ['P-1004', null],
    ])
    expect(found.open.rows.find(({ row }) => row.externalId === 'P-1002')?.case.lock?.owner.name).toBe('Ben')
    const publish = vi.spyOn(bench.live, 'publish')
    vi.spyOn(bench.live, 'listening', 'get').mockReturnValue(true)
    expect((await bulk('Ana', ['P-1001', 'P-1002'])).json.map(({ id, result }) => [id, result])).toEqual([
      ['P-1001', 'case.isOrigin'],
      ['P-1002', 'applied'],
    ])
    // The page of the other reviewer is told as soon as the decision is stored.
    expect(publish.mock.calls.map(([{ event }]) => event)).toContainEqual(
      expect.objectContaining({ kind: 'cases', caseId: ofBen.id }),
    )
    vi.restoreAllMocks()
    const late = await bench.onCase('Ben', 'P-1002', '/decision', {
      leaseToken: ofBen.own.leaseToken,
      decision: 'Approve',
      reason: 'Verified customer',
    })
    expect([late.status, late.code]).toEqual([409, 'case.alreadyDecided'])
    expect((await bench.onCase('Ana', 'P-1001', '')).json.state).toBe('InReview')
  })

  it('goes on from the page of a decided case', async () => {
    const { json } = await bench.onCase('Ana', 'P-1001', '/lock', {})
    await bench.onCase('Ana', 'P-1001', '/decision', {
      leaseToken: json.own.leaseToken,
      decision: 'Approve',
      reason: 'Verified customer',
    })
    const found = await results([user])
    expect(found.open.rows.map(({ row, refusal }) => [row.externalId, refusal])).toEqual([['P-1004', null]])
    expect((await bulk('Ana', ['P-1004'])).json).toMatchObject([{ result: 'applied' }])
  })

  it('says why a case cannot be decided together with others', async () => {
    const { json } = await bench.onCase('Ben', 'P-1002', '/lock', {})
    await bench.onCase('Ben', 'P-1002', '/hold', {
      leaseToken: json.own.leaseToken,
      until: '2025-03-03T12:00:00.000Z',
      reason: 'waits for a call',
    })
    const of = async (as: string) =>
      Object.fromEntries(
        (await results([instrument], {}, as)).open.rows.map(({ row, refusal }) => [row.externalId, refusal]),
      )
    expect(await of('Ana')).toEqual({ 'P-1002': 'case.conflict', 'P-1004': null })
    expect(await of('Vera')).toEqual({ 'P-1002': 'case.forbidden', 'P-1004': 'case.forbidden' })
  })

  it('does not tell cases from other events to those who see no queues', async () => {
    const found = await results([instrument], {}, 'Sam')
    expect(idsOf(found)).toEqual([[], [], ['P-1002', 'P-1004', 'P-1005']])
    expect([found.open.total, found.others.total]).toEqual([0, 3])
  })

  it('refuses values that the event does not have, unknown events, other environments and tenants', async () => {
    const refused = await post('results', { attributes: [{ type: 'user', value: 'u-9' }] })
    expect([refused.status, refused.json]).toMatchObject([422, { details: { issues: [{ path: ['attributes', 0] }] } }])
    expect((await post('results', { attributes: [] })).status).toBe(422)
    for (const path of ['counts', 'results']) {
      const body = { attributes: [user] }
      expect((await post(path, { ...body, id: 'nothing' })).status).toBe(404)
      expect((await post(path, body, 'Ana', caseIds.eu)).status).toBe(404)
      expect((await post(path, body, 'Ana', caseIds.foreign)).status).toBe(404)
      expect((await post(path, body, 'Outsider')).status).toBe(404)
    }
  })
})
