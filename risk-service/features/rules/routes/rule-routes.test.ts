import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { productionBranch, type Rule, type RuleBody, type RuleSummary } from '../../../contract/index.ts'
import {
  type ConsoleAnswer,
  type ConsoleBench,
  now,
  openConsoleBench,
  places,
  ruleBody,
} from '../../../http/console-api/testing/console-bench.ts'
import { findDraft, upsertDraft } from '../draft-store.ts'
import { lockRuleSet } from '../store.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of ['rule', 'rule_draft', 'rule_version', 'audit_log', 'rule_hour'] as const)
    await bench.store.db.deleteFrom(table).execute()
  bench.engine.reloaded.length = 0
})

const env = (environment: string) => `/environments/${environment}/rules`
const create = (who: string, body: RuleBody, environment: string = places.root) =>
  bench.call(who, 'POST', `${env(environment)}/purchase`, { body })
const publish = (who: string, id: string, baseVersion: number, more: object = {}, environment: string = places.root) =>
  bench.call(who, 'POST', `${env(environment)}/${id}/publish`, { status: 'active', baseVersion, ...more })
const save = (who: string, id: string, body: RuleBody) =>
  bench.call(who, 'PUT', `${env(places.root)}/${id}/draft`, { body })
const get = async (who: string, id: string, environment: string = places.root) =>
  await bench.call(who, 'GET', `${env(environment)}/purchase/${id}`)
const list = async (who: string, environment: string = places.root) =>
  (await bench.call(who, 'GET', `${env(environment)}/purchase`)).json as RuleSummary[]
const rule = (answer: ConsoleAnswer) => answer.json as Rule
const audit = () => bench.store.db.selectFrom('audit_log').selectAll().orderBy('at').execute()
async function published(who: string, name: string, environment: string = places.root): Promise<Rule> {
  const made = rule(await create(who, ruleBody(name), environment))
  return rule(await publish(who, made.id, 0, {}, environment))
}

