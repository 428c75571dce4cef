import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Application, type Applications, directoryRoles, newSecret } from '../../contract/index.ts'
import { createConsoleApi } from '../../http/console-api/console-api.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { issueApplicationToken } from '../../kernel/identity/application-tokens.ts'
import { loadKeys } from '../../kernel/identity/signing-keys.ts'
import { createTenantDirectory } from '../../kernel/identity/tenant-directory.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  for (const name of ['admin', 'local'])
    Object.assign(bench.person(name), { wids: [directoryRoles.applicationAdministrator] })
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.store.db.deleteFrom('api_client').execute()
  await bench.store.db.deleteFrom('audit_log').execute()
})

const pathOf = (environment: string, rest = '') => `/environments/${environment}/applications${rest}`
const create = (
  more: object = {},
  { as = 'admin', environment = places.root as string, id = randomUUID() as string } = {},
) =>
  bench.call(as, 'PUT', pathOf(environment, `/${id}`), {
    name: 'Checkout',
    roles: ['RiskApi'],
    secret: newSecret(),
    ...more,
  })
const created = async (...options: Parameters<typeof create>): Promise<Application> => {
  const answer = await create(...options)
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return answer.json as Application
}
const list = async (environment: string, as = 'admin') =>
  (await bench.call(as, 'GET', pathOf(environment))).json as Applications

/** Requests a token as an application does. */
async function tokenFor(clientId: string, secret: string) {
  const origin = 'https://risk.example.com'
  const { status } = await issueApplicationToken(
    {
      tenant: places.tenant,
      version: 'v2',
      origin,
      form: new Map(
        Object.entries({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: secret,
          scope: `${origin}/.default`,
        }),
      ),
    },
    {
      db: bench.store.db,
      clock: () => now,
      newId: () => randomUUID(),
      keys: await loadKeys({ db: bench.store.db, log: silentLog, secretKey: null }),
      tenants: createTenantDirectory(bench.store.db, () => now),
      audiencesFor: () => new Map([[origin, 'both' as const]]),
      issuerOf: (from, tenant) => `${from}/${tenant}`,
    },
  )
  return status
}

