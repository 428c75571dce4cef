import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Rule, RuleSummary } from '../../../contract/index.ts'
import {
  type ConsoleAnswer,
  type ConsoleBench,
  openConsoleBench,
  places,
  ruleBody,
} from '../../../http/console-api/testing/console-bench.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of ['rule', 'rule_draft', 'rule_version', 'audit_log'] as const)
    await bench.store.db.deleteFrom(table).execute()
})

const at = (environment: string = places.root) => `/environments/${environment}/routing-rules`
const code = ({ status, body }: ConsoleAnswer) => [status, body.code]
const text = (name: string) =>
  ruleBody(name, { clauses: [{ name: 'c', section: 'prior', text: 'ROUTETO Queue("General")' }] })
const create = (who: string, name: string, eventType = 'purchase', environment: string = places.root) =>
  bench.call(who, 'POST', at(environment), { eventType, body: text(name) })
async function published(
  who: string,
  name: string,
  eventType = 'purchase',
  environment: string = places.root,
): Promise<Rule> {
  const { id } = (await create(who, name, eventType, environment)).json as Rule
  return (await bench.call(who, 'POST', `${at(environment)}/${id}/publish`, { status: 'active', baseVersion: 0 }))
    .json as Rule
}

describe('routing rules', () => {
  it('routing rules are one list over all assessments, ordered, with those of the parents first', async () => {
    const [a, b] = [await published('engineer', 'A'), await published('engineer', 'B', 'Signup')]
    expect([a.position, b.position, b.type, b.eventType]).toEqual([1, 2, 'routing', 'Signup'])
    const turned = (await bench.call('engineer', 'PUT', `${at()}/order`, { ruleIds: [b.id, a.id] }))
      .json as RuleSummary[]
    expect(turned.map(each => [each.name, each.eventType])).toEqual([
      ['B', 'Signup'],
      ['A', 'purchase'],
    ])
    await published('local', 'Below', 'purchase', places.eu)
    expect(
      ((await bench.call('local', 'GET', at(places.eu))).json as RuleSummary[]).map(each => [
        each.name,
        each.inherited,
      ]),
    ).toEqual([
      ['B', true],
      ['A', true],
      ['Below', false],
    ])
    expect(code(await bench.call('engineer', 'PUT', `${at()}/order`, { ruleIds: [a.id] }))).toEqual([
      409,
      'version.conflict',
    ])
    expect((await bench.call('engineer', 'POST', at(), { eventType: 'Signup', body: text('a') })).status).toBe(422)
  })
  it('routing rules have the life of other rules, with history and an audit line of their own kind', async () => {
    const { id } = await published('engineer', 'Queue')
    const off = await bench.call('engineer', 'PUT', `${at()}/${id}/status`, { status: 'inactive' })
    expect(off.json).toMatchObject({ status: 'inactive' })
    expect((await bench.call('engineer', 'PUT', `${at()}/${id}/name`, { name: 'Queue two' })).json).toMatchObject({
      version: 2,
    })
    expect((await bench.call('engineer', 'GET', `${at()}/${id}/versions`)).json).toMatchObject({
      versions: [
        { version: 2, name: 'Queue two' },
        { version: 1, name: 'Queue' },
      ],
    })
    expect((await bench.call('engineer', 'GET', `${at()}/${id}/versions/1`)).json).toMatchObject({
      body: { name: 'Queue' },
    })
    expect((await bench.call('engineer', 'POST', `${at()}/${id}/versions/1/restore`, {})).json).toMatchObject({
      draft: { name: 'Queue', baseVersion: 2 },
    })
    expect((await bench.call('engineer', 'DELETE', `${at()}/${id}/draft`)).json).toEqual({ deleted: true })
    expect((await bench.call('engineer', 'DELETE', `${at()}/${id}`)).json).toEqual({ deleted: true })
    expect(
      (await bench.store.db.selectFrom('audit_log').select(['resource_type', 'operation']).execute())
        .map(line => `${line.resource_type} ${line.operation}`)
        .sort(),
    ).toEqual(['RoutingRule Create', 'RoutingRule Deactivate', 'RoutingRule Delete', 'RoutingRule Rename'])
  })
  it('routing rules are read with the caller’s draft, which nobody else sees', async () => {
    const { id } = await published('engineer', 'Read')
    const draft = () => bench.call('engineer', 'PUT', `${at()}/${id}/draft`, { body: text('Read') })
    for (let round = 0; round < 2; round++)
      expect(await draft()).toMatchObject({
        status: 200,
        json: { id, type: 'routing', draft: { name: 'Read', baseVersion: 1 } },
      })
    expect((await bench.call('engineer', 'GET', `${at()}/${id}`)).json).toMatchObject({
      id,
      published: { name: 'Read' },
      draft: { baseVersion: 1 },
    })
    expect((await bench.call('viewer', 'GET', `${at()}/${id}`)).json).toMatchObject({
      published: { name: 'Read' },
      draft: null,
    })
    expect((await bench.call('viewer', 'PUT', `${at()}/${id}/draft`, { body: text('Read') })).status).toBe(403)
    expect((await bench.call('local', 'PUT', `${at(places.eu)}/${id}/draft`, { body: text('Read') })).status).toBe(404)
    expect(
      (await bench.call('outsider', 'PUT', `${at(places.foreign)}/${id}/draft`, { body: text('Read') })).status,
    ).toBe(404)
  })
  it('a routing rule and a decision rule do not see each other', async () => {
    const routing = await published('engineer', 'Same')
    const decision = (
      await bench.call('engineer', 'POST', `/environments/${places.root}/rules/purchase`, { body: ruleBody('Same') })
    ).json as Rule
    const wrong = [
      ['GET', `/environments/${places.root}/rules/purchase/${routing.id}`],
      ['PUT', `/environments/${places.root}/rules/${routing.id}/status`, { status: 'inactive' }],
      ['DELETE', `/environments/${places.root}/rules/${routing.id}`],
      ['PUT', `/environments/${places.root}/rules/${routing.id}/draft`, { body: text('Same') }],
      ['GET', `/environments/${places.root}/rules/${routing.id}/versions`],
      ['GET', `${at()}/${decision.id}`],
      ['POST', `${at()}/${decision.id}/publish`, { status: 'active', baseVersion: 0 }],
      ['DELETE', `${at()}/${decision.id}`],
    ] as const
    for (const [method, path, body] of wrong)
      expect([method, path, (await bench.call('engineer', method, path, body)).status]).toEqual([method, path, 404])
    expect(((await bench.call('engineer', 'GET', at())).json as RuleSummary[]).map(each => each.name)).toEqual(['Same'])
  })
  it('routing rules say in the list which queues their clauses name, drafts too', async () => {
    const none = { hits24h: 0, hits7d: 0, errors7d: 0 }
    const clauses = ['Large orders', 'General', 'Large orders'].map((queue, index) => ({
      name: `c${index}`,
      section: 'prior' as const,
      text: `ROUTETO Queue("${queue}")`,
    }))
    await published('engineer', 'One queue')
    await bench.call('engineer', 'POST', at(), { eventType: 'purchase', body: ruleBody('Two queues', { clauses }) })
    expect(
      ((await bench.call('engineer', 'GET', at())).json as RuleSummary[]).map(each => [each.name, each.routing]),
    ).toEqual([
      ['One queue', { queues: ['General'], missingQueues: [], ...none }],
      ['Two queues', { queues: ['Large orders', 'General'], missingQueues: ['Large orders'], ...none }],
    ])
  })
  it('routing rules are for the capability of their own', async () => {
    const { id } = await published('engineer', 'Guarded')
    expect((await bench.call('viewer', 'GET', at())).status).toBe(200)
    const refused = await bench.call('viewer', 'PUT', `${at()}/${id}/status`, { status: 'inactive' })
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { details: { capability: 'routingrules', required: 'write' } },
    ])
    expect((await bench.call('support', 'GET', at())).status).toBe(403)
    for (const environment of [places.root, places.foreign])
      expect((await bench.call('outsider', 'GET', `${at(environment)}/${id}`)).status).toBe(404)
    expect((await bench.call('local', 'DELETE', `${at(places.eu)}/${id}`)).status).toBe(404)
  })
  it('routing rules name queues, and what their assessment has', async () => {
    expect((await bench.call('engineer', 'GET', `${at()}/queues`)).json).toEqual({
      names: ['General', 'Large orders'],
      otherwise: 'General',
    })
    expect((await bench.call('engineer', 'GET', `${at()}/vocabulary/purchase`)).status).toBe(200)
    expect((await bench.call('viewer', 'GET', `${at()}/assessments`)).json).toEqual([
      { eventType: 'purchase', name: 'Purchase', kind: 'builtIn', payload: { purchaseId: 'sample' }, botScore: false },
      ...['accountcreation', 'accountlogin'].map(name => ({
        eventType: name,
        name,
        kind: 'builtIn',
        payload: {},
        botScore: false,
      })),
      {
        eventType: 'Signup',
        name: 'Sign-up',
        kind: 'wizard',
        payload: { metadata: { eventId: 'sample' } },
        botScore: false,
      },
    ])
    expect((await bench.call('support', 'GET', `${at()}/assessments`)).status).toBe(403)
    expect((await bench.call('outsider', 'GET', `${at()}/assessments`)).status).toBe(404)
    expect((await bench.call('engineer', 'GET', `${at()}/vocabulary/unknown`)).status).toBe(404)
    expect((await create('engineer', 'X', 'unknown')).status).toBe(404)
    expect(
      (await bench.call('viewer', 'POST', `${at()}/evaluate`, { eventType: 'purchase', body: text('Try') })).json,
    ).toEqual({ problems: [], result: null })
  })
})
