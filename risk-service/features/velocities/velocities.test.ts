import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  defaultVelocitySets,
  type RuleDiagnostic,
  type VelocityHealth,
  type VelocitySet,
  type VelocitySetBody,
  type VelocitySetSummary,
} from '../../contract/index.ts'
import { checkVelocitySet } from '../../fql/index.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { storeUploadedEvents } from '../../kernel/store/events/store-uploaded-events.ts'
import { uploadedEvent } from '../../kernel/store/testing/event-data.ts'
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
    'velocity_set',
    'velocity_set_draft',
    'velocity_set_version',
    'velocity',
    'audit_log',
  ] as const)
    await bench.bench.store.db.deleteFrom(table).execute()
  await bench.engine.reloadRules()
})

const count = (name: string, key = 'user.userId') => ({
  text: `SELECT Count() AS ${name} FROM Purchase GROUPBY @"${key}"`,
})
const body = (
  name: string,
  velocities: VelocitySetBody['velocities'],
  change: Partial<VelocitySetBody> = {},
): VelocitySetBody => ({ name, description: '', condition: '', velocities, ...change })
const path = (environment: string = places.root) => `${environment}/velocities`
const create = (made: VelocitySetBody, environment: string = places.root, setId: string = randomUUID()) =>
  bench.request<VelocitySet>('POST', path(environment), { setId, body: made })
async function publish(
  made: VelocitySetBody,
  environment: string = places.root,
  status: 'active' | 'inactive' = 'active',
): Promise<VelocitySet> {
  const { id } = await create(made, environment)
  return bench.request<VelocitySet>('POST', `${path(environment)}/${id}/publish`, { status, baseVersion: 0 })
}
const list = async (environment: string = places.root, as = 'engineer') =>
  bench.request<VelocitySetSummary[]>('GET', path(environment), undefined, as)
const own = async (environment: string = places.root, as = 'engineer') =>
  (await list(environment, as)).filter(({ system }) => !system)
const problems = async (made: VelocitySetBody, setId?: string) =>
  (await bench.request<{ problems: RuleDiagnostic[] }>('POST', `${path()}/check`, { body: made, setId })).problems
const audit = () =>
  bench.bench.store.db
    .selectFrom('audit_log')
    .select(['operation', 'resource_type', 'resource_name'])
    .orderBy('at')
    .execute()

