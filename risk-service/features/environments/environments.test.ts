import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { places } from '../../http/console-api/testing/console-bench.ts'
import {
  type EnvironmentBench,
  type EnvironmentBenchAnswer,
  openEnvironmentBench,
} from './testing/environment-bench.ts'

let bench: EnvironmentBench
beforeAll(async () => {
  bench = await openEnvironmentBench()
})
afterAll(() => bench.bench.close())

const create = (as: string, body: Record<string, unknown>) =>
  bench.call(as, 'POST', '/environments', { parentId: places.root, ...body })
const reason = (answer: EnvironmentBenchAnswer) => [answer.body['code'], answer.body['message']]
const issueOf = (answer: EnvironmentBenchAnswer) =>
  (answer.body['details'] as { issues: { path: string[]; message: string }[] }).issues[0]

describe('list', () => {
  it('[spec 3.1] the list of environments carries id, name, status, parent, geography, display name and access', async () => {
    const { list } = await bench.call('viewer', 'GET', '/environments')
    expect(list.find(each => each['id'] === places.eu)).toMatchObject({
      id: places.eu,
      name: 'Harbor EU',
      status: 'Active',
      parentId: places.root,
      geography: 'Europe',
      friendlyName: 'Harbor EU',
      hasAccess: true,
      customerApiId: 'Harbor-EU',
      description: '',
      tags: [],
      counterpartId: null,
      failure: null,
      kind: 'production',
    })
  })
  it('[spec 3.2] the list of environments names the path and the ancestors, parents before children', async () => {
    const { list } = await bench.call('viewer', 'GET', '/environments')
    expect(list.map(each => (each['path'] as string[]).join('/'))).toEqual([
      'Harbor',
      'Harbor/Harbor EU',
      'Harbor/Harbor US',
    ])
    expect(list.map(each => each['ancestorIds'])).toEqual([[], [places.root], [places.root]])
  })
  it('the list of environments shows an ancestor without access for the path only', async () => {
    const { list } = await bench.call('local', 'GET', '/environments')
    expect(list.map(each => [each['name'], each['hasAccess'], each['customerApiId']])).toEqual([
      ['Harbor', false, null],
      ['Harbor EU', true, 'Harbor-EU'],
    ])
  })
  it('the list of environments is empty without a role, and never another tenant’s', async () => {
    expect((await bench.call('nobody', 'GET', '/environments')).list).toEqual([])
    expect((await bench.call('outsider', 'GET', '/environments')).list.map(each => each['id'])).toEqual([
      places.foreign,
    ])
  })
})

