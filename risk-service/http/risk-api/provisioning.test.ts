import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { TokenError } from '../../ports/index.ts'
import { type RiskApiAnswer, type RiskApiUnderTest, type SendOptions, startRiskApi } from './testing/risk-api-bench.ts'

const path = '/v1.0/Provisioning/Environments'
let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi()
  const good = api.callers.get('good')
  if (!good || good instanceof Error) throw new Error('no caller')
  const [principalId, elsewhere] = [randomUUID(), randomUUID()]
  api.callers.set('prov', { ...good, clientId: 'provisioner', principalId, roles: ['Provisioning_API'] })
  api.callers.set('box', {
    ...good,
    clientId: 'boxer',
    principalId,
    audienceKind: 'sandbox',
    roles: ['Sandbox_Provisioning_API'],
  })
  api.callers.set('unassigned', { ...good, principalId: randomUUID(), roles: ['Provisioning_API'] })
  api.callers.set('elsewhere', { ...good, principalId: elsewhere, roles: ['Provisioning_API'] })
  api.callers.set('stranger', { ...good, tenantId: api.ids.foreign, principalId, roles: ['Provisioning_API'] })
  const give = (environment: string, principal: string) => ({
    tenant_id: api.ids.tenant,
    environment_id: environment,
    principal_id: principal,
    role: 'ProvisioningApi',
  })
  // Without effect on a child: the role is assigned on roots only.
  await api.store.db
    .insertInto('role_assignment')
    .values([give(api.ids.root, principalId), give(api.ids.sandbox, principalId), give(api.ids.child, elsewhere)])
    .execute()
})
afterAll(() => api.close())

const send = (method: string, target: string, body?: unknown, options: SendOptions = {}): Promise<RiskApiAnswer> =>
  api.send(body ?? {}, { path: target, method, token: 'prov', ...options })
const create = (body: Record<string, unknown>, options: SendOptions = {}) =>
  send('POST', path, body, { ...options, headers: { 'x-ms-dfpenvid': api.ids.root, ...options.headers } })
const message = (answer: RiskApiAnswer) => answer.json['Message'] ?? answer.json['message']

let made: string
describe('an application with Provisioning_API', () => {
  it('[spec 3.1] an application with Provisioning_API creates below its root and reads envid, name, status, parentEnvironmentId, geography, friendlyName', async () => {
    const answer = await create({
      name: 'Shop-1',
      friendlyName: 'Shop 1',
      description: 'First',
      tags: ['a'],
      customerApiId: 'shop-1',
      applicationId: null,
    })
    expect(answer.status).toBe(202)
    made = String(answer.json['envid'])
    const entity = {
      envid: made,
      name: 'Shop-1',
      friendlyName: 'Shop 1',
      status: 'New',
      parentEnvironmentId: api.ids.root,
      geography: 'Europe',
      kind: 'production',
      customerApiId: 'shop-1',
      description: 'First',
      tags: ['a'],
    }
    expect(answer.json).toEqual(entity)
    expect((await send('GET', `${path}/${made}`)).json).toEqual(entity)
    expect((await send('GET', `${path}/${made}`, undefined, { headers: { 'x-ms-dfpenvid': '/primary' } })).status).toBe(
      200,
    )
    const line = await api.store.db
      .selectFrom('audit_log')
      .selectAll()
      .where('resource_id', '=', made)
      .executeTakeFirst()
    expect(line).toMatchObject({ operation: 'Create', actor_name: 'provisioner', actor_roles: ['ProvisioningApi'] })
  })
  it('an application with Provisioning_API changes and deletes, and polls until it is gone', async () => {
    const { db } = api.store
    expect((await send('PATCH', `${path}/${made}`, { description: 'x' })).status).toBe(409)
    await db.updateTable('environment').set({ status: 'Active' }).where('id', '=', made).execute()
    const changed = await send('PATCH', `${path}/${made}`, { name: 'Shop-2', tags: ['b'] })
    expect([changed.status, changed.json['name'], changed.json['tags'], changed.json['friendlyName']]).toEqual([
      200,
      'Shop-2',
      ['b'],
      'Shop 1',
    ])
    const deleted = await send('DELETE', `${path}/${made}`)
    expect([deleted.status, deleted.json['status']]).toEqual([202, 'SoftDeleting'])
    await db.updateTable('environment').set({ status: 'Deleted' }).where('id', '=', made).execute()
    expect((await send('GET', `${path}/${made}`)).status).toBe(404)
  })
  it('an application with Provisioning_API names the parent by customer API id and path, in the sandbox as well', async () => {
    expect(
      (await create({ name: 'By-path' }, { headers: { 'x-ms-dfpenvid': '/primary/xyz' } })).json['parentEnvironmentId'],
    ).toBe(api.ids.child)
    expect((await create({ name: 'By-id' }, { headers: { 'x-ms-dfpenvid': 'XYZ' } })).json['parentEnvironmentId']).toBe(
      api.ids.child,
    )
    expect(
      (await create({ name: 'In-box' }, { token: 'box', headers: { 'x-ms-dfpenvid': api.ids.sandbox } })).json['kind'],
    ).toBe('sandbox')
  })
})