describe('the life of a velocity set', () => {
  it('a draft is private; a publish counts from then on, is audited and safe to repeat', async () => {
    const id = randomUUID()
    const first = await create(body('Users', [count('perUser')]), places.root, id)
    expect(await create(body('Users', [count('perUser')]), places.root, id)).toEqual(first)
    expect(first).toMatchObject({ status: 'draft', version: 0, system: false, draft: { baseVersion: 0 } })
    expect(await own(places.root, 'colleague')).toEqual([])
    expect(await own()).toMatchObject([{ id, status: 'draft', hasDraft: true, velocities: [{ name: 'perUser' }] }])
    expect(await audit()).toEqual([])
    const published = await bench.request<VelocitySet>('POST', `${path()}/${id}/publish`, {
      status: 'active',
      baseVersion: 0,
    })
    expect(published).toMatchObject({ status: 'active', version: 1, draft: null })
    expect(await bench.request('POST', `${path()}/${id}/publish`, { status: 'active', baseVersion: 0 })).toEqual(
      published,
    )
    expect(await bench.request('PUT', `${path()}/${id}/status`, { status: 'inactive' })).toMatchObject({
      status: 'inactive',
      version: 1,
    })
    expect(await bench.request('PUT', `${path()}/${id}/status`, { status: 'active' })).toMatchObject({
      status: 'active',
    })
    expect(await bench.request('PUT', `${path()}/${id}/name`, { name: 'People' })).toMatchObject({
      version: 2,
      published: { name: 'People' },
    })
    expect(await bench.request('DELETE', `${path()}/${id}`)).toEqual({ deleted: true })
    expect(await bench.request('DELETE', `${path()}/${id}`)).toEqual({ deleted: false })
    expect((await audit()).map(({ operation, resource_type }) => `${resource_type} ${operation}`)).toEqual(
      ['Create', 'Deactivate', 'Activate', 'Rename', 'Delete'].map(operation => `VelocitySet ${operation}`),
    )
  })
  it('a draft is dropped by its author alone; what is in force stays', async () => {
    const { id } = await publish(body('Users', [count('perUser')]))
    for (const who of ['engineer', 'colleague'])
      await bench.request(
        'PUT',
        `${path()}/${id}/draft`,
        { body: body('Users', [count('perUser')], { description: who }) },
        who,
      )
    expect(await bench.request('DELETE', `${path()}/${id}/draft`)).toEqual({ deleted: true })
    expect(await bench.request('DELETE', `${path()}/${id}/draft`)).toEqual({ deleted: false })
    expect(await bench.request('GET', `${path()}/${id}`)).toMatchObject({
      version: 1,
      published: { name: 'Users' },
      draft: null,
    })
    expect(await bench.request('GET', `${path()}/${id}`, undefined, 'colleague')).toMatchObject({
      draft: { description: 'colleague' },
    })
    expect((await bench.call('DELETE', `${path()}/${id}/draft`, undefined, 'viewer')).status).toBe(403)
    expect((await bench.call('DELETE', `${path()}/${id}/draft`, undefined, 'outsider')).status).toBe(404)
  })
  it('an edit meets a colleague’s publish, and goes over it when told so', async () => {
    const { id } = await publish(body('Users', [count('perUser')]))
    for (const who of ['engineer', 'colleague'])
      await bench.request(
        'PUT',
        `${path()}/${id}/draft`,
        { body: body('Users', [count('perUser')], { description: who }) },
        who,
      )
    await bench.request('POST', `${path()}/${id}/publish`, { status: 'active', baseVersion: 1 }, 'colleague')
    expect(await bench.call('POST', `${path()}/${id}/publish`, { status: 'active', baseVersion: 1 })).toMatchObject({
      status: 409,
      json: { code: 'version.conflict', details: { changedBy: 'Name of colleague' } },
    })
    expect(
      await bench.request('POST', `${path()}/${id}/publish`, { status: 'active', baseVersion: 1, overwrite: true }),
    ).toMatchObject({ version: 3 })
  })
  it('the names of velocities are unique in their set and environment, in any letter case', async () => {
    await publish(body('Users', [count('perUser')]))
    expect(
      (await bench.call('POST', path(), { setId: randomUUID(), body: body('USERS', [count('other')]) })).status,
    ).toBe(422)
    for (const name of ['PERUSER', 'emailAttempts']) {
      const { id } = await create(body(`Second ${name}`, [count(name)]))
      expect(await bench.call('POST', `${path()}/${id}/publish`, { status: 'active', baseVersion: 0 })).toMatchObject({
        status: 422,
        json: { details: { problems: [{ part: 0, clause: name, code: 'FQL2006' }] } },
      })
    }
    await publish(body('Users', [count('perUser')]), places.eu)
  })
  it('a set with errors is not published, and a set has at most ten velocities', async () => {
    const { id } = await create(
      body('Wrong', [count('fine'), { text: 'SELECT Count() AS x FROM Nowhere GROUPBY @"user.userId"' }]),
    )
    expect(await bench.call('POST', `${path()}/${id}/publish`, { status: 'active', baseVersion: 0 })).toMatchObject({
      status: 422,
      json: { details: { problems: [{ part: 1, code: 'FQL2001' }] } },
    })
    expect(
      (
        await bench.call('POST', path(), {
          setId: randomUUID(),
          body: body(
            'Many',
            Array.from({ length: 11 }, (_, index) => count(`v${index}`)),
          ),
        })
      ).status,
    ).toBe(422)
  })
})

