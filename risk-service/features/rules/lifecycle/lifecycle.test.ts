import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  Dependent,
  Rule,
  RuleBody,
  RuleOverview,
  RuleSettings,
  RuleSummary,
  RuleVersion,
  RuleVersionSummary,
} from '../../../contract/index.ts'
import { referencesOf } from '../../../fql/check/references.ts'
import {
  type ConsoleAnswer,
  type ConsoleBench,
  now,
  openConsoleBench,
  places,
  ruleBody,
} from '../../../http/console-api/testing/console-bench.ts'
import { loadEnvironmentTree } from '../../../kernel/environments/environment-tree.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import { assertUnused } from '../../usage/dependents.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of ['rule', 'rule_draft', 'rule_version', 'rule_setting', 'audit_log'] as const)
    await bench.store.db.deleteFrom(table).execute()
  bench.engine.reloaded.length = 0
})

const rules = (environment: string = places.root) => `/environments/${environment}/rules`
const rule = (answer: ConsoleAnswer) => answer.json as Rule
const code = ({ status, body }: ConsoleAnswer) => [status, body.code]
const save = (who: string, id: string, body: RuleBody) => bench.call(who, 'PUT', `${rules()}/${id}/draft`, { body })
async function published(
  who: string,
  name: string,
  {
    eventType = 'purchase',
    environment = places.root as string,
    change = {},
    ...more
  }: { eventType?: string; environment?: string; type?: string; change?: Partial<RuleBody> } = {},
): Promise<Rule> {
  const made = await bench.call(who, 'POST', `${rules(environment)}/${eventType}`, {
    body: ruleBody(
      name,
      eventType === 'purchase' ? change : { clauses: [{ name: 'c', section: 'prior', text: '' }], ...change },
    ),
    ...more,
  })
  expect(made.status).toBe(201)
  return rule(
    await bench.call(who, 'POST', `${rules(environment)}/${rule(made).id}/publish`, {
      status: 'active',
      baseVersion: 0,
    }),
  )
}
/** Resources that a rule names have to be in the store, too: the engine of these tests accepts any name. */
async function publishFunctions(...functions: { name: string; parameters: number }[]): Promise<void> {
  await bench.store.db
    .insertInto('function')
    .values(
      functions.map(({ name, parameters }) => ({
        id: randomUUID(),
        environment_id: places.root,
        name,
        status: 'active' as const,
        version: 1,
        body: JSON.stringify({ parameters: Array.from({ length: parameters }) }),
        published_by: randomUUID(),
        published_by_name: 'x',
        published_at: now,
      })),
    )
    .execute()
}
const audit = () => bench.store.db.selectFrom('audit_log').selectAll().orderBy('at').execute()
const clauses = (...texts: string[]) =>
  texts.map((text, index) => ({ name: `c${index}`, section: 'prior' as const, text }))

