import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Branch, BranchList, ExperimentResults, Rule, RuleSummary } from '../../../contract/index.ts'
import {
  type ConsoleAnswer,
  type ConsoleBench,
  openConsoleBench,
  places,
  ruleBody,
} from '../../../http/console-api/testing/console-bench.ts'
import { lockRuleSet } from '../store.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of [
    'rule',
    'rule_draft',
    'rule_version',
    'rule_setting',
    'rule_branch',
    'rule_experiment',
    'shadow_run',
    'audit_log',
  ] as const)
    await bench.store.db.deleteFrom(table).execute()
})

const at = (environment: string = places.root) => `/environments/${environment}`
const code = ({ status, body }: ConsoleAnswer) => [status, body.code]
const create = (who: string, body: object, environment: string = places.root) =>
  bench.call(who, 'POST', `${at(environment)}/branches/purchase`, {
    name: 'Next',
    apiName: 'next',
    ruleIds: [],
    ...body,
  })
const call = (who: string, method: string, path: string, body?: unknown, environment: string = places.root) =>
  bench.call(who, method, `${at(environment)}/branches/purchase/${path}`, body)
const branches = async () => (await bench.call('viewer', 'GET', `${at()}/branches/purchase`)).json as BranchList
const names = async (branch: string) =>
  ((await bench.call('engineer', 'GET', `${at()}/rules/purchase?branch=${branch}`)).json as RuleSummary[]).map(
    each => `${each.name}${each.status === 'draft' ? ' (draft)' : ''}`,
  )
const draft = async (who: string, name: string, branch = 'production') =>
  (await bench.call(who, 'POST', `${at()}/rules/purchase`, { branch, body: ruleBody(name) })).json as Rule
async function published(name: string, branch = 'production'): Promise<Rule> {
  const { id } = await draft('engineer', name, branch)
  return (await bench.call('engineer', 'POST', `${at()}/rules/${id}/publish`, { status: 'active', baseVersion: 0 }))
    .json as Rule
}

