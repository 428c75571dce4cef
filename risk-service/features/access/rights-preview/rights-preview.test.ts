import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Capability,
  capabilityIds,
  capabilityLevelOf,
  previewHeader,
  previewMinutes,
  type RoleId,
  roleIds,
  type Session,
} from '../../../contract/index.ts'
import { isReadProcedure } from '../../../contract/procedure-effects.ts'
import { type ProcedureName, procedureRights } from '../../../contract/procedure-rights.ts'
import { createConsoleApi } from '../../../http/console-api/console-api.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { requestBodyOf, requests } from '../../../http/console-api/testing/procedure-requests.ts'
import { canSee, levelIn, tenantLevel } from '../../../kernel/access/authorize.ts'
import { isPermittedInPreview } from '../../../kernel/access/preview-guard.ts'
import { loadEnvironmentTree } from '../../../kernel/environments/environment-tree.ts'
import { loadPreviewMasking } from '../../../kernel/personal-data/masking.ts'
import { writeMaskingProfile } from '../../../kernel/personal-data/masking-store.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { Principal } from '../../../ports/index.ts'
import { endDuePreviews } from './change-preview.ts'

let bench: ConsoleBench
let clock = now
/** Events of the security log: name and reason. */
const refused: [string, string | undefined][] = []
let app: ConsoleBench['app']
beforeAll(async () => {
  bench = await openConsoleBench()
  bench.person('local').assignments = [{ role: 'ManualReviewFraudManager', environmentId: places.eu }]
  app = createConsoleApi({
    ports: { db: bench.store.db, clock: () => clock, newId: () => randomUUID(), log: silentLog },
    engine: bench.engine,
    version: '0.0.0',
    security: { write: (event, { reason }) => refused.push([event, reason]) },
    verifier: { user: token => Promise.resolve(bench.person(token)) },
  })
})
afterAll(() => bench.close())
beforeEach(async () => {
  clock = now
  refused.length = 0
  for (const table of ['rights_preview', 'audit_log'] as const) await bench.store.db.deleteFrom(table).execute()
})

