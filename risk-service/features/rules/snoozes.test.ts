import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventDetail, RuleSnooze } from '../../contract/index.ts'
import { applyRetention } from '../../kernel/store/maintenance/retention.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../cases/testing/case-bench.ts'

let bench: CaseBench
let ruleId = ''
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.store.db.deleteFrom('rule_snooze').execute()
  await resetCaseBench(bench)
  ruleId = (await bench.store.db.selectFrom('rule').select('id').executeTakeFirstOrThrow()).id
  await bench.send({ id: 'P-1', userId: 'U-1', email: 'kim@example.com' })
})

const path = (environmentId: string = caseIds.root) => `${environmentId}/rulesnoozes`
const snooze = (change: object = {}, as = 'Finn', environmentId?: string) =>
  bench.call<RuleSnooze>(as, 'POST', path(environmentId), {
    eventType: 'purchase',
    id: 'P-1',
    ruleId,
    type: 'user',
    hours: 24,
    comment: 'Known customer',
    ...change,
  })
const list = async (as = 'Finn') => (await bench.call<RuleSnooze[]>(as, 'GET', path())).json
const explanationOf = async (id: string) =>
  (await bench.call<EventDetail>('Finn', 'GET', `${caseIds.root}/events/purchase/${id}`)).json.explanation
const decisionOf = async (id: string) =>
  (await bench.store.db.selectFrom('event').select('decision').where('external_id', '=', id).executeTakeFirst())
    ?.decision

describe('a snooze', () => {
  it('suppresses one rule for one value until it ends, and the event says so', async () => {
    const { status, json } = await snooze()
    expect(status).toBe(201)
    expect(json).toMatchObject({ rule: 'Review', type: 'user', value: 'U-1', until: '2025-03-04T09:00:00.000Z' })
    await bench.send({ id: 'P-2', userId: 'u-1' })
    await bench.send({ id: 'P-3', userId: 'u-2' })
    expect([await decisionOf('P-1'), await decisionOf('P-2'), await decisionOf('P-3')]).toEqual([
      'Review',
      'Approve',
      'Review',
    ])
    expect(await explanationOf('P-2')).toMatchObject({
      rules: [{ ruleId, selected: false }],
      snoozed: [{ ruleId, type: 'user', value: 'u-1', until: '2025-03-04T09:00:00.000Z' }],
    })
    expect((await explanationOf('P-3')).snoozed).toBeUndefined()
    bench.at(new Date('2025-03-04T09:00:00Z'))
    await bench.send({ id: 'P-4', userId: 'u-1' })
    expect(await decisionOf('P-4')).toBe('Review')
    expect(await list()).toEqual([])
  })

  it('is listed, can be ended, and leaves both in the activity log', async () => {
    const { json } = await snooze({ type: 'email' })
    expect(await list('Vera')).toMatchObject([{ id: json.id, comment: 'Known customer', createdBy: 'Finn' }])
    const removed = await bench.call('Max', 'DELETE', `${path()}/${json.id}`)
    expect(removed.status).toBe(204)
    await bench.send({ id: 'P-2', email: 'kim@example.com' })
    expect(await decisionOf('P-2')).toBe('Review')
    expect((await bench.call('Max', 'DELETE', `${path()}/${json.id}`)).status).toBe(404)
    const audit = await bench.store.db
      .selectFrom('audit_log')
      .select('operation')
      .where('resource_type', '=', 'RuleSnooze')
      .orderBy('at')
      .orderBy('operation')
      .execute()
    expect(audit.map(({ operation }) => operation)).toEqual(['Create', 'Delete'])
  })

  it('exists once for a rule and a value; one that has ended makes room', async () => {
    await snooze({ hours: 1 })
    expect(await snooze()).toMatchObject({ status: 409, code: 'snooze.exists' })
    bench.at('10:00:01')
    expect((await snooze()).status).toBe(201)
    expect(await list()).toHaveLength(1)
  })

  it('of several rules at once leaves the positions of the others', async () => {
    const other = '0198a000-0000-7000-8000-0000000000aa'
    const [rule] = await bench.store.db.selectFrom('rule').selectAll().execute()
    if (rule === undefined) throw new Error('There is no rule.')
    await bench.store.db
      .insertInto('rule')
      .values({
        ...rule,
        id: other,
        name: 'Second',
        position: 1,
        body: JSON.stringify({ ...(rule.body as object), name: 'Second' }),
      })
      .execute()
    await bench.engine.reloadRules(caseIds.root)
    await snooze()
    await bench.send({ id: 'P-2', userId: 'u-1' })
    expect(await decisionOf('P-2')).toBe('Review')
    expect((await explanationOf('P-2')).rules.map(({ rule: name, selected }) => [name, selected])).toEqual([
      ['Review', false],
      ['Second', true],
    ])
  })
})

describe('a snooze is refused', () => {
  it.each([
    [{ hours: 0 }, 422],
    [{ hours: 180 * 24 + 1 }, 422],
    [{ comment: ' ' }, 422],
    [{ type: 'device' }, 422],
    [{ ruleId: '0198a000-0000-7000-8000-0000000000ff' }, 422],
    [{ id: 'P-none' }, 404],
  ])('%j', async (change, status) => {
    expect((await snooze(change)).status).toBe(status)
  })

  it.each([
    ['Ana', 403],
    ['Sofia', 403],
    ['Vera', 403],
    ['Sam', 403],
    ['Outsider', 404],
  ])('for %s', async (as, status) => {
    expect((await snooze({}, as)).status).toBe(status)
    expect(await list()).toEqual([])
  })
})

