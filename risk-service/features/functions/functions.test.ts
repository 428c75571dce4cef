import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  defaultVelocitySets,
  type FunctionBody,
  type FunctionResource,
  type FunctionSummary,
  type RuleOverview,
} from '../../contract/index.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { openResourceBench, type ResourceBench } from '../lifecycle/testing/resource-bench.ts'

let bench: ResourceBench
beforeAll(async () => {
  bench = await openResourceBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of [
    'rule',
    'rule_draft',
    'function',
    'function_draft',
    'function_version',
    'velocity_set',
    'velocity_set_draft',
    'velocity',
    'audit_log',
  ] as const)
    await bench.bench.store.db.deleteFrom(table).execute()
  await bench.engine.reloadRules()
})

const property = (
  name: string,
  code: string,
  change: Partial<FunctionBody['properties'][number]> = {},
): FunctionBody['properties'][number] => ({ name, description: '', type: 'Double', default: '0', code, ...change })
const body = (
  name: string,
  properties: FunctionBody['properties'],
  change: Partial<FunctionBody> = {},
): FunctionBody => ({
  name,
  description: '',
  parameters: [],
  properties,
  sample: { eventType: 'Purchase', payload: { totalAmount: 40 } },
  ...change,
})
const pricing = (change: Partial<FunctionBody> = {}) =>
  body(
    'Pricing',
    [
      property('Total', 'RETURN _qty * _price'),
      property('Share', 'RETURN @"totalAmount" / (_qty - 2)', { default: '-1' }),
    ],
    {
      parameters: [
        { name: '_qty', type: 'Integer', default: '2' },
        { name: '_price', type: 'Double', default: '1.5' },
      ],
      ...change,
    },
  )
const path = (environment: string = places.root) => `${environment}/functions`
const create = (made: FunctionBody, environment: string = places.root, id: string = randomUUID()) =>
  bench.request<FunctionResource>('POST', `${path(environment)}`, { functionId: id, body: made })
async function publish(made: FunctionBody, environment: string = places.root): Promise<FunctionResource> {
  const { id } = await create(made, environment)
  return bench.request<FunctionResource>('POST', `${path(environment)}/${id}/publish`, { baseVersion: 0 })
}
const reason = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const audit = () =>
  bench.bench.store.db
    .selectFrom('audit_log')
    .select(['operation', 'resource_type', 'resource_name'])
    .orderBy('at')
    .execute()