describe('applications', () => {
  it('an application is created with the secret of the caller, and listed where it may call', async () => {
    const secret = newSecret()
    const made = await created({ secret })
    expect(made).toMatchObject({ name: 'Checkout', environmentId: places.root, roles: ['Risk_API'] })
    expect(made.credentials).toMatchObject([
      { kind: 'secret', createdAt: now.toISOString(), expiresAt: '2027-11-20T12:34:56.000Z', lastUsedAt: null },
    ])
    expect(await list(places.eu)).toMatchObject({ applications: [{ clientId: made.clientId }], mayCreate: true })
    expect((await list(places.box)).applications).toEqual([])
    expect(JSON.stringify(await list(places.root))).not.toContain(secret)
    expect(await tokenFor(made.clientId, newSecret())).toBe(401)
    expect((await list(places.root)).applications[0]?.credentials[0]?.lastUsedAt).toBeNull()
    expect(await tokenFor(made.clientId, secret)).toBe(200)
    expect((await list(places.root)).applications[0]?.credentials[0]?.lastUsedAt).toBe(now.toISOString())
  })

  it('roles of a sandbox have its names', async () => {
    const made = await created({ roles: ['RiskApi', 'ProvisioningApi'] }, { environment: places.box })
    expect(made.roles).toEqual(['Sandbox_Provisioning_API', 'Sandbox_Risk_API'])
  })

  it('a secret is replaced without a gap: two are valid, a third one is refused, each is removed by itself', async () => {
    const [first, second] = [newSecret(), newSecret()]
    const { clientId, credentials } = await created({ secret: first })
    const add = (secret: string) => bench.call('admin', 'POST', pathOf(places.root, `/${clientId}/secrets`), { secret })
    expect((await add(second)).status).toBe(200)
    expect([await tokenFor(clientId, first), await tokenFor(clientId, second)]).toEqual([200, 200])
    expect(await add(newSecret())).toMatchObject({
      status: 409,
      body: { code: 'applications.secretLimit', details: { limit: 2 } },
    })
    const removal = pathOf(places.root, `/${clientId}/credentials/${credentials[0]?.id ?? ''}`)
    const removed = await bench.call('admin', 'DELETE', removal)
    expect((removed.json as Application).credentials).toHaveLength(1)
    expect([await tokenFor(clientId, first), await tokenFor(clientId, second)]).toEqual([401, 200])
    expect((await bench.call('admin', 'DELETE', removal)).status).toBe(404)
  })

  it('the tokens of a removed credential end with their hour, or with it where the caller asks for that', async () => {
    const remove = async (body: object | undefined, as = 'admin', environment: string = places.root) => {
      const { clientId, credentials } = await created()
      const path = pathOf(environment, `/${clientId}/credentials/${credentials[0]?.id ?? ''}`)
      return { ...(await bench.call(as, 'DELETE', path, body)), clientId, credentialId: credentials[0]?.id }
    }
    const ended = () => bench.store.db.selectFrom('revoked_credential').selectAll().execute()
    await bench.store.db.deleteFrom('revoked_credential').execute()
    for (const body of [undefined, { tokens: 'expire' }]) expect((await remove(body)).status).toBe(200)
    expect(await ended()).toEqual([])
    const refused = [
      await remove({ tokens: 'now' }),
      await remove({ tokens: 'end' }, 'viewer'),
      await remove({ tokens: 'end' }, 'admin', places.eu),
      await remove({ tokens: 'end' }, 'outsider'),
      await remove({ tokens: 'end' }, 'outsider', places.foreign),
    ]
    expect(refused.map(({ status }) => status)).toEqual([422, 403, 404, 404, 404])
    expect(await ended()).toEqual([])
    await bench.store.db.deleteFrom('audit_log').execute()
    const { clientId, credentialId } = await remove({ tokens: 'end' })
    expect(await ended()).toEqual([{ credential_id: credentialId, client_id: clientId, revoked_at: now }])
    const log = await bench.store.db
      .selectFrom('audit_log')
      .select(['operation', 'after'])
      .orderBy('operation')
      .execute()
    expect(log).toMatchObject([{ operation: 'Create' }, { operation: 'Update', after: { tokens: 'end' } }])
  })

  it('roles are replaced, and provisioning stays on roots', async () => {
    const { clientId } = await created()
    const update = (roles: string[], environment: string = places.root) =>
      bench.call('admin', 'PATCH', pathOf(environment, `/${clientId}`), { roles })
    expect((await update(['ProvisioningApi'])).json).toMatchObject({ roles: ['Provisioning_API'] })
    expect(await update(['RiskApi'], places.eu)).toMatchObject({ status: 404 })
    const { clientId: below } = await created({}, { environment: places.eu })
    const refused = await bench.call('admin', 'PATCH', pathOf(places.eu, `/${below}`), { roles: ['ProvisioningApi'] })
    expect(refused).toMatchObject({ status: 422, body: { details: { issues: [{ path: ['roles'] }] } } })
  })

  it('a removed application gets no tokens, and neither roles nor credentials remain', async () => {
    const secret = newSecret()
    const { clientId } = await created({ secret })
    expect(await bench.call('admin', 'DELETE', pathOf(places.root, `/${clientId}`))).toMatchObject({
      status: 200,
      json: { removed: true },
    })
    expect(await tokenFor(clientId, secret)).toBe(401)
    expect(await bench.store.db.selectFrom('api_client_credential').selectAll().execute()).toEqual([])
    expect(
      await bench.store.db.selectFrom('principal').select('id').where('username', '=', clientId).execute(),
    ).toEqual([])
    expect((await bench.call('admin', 'DELETE', pathOf(places.root, `/${clientId}`))).status).toBe(404)
  })

  it('what is not well-formed is refused by its field', async () => {
    const wrong: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(94) }, 'name'],
      [{ name: 'two\nlines' }, 'name'],
      [{ roles: [] }, 'roles'],
      [{ roles: ['ProductAdmin'] }, 'roles'],
      [{ secret: 'short' }, 'secret'],
      [{ secret: 'ab'.repeat(20) }, 'secret'],
      [{ secret: `${newSecret().slice(1)}&` }, 'secret'],
    ]
    for (const [more, field] of wrong) {
      const { status, json } = await create(more)
      const { issues } = (json as { details: { issues: { path: string[] }[] } }).details
      expect([more, status, issues[0]?.path[0]]).toEqual([more, 422, field])
    }
    expect((await create({ name: 'x'.repeat(93) })).status).toBe(200)
    const { clientId } = await created()
    expect(await create({}, { id: clientId })).toMatchObject({ status: 409, body: { code: 'applications.exists' } })
  })

  it('creating one needs a directory role besides the right, and removing a credential needs the right alone', async () => {
    const { clientId, credentials } = await created()
    expect(await list(places.root, 'engineer')).toMatchObject({ mayCreate: false })
    expect(await create({}, { as: 'engineer' })).toMatchObject({
      status: 403,
      body: { code: 'applications.directoryRole' },
    })
    expect(
      await bench.call('engineer', 'POST', pathOf(places.root, `/${clientId}/secrets`), { secret: newSecret() }),
    ).toMatchObject({ status: 403, body: { code: 'applications.directoryRole' } })
    expect(await create({}, { as: 'viewer' })).toMatchObject({
      status: 403,
      body: { details: { capability: 'integration.apps', required: 'write' } },
    })
    expect((await bench.call('support', 'GET', pathOf(places.root))).status).toBe(403)
    const removal = pathOf(places.root, `/${clientId}/credentials/${credentials[0]?.id ?? ''}`)
    expect((await bench.call('engineer', 'DELETE', removal)).status).toBe(200)
  })

  it('where sign-ins name no directory roles, administrators stand in', async () => {
    const app = createConsoleApi({
      ports: { db: bench.store.db, clock: () => now, newId: () => randomUUID(), log: silentLog },
      engine: bench.engine,
      version: '0.0.0',
      hasDirectoryRoles: false,
      verifier: { user: name => Promise.resolve({ ...bench.person(name), wids: [] }) },
    })
    const statusOf = async (as: string) => {
      const path = `/api/console/v1${pathOf(places.root, `/${randomUUID()}`)}`
      const body = JSON.stringify({ name: 'Checkout', roles: ['RiskApi'], secret: newSecret() })
      const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' }
      return (await app.request(path, { method: 'PUT', headers, body })).status
    }
    expect([await statusOf('admin'), await statusOf('engineer')]).toEqual([200, 403])
  })

  it('an application is changed where it was created, by nobody elsewhere', async () => {
    const above = await created()
    const foreign = pathOf(places.foreign, `/${above.clientId}`)
    for (const path of [pathOf(places.eu, `/${above.clientId}`), pathOf(places.us, `/${above.clientId}`)])
      expect((await bench.call('admin', 'DELETE', path)).status).toBe(404)
    expect(
      (await bench.call('local', 'POST', pathOf(places.eu, `/${above.clientId}/secrets`), { secret: newSecret() }))
        .status,
    ).toBe(404)
    expect((await bench.call('local', 'DELETE', pathOf(places.root, `/${above.clientId}`))).status).toBe(404)
    expect((await bench.call('outsider', 'DELETE', foreign)).status).toBe(404)
    expect((await bench.call('outsider', 'DELETE', pathOf(places.root, `/${above.clientId}`))).status).toBe(404)
    expect((await list(places.foreign, 'outsider')).applications).toEqual([])
    expect((await list(places.root)).applications).toHaveLength(1)
  })

  it('changes are logged without a secret, and a repeat after a lost answer is one change', async () => {
    const [secret, id, key] = [newSecret(), randomUUID(), randomUUID()]
    const send = () =>
      bench.call(
        'admin',
        'PUT',
        pathOf(places.root, `/${id}`),
        { name: 'Checkout', roles: ['RiskApi'], secret },
        { headers: { 'idempotency-key': key } },
      )
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    await bench.call('admin', 'PATCH', pathOf(places.root, `/${id}`), { roles: ['ProvisioningApi'] })
    await bench.call('admin', 'DELETE', pathOf(places.root, `/${id}`))
    const log = await bench.store.db
      .selectFrom('audit_log')
      .select(['operation', 'resource_type', 'resource_name', 'environment_id', 'before', 'after'])
      .orderBy('operation')
      .execute()
    expect(log.map(each => each.operation)).toEqual(['Create', 'Delete', 'Update'])
    expect(log[2]).toMatchObject({
      resource_type: 'ApplicationAccess',
      resource_name: 'Checkout',
      environment_id: places.root,
      before: { roles: ['Risk_API'] },
      after: { roles: ['Provisioning_API'] },
    })
    const stored = JSON.stringify([log, await bench.store.db.selectFrom('repeated_call').selectAll().execute()])
    expect(stored).not.toContain(secret)
  })
})