describe('the checker', () => {
  it('the checker says what is missing from each event, and which group is an array', async () => {
    const both = body('Both', [
      { text: 'SELECT Count() AS both FROM Purchase, AccountLogin GROUPBY @"deviceContext.ipAddress"' },
    ])
    expect((await problems(both)).map(({ part, code, severity }) => [part, code, severity])).toEqual([
      [0, 'FQL3001', 'warning'],
    ])
    expect(
      await problems(body('Arrays', [count('cards', 'paymentInstrumentList.merchantPaymentInstrumentId')])),
    ).toMatchObject([{ part: 0, code: 'FQL2012' }])
    expect(
      await problems(
        body('Enriched', [
          {
            text: 'SELECT Count() AS rejected FROM Purchase WHEN @"ruleEvaluation.decision" == "Reject" && @"riskScore" > 900 GROUPBY @"user.userId"',
          },
        ]),
      ),
    ).toEqual([])
    expect(
      await problems(
        body('Linked', [{ text: 'SELECT Count() AS backs FROM Chargeback GROUPBY @"purchase.user.userId"' }]),
      ),
    ).toEqual([])
  })
  it('a set that is edited may keep its names', async () => {
    const { id } = await publish(body('Users', [count('perUser')]))
    expect(await problems(body('Users', [count('perUser')]), id)).toEqual([])
    expect(await problems(body('Users', [count('perUser')]))).toMatchObject([{ code: 'FQL2006' }])
  })
})

describe('in rules', () => {
  it('the count of an event decides the next purchase, in the environment of the set only', async () => {
    await publish(body('Users', [count('perUser')]))
    await bench.publishRule('Often', { c: 'RETURN Reject("often") WHEN Velocity.perUser(@"user.userId", 1h) >= 2' })
    const ann = { user: { userId: `ann ${randomUUID()}` } }
    // An event of a child counts, too.
    await bench.decide(ann, places.eu)
    expect([await bench.decide(ann), await bench.decide(ann)]).toEqual([
      expect.stringMatching(/^Approve/),
      'Reject often',
    ])
    await expect(
      bench.publishRule(
        'Below',
        { c: 'RETURN Reject() WHEN Velocity.perUser(@"user.userId", 1h) >= 2' },
        { environment: places.eu },
      ),
    ).rejects.toThrow(/FQL2007|does not exist/)
  })
  it('a set that is switched off counts nothing, and keeps what it has counted', async () => {
    const { id } = await publish(body('Users', [count('perUser')]))
    const sets = () => bench.engine.resources.velocitySets(places.root).map(({ setId }) => setId)
    const known = bench.engine.resources.check(places.root).velocities?.get('peruser')
    expect(sets()).toContain(id)
    await bench.request('PUT', `${path()}/${id}/status`, { status: 'inactive' })
    expect(sets()).not.toContain(id)
    expect(bench.engine.resources.check(places.root).velocities?.get('peruser')).toEqual(known)
  })
  it('an edit keeps the counts of a name; a name that left begins anew', async () => {
    const { id } = await publish(body('Users', [count('perUser'), count('other')]))
    const idOf = (name: string) => bench.engine.resources.check(places.root).velocities?.get(name.toLowerCase())?.id
    const before = [idOf('perUser'), idOf('other')]
    const edit = async (velocities: VelocitySetBody['velocities'], version: number) => {
      await bench.request('PUT', `${path()}/${id}/draft`, { body: body('Users', velocities) })
      await bench.request('POST', `${path()}/${id}/publish`, { status: 'active', baseVersion: version })
    }
    await edit([count('PerUser', 'user.email')], 1)
    expect([idOf('perUser'), idOf('other')]).toEqual([before[0], undefined])
    await edit([count('perUser'), count('other')], 2)
    expect(idOf('perUser')).toBe(before[0])
    expect(idOf('other')).not.toBe(before[1])
  })
  it('a velocity may read another of its environment, and call a function', async () => {
    await publish(body('Users', [count('perUser')]))
    await publish(
      body('Heavy', [
        {
          text: 'SELECT Count() AS heavy FROM Purchase WHEN Velocity.perUser(@"user.userId", 1d) > 0 GROUPBY @"user.userId"',
        },
      ]),
    )
    await bench.publishRule('Heavy', { c: 'RETURN Reject("heavy") WHEN Velocity.heavy(@"user.userId", 1d) >= 1' })
    const bo = { user: { userId: `bo ${randomUUID()}` } }
    expect(
      [await bench.decide(bo), await bench.decide(bo), await bench.decide(bo)].map(text => text.split(' ')[0]),
    ).toEqual(['Approve', 'Approve', 'Reject'])
  })
})

