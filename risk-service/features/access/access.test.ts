import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccessDifference, AccessList, DirectoryEntry, MovingInReport, RoleId } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  bench.person('local').assignments = [{ role: 'ManualReviewFraudManager', environmentId: places.eu }]
})
afterAll(() => bench.close())

const ids = { ann: randomUUID(), ben: randomUUID(), night: randomUUID() }
beforeEach(async () => {
  const { db } = bench.store
  for (const table of ['invitation', 'role_assignment', 'role_use', 'group_member', 'audit_log'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('principal').execute()
  await addPrincipal(ids.ann, 'Ann Alder')
  await addPrincipal(ids.ben, 'Ben Birch')
  await addPrincipal(ids.night, 'Night shift', 'group')
  // Whoever signs in has a row, and the administrator its assignment.
  await addPrincipal(bench.person('admin').id, 'Name of admin')
  await assign(bench.person('admin').id, 'ProductAdmin', null)
})

const addPrincipal = (id: string, name: string, kind: 'user' | 'group' = 'user', tenantId: string = places.tenant) =>
  bench.store.db
    .insertInto('principal')
    .values({
      tenant_id: tenantId,
      id,
      kind,
      name,
      username: kind === 'user' ? `${name.split(' ')[0]?.toLowerCase()}@example.com` : '',
    })
    .execute()
const assign = (principalId: string, role: RoleId, environmentId: string | null, more: object = {}) =>
  bench.store.db
    .insertInto('role_assignment')
    .values({ tenant_id: places.tenant, principal_id: principalId, role, environment_id: environmentId, ...more })
    .execute()

const pathOf = (environment: string, rest = '') => `/environments/${environment}/access${rest}`
const list = async (environment: string = places.eu, as = 'admin') =>
  (await bench.call(as, 'GET', pathOf(environment))).json as AccessList
/** Rows as name, roles and source. */
const rows = async (environment: string = places.eu) =>
  (await list(environment)).entries.map(({ name, roles, source }) => [name, roles.map(({ role }) => role), source])
const grant = (body: object, { as = 'admin', environment = places.eu as string } = {}) =>
  bench.call(as, 'POST', pathOf(environment, '/roles'), { principals: [], addresses: [], ...body })
const edit = (
  principalId: string,
  body: { baseRoles: RoleId[]; roles: RoleId[] },
  { as = 'admin', environment = places.eu as string } = {},
) => bench.call(as, 'PUT', pathOf(environment, `/principals/${principalId}/roles`), body)
const revoke = (entries: object[], { as = 'admin', environment = places.eu as string } = {}) =>
  bench.call(as, 'POST', pathOf(environment, '/revoke'), { entries })
/** Whether a statement waits for a lock. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    bench.store.db,
  )
  return rows.length > 0
}
const audit = () =>
  bench.store.db
    .selectFrom('audit_log')
    .select(['operation', 'resource_type', 'resource_id', 'resource_name', 'before', 'after', 'environment_id'])
    .orderBy('operation')
    .execute()

describe('the list of access', () => {
  it('names who has roles here, in the environments above and in the whole tenant, and where from', async () => {
    await assign(ids.ann, 'SupportAgent', places.eu)
    await assign(ids.ann, 'AllAreasViewer', places.root)
    await assign(ids.night, 'ManualReviewAnalyst', places.root)
    await assign(ids.ben, 'FraudEngineer', places.us)
    await bench.store.db
      .insertInto('group_member')
      .values([ids.ann, ids.ben].map(member => ({ tenant_id: places.tenant, group_id: ids.night, member_id: member })))
      .execute()
    expect(await rows()).toEqual([
      ['Ann Alder', ['SupportAgent'], 'environment'],
      ['Ann Alder', ['AllAreasViewer'], 'inherited'],
      ['Night shift', ['ManualReviewAnalyst'], 'inherited'],
      ['Name of admin', ['ProductAdmin'], 'tenant'],
    ])
    const answer = await list()
    expect(answer.entries[1]).toMatchObject({ environmentId: places.root, username: 'ann@example.com', members: null })
    expect(answer.entries[2]).toMatchObject({ kind: 'group', username: '', members: 2 })
    expect(answer.invitationUrl).toContain(`/${places.tenant}/`)
  })

  it('offers a manager of manual review exactly three roles, and who may only read none', async () => {
    expect((await list(places.eu, 'local')).assignable).toEqual([
      'ManualReviewAnalyst',
      'ManualReviewSeniorAnalyst',
      'ManualReviewFraudManager',
    ])
    expect((await list(places.eu, 'viewer')).assignable).toEqual([])
    expect((await list()).assignable).toHaveLength(9)
  })

  it('proposes a role for removal after 90 days without use, and not before that can be known', async () => {
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
    const recorded = (days: number) => ({ use_recorded_from: daysAgo(days) })
    await assign(ids.ann, 'FraudEngineer', places.eu, recorded(91))
    await assign(ids.ann, 'SupportAgent', places.eu, recorded(89))
    await assign(ids.ben, 'FraudEngineer', places.eu, recorded(200))
    await assign(ids.ben, 'SupportAgent', places.eu, recorded(200))
    const used = (role: string, days: number) => ({
      tenant_id: places.tenant,
      principal_id: ids.ben,
      role,
      environment_id: places.eu,
      used_on: daysAgo(days).toISOString().slice(0, 10),
    })
    await bench.store.db
      .insertInto('role_use')
      .values([used('FraudEngineer', 92), used('SupportAgent', 89)])
      .execute()
    const unused = (await list()).entries.flatMap(({ name, roles }) =>
      roles.filter(role => role.unused).map(({ role, usedOn }) => [name, role, usedOn]),
    )
    expect(unused).toEqual([
      ['Ann Alder', 'FraudEngineer', null],
      ['Ben Birch', 'FraudEngineer', used('', 92).used_on],
    ])
  })

  it('counts a call for the role that gives least beside it', async () => {
    const { id } = bench.person('engineer')
    bench.person('engineer').assignments = [
      { role: 'FraudEngineer', environmentId: places.root },
      { role: 'AllAreasEditor', environmentId: places.root },
    ]
    expect((await bench.call('engineer', 'GET', `/environments/${places.eu}/rules/purchase`)).status).toBe(200)
    expect(
      await bench.store.db.selectFrom('role_use').selectAll().where('principal_id', '=', id).execute(),
    ).toMatchObject([{ role: 'FraudEngineer', environment_id: places.root }])
    bench.person('engineer').assignments = [{ role: 'FraudEngineer', environmentId: places.root }]
  })
})

describe('the directory', () => {
  const find = async (query: string) =>
    ((await bench.call('admin', 'POST', pathOf(places.eu, '/people'), { query })).json as { people: DirectoryEntry[] })
      .people

  it('finds people and groups by a part of the name or address, with the roles that they have here', async () => {
    await assign(ids.ann, 'SupportAgent', places.eu)
    await assign(ids.ann, 'AllAreasViewer', places.root)
    await addPrincipal(randomUUID(), 'Anna Foreign', 'user', places.other)
    expect(await find('alder')).toEqual([
      { principalId: ids.ann, kind: 'user', name: 'Ann Alder', username: 'ann@example.com', roles: ['SupportAgent'] },
    ])
    expect((await find('BEN@')).map(({ name }) => name)).toEqual(['Ben Birch'])
    expect(await find('night')).toMatchObject([{ kind: 'group', username: '' }])
    expect(await find('a')).toEqual([])
    expect(await find('%')).toEqual([])
  })
})

describe('assigning roles', () => {
  it('adds roles to several people and groups, and writes the change as sorted lists of names', async () => {
    await assign(ids.ben, 'SupportAgent', places.eu)
    const answer = await grant({
      principals: [
        { principalId: ids.ann, baseRoles: [] },
        { principalId: ids.ben, baseRoles: ['SupportAgent'] },
        { principalId: ids.night, baseRoles: [] },
      ],
      roles: ['ManualReviewAnalyst'],
    })
    expect([answer.status, answer.json]).toEqual([200, { changed: 3, invited: 0 }])
    expect(await rows()).toEqual([
      ['Ann Alder', ['ManualReviewAnalyst'], 'environment'],
      ['Ben Birch', ['SupportAgent', 'ManualReviewAnalyst'], 'environment'],
      ['Night shift', ['ManualReviewAnalyst'], 'environment'],
      ['Name of admin', ['ProductAdmin'], 'tenant'],
    ])
    expect((await list()).entries[0]?.roles[0]).toMatchObject({ assignedBy: 'Name of admin', unused: false })
    expect(await audit()).toMatchObject([
      { operation: 'Create', resource_type: 'UserAccess', before: [], after: ['ManualReviewAnalyst'] },
      { operation: 'Create', resource_name: 'Night shift', environment_id: places.eu },
      {
        operation: 'Update',
        resource_id: ids.ben,
        resource_name: 'Ben Birch',
        before: ['SupportAgent'],
        after: ['ManualReviewAnalyst', 'SupportAgent'],
      },
    ])
  })

  it('assigns Product admin for the whole tenant', async () => {
    expect(
      (await grant({ principals: [{ principalId: ids.ann, baseRoles: [] }], roles: ['ProductAdmin'] })).status,
    ).toBe(200)
    expect(await rows(places.us)).toEqual([
      ['Ann Alder', ['ProductAdmin'], 'tenant'],
      ['Name of admin', ['ProductAdmin'], 'tenant'],
    ])
  })

  it('names the roles of a sandbox by their twins in the log', async () => {
    const principals = [{ principalId: ids.ann, baseRoles: [] }]
    expect((await grant({ principals, roles: ['SupportAgent'] }, { environment: places.box })).status).toBe(200)
    expect((await audit())[0]).toMatchObject({ after: ['Sandbox_SupportAgent'], environment_id: places.box })
  })

  it('refuses nobody, no role, an address that is none, and who has the roles already, and names the field', async () => {
    await assign(ids.ann, 'SupportAgent', places.eu)
    const refused = async (body: object) => {
      const { status, body: answer } = await grant(body)
      const { issues } = (answer as { details?: { issues?: { path: unknown[]; code?: string }[] } }).details ?? {}
      return [status, issues?.[0]?.path, issues?.[0]?.code]
    }
    const ann = [{ principalId: ids.ann, baseRoles: ['SupportAgent'] }]
    expect(await refused({ roles: ['SupportAgent'] })).toEqual([422, ['principals'], undefined])
    expect(await refused({ principals: ann, roles: [] })).toEqual([422, ['roles'], undefined])
    expect(await refused({ addresses: ['no address'], roles: ['SupportAgent'] })).toEqual([
      422,
      ['addresses', 0],
      undefined,
    ])
    expect(await refused({ principals: ann, roles: ['SupportAgent'] })).toEqual([
      422,
      ['principals', 0],
      'roles.assigned',
    ])
    expect(await audit()).toEqual([])
  })

  it('refuses a role that the caller may not assign with 403, for a forged request too', async () => {
    const ann = [{ principalId: ids.ann, baseRoles: [] }]
    for (const role of ['AllAreasAdmin', 'AllAreasEditor', 'ProductAdmin', 'RiskApi'] as const)
      expect(await grant({ principals: ann, roles: [role] }, { as: 'local' })).toMatchObject({
        status: 403,
        body: { code: 'access.roleAssignment' },
      })
    // One role that may not be assigned refuses all.
    expect(
      (await grant({ principals: ann, roles: ['ManualReviewAnalyst', 'AllAreasEditor'] }, { as: 'local' })).status,
    ).toBe(403)
    expect((await grant({ principals: ann, roles: ['ManualReviewAnalyst'] }, { as: 'local' })).status).toBe(200)
    // Neither may anybody assign a role of the other family, or one of applications.
    for (const role of ['PSPAdmin', 'RiskApi'] as const)
      expect((await grant({ principals: [{ principalId: ids.ben, baseRoles: [] }], roles: [role] })).status).toBe(403)
  })

  it('does nothing outside of what the caller reaches, for people of another tenant, and for who may only read', async () => {
    const ann = { principals: [{ principalId: ids.ann, baseRoles: [] }], roles: ['ManualReviewAnalyst'] }
    for (const environment of [places.us, places.root, places.foreign])
      expect((await grant(ann, { as: 'local', environment })).status).toBe(404)
    expect((await grant(ann, { as: 'viewer' })).status).toBe(403)
    const foreign = randomUUID()
    await addPrincipal(foreign, 'Foreign', 'user', places.other)
    expect(
      (await grant({ principals: [{ principalId: foreign, baseRoles: [] }], roles: ['ManualReviewAnalyst'] })).status,
    ).toBe(404)
    expect(await rows()).toHaveLength(1)
  })

  it('two administrators at once: the second one is refused, and learns who was faster', async () => {
    await assign(ids.ann, 'SupportAgent', places.eu)
    const change = (roles: RoleId[]) => edit(ids.ann, { baseRoles: ['SupportAgent'], roles })
    const answers = await Promise.all([change(['FraudEngineer']), change(['AllAreasViewer'])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'version.conflict',
      details: { changedBy: 'Name of admin' },
    })
    expect(await audit()).toHaveLength(1)
  })
})

describe('users who move in', () => {
  it('get from a manager of manual review only what that role assigns, with an entry in the log', async () => {
    const record = { username: 'ben@example.com', roles: ['ManualReviewAnalyst', 'FraudEngineer'] }
    const answer = await bench.call('local', 'POST', `/environments/${places.eu}/moving-in`, {
      files: [{ path: 'users.json', text: JSON.stringify([record]) }],
    })
    expect(answer.status).toBe(200)
    expect((answer.json as MovingInReport).objects).toMatchObject([
      { state: 'needsYou', action: 'change', notes: [{ code: 'notAssignable', params: { roles: 'FraudEngineer' } }] },
    ])
    expect((await rows())[0]).toEqual(['Ben Birch', ['ManualReviewAnalyst'], 'environment'])
    expect(await audit()).toMatchObject([{ operation: 'Create', resource_type: 'UserAccess', resource_id: ids.ben }])
  })
})

describe('invitations', () => {
  const invite = (address: string, roles: RoleId[] = ['SupportAgent']) => grant({ addresses: [address], roles })

  it('an invited person is listed as invited, and is no assignment that anything counts on', async () => {
    expect((await invite('kim@northlockers.example')).json).toEqual({ changed: 0, invited: 1 })
    expect((await list()).entries[0]).toMatchObject({
      name: 'kim@northlockers.example',
      guest: true,
      status: 'invited',
      roles: [{ role: 'SupportAgent', unused: false }],
    })
    expect(
      await bench.store.db.selectFrom('role_assignment').selectAll().where('environment_id', '=', places.eu).execute(),
    ).toEqual([])
  })

  it('one who never comes is shown as expired, is invited again, and is removed with the last role', async () => {
    await invite('kim@northlockers.example')
    await bench.store.db
      .updateTable('invitation')
      .set({ expires_at: new Date(now.getTime() - 1000) })
      .execute()
    const [expired] = (await list()).entries
    expect(expired?.status).toBe('expired')
    expect((await invite('Kim@NorthLockers.example', ['SupportAgent', 'AllAreasViewer'])).json).toEqual({
      changed: 1,
      invited: 0,
    })
    const [again] = (await list()).entries
    expect(again).toMatchObject({ principalId: expired?.principalId, status: 'invited' })
    expect(again?.roles.map(({ role }) => role)).toEqual(['AllAreasViewer', 'SupportAgent'])
    const baseRoles = again?.roles.map(({ role }) => role)
    expect((await revoke([{ principalId: again?.principalId, source: 'environment', baseRoles }])).status).toBe(200)
    expect(await rows()).toHaveLength(1)
    expect(await bench.store.db.selectFrom('principal').selectAll().where('guest', '=', true).execute()).toEqual([])
  })

  it('a revoke that finds nothing to remove is refused, and writes nothing into the log', async () => {
    await invite('kim@northlockers.example')
    const entry = {
      principalId: (await list()).entries[0]?.principalId,
      source: 'environment',
      baseRoles: ['SupportAgent'],
    }
    await bench.store.db.deleteFrom('audit_log').execute()
    let answer: ReturnType<typeof revoke> | undefined
    await bench.store.db.transaction().execute(async trx => {
      await trx.deleteFrom('invitation_role').execute()
      answer = revoke([entry])
      await expect.poll(isWaiting).toBe(true)
    })
    expect(await answer).toMatchObject({ status: 409, body: { code: 'version.conflict' } })
    expect(await audit()).toEqual([])
  })

  it('the address of somebody in the directory is assigned at once', async () => {
    expect((await invite('ANN@example.com')).json).toEqual({ changed: 1, invited: 0 })
    expect((await list()).entries[0]).toMatchObject({ principalId: ids.ann, status: 'active' })
  })

  it('an address whose invitation had ended before the first sign-in is that of the person who signed in', async () => {
    await invite('kim@northlockers.example')
    await bench.store.db.updateTable('invitation').set({ expires_at: now }).execute()
    // The id of the person sorts behind any other: it is no accident that it is chosen.
    const kim = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
    await bench.store.db
      .insertInto('principal')
      .values({
        tenant_id: places.tenant,
        id: kim,
        kind: 'user',
        name: 'Kim',
        username: 'kim@northlockers.example',
        signed_in_at: now,
      })
      .execute()
    expect((await invite('kim@northlockers.example', ['AllAreasViewer'])).json).toEqual({ changed: 1, invited: 0 })
    expect((await list()).entries.find(({ principalId }) => principalId === kim)).toMatchObject({
      status: 'active',
      roles: [{ role: 'AllAreasViewer' }],
    })
  })

  it('an invited Product admin does not count: the last one who can sign in stays', async () => {
    await invite('kim@northlockers.example', ['ProductAdmin'])
    await assign(ids.night, 'ProductAdmin', null)
    const entry = { principalId: bench.person('admin').id, source: 'tenant', baseRoles: ['ProductAdmin'] }
    expect(await revoke([entry])).toMatchObject({ status: 409, body: { code: 'access.lastAdministrator' } })
    // A group counts once somebody is in it.
    await bench.store.db
      .insertInto('group_member')
      .values({ tenant_id: places.tenant, group_id: ids.night, member_id: ids.ben })
      .execute()
    expect(await revoke([entry])).toMatchObject({ status: 409, body: { code: 'access.selfRemoval' } })
  })
})

describe('editing and revoking', () => {
  it('replaces the direct roles; those of a parent stay, and so does a role that was assigned below', async () => {
    await assign(ids.ann, 'AllAreasEditor', places.root)
    await assign(ids.ann, 'AllAreasEditor', places.eu)
    await assign(ids.ann, 'SupportAgent', places.eu)
    expect(
      (await edit(ids.ann, { baseRoles: ['AllAreasEditor', 'SupportAgent'], roles: ['AllAreasEditor'] })).status,
    ).toBe(200)
    expect(
      (
        await revoke([{ principalId: ids.ann, source: 'environment', baseRoles: ['AllAreasEditor'] }], {
          environment: places.root,
        })
      ).status,
    ).toBe(200)
    expect(await rows(places.eu)).toEqual([
      ['Ann Alder', ['AllAreasEditor'], 'environment'],
      ['Name of admin', ['ProductAdmin'], 'tenant'],
    ])
    expect((await audit()).map(({ operation, before, after }) => [operation, before, after])).toEqual([
      ['Delete', ['AllAreasEditor'], []],
      ['Update', ['AllAreasEditor', 'SupportAgent'], ['AllAreasEditor']],
    ])
  })

  it('a manager cannot revoke what they may not assign', async () => {
    await assign(ids.ann, 'AllAreasEditor', places.eu)
    const entry = { principalId: ids.ann, source: 'environment', baseRoles: ['AllAreasEditor'] }
    expect((await revoke([entry], { as: 'local' })).status).toBe(403)
    expect(
      (await edit(ids.ann, { baseRoles: ['AllAreasEditor'], roles: ['ManualReviewAnalyst'] }, { as: 'local' })).status,
    ).toBe(403)
    expect(await rows()).toHaveLength(2)
  })

  it('nobody takes access control from themselves, while other roles of their own may be changed', async () => {
    const { id } = bench.person('local')
    await addPrincipal(id, 'Name of local')
    await assign(id, 'ManualReviewFraudManager', places.eu)
    await assign(id, 'ManualReviewAnalyst', places.eu)
    const base: RoleId[] = ['ManualReviewAnalyst', 'ManualReviewFraudManager']
    expect(await edit(id, { baseRoles: base, roles: ['ManualReviewAnalyst'] }, { as: 'local' })).toMatchObject({
      status: 409,
      body: { code: 'access.selfRemoval' },
    })
    expect((await edit(id, { baseRoles: base, roles: ['ManualReviewFraudManager'] }, { as: 'local' })).status).toBe(200)
  })

  it('does not count somebody without a role as revoked', async () => {
    const entry = { principalId: ids.ann, source: 'environment', baseRoles: [] }
    expect((await revoke([entry])).json).toEqual({ changed: 0 })
  })

  it('one of several that cannot be revoked leaves all as they are', async () => {
    await assign(ids.ann, 'SupportAgent', places.eu)
    await assign(ids.ben, 'SupportAgent', places.eu)
    const entry = (principalId: string, baseRoles: string[]) => ({ principalId, source: 'environment', baseRoles })
    const answer = await revoke([entry(ids.ann, ['SupportAgent']), entry(ids.ben, ['FraudEngineer'])])
    expect(answer.status).toBe(409)
    expect(await rows()).toHaveLength(3)
    expect(await audit()).toEqual([])
  })
})

describe('the preview', () => {
  const preview = async (changes: object[], environment: string = places.root) =>
    (
      (await bench.call('admin', 'POST', pathOf(environment, '/preview'), { changes })).json as {
        differences: AccessDifference[]
      }
    ).differences

  it('is the difference in the environment and those below it, where other roles may give the same already', async () => {
    await assign(ids.ann, 'FraudEngineer', places.eu)
    const [difference] = await preview([{ principalId: ids.ann, before: [], after: ['SupportAgent'] }])
    const changeIn = (environmentId: string, capability: string) =>
      difference?.places
        .find(({ environments }) => environments.some(({ id }) => id === environmentId))
        ?.changes.find(each => each.capability === capability)
    expect(changeIn(places.root, 'search')).toEqual({ capability: 'search', before: 'none', after: 'read' })
    expect(changeIn(places.us, 'search')).toEqual({ capability: 'search', before: 'none', after: 'read' })
    expect(changeIn(places.eu, 'search')).toBeUndefined()
    // The sandbox is another tree.
    expect(JSON.stringify(difference)).not.toContain(places.box)
  })

  it('is refused for roles that the caller may not assign or revoke, and names no place without the right', async () => {
    bench.person('local').assignments = [
      { role: 'ManualReviewFraudManager', environmentId: places.eu },
      { role: 'SupportAgent', environmentId: places.us },
    ]
    await assign(ids.ann, 'SupportAgent', places.us)
    const as = (change: object) =>
      bench.call('local', 'POST', pathOf(places.eu, '/preview'), { changes: [{ principalId: ids.ann, ...change }] })
    for (const change of [
      { before: [], after: ['ProductAdmin'] },
      { before: ['AllAreasEditor'], after: [] },
    ])
      expect(await as(change)).toMatchObject({ status: 403, body: { code: 'access.roleAssignment' } })
    // A forged request that names a role which nobody adds.
    const { status, json } = await as({ before: ['ProductAdmin'], after: ['ProductAdmin'] })
    expect(status).toBe(200)
    expect(JSON.stringify(json)).toContain(places.eu)
    expect(JSON.stringify(json)).not.toContain(places.us)
    expect((await as({ before: [], after: ['ManualReviewAnalyst'] })).status).toBe(200)
    bench.person('local').assignments = [{ role: 'ManualReviewFraudManager', environmentId: places.eu }]
  })

  it('what is taken away is shown, the same difference of several people once, and nothing is stored', async () => {
    await assign(ids.ann, 'SupportAgent', places.eu)
    await assign(ids.ben, 'SupportAgent', places.eu)
    const change = (principalId: string | null) => ({
      principalId,
      before: ['SupportAgent'],
      after: ['ManualReviewAnalyst'],
    })
    const differences = await preview([change(ids.ann), change(ids.ben), { ...change(null), before: [] }], places.eu)
    expect(differences.map(({ principalIds }) => principalIds)).toEqual([[ids.ann, ids.ben], [null]])
    expect(differences[0]?.places[0]?.changes).toContainEqual({ capability: 'ontology', before: 'read', after: 'none' })
    expect(await rows()).toHaveLength(3)
  })
})
