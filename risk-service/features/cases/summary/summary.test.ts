import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Case, CaseSummary } from '../../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(() => resetCaseBench(bench))

const path = (id: string) => `${caseIds.root}/casemanagement/cases/purchase/${id}/summary`
const read = (id = 'P-now', as = 'Ana') => bench.onCase<CaseSummary>(as, id, '/summary')
const rate = (helpful: unknown, as = 'Ana') => bench.call(as, 'PUT', path('P-now'), { helpful })
const factOf = ({ facts }: CaseSummary, name: string) => facts.find(({ fact }) => fact === name)

describe('the summary of a case', () => {
  it('says what the event has, and names the fields of every sentence', async () => {
    await bench.send({ id: 'P-1', userId: 'u-2', device: 'd-1', instrument: 'pi-1' })
    await bench.send({ id: 'P-2', userId: 'u-3', device: 'D-1' })
    await bench.send({ id: 'P-3', userId: 'U-1' })
    const user = { userId: 'u-1', creationDate: '2025-03-01T09:00:00.000Z' }
    await bench.send({ id: 'P-now', amount: 250, device: 'd-1', instrument: 'pi-1', more: { user } })
    bench.at('09:06')
    const { json, status } = await read()
    expect(status).toBe(200)
    expect(factOf(json, 'decided')).toMatchObject({ decision: 'Review', rule: 'Review', clause: 'Review clause' })
    expect(factOf(json, 'amount')).toMatchObject({ amount: 25_000, currency: 'USD', items: 1 })
    expect(factOf(json, 'account')).toEqual({
      fact: 'account',
      cites: [{ card: 'account', field: 'user.creationDate' }],
      ageMs: 2 * 86_400_000,
    })
    expect(factOf(json, 'earlier')).toMatchObject({ events: 1 })
    expect(factOf(json, 'device')).toMatchObject({ users: 2, more: false })
    expect(factOf(json, 'instrument')).toMatchObject({ users: 1, more: false })
    expect(json.questions.map(({ question }) => question)).toEqual(['newAccount', 'device', 'instrument'])
    for (const { cites } of [...json.facts, ...json.questions]) expect(cites.length).toBeGreaterThan(0)
    expect(json.helpful).toBeNull()
  })

  it('says what it does not know instead of leaving it out', async () => {
    await bench.send({ id: 'P-now' })
    bench.at('09:06')
    const { json } = await read()
    expect(json.unknown).toEqual(expect.arrayContaining(['accountAge', 'device', 'instrument', 'reports', 'similar']))
    for (const fact of ['account', 'device', 'instrument', 'reported', 'similar', 'countries'])
      expect(factOf(json, fact)).toBeUndefined()
  })

  it('counts what people decided in similar cases, and what was reported of the event', async () => {
    await bench.option({ undoSeconds: 0 })
    await bench.send({ id: 'P-1', device: 'd-1' })
    bench.at('09:06')
    const { json: lockedCase } = await bench.onCase<Case>('Max', 'P-1', '/lock', {})
    const { leaseToken } = lockedCase.own
    await bench.onCase('Max', 'P-1', '/decision', { leaseToken, decision: 'Reject', reason: 'Stolen card' })
    await bench.send({ id: 'P-now', device: 'd-1' })
    bench.at('09:20')
    await bench.sendStatus('P-now', 'Approved')
    const { json } = await read()
    expect(factOf(json, 'similar')).toMatchObject({ cases: 1, rejected: 1, fraud: 0 })
    expect(factOf(json, 'reported')).toMatchObject({ kind: 'status', status: 'Approved' })
    expect(json.unknown).not.toContain('similar')
    expect(json.unknown).not.toContain('reports')
  })

  it('is not there in a queue that has it switched off', async () => {
    await bench.queue('Plain', { summary: false })
    await bench.route('To plain', 'ROUTETO Queue("Plain")')
    await bench.send({ id: 'P-now' })
    bench.at('09:06')
    expect((await bench.onCase<Case>('Ana', 'P-now', '')).json.summary).toBe(false)
    expect((await read()).status).toBe(404)
    expect((await rate(true)).status).toBe(404)
  })

  it('keeps what each person says of it, until the person takes it back', async () => {
    await bench.send({ id: 'P-now' })
    bench.at('09:06')
    expect((await rate(true)).json).toEqual({ helpful: true })
    await rate(false, 'Ben')
    expect((await read()).json.helpful).toBe(true)
    expect((await read('P-now', 'Ben')).json.helpful).toBe(false)
    const stored = await bench.store.db.selectFrom('case_summary_rating').selectAll().orderBy('helpful').execute()
    expect(stored.map(({ user_id, helpful }) => [user_id, helpful])).toEqual([
      [bench.people['Ben'], false],
      [bench.people['Ana'], true],
    ])
    expect(stored[0]?.facts).toContain('decided')
    await rate(null)
    expect((await read()).json.helpful).toBeNull()
    expect((await read('P-now', 'Ben')).json.helpful).toBe(false)
  })

  it('is refused to strangers, and takes no other answer than yes and no', async () => {
    await bench.send({ id: 'P-now' })
    bench.at('09:06')
    expect((await read('P-now', 'Outsider')).status).toBe(404)
    expect((await rate(true, 'Sam')).status).toBe(403)
    const { status, json } = await rate('very')
    expect(status).toBe(400)
    expect(json).toMatchObject({ details: { issues: [{ path: ['helpful'] }] } })
  })
})