describe('a count of history', () => {
  const history = async () =>
    (await audit())
      .filter(({ resource_type }) => resource_type === 'VelocityBackfill')
      .map(({ operation, resource_name }) => `${operation} ${resource_name}`)
  it('a count of history is audited when it begins and when it is stopped, once each, whoever stops it', async () => {
    const { id } = await create(body('Users', [count('perUser')]))
    const begin = (baseVersion: number) =>
      bench.request<VelocitySet>('POST', `${path()}/${id}/publish`, { status: 'active', baseVersion, backfill: true })
    expect(await begin(0)).toMatchObject({ backfill: { state: 'waiting' } })
    // A repeat begins no back-fill.
    await begin(0)
    expect(await history()).toEqual(['Start Users'])
    const stop = () => bench.request<VelocitySet>('POST', `${path()}/${id}/backfill/cancel`)
    expect([(await stop()).backfill?.state, (await stop()).backfill?.state]).toEqual(['cancelled', 'cancelled'])
    expect((await history()).toSorted()).toEqual(['Start Users', 'Stop Users'])
    await bench.request('PUT', `${path()}/${id}/draft`, { body: body('Users', [count('perUser', 'user.email')]) })
    await begin(1)
    await bench.request('PUT', `${path()}/${id}/status`, { status: 'inactive' })
    expect((await history()).toSorted()).toEqual(['Start Users', 'Start Users', 'Stop Users', 'Stop Users'])
  })
  it('a count of history neither begins nor ends without its audit line', async () => {
    const { id } = await publish(body('Users', [count('perUser')]))
    await bench.request('PUT', `${path()}/${id}/draft`, { body: body('Users', [count('perUser', 'user.email')]) })
    const refuse = async (operation: string, work: () => Promise<number>) => {
      await sql
        .raw(`alter table audit_log add constraint refused check (operation <> '${operation}') not valid`)
        .execute(bench.bench.store.db)
      try {
        expect(await work()).toBe(500)
      } finally {
        await sql.raw('alter table audit_log drop constraint refused').execute(bench.bench.store.db)
      }
    }
    const state = async () => (await bench.request<VelocitySet>('GET', `${path()}/${id}`)).backfill?.state
    const begin = async () =>
      (await bench.call('POST', `${path()}/${id}/publish`, { status: 'active', baseVersion: 1, backfill: true })).status
    await refuse('Start', begin)
    expect(await state()).toBeUndefined()
    expect(await begin()).toBe(200)
    await refuse('Stop', async () => (await bench.call('POST', `${path()}/${id}/backfill/cancel`)).status)
    expect([await state(), await history()]).toEqual(['waiting', ['Start Users']])
  })
})