describe('the life of a function', () => {
  it('a draft is private and not in force; a publish is for all, audited, and safe to repeat', async () => {
    const id = randomUUID()
    const first = await create(pricing(), places.root, id)
    expect(first).toMatchObject({
      id,
      status: 'draft',
      version: 0,
      published: null,
      draft: { name: 'Pricing', baseVersion: 0 },
    })
    expect(await create(pricing(), places.root, id)).toEqual(first)
    expect(
      (await bench.call('POST', path(), { functionId: id, body: body('Other', [property('A', 'RETURN 1')]) })).status,
    ).toBe(409)
    expect(await bench.request<FunctionSummary[]>('GET', path(), undefined, 'colleague')).toEqual([])
    expect((await bench.call('GET', `${path()}/${id}`, undefined, 'colleague')).status).toBe(404)
    expect(await audit()).toEqual([])

    const published = await bench.request<FunctionResource>('POST', `${path()}/${id}/publish`, { baseVersion: 0 })
    expect(published).toMatchObject({ status: 'published', version: 1, draft: null, publishedBy: 'Name of engineer' })
    expect(await bench.request('POST', `${path()}/${id}/publish`, { baseVersion: 0 })).toEqual(published)
    expect(await audit()).toEqual([{ operation: 'Create', resource_type: 'Function', resource_name: 'Pricing' }])
    expect(await bench.request('GET', path(), undefined, 'viewer')).toMatchObject([
      {
        id,
        call: 'Functions.Pricing',
        inherited: false,
        status: 'published',
        hasDraft: false,
        properties: ['Total', 'Share'],
        parameters: [
          { name: '_qty', type: 'Integer' },
          { name: '_price', type: 'Double' },
        ],
      },
    ])
  })
  it('an edit meets a colleague’s publish, and goes over it when told so', async () => {
    const { id } = await publish(pricing())
    for (const who of ['engineer', 'colleague'])
      await bench.request('PUT', `${path()}/${id}/draft`, { body: pricing({ description: who }) }, who)
    await bench.request('POST', `${path()}/${id}/publish`, { baseVersion: 1 }, 'colleague')
    const refused = await bench.call('POST', `${path()}/${id}/publish`, { baseVersion: 1 })
    expect(refused).toMatchObject({
      status: 409,
      json: { code: 'version.conflict', details: { changedBy: 'Name of colleague' } },
    })
    expect(await bench.request('POST', `${path()}/${id}/publish`, { baseVersion: 1, overwrite: true })).toMatchObject({
      version: 3,
      published: { description: 'engineer' },
    })
    expect(
      await bench.request('PUT', `${path()}/${id}/draft`, { body: pricing({ description: 'again' }) }),
    ).toMatchObject({
      draft: { baseVersion: 3 },
    })
    expect(await bench.request('DELETE', `${path()}/${id}/draft`)).toEqual({ deleted: true })
    expect(await bench.request('DELETE', `${path()}/${id}/draft`)).toEqual({ deleted: false })
  })
  it('names are free in any letter case, drafts included', async () => {
    await publish(pricing())
    expect(
      (await bench.call('POST', path(), { functionId: randomUUID(), body: pricing({ name: 'pricinG' }) })).status,
    ).toBe(422)
    // Names of another environment are independent.
    await publish(pricing(), places.eu)
  })
  it('a function with errors is not published: every error is named, with its property', async () => {
    const made = await create(
      body('Wrong', [
        property('A', 'RETURN Velocity.none(@"user.userId", 7d)'),
        property('B', 'RETURN 1', { type: 'Integer', default: 'x' }),
        property('b', 'RETURN 1 WHEN true'),
      ]),
    )
    const refused = await bench.call<{
      details: { problems: { part: number; clause: string; code: string }[]; issues: { path: (string | number)[] }[] }
    }>('POST', `${path()}/${made.id}/publish`, { baseVersion: 0 })
    expect(refused.status).toBe(422)
    expect(refused.json.details.problems.map(({ part, clause, code }) => [part, clause, code])).toEqual([
      [1, 'B', 'FQL2009'],
      [2, 'b', 'FQL2006'],
      [0, 'A', 'FQL2007'],
      [2, 'b', 'FQL1007'],
    ])
    expect(refused.json.details.issues.at(-1)?.path).toEqual(['body', 'properties', 2, 'code'])
  })
  it('a function calls neither itself nor itself through others', async () => {
    await publish(body('A', [property('V', 'RETURN 1')]))
    await publish(body('B', [property('V', 'RETURN Functions.A().V')]))
    const list = await bench.request<FunctionSummary[]>('GET', path())
    const id = list.find(({ name }) => name === 'A')?.id ?? ''
    await bench.request('PUT', `${path()}/${id}/draft`, { body: body('A', [property('V', 'RETURN Functions.B().V')]) })
    expect(await bench.call('POST', `${path()}/${id}/publish`, { baseVersion: 1 })).toMatchObject({
      status: 422,
      json: { details: { problems: [{ code: 'FQL2010' }] } },
    })
  })
  it('an environment has 30 published functions, and a function refers to so many things', async () => {
    for (let number = 0; number < 30; number++) await publish(body(`F${number}`, [property('V', 'RETURN 1')]))
    const { id } = await create(body('Last', [property('V', 'RETURN 1')]))
    expect(reason(await bench.call('POST', `${path()}/${id}/publish`, { baseVersion: 0 }))).toEqual([
      409,
      'functions.limit',
    ])
    const velocities = defaultVelocitySets.flatMap(set => set.velocities.map(({ name }) => `Velocity.${name}("a", 1d)`))
    const codes = async (used: number) =>
      (
        await bench.request<{ problems: { code: string }[] }>('POST', `${path()}/evaluate`, {
          body: body('Many', [property('V', `RETURN ${velocities.slice(0, used).join(' + ')}`)]),
        })
      ).problems.map(({ code }) => code)
    expect([await codes(15), await codes(16)]).toEqual([[], ['FQL2013']])
  })
})