describe('history', () => {
  const history = (who: string, id: string, query = '', environment: string = places.root) =>
    bench.call(who, 'GET', `${rules(environment)}/${id}/versions${query}`)
  async function threeVersions(): Promise<Rule> {
    const { id } = await published('engineer', 'Kept')
    for (const version of [1, 2]) {
      await save('engineer', id, ruleBody('Kept', { description: `after ${version}` }))
      await bench.call('engineer', 'POST', `${rules()}/${id}/publish`, { status: 'active', baseVersion: version })
    }
    return rule(await bench.call('engineer', 'GET', `${rules()}/purchase/${id}`))
  }

  it('the history keeps every publish, newest first, page by page, and shows each whole', async () => {
    const { id, version } = await threeVersions()
    expect(version).toBe(3)
    const first = (await history('viewer', id, '?limit=2')).json as {
      versions: RuleVersionSummary[]
      next: number | null
    }
    expect([first.versions.map(each => each.version), first.next]).toEqual([[3, 2], 2])
    expect(first.versions[0]).toMatchObject({
      ruleId: id,
      name: 'Kept',
      status: 'active',
      publishedBy: 'Name of engineer',
      publishedAt: now.toISOString(),
    })
    const rest = (await history('viewer', id, '?limit=2&before=2')).json as typeof first
    expect([rest.versions.map(each => each.version), rest.next]).toEqual([[1], null])
    expect((await history('viewer', id, '?before=1')).json).toEqual({ versions: [], next: null })
    const old = (await bench.call('viewer', 'GET', `${rules()}/${id}/versions/2`)).json as RuleVersion
    expect(old).toMatchObject({ version: 2, body: { description: 'after 1' } })
    expect(code(await history('viewer', id, '?limit=0'))).toEqual([422, 'validation'])
    expect(code(await bench.call('viewer', 'GET', `${rules()}/${id}/versions/9`))).toEqual([404, 'notFound'])
    for (const path of ['versions/99999999999', 'versions?before=99999999999'])
      expect([path, (await bench.call('viewer', 'GET', `${rules()}/${id}/${path}`)).status]).toEqual([path, 422])
  })
  it('the history is seen below and not beside, and stays when the rule is deleted', async () => {
    const { id } = await threeVersions()
    expect((await history('local', id, '', places.eu)).status).toBe(200)
    const beside = await published('engineer', 'Beside', { environment: places.us })
    expect((await history('engineer', beside.id)).status).toBe(404)
    expect((await history('outsider', id, '', places.foreign)).status).toBe(404)
    expect((await history('outsider', id)).status).toBe(404)
    expect(code(await history('support', id))).toEqual([403, 'forbidden'])
    await bench.call('engineer', 'DELETE', `${rules()}/${id}`)
    expect(((await history('engineer', id)).json as { versions: unknown[] }).versions).toHaveLength(3)
  })
  it('the history gives a version back as a draft of the caller, over a draft only when told so', async () => {
    const { id } = await threeVersions()
    const restore = (who: string, version: number, body: object = {}) =>
      bench.call(who, 'POST', `${rules()}/${id}/versions/${version}/restore`, body)
    const back = rule(await restore('colleague', 1))
    expect(back).toMatchObject({
      version: 3,
      published: { description: 'after 2' },
      draft: { description: 'For tests', baseVersion: 3 },
    })
    expect(rule(await restore('colleague', 1)).draft).toMatchObject({ description: 'For tests' })
    expect(code(await restore('colleague', 2))).toEqual([409, 'draft.exists'])
    expect(rule(await restore('colleague', 2, { overwrite: true })).draft).toMatchObject({
      description: 'after 1',
      baseVersion: 3,
    })
    expect(
      rule(await bench.call('colleague', 'POST', `${rules()}/${id}/publish`, { status: 'active', baseVersion: 3 })),
    ).toMatchObject({ version: 4, published: { description: 'after 1' } })
    expect(code(await restore('viewer', 1))).toEqual([403, 'forbidden'])
    expect((await restore('colleague', 9)).status).toBe(404)
    expect((await bench.call('local', 'POST', `${rules(places.eu)}/${id}/versions/1/restore`, {})).status).toBe(404)
  })
  it('the history keeps the name of now when another rule has the old one', async () => {
    const { id } = await published('engineer', 'Old name')
    expect(rule(await bench.call('engineer', 'PUT', `${rules()}/${id}/name`, { name: 'New name' }))).toMatchObject({
      version: 2,
    })
    await published('engineer', 'Old name')
    expect(rule(await bench.call('engineer', 'POST', `${rules()}/${id}/versions/1/restore`, {})).draft?.name).toBe(
      'New name',
    )
  })
})