describe('in use', () => {
  it('a set is not deleted, and no used velocity leaves it; users are named', async () => {
    const { id } = await publish(body('Users', [count('perUser'), count('free')]))
    await publish(
      body('Heavy', [
        {
          text: 'SELECT Count() AS heavy FROM Purchase WHEN Velocity.perUser(@"user.userId", 1d) > 5 GROUPBY @"user.userId"',
        },
      ]),
    )
    await bench.publishRule('Often', { c: 'RETURN Reject() WHEN Velocity.PerUser(@"user.userId", 1h) > 9' })
    const users = [
      { resource: 'rule', name: 'Often' },
      { resource: 'velocity', name: 'Heavy' },
    ]
    expect(await bench.request('GET', `${path()}/${id}/dependents`)).toMatchObject(users)
    expect(await bench.call('DELETE', `${path()}/${id}`)).toMatchObject({
      status: 409,
      json: {
        code: 'resource.used',
        message: 'perUser, free is used by Often, Heavy.',
        details: { dependents: users },
      },
    })
    await bench.request('PUT', `${path()}/${id}/draft`, { body: body('Users', [count('free')]) })
    expect((await bench.call('POST', `${path()}/${id}/publish`, { status: 'active', baseVersion: 1 })).status).toBe(409)
    await bench.request('PUT', `${path()}/${id}/draft`, { body: body('Users', [count('perUser')]) })
    expect((await bench.call('POST', `${path()}/${id}/publish`, { status: 'active', baseVersion: 1 })).status).toBe(200)
  })
  it('a list that a velocity asks stays', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ listId: randomUUID(), name: 'Staff', description: '' }))
      form.append(name, value)
    form.append('file', new File(['mail\na@x.example\n'], 'staff.csv'))
    const { id } = await bench.request<{ id: string }>('POST', `${places.root}/lists/custom`, form)
    await publish(
      body('Staff', [
        {
          text: 'SELECT Count() AS staffOrders FROM Purchase WHEN ContainsKey("Staff", "mail", @"user.email") GROUPBY @"user.email"',
        },
      ]),
    )
    expect(await bench.request('GET', `${places.root}/lists/custom/${id}/dependents`)).toMatchObject([
      { resource: 'velocity', name: 'Staff', columns: ['mail'] },
    ])
    const staff = { user: { userId: 'u', email: 'a@x.example' } }
    await bench.publishRule('Staff', { c: 'RETURN Review("staff") WHEN Velocity.staffOrders(@"user.email", 1d) > 0' })
    expect([await bench.decide(staff), await bench.decide(staff)]).toEqual([
      expect.stringMatching(/^Approve/),
      'Review staff',
    ])
  })
})