describe('create', () => {
  it('the creation of an environment adds a child as New, wakes the job, tells and logs it; asking again makes no second one', async () => {
    const id = randomUUID()
    const body = {
      id,
      name: 'Lockers',
      description: ' Parcel lockers ',
      tags: ['pilot', 'pilot'],
      customerApiId: 'lockers',
    }
    const before = bench.woken
    const made = await create('area', body)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      id,
      status: 'New',
      friendlyName: 'Lockers',
      parentId: places.root,
      kind: 'production',
      geography: 'Europe',
      description: 'Parcel lockers',
      tags: ['pilot'],
      customerApiId: 'lockers',
      path: ['Harbor', 'Lockers'],
      ancestorIds: [places.root],
    })
    expect(bench.woken).toBe(before + 1)
    expect(bench.notified).toContain('Lockers: none > New')
    expect((await create('area', body)).body['id']).toBe(id)
    expect(bench.notified.filter(line => line === 'Lockers: none > New')).toHaveLength(1)
    const lines = await bench.bench.store.db.selectFrom('audit_log').selectAll().where('resource_id', '=', id).execute()
    expect(lines).toMatchObject([
      { operation: 'Create', resource_type: 'Environment', actor_roles: ['AllAreasAdmin'], environment_id: id },
    ])
  })
  it('a new environment is traced from its creation on where the one above it is', async () => {
    const { db } = bench.bench.store
    await db
      .insertInto('traced_environment')
      .values({ environment_id: places.root, kinds: ['latency'], row_kinds: ['audit'] })
      .execute()
    const id = randomUUID()
    expect((await create('area', { id, name: 'Traced' })).status).toBe(201)
    const traced = db.selectFrom('traced_environment').selectAll().where('environment_id', '=', id)
    expect(await traced.execute()).toEqual([{ environment_id: id, kinds: ['latency'], row_kinds: ['audit'] }])
    const outbox = db.selectFrom('event_outbox').select('kind').where('environment_id', '=', id)
    expect(await outbox.execute()).toEqual([{ kind: 'audit' }])
    await db.deleteFrom('traced_environment').execute()
  })
  it('the creation of an environment makes the sandbox below the counterpart of the parent, and both know each other', async () => {
    const made = await create('both', {
      name: 'Twin',
      friendlyName: 'Twin shop',
      customerApiId: 'twin',
      withSandbox: true,
    })
    const { list } = await bench.call('admin', 'GET', '/environments')
    const sandbox = list.find(each => each['name'] === 'Twin-sandbox')
    expect(sandbox).toMatchObject({
      kind: 'sandbox',
      parentId: places.box,
      friendlyName: 'Twin shop sandbox',
      customerApiId: 'twin-sandbox',
      counterpartId: made.body['id'],
    })
    expect(list.find(each => each['id'] === made.body['id'])?.['counterpartId']).toBe(sandbox?.['id'])
  })
  it('the creation of an environment makes a root with its kind and geography for a Product admin', async () => {
    const made = await create('admin', {
      parentId: null,
      name: 'Training',
      kind: 'production',
      geography: 'eu',
      withSandbox: true,
    })
    expect(made.body).toMatchObject({ parentId: null, geography: 'eu', kind: 'production', path: ['Training'] })
    expect((await create('admin', { parentId: null, name: 'No-kind', geography: 'eu' })).status).toBe(422)
    expect(issueOf(await create('admin', { parentId: null, name: 'No-place', kind: 'sandbox' }))).toEqual({
      path: ['geography'],
      message: 'Choose where the data is stored.',
    })
    expect(
      issueOf(
        await create('admin', { parentId: null, name: 'Box-box', kind: 'sandbox', geography: 'us', withSandbox: true }),
      )?.path,
    ).toEqual(['withSandbox'])
  })
  it.each([
    ['', 'Enter a name.'],
    ['Harbor EU 2', 'Use only letters, digits, underscores and hyphens.'],
    ['<b>', 'Use only letters, digits, underscores and hyphens.'],
    ['a'.repeat(61), 'At most 60 characters.'],
  ])('[spec 5.1] the creation of an environment refuses the name %j', async (name, message) => {
    const answer = await create('admin', { name })
    expect([answer.status, issueOf(answer)]).toEqual([422, { path: ['name'], message }])
  })
  it('[spec 5.2] the creation of an environment refuses a name that exists, without regard to case and anywhere in the tenant', async () => {
    const answer = await create('admin', { parentId: places.eu, name: 'lockERS' })
    expect([answer.status, ...reason(answer)]).toEqual([409, 'environment.nameInUse', 'This name is already in use.'])
    expect((await create('admin', { name: 'Twin-SANDBOX' })).status).toBe(409)
    expect(reason(await create('admin', { parentId: places.eu, name: 'Other', customerApiId: 'LOCKERS' }))).toEqual([
      'environment.customerApiIdInUse',
      'This customer API ID is already in use.',
    ])
  })
  it('[spec 5.3] the creation of an environment refuses a display name of another pattern', async () => {
    const answer = await create('admin', { name: 'Shown', friendlyName: 'No-hyphens!' })
    expect([answer.status, issueOf(answer)?.path]).toEqual([422, ['friendlyName']])
    expect((await create('admin', { name: 'Shown', friendlyName: 'Shown in 2 words' })).status).toBe(201)
  })
  it.each([
    [{ description: 'x'.repeat(251) }, 'description'],
    [{ tags: Array.from({ length: 11 }, (_, index) => `t${index}`) }, 'tags'],
    [{ tags: ['x'.repeat(33)] }, 'tags'],
    [{ customerApiId: 'a/b' }, 'customerApiId'],
    [{ applicationId: 'shop' }, 'applicationId'],
    [{ applicationId: randomUUID() }, 'applicationId'],
    [{ kind: 'sandbox' }, 'kind'],
    [{ geography: 'ca' }, 'geography'],
    [{ name: 'n'.repeat(53), withSandbox: true }, 'name'],
  ])('the creation of an environment refuses %j', async (body, field) => {
    const answer = await create('admin', { name: 'Refused', ...body })
    expect([answer.status, issueOf(answer)?.path[0]]).toEqual([422, field])
  })
  it('the creation of an environment refuses what the caller may not do, or may not know', async () => {
    expect((await create('editor', { name: 'Forged' })).status).toBe(403)
    expect((await create('viewer', { name: 'Forged' })).body).toMatchObject({
      code: 'forbidden',
      details: { capability: 'environments.child.manage', required: 'write' },
    })
    expect(
      (await create('area', { parentId: null, name: 'Forged', kind: 'production', geography: 'eu' })).body,
    ).toMatchObject({ details: { capability: 'environments.root.manage' } })
    expect((await create('outsider', { name: 'Forged' })).status).toBe(404)
    expect((await create('admin', { parentId: places.foreign, name: 'Forged' })).status).toBe(404)
    // A sandbox would be created where they have no role.
    expect((await create('area', { name: 'Forged', withSandbox: true })).status).toBe(404)
    expect((await create('admin', { id: places.foreign, name: 'Forged' })).body['code']).toBe('environment.idInUse')
  })
  it('the creation of an environment refuses a sandbox when the parent has none, and a child of what is not Active', async () => {
    expect(issueOf(await create('admin', { parentId: places.eu, name: 'Alone', withSandbox: true }))?.message).toBe(
      'The parent has no sandbox environment.',
    )
    const { list } = await bench.call('admin', 'GET', '/environments')
    const waiting = list.find(each => each['status'] === 'New' && each['kind'] === 'production')
    expect((await create('admin', { parentId: waiting?.['id'], name: 'Early' })).body['code']).toBe(
      'environment.notActive',
    )
  })
  it('the creation of an environment nests ten levels and not eleven', async () => {
    let parentId: string = places.us
    for (let level = 3; level <= 10; level++) parentId = await bench.child(`Level-${level}`, { parentId })
    const answer = await create('admin', { parentId, name: 'Level-11' })
    expect([answer.status, answer.body['code']]).toEqual([409, 'environment.levelLimit'])
  })
  it('the creation of an environment keeps to a thousand in a tenant', async () => {
    const { db } = bench.bench.store
    const { count } = await db
      .selectFrom('environment')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', places.tenant)
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: 999 - Number(count) }, () => randomUUID())
    await db
      .insertInto('environment')
      .values(
        ids.map((id, index) => ({
          id,
          tenant_id: places.tenant,
          parent_id: places.root,
          name: `Many-${index}`,
          friendly_name: 'Many',
          api_id: null,
          kind: 'production' as const,
          geography: 'Europe',
          status: 'Active',
        })),
      )
      .execute()
    expect((await create('admin', { name: 'Two', withSandbox: true })).body['code']).toBe('environment.countLimit')
    expect((await create('admin', { name: 'Last' })).status).toBe(201)
    expect((await create('admin', { name: 'Too-many' })).body['code']).toBe('environment.countLimit')
    await db.deleteFrom('environment').where('id', 'in', ids).execute()
  })
})

