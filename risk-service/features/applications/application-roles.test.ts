import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Application,
  type Applications,
  directoryRoles,
  type FoundApplication,
  newSecret,
  type RoleId,
} from '../../contract/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  Object.assign(bench.person('admin'), { wids: [directoryRoles.applicationAdministrator] })
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.store.db.deleteFrom('api_client').execute()
  await bench.store.db.deleteFrom('audit_log').execute()
})

const pathOf = (environment: string, rest = '') => `/environments/${environment}/applications${rest}`
const send = (as: string, method: string, environment: string, id: string, body?: object) =>
  bench.call(as, method, pathOf(environment, `/${id}`), body)
const create = (as: string, roles: string[], environment: string = places.root, id: string = randomUUID()) =>
  send(as, 'PUT', environment, id, { name: 'Checkout', roles, secret: newSecret() })
async function created(roles: string[], environment: string = places.root): Promise<Application> {
  const answer = await create('admin', roles, environment)
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return answer.json as Application
}
const list = async (environment: string, as = 'admin') =>
  (await bench.call(as, 'GET', pathOf(environment))).json as Applications

/** Gives somebody one role, and the directory role that registers applications. */
function become(role: RoleId, environmentId: string | null = places.root): void {
  const assignments = [{ role, environmentId }]
  Object.assign(bench.person('colleague'), { assignments, wids: [directoryRoles.applicationAdministrator] })
}
async function assign(clientId: string, environmentId: string, role: string): Promise<void> {
  const { db } = bench.store
  const { tenant_id, principal_id } = await db
    .selectFrom('api_client')
    .select(['tenant_id', 'principal_id'])
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('role_assignment')
    .values({ tenant_id, principal_id, environment_id: environmentId, role })
    .execute()
}

const refusal = (role: string) => ({
  status: 403,
  body: { code: 'applications.roleAssignment', message: expect.stringContaining(role) },
})

describe('the roles of applications', () => {
  it.each<RoleId>(['TechnicalDeveloper', 'FraudEngineer', 'AllAreasEditor', 'PSPAdmin'])(
    'are neither assigned nor revoked by %s, with the directory role too',
    async role => {
      become(role)
      expect((await list(places.root, 'colleague')).mayAssign).toEqual([])
      expect(await create('colleague', ['RiskApi'])).toMatchObject(refusal('Risk_API'))
      const { clientId } = await created(['RiskApi'])
      const update = (roles: string[]) => send('colleague', 'PATCH', places.root, clientId, { roles })
      expect(await update(['RiskApi', 'ProvisioningApi'])).toMatchObject(refusal('Provisioning_API'))
      expect(await update(['ProvisioningApi'])).toMatchObject(refusal('Risk_API'))
      expect((await update(['RiskApi'])).status).toBe(200)
      expect(await send('colleague', 'DELETE', places.root, clientId)).toMatchObject(refusal('Risk_API'))
      // Whoever knows a secret acts with the roles of the application.
      const secret = { secret: newSecret() }
      expect(await bench.call('colleague', 'POST', pathOf(places.root, `/${clientId}/secrets`), secret)).toMatchObject(
        refusal('Risk_API'),
      )
      expect((await list(places.root)).applications).toMatchObject([{ clientId, roles: ['Risk_API'] }])
    },
  )

  it.each<[RoleId, string | null]>([
    ['ProductAdmin', null],
    ['AllAreasAdmin', places.root],
  ])('are assigned and revoked by %s', async (role, environmentId) => {
    become(role, environmentId)
    expect((await list(places.root, 'colleague')).mayAssign).toEqual(['RiskApi', 'ProvisioningApi'])
    const made = (await create('colleague', ['RiskApi'])).json as Application
    const updated = await send('colleague', 'PATCH', places.root, made.clientId, { roles: ['ProvisioningApi'] })
    expect(updated.json).toMatchObject({ roles: ['Provisioning_API'] })
    expect((await send('colleague', 'DELETE', places.root, made.clientId)).status).toBe(200)
  })

  it('in an environment need a role there: one below it is none, and roles elsewhere hold up a removal', async () => {
    become('AllAreasAdmin', places.eu)
    const { clientId } = await created(['RiskApi'], places.eu)
    await assign(clientId, places.us, 'RiskApi')
    expect(await send('colleague', 'DELETE', places.eu, clientId)).toMatchObject(refusal('Risk_API'))
    expect((await send('admin', 'DELETE', places.eu, clientId)).status).toBe(200)
  })

  it('are those of the environment of the application: others stay where they are', async () => {
    const { clientId } = await created(['RiskApi'], places.eu)
    await assign(clientId, places.root, 'ProvisioningApi')
    expect((await list(places.eu)).applications).toMatchObject([
      { roles: ['Risk_API'], elsewhere: [{ environmentId: places.root, roles: ['Provisioning_API'] }] },
    ])
    become('AllAreasAdmin', places.eu)
    expect((await list(places.eu, 'colleague')).applications).toMatchObject([{ roles: ['Risk_API'], elsewhere: [] }])
    const saved = await send('admin', 'PATCH', places.eu, clientId, { roles: ['RiskApi'] })
    expect(saved.json).toMatchObject({ roles: ['Risk_API'], elsewhere: [{ environmentId: places.root }] })
    const rows = await bench.store.db
      .selectFrom('role_assignment')
      .innerJoin('principal', 'principal.id', 'role_assignment.principal_id')
      .select(['environment_id', 'role'])
      .where('username', '=', clientId)
      .orderBy('role')
      .execute()
    expect(rows).toEqual([
      { environment_id: places.root, role: 'ProvisioningApi' },
      { environment_id: places.eu, role: 'RiskApi' },
    ])
    const { before, after } = await bench.store.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('operation', '=', 'Update')
      .executeTakeFirstOrThrow()
    const elsewhere = [{ environmentId: places.root, role: 'Provisioning_API' }]
    expect(before).toMatchObject({ roles: ['Risk_API'], elsewhere })
    expect(after).toMatchObject({ roles: ['Risk_API'], elsewhere })
  })

  it('decide who is listed: of an environment that the caller cannot see, name and roles alone', async () => {
    const { clientId } = await created(['RiskApi', 'ProvisioningApi'])
    await created(['ProvisioningApi'])
    expect((await list(places.root)).applications).toHaveLength(2)
    expect(await list(places.eu)).toMatchObject({ applications: [{ clientId }], unseen: [] })
    const { applications, unseen } = await list(places.eu, 'local')
    expect(applications).toEqual([])
    expect(unseen).toEqual([{ name: 'Checkout', roles: ['Provisioning_API', 'Risk_API'] }])
  })

  it('let an application of a sibling call where they are assigned', async () => {
    const { clientId } = await created(['RiskApi'], places.us)
    expect((await list(places.eu)).applications).toEqual([])
    await assign(clientId, places.eu, 'RiskApi')
    expect((await list(places.eu)).applications).toMatchObject([{ clientId, environmentId: places.us }])
    expect(await list(places.eu, 'local')).toMatchObject({ applications: [], unseen: [{ roles: ['Risk_API'] }] })
  })
})

