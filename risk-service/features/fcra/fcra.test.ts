import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fcraTextVersion } from '../../contract/fcra.ts'
import {
  directoryRoles,
  type Environment,
  type FcraStatus,
  type RoleId,
  roleIds,
  type Session,
} from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { isAttestationDue, mustAttest } from './fcra.ts'

const day = 86_400_000
const holder = (role: RoleId | null, more: { environmentId?: string | null; since?: Date; wids?: string[] } = {}) => ({
  wids: more.wids ?? [],
  assignments: role === null ? [] : [{ role, environmentId: more.environmentId ?? null, since: more.since }],
})

describe('an attestation', () => {
  it('an attestation is asked of Product admin, AllAreas_Admin, PSP Admin and Global Administrator, of child environments too', () => {
    expect(roleIds.filter(role => mustAttest(holder(role, { environmentId: 'child' })))).toEqual([
      'ProductAdmin',
      'AllAreasAdmin',
      'PSPAdmin',
    ])
    expect(mustAttest(holder(null, { wids: [directoryRoles.globalAdministrator.toUpperCase()] }))).toBe(true)
    expect(
      mustAttest(
        holder(null, { wids: [directoryRoles.applicationAdministrator, directoryRoles.cloudApplicationAdministrator] }),
      ),
    ).toBe(false)
  })

  it.each([
    ['never accepted', null, {}, true],
    ['accepted today', 0, {}, false],
    ['accepted 365 days ago', 365, {}, false],
    ['accepted longer ago', 366, {}, true],
    ['the role was given before', 10, { since: new Date(now.getTime() - 11 * day) }, false],
    ['the role was given since', 10, { since: new Date(now.getTime() - 9 * day) }, true],
  ] as const)('an attestation is due or not: %s', (_name, daysAgo, more, expected) => {
    const accepted = daysAgo === null ? null : new Date(now.getTime() - daysAgo * day)
    expect(isAttestationDue(holder('AllAreasAdmin', more), accepted, now)).toBe(expected)
    expect(isAttestationDue(holder('FraudEngineer', more), accepted, now)).toBe(false)
  })

  it('an attestation is not due for another role that was given since', () => {
    const accepted = new Date(now.getTime() - 10 * day)
    const assignments = [
      { role: 'AllAreasAdmin' as const, environmentId: 'a' },
      { role: 'FraudEngineer' as const, environmentId: 'b', since: now },
    ]
    expect(isAttestationDue({ wids: [], assignments }, accepted, now)).toBe(false)
  })
})

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.store.db.deleteFrom('fcra_acceptance').where('user_id', '=', bench.person('admin').id).execute()
  await bench.store.db.deleteFrom('audit_log').execute()
})
const accept = (as = 'admin', textVersion: string = fcraTextVersion) =>
  bench.call(as, 'POST', '/fcra/accept', { textVersion })
const decline = (as = 'admin', textVersion: string = fcraTextVersion) =>
  bench.call(as, 'POST', '/fcra/decline', { textVersion })
const session = async () => (await bench.call('admin', 'GET', '/session')).json as Session
const log = () =>
  bench.store.db
    .selectFrom('audit_log')
    .select(['resource_type', 'operation', 'actor_id', 'actor_roles', 'environment_id', 'after'])
    .execute()

