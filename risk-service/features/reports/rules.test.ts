import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RulesReport } from '../../contract/index.ts'
import { type ConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { openReportBench } from './testing/report-bench.ts'
import { ruleIdOf } from './testing/store-records.ts'
import { coveredDay as day } from './testing/summary-recount.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openReportBench()
})
afterAll(() => bench.close())

const ask = (who: string, environment: string, input: object) =>
  bench.call(who, 'POST', `/environments/${environment}/reports/rules`, input)
async function report(environment: string, input: object): Promise<RulesReport> {
  const { status, json } = await ask('admin', environment, input)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as RulesReport
}
describe('rules', () => {
  const storeRule = (name: string, changes: object = {}) =>
    bench.store.db
      .insertInto('rule')
      .values({
        id: ruleIdOf(name),
        environment_id: places.root,
        event_type: 'purchase',
        name,
        status: 'active',
        position: 1,
        version: 1,
        body: JSON.stringify({ clauses: [{ name: 'one' }, { name: 'two' }, { name: 'new' }] }),
        published_by: ruleIdOf(name),
        published_by_name: 'X',
        ...changes,
      })
      .execute()
  it('have the name under which they are published, those of events, and a state', async () => {
    await storeRule('Geo', { name: 'Renamed' })
    await storeRule('Score', { status: 'inactive' })
    const { rules, rows } = await report(places.eu, { from: day(0), to: day(123) })
    const of = (name: string) => rules.find(({ ruleId }) => ruleId === ruleIdOf(name))
    expect(of('Geo')).toEqual({
      ruleId: ruleIdOf('Geo'),
      name: 'Renamed',
      eventNames: ['Geo'],
      status: 'active',
      environmentId: places.root,
    })
    expect(of('Score')).toMatchObject({ status: 'inactive', environmentId: places.root })
    expect(of('Amount')).toMatchObject({ name: 'Amount', status: 'deleted', environmentId: null })
    expect(rows.map(({ ruleId }) => ruleId)).toContain(ruleIdOf('Geo'))
  })
  it('are those between the environment of the call and of the report, too', async () => {
    const below = 'e0000000-0000-4000-8000-0000000000b0'
    const { id: _id, ...parent } = await bench.store.db
      .selectFrom('environment')
      .selectAll()
      .where('id', '=', places.eu)
      .executeTakeFirstOrThrow()
    await bench.store.db
      .insertInto('environment')
      .values({
        ...parent,
        id: below,
        parent_id: places.eu,
        name: 'Harbor Baltic',
        api_id: 'baltic',
        tags: [...parent.tags],
      })
      .execute()
    await storeRule('O2', { environment_id: places.eu })
    const { rules } = await report(places.root, {
      from: day(0),
      to: day(123),
      environmentIds: [below],
      rules: [{ ruleId: ruleIdOf('O2') }],
    })
    expect(rules.find(({ ruleId }) => ruleId === ruleIdOf('O2'))).toMatchObject({ environmentId: places.eu })
  })
  it('without effect are dead when they were tested, shadowed when something had always decided before', async () => {
    const { db } = bench.store
    const counts = {
      environment_id: places.eu,
      event_type: 'purchase',
      day: Date.parse(`${day(50)}T00:00:00Z`) / 86_400_000,
    }
    const clause = (name: string, numbers: { events: number; tested: number; effects: number }) => ({
      ...counts,
      rule_id: ruleIdOf('O1'),
      clause: name,
      ...numbers,
    })
    await storeRule('O1', { body: JSON.stringify({ clauses: ['dead', 'shadowed', 'used'].map(name => ({ name })) }) })
    await db
      .insertInto('report_clause_day')
      .values([
        clause('dead', { events: 9, tested: 4, effects: 0 }),
        clause('shadowed', { events: 9, tested: 0, effects: 0 }),
        clause('used', { events: 9, tested: 9, effects: 1 }),
        clause('removed', { events: 9, tested: 9, effects: 0 }),
      ])
      .execute()
    const silent = async (environment: string, from: number) =>
      (await report(environment, { from: day(from), to: day(60) })).silentClauses.filter(
        ({ ruleId }) => ruleId === ruleIdOf('O1'),
      )
    expect(await silent(places.eu, 50)).toEqual([
      { ruleId: ruleIdOf('O1'), clause: 'dead', reason: 'dead', events: 9, tested: 4 },
      { ruleId: ruleIdOf('O1'), clause: 'shadowed', reason: 'shadowed', events: 9, tested: 0 },
    ])
    expect(await silent(places.eu, 51)).toEqual([])
    expect(await silent(places.us, 50)).toEqual([])
  })
})

describe('access', () => {
  const range = { from: day(0), to: day(9) }
  it.each(['viewer', 'engineer'])('%s reads the report', async who => {
    expect((await ask(who, places.root, range)).status).toBe(200)
  })
  it.each([
    ['support', places.root, 403],
    ['nobody', places.root, 404],
    ['outsider', places.root, 404],
    ['admin', places.foreign, 404],
  ])('%s in %s is refused', async (who, environment, status) => {
    expect((await ask(who, environment, range)).status).toBe(status)
  })
  it.each([
    [{ ...range, from: day(10) }, ['to']],
    [{ ...range, from: '2025-07-19' }, ['from']],
    [{ ...range, to: '2025-11-21' }, ['to']],
    [{ ...range, scoreFrom: 500, scoreTo: 499 }, ['scoreTo']],
    [{ ...range, environmentIds: [places.us] }, ['environmentIds', 0]],
    [{ ...range, kind: 'routing' }, ['kind']],
    [{ ...range, assessment: '' }, ['assessment']],
    [{ ...range, rules: [{ ruleId: 'Geo' }] }, ['rules', 0, 'ruleId']],
    [{ ...range, ruleDecisions: ['Allow'] }, ['ruleDecisions', 0]],
    [{ ...range, finalDecisions: ['Sold'] }, ['finalDecisions', 0]],
    [{ ...range, transactionStatuses: ['Lost'] }, ['transactionStatuses', 0]],
    [{ ...range, latestStatuses: ['Lost'] }, ['latestStatuses', 0]],
  ])('%j is refused at its field', async (input, path) => {
    const { status, json } = await ask('admin', places.eu, input)
    expect(status).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path }] } })
  })
  it('a rule of another tenant has no figures here', async () => {
    const input = { ...range, rules: [{ ruleId: 'ffffffff-0000-4000-8000-000000000000' }] }
    const { kpis, rules } = await report(places.eu, input)
    expect(kpis.transactionVolume).toBe(0)
    expect(rules.at(-1)).toMatchObject({ name: '', status: 'deleted', environmentId: null })
  })
})