describe('an application of another environment', () => {
  const find = async (query: string, as = 'admin', environment: string = places.eu) =>
    (
      (await bench.call(as, 'GET', `/environments/${environment}/other-applications?query=${query}`)).json as {
        applications: FoundApplication[]
      }
    ).applications
  const put = (id: string, body: object, { as = 'admin', environment = places.eu as string } = {}) =>
    send(as, 'PUT', environment, `${id}/roles`, { baseRoles: [], roles: ['RiskApi'], ...body })

  it('is found by name or id with its roles here, gets roles, and loses them', async () => {
    const { clientId } = await created(['RiskApi'], places.us)
    await created(['RiskApi'], places.eu)
    expect(await find('heck')).toEqual([{ clientId, name: 'Checkout', environmentId: places.us, roles: [] }])
    expect(await find(clientId.slice(0, 8).toUpperCase())).toHaveLength(1)
    expect([await find('h'), await find('shop')]).toEqual([[], []])
    expect(await put(clientId, {})).toMatchObject({ status: 200, json: { roles: ['Risk_API'] } })
    expect(await find('heck')).toMatchObject([{ roles: ['RiskApi'] }])
    expect((await list(places.eu)).applications.map(each => each.environmentId).toSorted()).toEqual(
      [places.eu, places.us].toSorted(),
    )
    const home = (await list(places.us)).applications
    expect(home).toMatchObject([
      { clientId, roles: ['Risk_API'], elsewhere: [{ environmentId: places.eu, roles: ['Risk_API'] }] },
    ])
    const { environment_id, after } = await bench.store.db
      .selectFrom('audit_log')
      .select(['environment_id', 'after'])
      .where('operation', '=', 'Update')
      .executeTakeFirstOrThrow()
    expect(environment_id).toBe(places.eu)
    expect(after).toMatchObject({ elsewhere: [{ environmentId: places.eu, role: 'Risk_API' }] })
    expect(await put(clientId, { baseRoles: ['RiskApi'], roles: [] })).toMatchObject({
      status: 200,
      json: { roles: [] },
    })
    expect((await list(places.us)).applications).toMatchObject([{ roles: ['Risk_API'], elsewhere: [] }])
  })

  it('is refused who may not assign here, for Provisioning_API below a root, and when somebody was faster', async () => {
    const { clientId } = await created(['RiskApi'], places.us)
    expect(await put(clientId, { roles: ['ProvisioningApi'] })).toMatchObject({ status: 422 })
    expect((await put(clientId, {})).status).toBe(200)
    expect(await put(clientId, {})).toMatchObject({ status: 409, body: { code: 'version.conflict' } })
    expect(await put(clientId, { baseRoles: ['RiskApi'], roles: [] }, { as: 'viewer' })).toMatchObject({ status: 403 })
    become('AllAreasAdmin', places.us)
    expect(await put(clientId, { baseRoles: ['RiskApi'], roles: [] }, { as: 'colleague' })).toMatchObject({
      status: 404,
    })
    become('AllAreasAdmin', places.eu)
    expect(await find('heck', 'colleague')).toEqual([])
    expect(await put(clientId, { baseRoles: ['RiskApi'], roles: [] }, { as: 'colleague' })).toMatchObject({
      status: 404,
    })
    expect(await put(clientId, { roles: [], baseRoles: ['RiskApi'] }, { environment: places.us })).toMatchObject({
      status: 404,
    })
    const foreign = await put(clientId, {}, { as: 'stranger', environment: places.foreign })
    expect([404, 403, 401]).toContain(foreign.status)
    expect(await find('heck')).toMatchObject([{ roles: ['RiskApi'] }])
  })
})