describe('drafts', () => {
  it('drafts are made, saved, seen by their author only, and discarded', async () => {
    const made = await create('engineer', ruleBody('First'))
    expect(made.status).toBe(201)
    const { id } = rule(made)
    expect(rule(made)).toMatchObject({
      status: 'draft',
      version: 0,
      position: null,
      published: null,
      draft: { name: 'First', baseVersion: 0 },
    })
    expect(await list('engineer')).toMatchObject([
      { id, status: 'draft', hasDraft: true, position: null, updatedBy: 'Name of engineer', clauseCount: 1 },
    ])
    expect(await list('colleague')).toEqual([])
    for (const answer of [
      await get('colleague', id),
      await save('colleague', id, ruleBody('Mine')),
      await publish('colleague', id, 0),
    ])
      expect(answer.status).toBe(404)

    const saved = await save('engineer', id, ruleBody('First', { condition: 'RETURN broken(' }))
    expect(rule(saved).draft).toMatchObject({ condition: 'RETURN broken(', baseVersion: 0 })
    expect((await bench.call('engineer', 'DELETE', `${env(places.root)}/${id}/draft`)).json).toEqual({ deleted: true })
    expect((await bench.call('engineer', 'DELETE', `${env(places.root)}/${id}/draft`)).json).toEqual({ deleted: false })
    expect(await list('engineer')).toEqual([])
    expect(bench.engine.reloaded).toEqual([])
    expect(await audit()).toEqual([])
  })
  it('drafts stay discarded after a change of name that had read them', async () => {
    const { db } = bench.store
    const { id } = await published('engineer', 'Before')
    await save('engineer', id, ruleBody('Before', { description: 'not yet' }))
    const waiting = async () =>
      (
        await sql<{
          n: number
        }>`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows[0]?.n
    // Simulates `rename`: it locks the set, reads the draft and writes it under another name.
    const discarding = await db.transaction().execute(async trx => {
      await lockRuleSet(trx, {
        environmentId: places.root,
        eventType: 'purchase',
        branch: productionBranch,
        type: 'decision',
      })
      const draft = await findDraft(trx, id, bench.person('engineer').id)
      const call = bench.call('engineer', 'DELETE', `${env(places.root)}/${id}/draft`)
      await expect.poll(waiting).toBe(1)
      if (draft) await upsertDraft(trx, { ...draft, body: { ...draft.body, name: 'After' } })
      return { call }
    })
    expect((await discarding.call).json).toEqual({ deleted: true })
    expect(rule(await get('engineer', id)).draft).toBeNull()
  })
  it('drafts of a rule that is elsewhere or nowhere cannot be discarded', async () => {
    const { id } = await published('engineer', 'Elsewhere')
    const discard = (environment: string, ruleId: string) =>
      bench.call('admin', 'DELETE', `${env(environment)}/${ruleId}/draft`)
    expect((await discard(places.eu, id)).status).toBe(404)
    expect((await discard(places.eu, '40000000-0000-4000-8000-00000000000f')).json).toEqual({ deleted: false })
  })
  it('drafts keep the version they started from while a colleague publishes', async () => {
    const { id } = await published('engineer', 'Base')
    expect(rule(await save('colleague', id, ruleBody('Base', { description: '1' }))).draft?.baseVersion).toBe(1)
    await save('engineer', id, ruleBody('Base', { description: '2' }))
    await publish('engineer', id, 1)
    const again = rule(await save('colleague', id, ruleBody('Base', { description: '3' })))
    expect(again).toMatchObject({ version: 2, draft: { baseVersion: 1 }, published: { description: '2' } })
  })
  it('a draft that is requested twice with the same content is made once', async () => {
    const [a, b] = await Promise.all([create('engineer', ruleBody('Twin')), create('engineer', ruleBody('Twin'))])
    expect(rule(a).id).toBe(rule(b).id)
    expect(await list('engineer')).toHaveLength(1)
  })
  it('drafts need a name of their own, in any letter case, drafts included', async () => {
    await create('engineer', ruleBody('Card testing'))
    const refused = await create('colleague', ruleBody('CARD Testing'))
    expect([refused.status, refused.body]).toMatchObject([
      422,
      {
        code: 'validation',
        details: {
          issues: [{ path: ['body', 'name'], message: 'A rule with this name already exists.', code: 'name.taken' }],
        },
      },
    ])
    const other = rule(await create('colleague', ruleBody('Other')))
    expect((await save('colleague', other.id, ruleBody('card testing'))).status).toBe(422)
    expect((await create('engineer', ruleBody('Card testing'), places.eu)).status).toBe(201)
    const bad = await create('engineer', ruleBody('-no'))
    expect([bad.status, bad.body]).toMatchObject([422, { details: { issues: [{ path: ['body', 'name'] }] } }])
  })
  it('the number of rules and drafts is limited to 200', async () => {
    await bench.store.db
      .insertInto('rule')
      .values(
        Array.from({ length: 200 }, (_, index) => ({
          id: `40000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
          environment_id: places.us,
          event_type: 'purchase',
          name: `r${index}`,
          status: 'inactive' as const,
          position: index + 1,
          version: 1,
          body: JSON.stringify(ruleBody(`r${index}`)),
          published_by: places.tenant,
          published_by_name: 'x',
        })),
      )
      .execute()
    const answer = await create('engineer', ruleBody('One more'), places.us)
    expect([answer.status, answer.body.code]).toEqual([409, 'rules.limit'])
  })
})