describe('the default sets', () => {
  it('every environment has the four, by ids of its own; they are cloned and never changed', async () => {
    const [root, eu] = [await list(), await list(places.eu)]
    expect(root.map(({ name, system, status }) => [name, system, status])).toEqual(
      defaultVelocitySets.map(({ name }) => [name, true, 'active']),
    )
    expect(root.some(({ id }) => eu.some(each => each.id === id))).toBe(false)
    const id = root[0]?.id ?? ''
    expect(await bench.request('GET', `${path()}/${id}`)).toMatchObject({
      id,
      system: true,
      published: { name: 'Default - Email velocities' },
    })
    for (const refused of [
      await bench.call('PUT', `${path()}/${id}/draft`, { body: body('Mine', [count('mine')]) }),
      await bench.call('DELETE', `${path()}/${id}`),
      await bench.call('PUT', `${path()}/${id}/name`, { name: 'Mine' }),
      await bench.call('PUT', `${path()}/${id}/status`, { status: 'inactive' }),
      await bench.call('POST', `${path()}/${id}/publish`, { status: 'active', baseVersion: 1 }),
    ])
      expect([refused.status, refused.json.code]).toEqual([409, 'velocities.system'])
    const cloneId = randomUUID()
    const clone = await bench.request<VelocitySet>('POST', `${path()}/${id}/clone`, { cloneId })
    expect(await bench.request('POST', `${path()}/${id}/clone`, { cloneId })).toEqual(clone)
    expect(clone).toMatchObject({
      id: cloneId,
      status: 'draft',
      system: false,
      draft: { name: 'Default - Email velocities copy' },
    })
    expect(clone.draft?.velocities[0]?.text).toMatch(/^SELECT Count\(\) AS emailAttempts2/)
    await bench.request('POST', `${path()}/${cloneId}/publish`, { status: 'active', baseVersion: 0 })
    expect(
      (await bench.request<VelocitySet>('POST', `${path()}/${cloneId}/clone`, { cloneId: randomUUID() })).draft,
    ).toMatchObject({ name: 'Default - Email velocities copy copy' })
    expect(await audit()).toHaveLength(1)
    // A long name is cut between two characters, not inside one.
    await bench.request('PUT', `${path()}/${cloneId}/name`, { name: `${'x'.repeat(54)}😀x😀x` })
    expect(
      (await bench.request<VelocitySet>('POST', `${path()}/${cloneId}/clone`, { cloneId: randomUUID() })).draft,
    ).toMatchObject({ name: `${'x'.repeat(54)}😀 copy` })
  })
  it('the default sets are sound texts over purchases and account events', async () => {
    for (const set of defaultVelocitySets) {
      expect(set.velocities).toHaveLength(7)
      expect(
        checkVelocitySet(
          { condition: set.condition, velocities: set.velocities.map(({ text }) => text) },
          { attributes: new Map(), kind: 'velocity' },
        ),
      ).toEqual([])
    }
  })
  it('the default sets count attempts, rejections, amounts and what is distinct, by each entity', async () => {
    const email = `${randomUUID()}@x.example`
    const order = (change: object) =>
      bench.decide({
        user: { userId: 'u1', email },
        deviceContext: { deviceContextId: 'c', ipAddress: '203.0.113.9', externalDeviceId: 'dev-1' },
        totalAmount: 40,
        paymentInstrumentList: [{ merchantPaymentInstrumentId: 'pi-1', type: 'CreditCard', purchaseAmount: 40 }],
        ...change,
      })
    await bench.publishRule('Reject u3', { c: 'RETURN Reject("three") WHEN @"user.userId" == "u3"' })
    for (const userId of ['u1', 'u2', 'u3']) await order({ user: { userId, email } })
    const values = Object.fromEntries(
      defaultVelocitySets[0]?.velocities.map(({ name, measure }) => [name, measure]) ?? [],
    )
    const tried = {
      sample: { payload: { user: { email } }, riskScore: 1 },
      name: 'Try',
      description: '',
      condition: '',
      clauses: [
        {
          name: 'c',
          section: 'prior',
          text: `OBSERVE Output(${Object.keys(values)
            .map(name => `${name} = Velocity.${name}(@"user.email", 1d)`)
            .join(', ')})`,
        },
      ],
    }
    const { result } = await bench.request<{ result: { outputs: { c: Record<string, number> } } }>(
      'POST',
      `${places.root}/rules/purchase/evaluate`,
      { body: tried },
    )
    expect(result.outputs.c).toEqual({
      emailAttempts: 3,
      emailRejections: 1,
      emailAmount: 120,
      emailUsers: 3,
      emailPayments: 1,
      emailIps: 1,
      emailDevices: 1,
    })
  })
})

describe('access', () => {
  it('another tenant sees nothing, another environment has its own, and a reader changes nothing', async () => {
    const { id } = await publish(body('Users', [count('perUser')]))
    expect([
      (await bench.call('GET', path(), undefined, 'outsider')).status,
      (await bench.call('GET', path(places.foreign))).status,
    ]).toEqual([404, 404])
    expect((await bench.call('GET', `${path(places.eu)}/${id}`)).status).toBe(404)
    expect(
      (await bench.call('PUT', `${path(places.eu)}/${id}/draft`, { body: body('Users', [count('perUser')]) })).status,
    ).toBe(404)
    expect((await bench.call('PUT', `${path()}/${id}/status`, { status: 'inactive' }, 'viewer')).status).toBe(403)
    expect((await bench.call('GET', path(), undefined, 'support')).status).toBe(403)
    expect((await bench.call('GET', `${path()}/vocabulary`, undefined, 'viewer')).status).toBe(200)
  })
})