describe('refusals', () => {
  test.each<[string, () => Promise<RiskApiAnswer>, number, string | RegExp]>([
    ['without a token', () => create({ name: 'A' }, { token: null }), 401, /Unauthorized/],
    [
      'a Risk_API token',
      () => create({ name: 'A' }, { token: 'good' }),
      403,
      'Forbidden. The application is not assigned the Provisioning_API role for this environment.',
    ],
    ['a role that was assigned nowhere', () => create({ name: 'A' }, { token: 'unassigned' }), 403, /Provisioning_API/],
    [
      'a role that was assigned on a child',
      () => create({ name: 'A' }, { token: 'elsewhere', headers: { 'x-ms-dfpenvid': api.ids.child } }),
      403,
      /Provisioning_API/,
    ],
    ['another tenant', () => create({ name: 'A' }, { token: 'stranger' }), 400, /was not found/],
    [
      'a foreign environment',
      () => create({ name: 'A' }, { headers: { 'x-ms-dfpenvid': api.ids.foreign } }),
      400,
      /was not found/,
    ],
    [
      'a token for the other kind',
      () => create({ name: 'A' }, { headers: { 'x-ms-dfpenvid': api.ids.sandbox } }),
      401,
      /Unauthorized/,
    ],
    ['no parent', () => create({ name: 'A' }, { headers: { 'x-ms-dfpenvid': '' } }), 400, /x-ms-dfpenvid/],
    [
      'a parent that is not Active',
      () => create({ name: 'A' }, { headers: { 'x-ms-dfpenvid': api.ids.stopped } }),
      409,
      'The environment Gone is not active.',
    ],
    [
      'a name of other characters',
      () => create({ name: 'A b' }),
      400,
      'Input validation failed - name: Use only letters, digits, underscores and hyphens.',
    ],
    ['no name', () => create({}), 400, /name/],
    ['a name that is taken', () => create({ name: 'xyz' }), 409, 'This name is already in use.'],
    [
      'a customer API id that is taken',
      () => create({ name: 'A', customerApiId: 'XYZ' }),
      409,
      'This customer API ID is already in use.',
    ],
    [
      'an unknown application',
      () => create({ name: 'A', applicationId: randomUUID() }),
      400,
      'Input validation failed - Enter a valid application ID.',
    ],
    ['an unknown template', () => create({ name: 'A', templateId: 't' }), 400, /Template 't' was not found/],
    [
      'a body that is no object',
      () => api.send(null, { path, token: 'prov', raw: '[]' }),
      400,
      /not a valid JSON object/,
    ],
    ['deleting a root', () => send('DELETE', `${path}/${api.ids.root}`), 403, /Provisioning_API/],
    ['changing a root', () => send('PATCH', `${path}/${api.ids.root}`, { description: 'x' }), 403, /Provisioning_API/],
    ['children left', () => send('DELETE', `${path}/${api.ids.child}`), 409, 'Delete the child environments first.'],
    ['an unknown target', () => send('GET', `${path}/${randomUUID()}`), 404, /was not found/],
    ['a target that is no id', () => send('GET', `${path}/xyz`), 404, /was not found/],
    ['a foreign target', () => send('DELETE', `${path}/${api.ids.foreign}`), 404, /was not found/],
    ['another method', () => send('PUT', path), 405, /PUT/],
    ['a path below', () => send('GET', `${path}/${api.ids.child}/more`), 404, 'The requested path was not found'],
  ])('%s', async (_, ask, status, text) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(message(answer)).toMatch(text)
    expect(answer.headers.get('x-ms-correlation-id')).toBeTruthy()
  })
  it('a Provisioning_API token does not open the risk endpoints, and what is not Active refuses events', async () => {
    expect((await api.send({}, { token: 'prov' })).status).toBe(403)
    const answer = await api.send({ purchaseId: 'p' }, { headers: { 'x-ms-dfpenvid': api.ids.stopped } })
    expect([answer.status, message(answer)]).toEqual([400, "Environment 'Gone' is not active"])
  })
})

it('a call that is refused before its token is valid is no call of a merchant', async () => {
  const expired = (clientId: string) =>
    new TokenError('TokenExpired', 'The token has expired.', { tenantId: api.ids.tenant, clientId })
  api.callers.set('late-operator', expired('operator'))
  api.callers.set('late-shop', expired('shop'))
  expect((await send('POST', path, {}, { token: 'late-operator' })).status).toBe(401)
  expect((await send('POST', '/v1.0/MerchantServices/events/Purchase', {}, { token: 'late-shop' })).status).toBe(401)
  for (const table of ['api_call_minute', 'api_error_minute'] as const) {
    const clients = async () =>
      (await api.store.db.selectFrom(table).select('client_id').execute()).map(({ client_id }) => client_id)
    await expect.poll(clients, { timeout: 15_000, interval: 200 }).toContain('shop')
    expect(await clients()).not.toContain('operator')
  }
})