describe('a branch', () => {
  it('a branch is made with copies of chosen published rules, and edited without production noticing', async () => {
    const [a, b] = [await published('A'), await published('B')]
    await draft('engineer', 'Draft')
    const made = await create('engineer', { ruleIds: [b.id] })
    expect(made.status).toBe(201)
    expect(made.json).toMatchObject({
      apiName: 'next',
      name: 'Next',
      production: false,
      ruleCount: 1,
      createdBy: 'Name of engineer',
      experiment: null,
      endpoint: {
        path: '/v1.0/MerchantServices/events/Purchase/branch/next',
        url: 'https://risk.example.com/v1.0/MerchantServices/events/Purchase/branch/next',
      },
    })
    expect([await names('next'), await names('production')]).toEqual([['B'], ['A', 'B', 'Draft (draft)']])
    await published('A', 'next')
    const copy = ((await bench.call('engineer', 'GET', `${at()}/rules/purchase?branch=next`)).json as RuleSummary[])[0]
    expect(copy).toMatchObject({ name: 'B', version: 1, position: 1, branch: 'next' })
    expect(copy?.id).not.toBe(b.id)
    expect((await branches()).branches.map(each => [each.apiName, each.ruleCount])).toEqual([
      ['production', 2],
      ['next', 2],
    ])
    expect((await branches()).branches[0]?.endpoint.path).toBe('/v1.0/MerchantServices/events/Purchase')
    expect(
      await bench.store.db.selectFrom('audit_log').selectAll().where('resource_type', '=', 'RuleBranch').execute(),
    ).toMatchObject([{ operation: 'Create', after: { apiName: 'next', rules: ['B'] } }])
    expect(a.branch).toBe('production')
  })
  it('a branch needs a name of its own, in the environments above and below, too, and rules that are there', async () => {
    await create('engineer', {})
    expect(code(await create('engineer', { apiName: 'NEXT' }))).toEqual([409, 'branch.exists'])
    expect(code(await create('local', {}, places.eu))).toEqual([409, 'branch.exists'])
    expect((await create('engineer', { apiName: 'Production' })).body).toMatchObject({
      details: { issues: [{ path: ['apiName'] }] },
    })
    expect((await create('engineer', { apiName: 'a b' })).status).toBe(422)
    expect((await create('engineer', { apiName: 'x', from: 'none' })).status).toBe(404)
    const strange = await create('engineer', { apiName: 'x', ruleIds: [places.root] })
    expect([strange.status, strange.body]).toMatchObject([422, { details: { issues: [{ path: ['ruleIds', 0] }] } }])
    expect((await branches()).branches).toHaveLength(2)
  })
  it('a branch is one of ten', async () => {
    for (let index = 0; index < 9; index++)
      expect((await create('engineer', { apiName: `b${index}`, name: `b${index}` })).status).toBe(201)
    const answer = await create('engineer', { apiName: 'eleventh' })
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'branches.limit', details: { limit: 10 } }])
  })
  it('a branch is deleted with its rules and drafts; production is not', async () => {
    const a = await published('A')
    await create('engineer', { ruleIds: [a.id] })
    await draft('colleague', 'Theirs', 'next')
    expect((await call('engineer', 'DELETE', 'next')).json).toEqual({ deleted: true })
    expect((await call('engineer', 'DELETE', 'next')).json).toEqual({ deleted: false })
    expect((await bench.call('engineer', 'GET', `${at()}/rules/purchase?branch=next`)).status).toBe(404)
    expect(await bench.store.db.selectFrom('rule_draft').selectAll().execute()).toEqual([])
    expect(await names('production')).toEqual(['A'])
    expect((await call('engineer', 'DELETE', 'production')).status).toBe(422)
  })
  it('a branch is for who may write rules here, and of this tenant', async () => {
    await create('engineer', {})
    expect(code(await create('viewer', { apiName: 'x' }))).toEqual([403, 'forbidden'])
    expect(code(await call('viewer', 'POST', 'next/promote', {}))).toEqual([403, 'forbidden'])
    expect((await call('viewer', 'GET', 'next')).status).toBe(200)
    for (const [method, path, body] of [
      ['GET', 'next'],
      ['DELETE', 'next'],
      ['POST', 'next/promote', {}],
      ['POST', 'next/experiment', { name: 'x', share: 1 }],
    ] as const) {
      expect((await call('outsider', method, path, body)).status).toBe(404)
      expect((await call('outsider', method, path, body, places.foreign)).json).not.toMatchObject({ deleted: true })
    }
    expect((await call('engineer', 'GET', 'next', undefined, places.us)).status).toBe(404)
    expect((await branches()).branches).toHaveLength(2)
    expect((await bench.call('engineer', 'GET', `${at()}/branches/unknown`)).status).toBe(404)
  })
})