describe('the events behind a value', () => {
  it('the events behind a value are shown to those who may search, in the environment that counted them', async () => {
    await publish(body('Users', [count('perUser')]))
    await bench.decide({ user: { userId: 'shown' } })
    await bench.decide({ user: { userId: 'another' } })
    const query = { velocity: 'perUser', key: 'shown', window: '7d' }
    const found = await bench.request<{ rows: { userId: string; contribution: unknown }[]; complete: boolean }>(
      'POST',
      `${path()}/events`,
      query,
      'support',
    )
    expect(found).toMatchObject({ complete: true, rows: [{ userId: 'shown' }] })
    expect(found.rows).toHaveLength(1)
    expect(await bench.request('POST', `${path()}/events`, { ...query, key: 'nobody' }, 'support')).toMatchObject({
      rows: [],
      complete: true,
    })
    const status = async (environment: string, who: string, more: object = {}) =>
      (await bench.call('POST', `${path(environment)}/events`, { ...query, ...more }, who)).status
    expect([
      await status(places.root, 'support', { velocity: 'noSuch' }),
      await status(places.eu, 'support'),
      await status(places.root, 'outsider'),
      await status(places.foreign, 'outsider'),
    ]).toEqual([404, 404, 404, 404])
    expect(await status(places.root, 'support', { window: '91d' })).toBe(422)
  })
})

it('an uploaded event is not among those behind a value', async () => {
  await publish(body('Users', [count('perUser')]))
  await bench.decide({ user: { userId: 'uploader' } })
  const at = new Date('2025-11-20T11:00:00Z')
  const uploaded = {
    ...uploadedEvent(places.root, 'uploaded', at),
    request: { purchaseId: 'uploaded', user: { userId: 'uploader' } },
    entities: [{ type: 'user' as const, value: 'uploader', display: 'uploader' }],
  }
  await bench.bench.store.db
    .transaction()
    .execute(trx =>
      storeUploadedEvents(trx, places.root, 'purchase', { correlationId: 'upload:1', events: [uploaded] }),
    )
  const query = { velocity: 'perUser', key: 'uploader', window: '7d' }
  const { rows } = await bench.request<{ rows: { externalId: string }[] }>('POST', `${path()}/events`, query, 'support')
  expect(rows.map(({ externalId }) => externalId)).toEqual([expect.not.stringContaining('uploaded')])
  // The latest events are read, too, where those of the key are not all that was counted.
  await bench.bench.store.db.deleteFrom('event_entity').execute()
  const again = await bench.request<{ rows: object[] }>('POST', `${path()}/events`, query, 'support')
  expect(again.rows).toEqual(rows)
})

describe('the health of velocities', () => {
  const health = () => bench.request<VelocityHealth>('GET', `${path()}/health`, undefined, 'viewer')
  it('the health of velocities counts what was read, what is counted, and the reads that failed by their cause', async () => {
    await publish(body('Users', [count('perUser')]))
    const before = await health()
    const read = () =>
      bench.request<{ values: { value: number | null }[] }>('POST', `${path()}/read`, {
        reads: [{ velocity: 'perUser', key: randomUUID(), window: '7d' }],
      })
    expect((await read()).values).toMatchObject([{ value: 0 }])
    const after = await health()
    expect(after).toEqual({ ...before, reads: before.reads + 1, buckets: after.buckets })
    await sql`alter table velocity_hour rename to velocity_hour_away`.execute(bench.bench.store.db)
    try {
      expect((await read()).values).toMatchObject([{ value: null }])
    } finally {
      await sql`alter table velocity_hour_away rename to velocity_hour`.execute(bench.bench.store.db)
    }
    expect(await health()).toMatchObject({
      reads: before.reads + 2,
      failures: { ...before.failures, database: before.failures.database + 1 },
    })
  })
})