describe('renaming', () => {
  const rename = (who: string, id: string, name: string, environment: string = places.root) =>
    bench.call(who, 'PUT', `${rules(environment)}/${id}/name`, { name })
  it('renaming is a version of its own; the caller’s draft goes on from there, a colleague’s meets it', async () => {
    const { id } = await published('engineer', 'Before')
    await save('engineer', id, ruleBody('Before', { description: 'mine' }))
    await save('colleague', id, ruleBody('Before', { description: 'theirs' }))
    const renamed = rule(await rename('engineer', id, 'After'))
    expect(renamed).toMatchObject({
      version: 2,
      published: { name: 'After', description: 'For tests' },
      draft: { name: 'After', description: 'mine', baseVersion: 2 },
    })
    expect((await audit()).filter(line => line.operation === 'Rename')).toMatchObject([
      { resource_name: 'After', before: { name: 'Before' }, after: { name: 'After' } },
    ])
    expect(
      code(await bench.call('colleague', 'POST', `${rules()}/${id}/publish`, { status: 'active', baseVersion: 1 })),
    ).toEqual([409, 'version.conflict'])
    expect(rule(await rename('engineer', id, 'After')).version).toBe(2)
  })
  it('renaming changes a draft alone, and is refused for a name that is taken or no name', async () => {
    await published('engineer', 'Taken')
    const made = rule(await bench.call('engineer', 'POST', `${rules()}/purchase`, { body: ruleBody('Mine') }))
    expect(rule(await rename('engineer', made.id, 'Still mine'))).toMatchObject({
      status: 'draft',
      draft: { name: 'Still mine', baseVersion: 0 },
    })
    const refused = await rename('engineer', made.id, 'TAKEN')
    expect([refused.status, refused.body]).toMatchObject([422, { details: { issues: [{ path: ['name'] }] } }])
    expect((await rename('engineer', made.id, '-')).status).toBe(422)
    expect((await rename('colleague', made.id, 'Other')).status).toBe(404)
    expect((await rename('outsider', made.id, 'Other', places.foreign)).status).toBe(404)
    expect(code(await rename('viewer', made.id, 'Other'))).toEqual([403, 'forbidden'])
  })
})

describe('settings', () => {
  const at = (environment: string = places.root) => `${rules(environment)}/purchase/settings`
  const get = async (environment: string = places.root) =>
    (await bench.call('viewer', 'GET', at(environment))).json as RuleSettings
  const evaluation = (who: string, value: string, baseVersion: number, environment: string = places.root) =>
    bench.call(who, 'PUT', `${at(environment)}/evaluation`, { evaluation: value, baseVersion })

  it('settings say how rules run, with the chain of environments, and are changed by version', async () => {
    await published('engineer', 'Above')
    expect(await get()).toMatchObject({
      evaluation: 'all',
      payload: { purchaseId: 'sample' },
      payloadEdited: false,
      version: 0,
      updatedBy: null,
      chain: [{ environmentId: places.root, activeRules: 1, reached: true }],
    })
    const saved = await evaluation('engineer', 'first', 0)
    expect(saved.json).toMatchObject({
      evaluation: 'first',
      version: 1,
      updatedBy: 'Name of engineer',
      updatedAt: now.toISOString(),
    })
    expect(bench.engine.reloaded).toContain(places.root)
    expect((await get(places.eu)).chain).toMatchObject([
      { environmentId: places.root, evaluation: 'first', reached: true },
      { environmentId: places.eu, evaluation: 'all', activeRules: 0, reached: false },
    ])
    expect((await evaluation('engineer', 'first', 0)).json).toMatchObject({ version: 1 })
    const late = await evaluation('colleague', 'all', 0)
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'version.conflict', details: { currentVersion: 1, changedBy: 'Name of engineer' } },
    ])
    expect((await audit()).filter(line => line.resource_type === 'RuleSettings')).toMatchObject([
      { operation: 'Update', before: { evaluation: 'all' }, after: { evaluation: 'first' } },
    ])
  })
  it('settings hold a payload sample of one’s own until it is reverted', async () => {
    const put = (payload: unknown, baseVersion: number) =>
      bench.call('engineer', 'PUT', `${at()}/payload`, { payload, baseVersion })
    expect((await put({ mine: [1, { deep: true }] }, 0)).json).toMatchObject({
      payload: { mine: [1, { deep: true }] },
      payloadEdited: true,
      version: 1,
      evaluation: 'all',
    })
    expect((await get(places.eu)).payloadEdited).toBe(false)
    expect((await put([1], 1)).status).toBe(400)
    const huge = await put({ text: 'x'.repeat(1024 * 1024) }, 1)
    expect([huge.status, huge.body]).toMatchObject([422, { details: { issues: [{ path: ['payload'] }] } }])
    expect((await bench.call('engineer', 'DELETE', `${at()}/payload`, { baseVersion: 1 })).json).toMatchObject({
      payload: { purchaseId: 'sample' },
      payloadEdited: false,
      version: 2,
    })
  })
  it('settings are for who may write rules here, of assessments that are here', async () => {
    expect(code(await evaluation('viewer', 'first', 0))).toEqual([403, 'forbidden'])
    expect((await evaluation('outsider', 'first', 0)).status).toBe(404)
    expect((await evaluation('local', 'first', 0)).status).toBe(404)
    expect((await bench.call('engineer', 'GET', `${rules()}/unknown/settings`)).status).toBe(404)
    expect((await evaluation('engineer', 'maybe', 0)).status).toBe(422)
  })
})