describe('update', () => {
  it('an update changes name, display name, description and tags, and logs before and after', async () => {
    const id = await bench.child('Draft')
    const { body } = await bench.call('area', 'PATCH', `/environments/${id}`, {
      name: 'Final',
      description: 'Done',
      tags: ['live'],
    })
    expect(body).toMatchObject({
      name: 'Final',
      friendlyName: 'Final',
      description: 'Done',
      tags: ['live'],
      status: 'Active',
    })
    await bench.call('area', 'PATCH', `/environments/${id}`, { friendlyName: 'Final shop' })
    expect((await bench.call('area', 'PATCH', `/environments/${id}`, { name: 'Final2' })).body).toMatchObject({
      name: 'Final2',
      friendlyName: 'Final shop',
    })
    await bench.call('area', 'PATCH', `/environments/${id}`, { name: 'Final2' })
    const lines = await bench.bench.store.db
      .selectFrom('audit_log')
      .selectAll()
      .where('resource_id', '=', id)
      .where('operation', 'in', ['Update', 'Rename'])
      .where('actor_name', '=', 'area')
      .execute()
    expect(lines.map(line => line.operation).sort()).toEqual(['Rename', 'Update', 'Update'])
    expect((await bench.call('area', 'PATCH', `/environments/${id}`, { name: 'Harbor' })).body['code']).toBe(
      'environment.nameInUse',
    )
  })
  it('an update is refused to roles that may not, in foreign places, and while it is not Active', async () => {
    expect(
      (await bench.call('area', 'PATCH', `/environments/${places.root}`, { description: 'Head office' })).status,
    ).toBe(200)
    expect(
      (await bench.call('editor', 'PATCH', `/environments/${places.root}`, { description: 'x' })).body,
    ).toMatchObject({ details: { capability: 'environments.root.update' } })
    expect(
      (await bench.call('editor', 'PATCH', `/environments/${places.eu}`, { description: 'x' })).body,
    ).toMatchObject({ details: { capability: 'environments.child.manage' } })
    expect((await bench.call('local', 'PATCH', `/environments/${places.us}`, { description: 'x' })).status).toBe(404)
    expect((await bench.call('admin', 'PATCH', `/environments/${places.foreign}`, { description: 'x' })).status).toBe(
      404,
    )
    const made = await create('admin', { name: 'Not-yet' })
    expect(
      (await bench.call('admin', 'PATCH', `/environments/${made.body['id']}`, { description: 'x' })).body['code'],
    ).toBe('environment.notActive')
  })
})