describe('in rules', () => {
  it('a function of the same environment decides; a failing property is its default', async () => {
    await publish(pricing())
    await bench.publishRule('Uses', {
      c: 'RETURN Reject("over") WHEN Functions.Pricing(@"user.userId", 1000).Total > 2000 || Functions.Pricing(2, 1).Share != -1',
    })
    // The text of the user is not an Integer: the default 2 is used.
    expect([await bench.decide({ user: { userId: 'ann' } }), await bench.decide({ user: { userId: '3' } })]).toEqual([
      expect.stringMatching(/^Approve/),
      'Reject over',
    ])
  })
  it('an environment reaches functions of the root, of its parent and by id, and each reads the resources of its own environment', async () => {
    await bench
      .request('POST', `${places.root}/velocities`, {
        setId: randomUUID(),
        body: {
          name: 'Root set',
          description: '',
          condition: '',
          velocities: [{ text: 'SELECT Count() AS rootCount FROM Purchase GROUPBY @"user.userId"' }],
        },
      })
      .then(set =>
        bench.request('POST', `${places.root}/velocities/${(set as { id: string }).id}/publish`, {
          status: 'active',
          baseVersion: 0,
        }),
      )
    await publish(
      body('Seen', [property('Count', 'RETURN Velocity.rootCount(_user, 1d)')], {
        parameters: [{ name: '_user', type: 'String', default: '' }],
      }),
    )
    // Environments below cannot name the velocity itself.
    await expect(
      bench.publishRule(
        'Direct',
        { c: 'RETURN Reject() WHEN Velocity.rootCount(@"user.userId", 1d) > 0' },
        { environment: places.eu },
      ),
    ).rejects.toThrow(/FQL2007|does not exist/)
    await expect(
      bench.publishRule('Own', { c: 'RETURN Reject() WHEN Functions.Seen("a").Count > 0' }, { environment: places.eu }),
    ).rejects.toThrow(/FQL2007|does not exist/)
    const call = (prefix: string) => `${prefix}.Seen(@"user.userId").Count > 0`
    await bench.publishRule(
      'All',
      {
        c: `RETURN Reject("seen") WHEN ${call('Functions.root')} && ${call('Functions.parent')} && ${call(`Functions.environment["${places.root}"]`)}`,
      },
      { environment: places.eu },
    )
    const user = { user: { userId: 'below' } }
    expect([await bench.decide(user, places.eu), await bench.decide(user, places.eu)]).toEqual([
      expect.stringMatching(/^Approve/),
      'Reject seen',
    ])
    expect(await bench.request('GET', path(places.eu), undefined, 'local')).toMatchObject([
      { name: 'Seen', inherited: true, call: 'Functions.root.Seen' },
    ])
  })
  it('a property that went or changed its type is its former default where rules still use it', async () => {
    const { id } = await publish(
      body('Limit', [
        property('Value', 'RETURN 5', { default: '50' }),
        property('Gone', 'RETURN 1', { type: 'Integer', default: '7' }),
        property('Same', 'RETURN 3'),
      ]),
    )
    await bench.publishRule('Uses', {
      c: 'RETURN Reject("over") WHEN @"totalAmount" > Functions.Limit().Value + Functions.Limit().Gone + Functions.Limit().Same',
    })
    expect(await bench.decide({ totalAmount: 10 })).toBe('Reject over')
    await bench.request('PUT', `${path()}/${id}/draft`, {
      body: body('Limit', [
        property('Value', 'RETURN "five"', { type: 'String', default: 'none' }),
        property('Same', 'RETURN 3'),
      ]),
    })
    await bench.request('POST', `${path()}/${id}/publish`, { baseVersion: 1 })
    // 50 + 7 + 3.
    expect([await bench.decide({ totalAmount: 59 }), await bench.decide({ totalAmount: 61 })]).toEqual([
      expect.stringMatching(/^Approve/),
      'Reject over',
    ])
  })
  it('a new version is what rules call from then on', async () => {
    const { id } = await publish(body('Limit', [property('Value', 'RETURN 5')]))
    await bench.publishRule('Uses', { c: 'RETURN Reject("over") WHEN @"totalAmount" > Functions.Limit().Value' })
    expect(await bench.decide({ totalAmount: 10 })).toBe('Reject over')
    await bench.request('PUT', `${path()}/${id}/draft`, { body: body('Limit', [property('Value', 'RETURN 50')]) })
    expect(await bench.decide({ totalAmount: 10 })).toBe('Reject over')
    await bench.request('POST', `${path()}/${id}/publish`, { baseVersion: 1 })
    expect(await bench.decide({ totalAmount: 10 })).toMatch(/^Approve/)
  })
})