describe('promotion', () => {
  it('promotion puts the branch in the place of production, drafts included; the first time production cannot be kept', async () => {
    await published('Old')
    await create('engineer', {})
    await published('New', 'next')
    await draft('engineer', 'Later', 'next')
    expect((await branches()).canKeepProduction).toBe(false)
    expect(
      code(await call('engineer', 'POST', 'next/promote', { keepProductionAs: { apiName: 'old', name: 'Old' } })),
    ).toEqual([409, 'promotion.first'])
    const after = (await call('engineer', 'POST', 'next/promote', {})).json as BranchList
    expect([after.branches.map(each => each.apiName), after.canKeepProduction]).toEqual([['production'], true])
    expect(await names('production')).toEqual(['New', 'Later (draft)'])
    expect(await bench.store.db.selectFrom('rule_version').select('name').orderBy('name').execute()).toMatchObject([
      { name: 'New' },
      { name: 'Old' },
    ])
    expect(
      await bench.store.db.selectFrom('audit_log').selectAll().where('operation', '=', 'Promote').execute(),
    ).toMatchObject([{ before: { rules: [{ name: 'Old' }] }, after: { rules: [{ name: 'New' }] } }])
  })
  it('promotion keeps production as a branch from the second time on, drafts included', async () => {
    await create('engineer', { apiName: 'one' })
    await call('engineer', 'POST', 'one/promote', {})
    await published('Same name')
    await draft('engineer', 'Kept draft')
    await create('engineer', { apiName: 'two' })
    await published('Same name', 'two')
    const answer = await call('engineer', 'POST', 'two/promote', {
      keepProductionAs: { apiName: 'before', name: 'Before' },
    })
    expect((answer.json as BranchList).branches.map(each => each.apiName)).toEqual(['production', 'before'])
    expect([await names('production'), await names('before')]).toEqual([
      ['Same name'],
      ['Same name', 'Kept draft (draft)'],
    ])
    expect((await call('engineer', 'POST', 'production/promote', {})).status).toBe(422)
    expect((await call('engineer', 'POST', 'none/promote', {})).status).toBe(404)
  })
  it('promotion does not keep production under the name of the branch that takes its place', async () => {
    await create('engineer', { apiName: 'one' })
    await call('engineer', 'POST', 'one/promote', {})
    await published('Old')
    await create('engineer', {})
    await published('New', 'next')
    for (const apiName of ['next', 'NEXT'])
      expect(
        code(await call('engineer', 'POST', 'next/promote', { keepProductionAs: { apiName, name: 'Before' } })),
      ).toEqual([409, 'branch.exists'])
    expect([await names('production'), await names('next')]).toEqual([['Old'], ['New']])
  })
})

describe('an experiment', () => {
  const start = (who: string, branch: string, body: object = {}) =>
    call(who, 'POST', `${branch}/experiment`, { name: 'Stricter', share: 25, ...body })
  it('an experiment runs on one branch of the assessment at a time, is started once and stopped once', async () => {
    await create('engineer', {})
    await create('engineer', { apiName: 'other', name: 'Other' })
    const started = (await start('engineer', 'next')).json as Branch
    expect(started.experiment).toMatchObject({
      name: 'Stricter',
      branch: 'next',
      share: 25,
      endsAt: null,
      callExternal: false,
      startedBy: 'Name of engineer',
      stoppedAt: null,
    })
    expect(((await start('engineer', 'next')).json as Branch).experiment?.id).toBe(started.experiment?.id)
    expect(code(await start('engineer', 'next', { share: 30 }))).toEqual([409, 'experiment.running'])
    expect(code(await start('engineer', 'other'))).toEqual([409, 'experiment.other'])
    expect(code(await call('engineer', 'DELETE', 'next'))).toEqual([409, 'experiment.running'])
    expect(code(await call('engineer', 'POST', 'next/promote', {}))).toEqual([409, 'experiment.running'])
    expect(((await call('engineer', 'DELETE', 'other/experiment')).json as Branch).experiment).toBeNull()
    const stopped = (await call('engineer', 'DELETE', 'next/experiment')).json as Branch
    expect(stopped.experiment?.stoppedAt).not.toBeNull()
    expect((await call('engineer', 'DELETE', 'next/experiment')).status).toBe(200)
    expect((await start('engineer', 'other')).status).toBe(200)
    expect(
      (
        await bench.store.db
          .selectFrom('audit_log')
          .select('operation')
          .where('resource_type', '=', 'RuleExperiment')
          .execute()
      )
        .map(line => line.operation)
        .sort(),
    ).toEqual(['Start', 'Start', 'Stop'])
  })
  it('an experiment has a share of 1 to 100 percent and an end that is to come', async () => {
    await create('engineer', {})
    for (const [body, path] of [
      [{ share: 0 }, ['share']],
      [{ share: 101 }, ['share']],
      [{ share: 1.5 }, ['share']],
      [{ name: '' }, ['name']],
      [{ endsAt: '2025-11-20T12:34:00.000Z' }, ['endsAt']],
    ] as const) {
      const answer = await start('engineer', 'next', body)
      expect([answer.status >= 400, answer.body]).toMatchObject([true, { details: { issues: [{ path }] } }])
    }
    expect((await start('engineer', 'production')).status).toBe(422)
    expect(code(await start('viewer', 'next'))).toEqual([403, 'forbidden'])
    expect((await start('engineer', 'next', { endsAt: '2025-11-21T00:00:00.000Z' })).status).toBe(200)
    // The experiment has reached its end: another one can start.
    await bench.store.db.updateTable('rule_experiment').set({ ends_at: '2025-11-20T12:00:00Z' }).execute()
    expect(((await call('viewer', 'GET', 'next')).json as Branch).experiment?.stoppedAt).toBe(
      '2025-11-20T12:00:00.000Z',
    )
    expect((await start('engineer', 'next', { name: 'Again' })).status).toBe(200)
  })
  it('an experiment tells what its runs came to beside production', async () => {
    await create('engineer', {})
    expect((await call('viewer', 'GET', 'next/results')).json).toBeNull()
    const experiment = ((await start('engineer', 'next')).json as Branch).experiment
    const run = (n: number, production: string, decision: string, rule: string | null) => ({
      experiment_id: experiment?.id ?? '',
      event_id: `50000000-0000-4000-8000-00000000000${n}`,
      environment_id: places.root,
      at: new Date(),
      production,
      decision,
      reason: '',
      rule_id: rule && places.root,
      rule,
      clause: rule && 'c',
      outputs: '{}',
    })
    await bench.store.db
      .insertInto('shadow_run')
      .values([
        run(1, 'Approve', 'Reject', 'New'),
        run(2, 'Approve', 'Reject', 'New'),
        run(3, 'Approve', 'Approve', null),
      ])
      .execute()
    const results = (await call('viewer', 'GET', 'next/results')).json as ExperimentResults
    expect(results).toMatchObject({
      events: 3,
      changed: 2,
      decisions: [
        { production: 'Approve', branch: 'Reject', events: 2 },
        { production: 'Approve', branch: 'Approve', events: 1 },
      ],
      rules: [
        { rule: 'New', clause: 'c', decision: 'Reject', events: 2 },
        { rule: null, decision: 'Approve', events: 1 },
      ],
    })
  })
})