describe('publishing', () => {
  it('publishing puts the draft into force with history, audit and a reload, and can be repeated', async () => {
    const made = rule(await create('engineer', ruleBody('Live')))
    const first = rule(await publish('engineer', made.id, 0))
    expect(first).toMatchObject({
      status: 'active',
      version: 1,
      position: 1,
      publishedBy: 'Name of engineer',
      publishedAt: now.toISOString(),
      draft: null,
      published: { name: 'Live' },
    })
    const repeated = await publish('engineer', made.id, 0)
    expect(rule(repeated)).toEqual(first)
    expect(bench.engine.reloaded).toEqual([places.root, places.root])
    expect(await bench.store.db.selectFrom('rule_version').selectAll().execute()).toMatchObject([
      { version: 1, name: 'Live', status: 'active' },
    ])
    expect(await audit()).toMatchObject([
      {
        operation: 'Create',
        resource_type: 'DecisionRule',
        resource_id: made.id,
        resource_name: 'Live',
        environment_id: places.root,
        tenant_id: places.tenant,
        actor_name: 'Name of engineer',
        actor_roles: ['FraudEngineer'],
        before: null,
        after: { name: 'Live', version: 1 },
        correlation_id: expect.any(String),
      },
    ])
  })
  it('publishing keeps the place, logs before and after, and tells a rename', async () => {
    await published('engineer', 'A')
    const b = await published('engineer', 'B')
    await published('engineer', 'C')
    await save('engineer', b.id, ruleBody('B', { description: 'changed' }))
    expect(rule(await publish('engineer', b.id, 1, { status: 'inactive' }))).toMatchObject({
      position: 2,
      version: 2,
      status: 'inactive',
    })
    await save('engineer', b.id, ruleBody('B2', { description: 'changed' }))
    await publish('engineer', b.id, 2)
    const log = (await audit()).filter(line => line.resource_id === b.id)
    expect(log.map(line => line.operation).sort()).toEqual(['Create', 'Rename', 'Update'])
    expect(log.find(line => line.operation === 'Update')).toMatchObject({
      before: { description: 'For tests', version: 1 },
      after: { description: 'changed', version: 2 },
    })
    expect((await list('engineer')).map(each => each.name)).toEqual(['A', 'B2', 'C'])
  })
  it('publishing is stopped by an error, named with clause, line and column, and nothing is half done', async () => {
    const body = ruleBody('Faulty', {
      clauses: [
        { name: 'ok', section: 'prior', text: 'RETURN Approve()' },
        { name: 'bad', section: 'prior', text: 'LET $a = 1\n  BROKEN' },
      ],
    })
    const made = rule(await create('engineer', body))
    const answer = await publish('engineer', made.id, 0)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      code: 'validation',
      details: {
        issues: [{ path: ['body', 'clauses', 1, 'text'], message: 'bad, line 2, column 3: Unexpected word' }],
        problems: [{ clause: 'bad', line: 2, column: 3, code: 'FQL1002' }],
      },
    })
    expect(rule(await get('engineer', made.id))).toMatchObject({
      status: 'draft',
      published: null,
      draft: { name: 'Faulty' },
    })
    expect(bench.engine.reloaded).toEqual([])
    expect(await audit()).toEqual([])
    const twice = rule(
      await create(
        'engineer',
        ruleBody('Twice', {
          clauses: [
            { name: 'One', section: 'prior', text: '' },
            { name: 'one', section: 'prior', text: '' },
          ],
        }),
      ),
    )
    expect((await publish('engineer', twice.id, 0)).body).toMatchObject({
      details: { issues: [{ path: ['body', 'clauses', 1, 'name'] }] },
    })
  })
  it('a publish over a colleague’s newer version names version, person and time, and succeeds only when it is confirmed', async () => {
    const { id } = await published('engineer', 'Shared')
    await save('engineer', id, ruleBody('Shared', { description: 'mine' }))
    await save('colleague', id, ruleBody('Shared', { description: 'theirs' }))
    await publish('colleague', id, 1)
    for (const base of [1, 2]) {
      const answer = await publish('engineer', id, base)
      expect([answer.status, answer.body]).toMatchObject([
        409,
        {
          code: 'version.conflict',
          details: { currentVersion: 2, changedBy: 'Name of colleague', changedAt: now.toISOString() },
        },
      ])
    }
    expect(rule(await get('engineer', id)).published?.description).toBe('theirs')
    expect(rule(await publish('engineer', id, 1, { overwrite: true }))).toMatchObject({
      version: 3,
      published: { description: 'mine' },
    })
  })
  it('one of two simultaneous publishes succeeds', async () => {
    const { id } = await published('engineer', 'Race')
    await save('engineer', id, ruleBody('Race', { description: 'a' }))
    await save('colleague', id, ruleBody('Race', { description: 'b' }))
    const answers = await Promise.all([publish('engineer', id, 1), publish('colleague', id, 1)])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
  })
})

describe('the vocabulary', () => {
  it('the vocabulary is for whoever reads rules of the environment', async () => {
    const read = (who: string) => bench.call(who, 'GET', `${env(places.root)}/purchase/vocabulary`)
    expect((await read('viewer')).json).toEqual({
      attributes: [{ path: 'user.email', type: 'string', description: 'Address' }],
    })
    expect((await read('nobody')).status).toBe(404)
  })
})