describe('in use', () => {
  it('its parameters stay as many as its users hand over: who calls it otherwise is named, and goes on deciding', async () => {
    const { id } = await publish(pricing())
    await bench.publishRule('Uses', { c: 'RETURN Reject("dear") WHEN Functions.Pricing(2, 3).Total > 5' })
    await bench.publishRule(
      'Below',
      { c: 'RETURN Reject() WHEN Functions.root.Pricing(1, 2).Total > 5' },
      { environment: places.eu },
    )
    const change = async (parameters: FunctionBody['parameters'], baseVersion: number) => {
      await bench.request('PUT', `${path()}/${id}/draft`, { body: pricing({ parameters }) })
      return bench.call('POST', `${path()}/${id}/publish`, { baseVersion })
    }
    const { parameters } = pricing()
    const more: FunctionBody['parameters'] = [...parameters, { name: '_discount', type: 'Double', default: '0' }]
    expect(await change(more, 1)).toMatchObject({
      status: 409,
      json: { code: 'resource.used', details: { dependents: [{ name: 'Uses' }, { name: 'Below' }] } },
    })
    expect(await bench.decide({})).toBe('Reject dear')
    // Another type or default does not affect the dependents.
    expect(
      (
        await change(
          parameters.map(each => ({ ...each, type: 'Double', default: '4' })),
          1,
        )
      ).status,
    ).toBe(200)
    expect(await bench.decide({})).toBe('Reject dear')
  })
  it('a function in use is neither deleted nor renamed, and its users are named wherever they are', async () => {
    const { id } = await publish(pricing())
    await publish(pricing(), places.us)
    await publish(body('Around', [property('V', 'RETURN Functions.Pricing(1, 1).Total')]))
    await bench.publishRule(
      'Below',
      { c: 'RETURN Reject() WHEN Functions.root.Pricing(1, 2).Total > 5' },
      { environment: places.eu },
    )
    // Another function with the same name.
    await bench.publishRule(
      'Beside',
      { c: 'RETURN Reject() WHEN Functions.Pricing(1, 2).Total > 5' },
      { environment: places.us },
    )
    const users = [
      { resource: 'rule', name: 'Below' },
      { resource: 'function', name: 'Around' },
    ]
    expect(await bench.request('GET', `${path()}/${id}/dependents`)).toMatchObject(users)
    for (const refused of [
      await bench.call('DELETE', `${path()}/${id}`),
      await bench.call('PUT', `${path()}/${id}/name`, { name: 'Prices' }),
      await bench
        .request('PUT', `${path()}/${id}/draft`, { body: pricing({ name: 'Prices' }) })
        .then(() => bench.call('POST', `${path()}/${id}/publish`, { baseVersion: 1 })),
    ])
      expect(refused).toMatchObject({ status: 409, json: { code: 'resource.used', details: { dependents: users } } })
    await bench.bench.store.db.deleteFrom('rule').where('name', '=', 'Below').execute()
    await bench.bench.store.db.deleteFrom('function').where('name', '=', 'Around').execute()
    await bench.engine.reloadRules()
    expect(await bench.request('PUT', `${path()}/${id}/name`, { name: 'Prices' })).toMatchObject({
      version: 2,
      published: { name: 'Prices' },
    })
    expect(await bench.request('DELETE', `${path()}/${id}`)).toEqual({ deleted: true })
    expect(await bench.request('DELETE', `${path()}/${id}`)).toEqual({ deleted: false })
  })
  it('a list, a velocity and another function that it names stay', async () => {
    await publish(body('Inner', [property('V', 'RETURN 1')]))
    await publish(
      body('Outer', [property('V', 'RETURN Functions.Inner().V + (IsBlock("Email Support List", "x") ? 1 : 0)')]),
    )
    expect(
      await bench.request('GET', `${places.root}/dependents?kind=supportList&name=Email%20Support%20List`),
    ).toMatchObject([{ resource: 'function', name: 'Outer' }])
    expect(await bench.request('GET', `${places.root}/dependents?kind=function&name=inner`)).toMatchObject([
      { resource: 'function', name: 'Outer' },
    ])
  })
})