it('neither the snoozes of another environment nor of another tenant apply or can be ended', async () => {
  const { json } = await snooze()
  await bench.send({ id: 'P-eu', userId: 'u-1', environmentId: caseIds.eu })
  expect(await decisionOf('P-eu')).toBe('Review')
  expect((await bench.call('Max', 'DELETE', `${path(caseIds.eu)}/${json.id}`)).status).toBe(404)
  expect((await bench.call('Outsider', 'DELETE', `${path(caseIds.foreign)}/${json.id}`)).status).toBe(404)
  expect((await bench.call('Outsider', 'GET', path())).status).toBe(404)
  expect(await snooze({}, 'Outsider', caseIds.foreign)).toMatchObject({ status: 422 })
  expect(await list()).toHaveLength(1)
})

describe('the promotion of a branch', () => {
  const branches = `${caseIds.root}/branches/purchase`
  const rules = async () => bench.store.db.selectFrom('rule').select(['id', 'branch']).orderBy('branch').execute()
  const promote = async (name: string, keepProductionAs: { apiName: string; name: string } | null) =>
    (await bench.call('Finn', 'POST', `${branches}/${name}/promote`, { keepProductionAs })).status
  beforeEach(async () => {
    for (const table of ['rule_branch', 'rule_setting'] as const) await bench.store.db.deleteFrom(table).execute()
    await bench.store.db.deleteFrom('rule').where('branch', '<>', 'production').execute()
    const made = await bench.call('Finn', 'POST', branches, { name: 'Next', apiName: 'next', ruleIds: [ruleId] })
    expect(made.status).toBe(201)
  })

  it('lets a snooze go on for the copy of its rule, whose name may be another', async () => {
    const { json } = await snooze()
    await snooze({ type: 'email' }, 'Finn')
    await bench.store.db.updateTable('rule').set({ name: 'Renamed' }).where('branch', '=', 'next').execute()
    expect(await promote('next', null)).toBe(200)
    const [promoted] = await rules()
    expect(promoted?.id).not.toBe(ruleId)
    expect((await list()).map(each => [each.type, each.ruleId, each.rule])).toEqual([
      ['user', promoted?.id, 'Renamed'],
      ['email', promoted?.id, 'Renamed'],
    ])
    await bench.send({ id: 'P-2', userId: 'u-1', email: 'other@example.com' })
    await bench.send({ id: 'P-3', userId: 'u-3', email: 'other@example.com' })
    expect([await decisionOf('P-2'), await decisionOf('P-3')]).toEqual(['Approve', 'Review'])
    expect((await bench.call('Max', 'DELETE', `${path()}/${json.id}`)).status).toBe(204)
  })

  it('and the way back take it along, also for events of an environment below', async () => {
    expect(await promote('next', null)).toBe(200)
    const [first] = await rules()
    const again = await bench.call('Finn', 'POST', branches, { name: 'B', apiName: 'b', ruleIds: [first?.id ?? ''] })
    expect(again.status).toBe(201)
    await bench.send({ id: 'P-eu', userId: 'u-1', environmentId: caseIds.eu })
    await snooze({ ruleId: first?.id, id: 'P-eu' }, 'Finn', caseIds.eu)
    const ruleOfSnooze = async () =>
      (await bench.store.db.selectFrom('rule_snooze').select('rule_id').execute())[0]?.rule_id
    expect(await promote('b', { apiName: 'former', name: 'Former' })).toBe(200)
    expect(await ruleOfSnooze()).not.toBe(first?.id)
    expect(await promote('former', null)).toBe(200)
    expect(await ruleOfSnooze()).toBe(first?.id)
  })

  it('counts those of production where the branch has snoozes of the time when it was production', async () => {
    expect(await promote('next', null)).toBe(200)
    const [first] = await rules()
    const again = await bench.call('Finn', 'POST', branches, { name: 'B', apiName: 'b', ruleIds: [first?.id ?? ''] })
    expect(again.status).toBe(201)
    await snooze({ ruleId: first?.id })
    expect(await promote('b', { apiName: 'former', name: 'Former' })).toBe(200)
    // As an earlier version left them: the snooze of then on the rule of then.
    const [former] = await bench.store.db.selectFrom('rule').select('id').where('branch', '=', 'former').execute()
    const stored = await bench.store.db.selectFrom('rule_snooze').selectAll().executeTakeFirstOrThrow()
    await bench.store.db
      .insertInto('rule_snooze')
      .values({ ...stored, id: '00000000-0000-4000-8000-000000000abc', rule_id: former?.id ?? '' })
      .execute()
    const answer = await bench.call('Finn', 'POST', `${branches}/former/promote`, { keepProductionAs: null })
    expect(answer.status, JSON.stringify(answer.json)).toBe(200)
    expect((await list()).map(each => each.ruleId)).toEqual([former?.id])
  })

  it('leaves the snooze of a rule without a copy with its rule', async () => {
    await bench.store.db.updateTable('rule').set({ copied_from: null }).where('branch', '=', 'next').execute()
    await snooze()
    expect(await promote('next', null)).toBe(200)
    expect(await list()).toMatchObject([{ ruleId, rule: null }])
  })
})

it('snoozes that have ended are deleted with what is too old', async () => {
  await snooze({ hours: 1 })
  await snooze({ type: 'email', hours: 2 })
  const retention = { eventMonths: 13, logMonths: 13, telemetryDays: 30 }
  await applyRetention(bench.store.db, retention, new Date('2025-03-03T10:30:00Z'))
  const left = await bench.store.db.selectFrom('rule_snooze').select('entity_type').execute()
  expect(left).toEqual([{ entity_type: 'email' }])
})