describe('delete and retry', () => {
  it('a deletion begins the removal, once, and says so again', async () => {
    const id = await bench.child('Closing')
    expect((await bench.call('area', 'DELETE', `/environments/${id}`)).body).toEqual({ id, status: 'SoftDeleting' })
    expect((await bench.call('area', 'DELETE', `/environments/${id}`)).body).toEqual({ id, status: 'SoftDeleting' })
    expect(bench.notified.filter(line => line.startsWith('Closing: Active >'))).toEqual([
      'Closing: Active > SoftDeleting',
    ])
  })
  it('a deletion keeps parents, the last one, roots from who is no Product admin, and what is being made', async () => {
    const del = (as: string, id: string) => bench.call(as, 'DELETE', `/environments/${id}`)
    expect(reason(await del('admin', places.root))).toEqual([
      'environment.hasChildren',
      'Delete the child environments first.',
    ])
    expect(reason(await del('outsider', places.foreign))).toEqual([
      'environment.lastOfTenant',
      'A tenant needs at least one environment.',
    ])
    expect((await del('area', places.root)).body).toMatchObject({ details: { capability: 'environments.root.manage' } })
    expect((await del('viewer', places.eu)).status).toBe(403)
    expect((await del('admin', places.foreign)).status).toBe(404)
    const made = await create('admin', { name: 'Half-made' })
    expect((await del('admin', String(made.body['id']))).body['code']).toBe('environment.invalidTransition')
  })
  it('a retry is possible only after a failed creation', async () => {
    const id = await bench.child('Sound')
    expect((await bench.call('admin', 'POST', `/environments/${id}/retry`)).body['code']).toBe(
      'environment.invalidTransition',
    )
    const made = await create('admin', { name: 'Fresh' })
    expect((await bench.call('admin', 'POST', `/environments/${made.body['id']}/retry`)).status).toBe(409)
    await bench.bench.store.db
      .updateTable('environment')
      .set({ status: 'CreateFailed', failure: 'timedOut' })
      .where('id', '=', id)
      .execute()
    expect((await bench.call('viewer', 'POST', `/environments/${id}/retry`)).status).toBe(403)
    expect((await bench.call('admin', 'POST', `/environments/${id}/retry`)).body).toMatchObject({
      id,
      status: 'Creating',
      failure: null,
    })
  })
})

describe('[spec 6.5] use of an environment', () => {
  it.each(['New', 'Creating', 'CreateFailed', 'Error', 'SoftDeleting'])(
    'the use of an environment in status %s is answered with 409',
    async status => {
      const { db } = bench.bench.store
      await db.updateTable('environment').set({ status }).where('id', '=', places.eu).execute()
      const answer = await bench.call('admin', 'GET', `/environments/${places.eu}/dashboard`)
      expect([answer.status, answer.body['code']]).toEqual([409, 'environment.notActive'])
      expect((await bench.call('nobody', 'GET', `/environments/${places.eu}/dashboard`)).status).toBe(404)
      await db.updateTable('environment').set({ status: 'Active' }).where('id', '=', places.eu).execute()
      expect((await bench.call('admin', 'GET', `/environments/${places.eu}/dashboard`)).status).toBe(200)
    },
  )
  it.each(['Deleting', 'DeleteFailed', 'Deleted'])(
    'the use of an environment in status %s is as if it did not exist',
    async status => {
      const { db } = bench.bench.store
      await db.updateTable('environment').set({ status }).where('id', '=', places.eu).execute()
      expect((await bench.call('admin', 'GET', `/environments/${places.eu}/dashboard`)).status).toBe(404)
      expect((await bench.call('admin', 'GET', '/environments')).list.some(each => each['id'] === places.eu)).toBe(
        false,
      )
      await db.updateTable('environment').set({ status: 'Active' }).where('id', '=', places.eu).execute()
    },
  )
})