describe('the evaluation pane', () => {
  it('each property is computed from defaults and sample, with the error and the default of one that fails', async () => {
    const typed = pricing({
      properties: [
        ...pricing().properties,
        property('Text', 'RETURN _name', { type: 'String', default: '' }),
        property('When', 'RETURN _at', { type: 'DateTime', default: '2024-01-01' }),
        property('Yes', 'RETURN !_no', { type: 'Boolean', default: 'false' }),
      ],
      parameters: [
        ...pricing().parameters,
        { name: '_name', type: 'String', default: 'a "quoted" \\ text' },
        { name: '_at', type: 'DateTime', default: 'Feb,22,2024 4:44PM' },
        { name: '_no', type: 'Boolean', default: 'False' },
      ],
    })
    const { problems, results } = await bench.request<{
      problems: object[]
      results: { property: string; value: unknown; error: { code: string } | null }[]
    }>('POST', `${path()}/evaluate`, { body: typed })
    expect(problems).toEqual([])
    expect(results.map(({ property: name, value, error }) => [name, value, error?.code ?? null])).toEqual([
      ['Total', 3, null],
      ['Share', -1, 'FQL4001'],
      ['Text', 'a "quoted" \\ text', null],
      ['When', expect.stringMatching(/^2024-02-22T16:44:00/), null],
      ['Yes', true, null],
    ])
  })
  it('the evaluation pane gives no results while there is an error, and warns of what the sample does not have', async () => {
    expect(
      await bench.request('POST', `${path()}/evaluate`, { body: body('F', [property('V', 'RETURN nothing(1)')]) }),
    ).toMatchObject({ problems: [{ property: 0, parameter: null, severity: 'error', code: 'FQL2001' }], results: null })
    expect(
      await bench.request('POST', `${path()}/evaluate`, { body: body('F', [property('V', 'RETURN @"no.such" + 1')]) }),
    ).toMatchObject({
      problems: [{ property: 0, code: 'FQL3001', severity: 'warning' }],
      results: [{ property: 'V', error: null }],
    })
  })
})

describe('access', () => {
  it('another tenant sees nothing, another environment has its own, and a reader changes nothing', async () => {
    const { id } = await publish(pricing())
    expect([
      (await bench.call('GET', path(), undefined, 'outsider')).status,
      (await bench.call('GET', path(places.foreign))).status,
    ]).toEqual([404, 404])
    expect((await bench.call('GET', `${places.box}/functions/${id}`)).status).toBe(404)
    expect((await bench.call('PUT', `${path(places.eu)}/${id}/draft`, { body: pricing() })).status).toBe(404)
    expect((await bench.call('GET', `${path(places.eu)}/${id}`, undefined, 'local')).status).toBe(200)
    expect((await bench.call('DELETE', `${path()}/${id}`, undefined, 'viewer')).status).toBe(403)
    expect((await bench.call('GET', path(), undefined, 'support')).status).toBe(403)
  })
})

describe('the overview of rules', () => {
  it('the overview of rules warns of what nothing uses and of what names something that is gone', async () => {
    const warnings = async (environment: string = places.root) =>
      (await bench.request<RuleOverview[]>('GET', `${environment}/rules`))[0]?.warnings ?? []
    const inner = await publish(body('Inner', [property('V', 'RETURN 1')]))
    const outer = await publish(body('Outer', [property('V', 'RETURN Functions.Inner().V')]))
    expect(await warnings()).toEqual([
      {
        code: 'unused',
        names: ['Functions.Outer'],
        resources: [{ resource: 'function', id: outer.id, name: 'Functions.Outer' }],
      },
    ])
    expect(await warnings(places.eu)).toEqual([])
    await bench.publishRule(
      'Below',
      { c: 'RETURN Reject() WHEN Functions.parent.Outer().V > 1' },
      { environment: places.eu },
    )
    expect(await warnings()).toEqual([])
    await bench.bench.store.db.deleteFrom('function').where('id', '=', inner.id).execute()
    await bench.engine.reloadRules()
    expect(await warnings()).toEqual([{ code: 'missingReference', names: ['Outer'] }])
  })
  it('the overview of rules counts the functions of a rule set, and warns from nine of ten on', async () => {
    for (let number = 0; number < 9; number++) await publish(body(`F${number}`, [property('V', 'RETURN 1')]))
    await bench.publishRule('Nine', {
      c: `RETURN Reject() WHEN ${Array.from({ length: 9 }, (_, number) => `Functions.F${number}().V`).join(' + ')} > 100`,
    })
    const [purchase] = await bench.request<RuleOverview[]>('GET', `${places.root}/rules`)
    expect([purchase?.functions, purchase?.warnings]).toEqual([
      { used: 9, most: 10 },
      [{ code: 'limitNear', names: ['functions'] }],
    ])
  })
})