describe('assessments and types', () => {
  it('assessments and types keep their rules apart; names are shared by both types of an assessment only', async () => {
    await published('engineer', 'Guard')
    const action = await published('engineer', 'Guard', { eventType: 'Signup', type: 'postDecision' })
    expect(action).toMatchObject({ type: 'postDecision', eventType: 'Signup', branch: 'production', position: 1 })
    const second = await published('engineer', 'Other', { eventType: 'Signup' })
    expect(second).toMatchObject({ type: 'decision', position: 1 })
    const list = (await bench.call('viewer', 'GET', `${rules()}/Signup`)).json as RuleSummary[]
    expect(list.map(each => [each.name, each.type, each.position])).toEqual([
      ['Other', 'decision', 1],
      ['Guard', 'postDecision', 1],
    ])
    const refused = await bench.call('engineer', 'POST', `${rules()}/Signup`, { body: ruleBody('guard') })
    expect(refused.body).toMatchObject({ details: { issues: [{ path: ['body', 'name'] }] } })
    expect((await audit()).map(line => line.resource_type).sort()).toEqual([
      'DecisionRule',
      'DecisionRule',
      'PostDecisionAction',
    ])
  })
  it('order each type by itself', async () => {
    const [a, b] = [
      await published('engineer', 'A', { eventType: 'Signup', type: 'postDecision' }),
      await published('engineer', 'B', { eventType: 'Signup', type: 'postDecision' }),
    ]
    const decision = await published('engineer', 'D', { eventType: 'Signup' })
    const order = (type: string, ...ids: string[]) =>
      bench.call('engineer', 'PUT', `${rules()}/Signup/order`, { type, ruleIds: ids })
    expect(((await order('postDecision', b.id, a.id)).json as RuleSummary[]).map(each => each.name)).toEqual([
      'D',
      'B',
      'A',
    ])
    expect(code(await order('postDecision', a.id, b.id, decision.id))).toEqual([409, 'version.conflict'])
  })
  it('assessments and types refuse what they do not have: actions, sections, assessments', async () => {
    const action = await bench.call('engineer', 'POST', `${rules()}/purchase`, {
      type: 'postDecision',
      body: ruleBody('Act'),
    })
    expect([action.status, action.body]).toMatchObject([422, { details: { issues: [{ path: ['type'] }] } }])
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/vocabulary'],
      ['POST', ''],
      ['POST', '/evaluate'],
    ] as const) {
      expect(
        (
          await bench.call(
            'engineer',
            method,
            `${rules()}/unknown${path}`,
            method === 'POST' ? { body: ruleBody('Any') } : undefined,
          )
        ).status,
      ).toBe(404)
    }
    const made = rule(await bench.call('engineer', 'POST', `${rules()}/Signup`, { body: ruleBody('Late') }))
    const section = await bench.call('engineer', 'POST', `${rules()}/${made.id}/publish`, {
      status: 'active',
      baseVersion: 0,
    })
    expect([section.status, section.body]).toMatchObject([
      422,
      {
        details: { issues: [{ path: ['body', 'clauses', 0, 'section'], message: 'Sign-up has no section postRisk.' }] },
      },
    ])
  })
  it('assessments and types may use ten functions in all rules together', async () => {
    await publishFunctions(...Array.from({ length: 11 }, (_, index) => ({ name: `F${index}`, parameters: 0 })))
    const using = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `LET $v${index} = Functions.F${from + index}().X`).join('\n')
    await published('engineer', 'Six', { change: { clauses: clauses(using(0, 6)) } })
    const made = rule(
      await bench.call('engineer', 'POST', `${rules()}/purchase`, {
        body: ruleBody('Five', { clauses: clauses(using(6, 11)) }),
      }),
    )
    const answer = await bench.call('engineer', 'POST', `${rules()}/${made.id}/publish`, {
      status: 'active',
      baseVersion: 0,
    })
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'rules.functionLimit', details: { limit: 10 } }])
    await save('engineer', made.id, ruleBody('Five', { clauses: clauses(using(2, 10)) }))
    expect(
      (await bench.call('engineer', 'POST', `${rules()}/${made.id}/publish`, { status: 'active', baseVersion: 0 }))
        .status,
    ).toBe(200)
  })
  it('assessments and types show how their rules are set up', async () => {
    await published('engineer', 'Above')
    await bench.call('engineer', 'POST', `${rules(places.eu)}/purchase`, { body: ruleBody('Draft') })
    await bench.call('engineer', 'PUT', `${rules()}/purchase/settings/evaluation`, {
      evaluation: 'first',
      baseVersion: 0,
    })
    await published('engineer', 'Act', { eventType: 'Signup', type: 'postDecision', environment: places.eu })
    const overview = (await bench.call('engineer', 'GET', rules(places.eu))).json as RuleOverview[]
    expect(overview).toMatchObject([
      {
        eventType: 'purchase',
        assessmentId: 'purchase',
        kind: 'builtIn',
        sections: ['prior', 'postRisk'],
        actions: false,
        evaluation: 'all',
        active: 0,
        myDrafts: 1,
        inherited: 1,
        rules: { used: 0, most: 200 },
        branches: { used: 1, most: 10 },
        functions: { used: 0, most: 10 },
        publishedBy: null,
        warnings: [{ code: 'chainEndsAbove', names: ['Harbor'] }],
      },
      { eventType: 'accountcreation', kind: 'builtIn', active: 0, publishedBy: null, warnings: [] },
      { eventType: 'accountlogin', kind: 'builtIn', active: 0, publishedBy: null, warnings: [] },
      {
        eventType: 'Signup',
        assessmentId: '5a000000-0000-4000-8000-000000000001',
        kind: 'wizard',
        actions: true,
        activeActions: 1,
        publishedBy: 'Name of engineer',
        warnings: [],
      },
    ])
  })
})