it('a rule that is published, edited or made while its branch becomes production is not left in a branch that is gone', async () => {
  await create('engineer', {})
  const publishedInBranch = await published('Kept', 'next')
  const made = await draft('engineer', 'Made', 'next')
  const soon = () =>
    new Promise(resolve => {
      setTimeout(resolve, 150)
    })
  const work = await bench.store.db.transaction().execute(async trx => {
    await lockRuleSet(trx, { environmentId: places.root, eventType: 'purchase', branch: 'next', type: 'decision' })
    const begun: Promise<ConsoleAnswer>[] = []
    // The promotion runs first, the others after it.
    for (const begin of [
      () => call('engineer', 'POST', 'next/promote', { keepProductionAs: null }),
      () => bench.call('engineer', 'POST', `${at()}/rules/${made.id}/publish`, { status: 'active', baseVersion: 0 }),
      () => bench.call('engineer', 'PUT', `${at()}/rules/${publishedInBranch.id}/draft`, { body: ruleBody('Kept') }),
      () => bench.call('engineer', 'POST', `${at()}/rules/purchase`, { branch: 'next', body: ruleBody('Late') }),
    ]) {
      begun.push(begin())
      await soon()
    }
    return { begun }
  })
  expect((await Promise.all(work.begun)).map(({ status }) => status)).toEqual([200, 200, 200, 404])
  const rows = await Promise.all(
    (['rule', 'rule_draft'] as const).map(table => bench.store.db.selectFrom(table).select('branch').execute()),
  )
  expect(rows.map(each => each.map(({ branch }) => branch))).toEqual([['production', 'production'], ['production']])
  expect(await names('production')).toEqual(['Kept', 'Made'])
  const versions = await bench.store.db
    .selectFrom('rule_version')
    .select('branch')
    .where('rule_id', '=', made.id)
    .execute()
  expect(versions).toEqual([{ branch: 'production' }])
})