interface Answer {
  status: number
  json: { code?: string } & Record<string, unknown>
}
async function call(
  as: string,
  method: string,
  path: string,
  { body, preview }: { body?: object; preview?: string } = {},
): Promise<Answer> {
  const response = await app.request(`/api/console/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(preview === undefined ? {} : { [previewHeader]: preview }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as Answer['json'] }
}
const start = (subject: object, { as = 'admin', environment = places.eu as string } = {}) =>
  call(as, 'POST', `/environments/${environment}/access/previews`, { body: { subject } })
const end = (previewId: string, as = 'admin', preview?: string) =>
  call(as, 'POST', `/access/previews/${previewId}/end`, { body: {}, ...(preview ? { preview } : {}) })
const startAs = async (roles: RoleId[], options: { as?: string; environment?: string } = {}) => {
  const { status, json } = await start({ kind: 'roles', roles }, options)
  expect([status, json.code]).toEqual([200, undefined])
  return String(json['previewId'])
}
const session = async (preview: string, as = 'admin') =>
  (await call(as, 'GET', '/session', { preview })).json as unknown as Session
const audit = () =>
  bench.store.db
    .selectFrom('audit_log')
    .select(['operation', 'resource_type', 'resource_id', 'resource_name', 'environment_id', 'actor_name', 'after'])
    .orderBy('at')
    .orderBy('operation')
    .execute()
async function addPerson(name: string, roles: [RoleId, string | null][]): Promise<string> {
  const id = randomUUID()
  await bench.store.db
    .insertInto('principal')
    .values({ tenant_id: places.tenant, id, kind: 'user', name, username: `${id}@example.com` })
    .execute()
  for (const [role, environment_id] of roles)
    await bench.store.db
      .insertInto('role_assignment')
      .values({ tenant_id: places.tenant, principal_id: id, role, environment_id })
      .execute()
  return id
}

describe('a preview of other rights', () => {
  it('shows the environments and rights of a person, at most to read, and tells the session whose they are', async () => {
    const ann = await addPerson('Ann Alder', [['FraudEngineer', places.eu]])
    const { json } = await start({ kind: 'principal', principalId: ann })
    const { environments, preview, user, tenantConfiguration } = await session(String(json['previewId']))
    expect(preview).toEqual({
      id: json['previewId'],
      kind: 'user',
      name: 'Ann Alder',
      roles: [],
      environmentId: places.eu,
      environmentName: 'Harbor EU',
      endsAt: new Date(now.getTime() + previewMinutes * 60_000).toISOString(),
    })
    expect(user.id).toBe(bench.person('admin').id)
    expect(tenantConfiguration.assignedRoles).toEqual(['FraudEngineer'])
    expect(environments.map(({ id, hasAccess }) => [id, hasAccess])).toEqual([
      [places.root, false],
      [places.eu, true],
    ])
    const { capabilities } = environments[1] ?? {}
    expect(capabilities?.rules).toBe('read')
    expect(capabilities?.['settings.access.users']).toBeUndefined()
    expect(new Set(Object.values(capabilities ?? {}))).toEqual(new Set(['read']))
    // Without the header nothing changes.
    expect((await call('admin', 'GET', '/session')).json['preview']).toBeUndefined()
  })

  it('shows roles in an environment and below it, and follows what changes in those of a person', async () => {
    const id = await startAs(['SupportAgent'], { environment: places.root })
    expect((await session(id)).environments.filter(({ hasAccess }) => hasAccess)).toHaveLength(3)
    const ben = await addPerson('Ben Birch', [['SupportAgent', places.us]])
    const { json } = await start({ kind: 'principal', principalId: ben })
    const other = String(json['previewId'])
    expect((await call('admin', 'GET', `/environments/${places.us}/access`, { preview: other })).status).toBe(403)
    expect((await session(other)).environments).toHaveLength(2)
    await bench.store.db.deleteFrom('role_assignment').where('principal_id', '=', ben).execute()
    expect((await session(other)).environments).toEqual([])
  })

  it('answers as the rights of both say: 404, 403, and what may be read', async () => {
    const id = await startAs(['SupportAgent'])
    const get = async (path: string) => (await call('admin', 'GET', path, { preview: id })).status
    expect(await get(`/environments/${places.eu}/rules?eventType=purchase`)).toBe(403)
    expect(await get(`/environments/${places.us}/access`)).toBe(404)
    expect(await get(`/environments/${places.box}/access`)).toBe(404)
    expect(await get(`/environments/${places.foreign}/access`)).toBe(404)
    const reader = await startAs(['AllAreasViewer'])
    expect((await call('admin', 'GET', `/environments/${places.eu}/access`, { preview: reader })).status).toBe(200)
  })

  it('gives no right beyond either side, for every pair of roles, capability and environment', async () => {
    const tree = await loadEnvironmentTree(bench.store.db, places.tenant)
    const rank = { none: 0, read: 1, write: 2 }
    const beyond: string[] = []
    let compared = 0
    const assigned = (role: RoleId, place: string): Principal['assignments'] => [
      { role, environmentId: role === 'ProductAdmin' ? null : place },
    ]
    for (const own of roleIds)
      for (const chosen of roleIds)
        for (const place of [places.root, places.eu]) {
          const mine = { wids: [], assignments: assigned(own, places.root) }
          const theirs = { wids: [], assignments: assigned(chosen, place) }
          const preview = {
            id: '',
            kind: 'roles' as const,
            subjectId: null,
            name: '',
            roles: [chosen],
            environmentId: place,
            endsAt: now,
            own: mine,
          }
          const both = { ...theirs, preview }
          const smaller = (
            capability: Capability,
            level: (who: typeof theirs, what: Capability) => keyof typeof rank,
          ) => Math.min(rank[level(mine, capability)], rank[level(theirs, capability)], rank.read)
          for (const capability of capabilityIds) {
            for (const environmentId of [places.root, places.eu, places.us, places.box]) {
              compared += 1
              const level = levelIn(both, environmentId, capability, tree)
              const bound = smaller(capability, (who, what) => levelIn(who, environmentId, what, tree))
              const reached = levelIn(mine, environmentId, 'settings.access.users', tree) !== 'none'
              // Exactly both where the administrator sees who has which roles, and nothing elsewhere.
              if (rank[level] !== (reached ? bound : 0)) beyond.push(`${own} ${chosen} ${environmentId} ${capability}`)
              if (
                canSee(both, environmentId, tree) &&
                !(canSee(mine, environmentId, tree) && canSee(theirs, environmentId, tree))
              )
                beyond.push(`${own} ${chosen} sees ${environmentId}`)
            }
            const level = tenantLevel(both, capability)
            if (rank[level] > smaller(capability, tenantLevel)) beyond.push(`${own} ${chosen} tenant ${capability}`)
          }
        }
    expect(beyond).toEqual([])
    expect(compared).toBe(19 * 19 * 2 * 4 * capabilityIds.length)
  })

  it('shows nothing where the administrator may not read access control', async () => {
    // A manager of manual review in one environment, and an agent of support in its sibling.
    const local = bench.person('local')
    const before = local.assignments
    local.assignments = [...before, { role: 'SupportAgent', environmentId: places.us }]
    const ann = await addPerson('Ann of two', [
      ['SupportAgent', places.eu],
      ['SupportAgent', places.us],
    ])
    const { json } = await start({ kind: 'principal', principalId: ann }, { as: 'local' })
    const shown = (await session(String(json['previewId']), 'local')).environments
    expect(shown.filter(({ hasAccess }) => hasAccess).map(({ id }) => id)).toEqual([places.eu])
    // No level beyond that of the administrator, whose role has no rights to the ontology.
    expect(capabilityLevelOf('SupportAgent', 'ontology')).toBe('read')
    expect(shown.find(({ id }) => id === places.eu)?.capabilities).not.toHaveProperty('ontology')
    local.assignments = before
  })

  it('lets no change pass, of any procedure, and writes each refusal to the security log', async () => {
    const id = await startAs(['ProductAdmin'])
    const names = Object.keys(procedureRights) as ProcedureName[]
    const changes = names.filter(name => !isReadProcedure(name.split('.')))
    const passed: string[] = []
    let tried = 0
    for (const name of changes) {
      if (isPermittedInPreview(name.split('.'))) continue
      tried += 1
      const sent = requestBodyOf(requests[name](places.eu))
      const response = await app.request(`/api/console/rpc/${name.replace('.', '/')}`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer admin',
          [previewHeader]: id,
          ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
        },
        body: sent,
      })
      const text = await response.text()
      if (response.status !== 403 || !text.includes('preview.readOnly'))
        passed.push(`${name}: ${response.status} ${text}`)
    }
    expect(passed).toEqual([])
    expect(tried).toBeGreaterThan(200)
    expect(refused.filter(([, reason]) => reason === 'preview.readOnly')).toHaveLength(tried)
    // Only these store anything: that somebody looked at an event, and the end.
    expect(changes.filter(name => isPermittedInPreview(name.split('.')))).toEqual([
      'rightsPreviews.end',
      'events.viewers',
      'recorder.timeline',
    ])
    // A read that needs the right to write is refused by that right.
    const write = Object.entries(procedureRights).filter(
      ([name, right]) => right.in === 'environment' && right.level === 'write' && isReadProcedure(name.split('.')),
    )
    expect(write.length).toBeGreaterThan(5)
    const [name = ''] = write.find(([each]) => each === 'access.people') ?? []
    expect(name).toBe('access.people')
    const people = await call('admin', 'POST', `/environments/${places.eu}/access/people`, {
      body: { query: 'an' },
      preview: id,
    })
    expect([people.status, people.json.code]).toEqual([403, 'forbidden'])
  })

  it('masks what neither right shows, and what the administrator has revealed', async () => {
    const { db } = bench.store
    await writeMaskingProfile(db, places.tenant, {
      version: 1,
      profile: { SupportAgent: ['email'], ProductAdmin: ['phone'] },
    })
    const masking = (previewed: RoleId, own: RoleId) =>
      loadPreviewMasking(db, places.tenant, { previewed: [previewed], own: [own] })
    const kinds = async (previewed: RoleId, own: RoleId) => [...(await masking(previewed, own)).kinds].sort()
    expect(await kinds('SupportAgent', 'ProductAdmin')).toEqual(['email', 'phone'])
    expect(await kinds('SupportAgent', 'AllAreasAdmin')).toEqual(['email'])
    expect(await kinds('FraudEngineer', 'ProductAdmin')).toEqual(['phone'])
    expect(await kinds('FraudEngineer', 'AllAreasAdmin')).toEqual([])
    const { apply } = await masking('SupportAgent', 'AllAreasAdmin')
    expect(apply({ email: 'kayla@contoso.com', phone: '+45 20' })).toEqual({
      email: 'k***@contoso.com',
      phone: '+45 20',
    })
    await writeMaskingProfile(db, places.tenant, { version: 2, profile: {} })
  })

  it('records no use of a role', async () => {
    const id = await startAs(['AllAreasViewer'])
    await bench.store.db.deleteFrom('role_use').execute()
    await call('admin', 'GET', `/environments/${places.eu}/access`, { preview: id })
    expect(await bench.store.db.selectFrom('role_use').selectAll().execute()).toEqual([])
  })
})

describe('the beginning and the end of a preview', () => {
  it('stand in the log with whose rights they were, also when the time is over or another one begins', async () => {
    const ann = await addPerson('Ann of the log', [['FraudEngineer', places.eu]])
    const first = String((await start({ kind: 'principal', principalId: ann })).json['previewId'])
    expect((await end(first, 'admin', first)).json).toEqual({ ended: true })
    expect(await audit()).toMatchObject([
      {
        operation: 'Start',
        resource_type: 'RightsPreview',
        resource_id: ann,
        resource_name: 'Ann of the log',
        environment_id: places.eu,
        after: { kind: 'user' },
      },
      { operation: 'Stop', resource_type: 'RightsPreview', resource_id: ann, actor_name: 'Name of admin' },
    ])
    expect((await end(first)).json).toEqual({ ended: false })
    await bench.store.db.deleteFrom('audit_log').execute()
    const second = await startAs(['AllAreasViewer'])
    const third = await startAs(['SupportAgent', 'AllAreasViewer'])
    expect((await audit()).map(({ operation, resource_name: name }) => [operation, name])).toEqual([
      ['Start', 'AllAreasViewer'],
      ['Start', 'AllAreasViewer, SupportAgent'],
      ['Stop', 'AllAreasViewer'],
    ])
    expect((await call('admin', 'GET', '/session', { preview: second })).json.code).toBe('preview.ended')
    clock = new Date(now.getTime() + previewMinutes * 60_000)
    expect((await call('admin', 'GET', '/session', { preview: third })).status).toBe(410)
    await endDuePreviews({ db: bench.store.db, clock: () => clock, newId: () => randomUUID(), log: silentLog })
    const entries = await audit()
    expect(entries).toHaveLength(4)
    expect(entries.at(-1)).toMatchObject({ operation: 'Stop', actor_name: 'Assay' })
    expect((await end(third)).json).toEqual({ ended: false })
  })

  it('are for one who may assign roles there: nobody else, and no foreign environment, person or preview', async () => {
    const roles = { kind: 'roles', roles: ['SupportAgent'] }
    expect((await start(roles, { as: 'viewer' })).json.code).toBe('forbidden')
    expect((await start(roles, { as: 'local', environment: places.us })).status).toBe(404)
    expect((await start(roles, { environment: places.foreign })).status).toBe(404)
    expect((await start(roles, { as: 'outsider' })).status).toBe(404)
    const foreigner = randomUUID()
    await bench.store.db
      .insertInto('principal')
      .values({ tenant_id: places.other, id: foreigner, kind: 'user', name: 'Foreign', username: 'f@example.com' })
      .execute()
    expect((await start({ kind: 'principal', principalId: foreigner })).status).toBe(404)
    // Neither an application role nor one of the other family.
    for (const role of ['RiskApi', 'PSPAdmin']) {
      const { status, json } = await start({ kind: 'roles', roles: [role] })
      expect([status, json]).toMatchObject([422, { details: { issues: [{ path: ['subject', 'roles'] }] } }])
    }
    expect(await audit()).toEqual([])
    const id = await startAs(['ProductAdmin'])
    for (const as of ['local', 'outsider']) {
      expect((await call(as, 'GET', '/session', { preview: id })).json.code).toBe('preview.ended')
      expect((await end(id, as)).json).toEqual({ ended: false })
    }
    for (const unknown of [randomUUID(), 'no id'])
      expect((await call('admin', 'GET', '/session', { preview: unknown })).json.code).toBe('preview.ended')
    expect((await session(id)).preview?.id).toBe(id)
  })
})