describe('until it is accepted', () => {
  it('the dashboard alone is open before the acceptance, on the server too', async () => {
    expect((await bench.call('admin', 'GET', '/fcra')).json).toEqual({
      due: true,
      textVersion: fcraTextVersion,
      acceptedAt: null,
    })
    const { fcraDue, environments } = await session()
    expect(fcraDue).toBe(true)
    expect(
      (environments as Environment[]).filter(({ hasAccess }) => hasAccess).map(({ capabilities }) => capabilities),
    ).toEqual(Array.from({ length: 4 }, () => ({ dashboard: 'write' })))
    expect((await bench.call('admin', 'GET', `/environments/${places.root}/dashboard/health`)).json).toEqual([])
    const refused = [
      ['GET', `/environments/${places.root}/dashboard`],
      ['GET', `/environments/${places.root}/rules/purchase`],
      ['GET', `/environments/${places.root}/events/purchase/one`],
      ['GET', `/environments/${places.root}/external-tiles/definition`],
      ['POST', '/environments', { parentId: null, name: 'New-root', kind: 'production', geography: 'eu' }],
      ['POST', '/environments', { parentId: places.root, name: 'New-child' }],
      ['DELETE', `/environments/${places.eu}`],
    ] as const
    for (const [method, path, body] of refused)
      expect([path, (await bench.call('admin', method, path, body)).status]).toEqual([path, 403])
    expect((await bench.call('admin', 'GET', '/notifications/settings')).json).toEqual([])
    // Other users are not affected.
    expect((await bench.call('viewer', 'GET', `/environments/${places.root}/rules/purchase`)).status).toBe(200)
  })

  it('the acceptance opens everything, is stored and logged, and is harmless to repeat', async () => {
    const answer = await accept()
    expect([answer.status, answer.json]).toEqual([
      200,
      { due: false, textVersion: fcraTextVersion, acceptedAt: now.toISOString() },
    ])
    expect((await session()).fcraDue).toBe(false)
    expect((await bench.call('admin', 'GET', `/environments/${places.root}/rules/purchase`)).status).toBe(200)
    expect((await accept()).json).toEqual(answer.json)
    expect(
      await bench.store.db
        .selectFrom('fcra_acceptance')
        .select(['tenant_id', 'text_version', 'at'])
        .where('user_id', '=', bench.person('admin').id)
        .execute(),
    ).toEqual([{ tenant_id: places.tenant, text_version: fcraTextVersion, at: now }])
    expect(await log()).toEqual([
      {
        resource_type: 'FcraAttestation',
        operation: 'Activate',
        actor_id: bench.person('admin').id,
        actor_roles: ['ProductAdmin'],
        environment_id: null,
        after: { textVersion: fcraTextVersion, accepted: true },
      },
    ])
  })

  it('a declined attestation keeps everything closed, and is logged', async () => {
    expect((await decline()).json).toMatchObject({ due: true, acceptedAt: null })
    expect((await bench.call('admin', 'GET', `/environments/${places.root}/rules/purchase`)).status).toBe(403)
    expect((await log()).map(({ operation, after }) => [operation, after])).toEqual([
      ['Deactivate', { textVersion: fcraTextVersion, accepted: false }],
    ])
    await accept()
    expect((await bench.call('admin', 'GET', `/environments/${places.root}/rules/purchase`)).status).toBe(200)
    // Declining after an acceptance does not withdraw it.
    expect((await decline()).json).toMatchObject({ due: false })
  })

  it('an acceptance of an earlier text, of another tenant or of another person does not count', async () => {
    const row = (more: object) => ({
      id: randomUUID(),
      tenant_id: places.tenant,
      user_id: bench.person('admin').id,
      text_version: fcraTextVersion,
      at: now,
      ...more,
    })
    await bench.store.db
      .insertInto('fcra_acceptance')
      .values([row({ text_version: '2020-01' }), row({ tenant_id: places.other }), row({ user_id: randomUUID() })])
      .execute()
    expect(((await bench.call('admin', 'GET', '/fcra')).json as FcraStatus).due).toBe(true)
  })

  it('the acceptance of another text, by people who need none, or without a session is refused', async () => {
    expect([(await accept('admin', '2020-01')).body.code, (await accept('admin', '2020-01')).status]).toEqual([
      'fcra.newText',
      409,
    ])
    for (const call of [accept, decline])
      expect([(await call('viewer')).body.code, (await call('viewer')).status]).toEqual(['fcra.notNeeded', 409])
    expect((await accept('admin', '')).status).toBe(422)
    expect((await bench.call(null, 'POST', '/fcra/accept', { textVersion: fcraTextVersion })).status).toBe(401)
    expect(await log()).toEqual([])
  })
})