describe('dependents', () => {
  it('dependents are named for a list, a column, a support list, a velocity, a function, a call, a field, a queue', async () => {
    const text =
      'LET $a = Lookup("Risky products", "SKU", @"productList.sku", "Limit")\nLET $b = Velocity.orders_per_user(@"user.userId", 1d) + Functions.root.Price(1).Sum\nRETURN Reject() WHEN IsBlock("Email Support List", @"user.email") && External.check(@email).ok == true'
    const { db } = bench.store
    await publishFunctions({ name: 'Price', parameters: 1 })
    await db
      .insertInto('velocity')
      .values({ environment_id: places.root, name: 'orders_per_user', id: randomUUID(), set_id: randomUUID() })
      .execute()
    await db
      .insertInto('external_call')
      .values({
        id: randomUUID(),
        environment_id: places.root,
        name: 'check',
        version: 1,
        body: '{"parameters":[{}]}',
        secrets: '{}',
        created_at: now,
        updated_by: randomUUID(),
        updated_by_name: 'x',
        updated_at: now,
      })
      .execute()
    const user = await published('engineer', 'User', { change: { clauses: clauses(text) } })
    await published('engineer', 'Commented', {
      change: { clauses: clauses('// ContainsKey("Risky products", "SKU", "1")\nRETURN Reject("Risky products")') },
    })
    const of = async (kind: string, name: string, environment: string = places.root) =>
      (
        (
          await bench.call(
            'viewer',
            'GET',
            `/environments/${environment}/dependents?kind=${kind}&name=${encodeURIComponent(name)}`,
          )
        ).json as Dependent[]
      ).map(each => each.name)
    for (const [kind, name] of [
      ['list', 'RISKY products'],
      ['column', 'Risky products.limit'],
      ['supportList', 'email support list'],
      ['velocity', 'Orders_per_user'],
      ['function', 'price'],
      ['externalCall', 'check'],
      ['attribute', 'productlist.sku'],
    ] as const)
      expect([kind, await of(kind, name)]).toEqual([kind, ['User']])
    expect(await of('list', 'Risky')).toEqual([])
    expect(await of('velocity', 'orders_per_user', places.eu)).toEqual([])
    expect(
      (await bench.call('outsider', 'GET', `/environments/${places.root}/dependents?kind=list&name=x`)).status,
    ).toBe(404)

    const tree = await loadEnvironmentTree(bench.store.db, places.tenant)
    const refused = await assertUnused(bench.store.db, tree, places.root, {
      kind: 'list',
      name: 'risky products',
    }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ConflictError)
    expect((refused as ConflictError).data).toMatchObject({
      reason: 'resource.used',
      dependents: [{ resource: 'rule', id: user.id, name: 'User', environment: 'Harbor', eventType: 'purchase' }],
    })
    await expect(
      assertUnused(bench.store.db, tree, places.root, { kind: 'list', name: 'Free' }),
    ).resolves.toBeUndefined()
  })
  it('the dependents of a rule are the rules that read the variables it sets', async () => {
    const setter = await published('engineer', 'Sets', {
      change: { clauses: clauses('DO SetVariables(tier = "gold", other = 1)') },
    })
    await published('local', 'Reads', {
      environment: places.eu,
      change: { clauses: clauses('RETURN Review() WHEN GetVariable("Tier").AsString() == "gold"') },
    })
    await published('engineer', 'Silent')
    const answer = await bench.call('viewer', 'GET', `${rules()}/${setter.id}/dependencies`)
    expect(answer.json).toMatchObject({ uses: [], readBy: [{ name: 'Reads', environmentId: places.eu }] })
    expect((await bench.call('local', 'GET', `${rules(places.eu)}/${setter.id}/dependencies`)).status).toBe(200)
    expect((await bench.call('outsider', 'GET', `${rules(places.foreign)}/${setter.id}/dependencies`)).status).toBe(404)
  })
  it('dependents are read from text that has errors as far as it can be read, and never fail', () => {
    expect(
      referencesOf({
        condition: 'WHEN @"a.b[0].c" == 1',
        clauses: clauses('RETURN Broken(', '', 'ROUTETO Queue("Large")'),
      }),
    ).toEqual([
      { kind: 'attribute', name: 'a.b.c' },
      { kind: 'queue', name: 'Large' },
    ])
  })
})