describe('status, order and removal', () => {
  it('a rule is switched off and on, once each', async () => {
    const { id } = await published('engineer', 'Switch')
    const set = (status: string) => bench.call('engineer', 'PUT', `${env(places.root)}/${id}/status`, { status })
    for (const status of ['inactive', 'inactive', 'active'])
      expect(rule(await set(status))).toMatchObject({ status, version: 1 })
    expect((await audit()).map(line => line.operation).sort()).toEqual(['Activate', 'Create', 'Deactivate'])
    expect((await set('draft')).status).toBe(422)
  })
  it('the order contains exactly the published rules', async () => {
    const rules = [await published('engineer', 'A'), await published('engineer', 'B'), await published('engineer', 'C')]
    const ids = rules.map(each => each.id)
    const order = (ruleIds: unknown) => bench.call('engineer', 'PUT', `${env(places.root)}/purchase/order`, { ruleIds })
    const turned = [...ids].reverse()
    expect(((await order(turned)).json as RuleSummary[]).map(each => [each.name, each.position])).toEqual([
      ['C', 1],
      ['B', 2],
      ['A', 3],
    ])
    await order(turned)
    const lines = (await audit()).filter(line => line.operation === 'Reorder')
    expect(lines).toMatchObject([{ before: ids, after: turned }])
    const short = await order(ids.slice(1))
    expect([short.status, short.body.code]).toEqual([409, 'version.conflict'])
    expect((await order([ids[0], ids[0], ids[1]])).body).toMatchObject({
      code: 'validation',
      details: { issues: [{ path: ['ruleIds'] }] },
    })
  })
  it('the deletion of a rule removes all its drafts and closes the gap in the order', async () => {
    const a = await published('engineer', 'A')
    const b = await published('engineer', 'B')
    await save('colleague', a.id, ruleBody('A', { description: 'late' }))
    const remove = () => bench.call('engineer', 'DELETE', `${env(places.root)}/${a.id}`)
    expect((await remove()).json).toEqual({ deleted: true })
    expect((await remove()).json).toEqual({ deleted: false })
    expect((await save('colleague', a.id, ruleBody('A'))).status).toBe(404)
    expect(rule(await get('engineer', b.id)).position).toBe(1)
    expect((await audit()).filter(line => line.operation === 'Delete')).toMatchObject([
      { resource_name: 'A', after: null, before: { name: 'A' } },
    ])
  })
})

describe('inheritance', () => {
  it('inheritance shows the ancestors’ rules first, to be read and not changed from below', async () => {
    const above = await published('engineer', 'Above')
    const below = await published('engineer', 'Below', places.eu)
    expect(await list('local', places.eu)).toMatchObject([
      { id: above.id, inherited: true, position: 1 },
      { id: below.id, inherited: false, position: 1 },
    ])
    expect(await list('engineer')).toMatchObject([{ id: above.id, inherited: false }])
    expect(rule(await get('local', above.id, places.eu))).toMatchObject({
      environmentId: places.root,
      published: { name: 'Above' },
    })
    expect((await get('engineer', below.id, places.us)).status).toBe(404)
    for (const [method, path, body] of [
      ['PUT', 'draft', { body: ruleBody('Above') }],
      ['PUT', 'status', { status: 'inactive' }],
      ['POST', 'publish', { status: 'active', baseVersion: 1 }],
    ] as const)
      expect((await bench.call('local', method, `${env(places.eu)}/${above.id}/${path}`, body)).status).toBe(404)
    expect((await bench.call('local', 'DELETE', `${env(places.eu)}/${above.id}`)).status).toBe(404)
    expect(rule(await get('engineer', above.id)).status).toBe('active')
  })
  it('inheritance counts what a rule decided in the last 24 hours in the environment and below', async () => {
    const { id } = await published('engineer', 'Counted')
    const row = (environment: string, hour: string, events: number) => ({
      environment_id: environment,
      event_type: 'purchase',
      hour,
      rule_id: id,
      clause: 'c',
      rule: 'Counted',
      decision: 'Reject',
      events,
    })
    await bench.store.db
      .insertInto('rule_hour')
      .values([
        row(places.root, '2025-11-20T12:00:00Z', 3),
        row(places.eu, '2025-11-19T13:00:00Z', 4),
        row(places.us, '2025-11-19T12:00:00Z', 50),
      ])
      .execute()
    expect(await list('engineer')).toMatchObject([{ decided24h: 7 }])
    expect(await list('engineer', places.eu)).toMatchObject([{ decided24h: 4 }])
  })
})

it('the evaluation of a rule stores nothing', async () => {
  const answer = await bench.call('viewer', 'POST', `${env(places.root)}/purchase/evaluate`, { body: ruleBody('Try') })
  expect([answer.status, answer.json]).toEqual([200, { problems: [], result: null }])
  expect(await list('engineer')).toEqual([])
})
