import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Application, type ApplicationUse, directoryRoles, newSecret } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { createCredentialCalls } from '../../kernel/identity/credentials/credential-calls.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'

let bench: ConsoleBench
let application: Application
let credentialId: string
beforeAll(async () => {
  bench = await openConsoleBench()
  for (const name of ['admin', 'local'])
    Object.assign(bench.person(name), { wids: [directoryRoles.applicationAdministrator] })
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.store.db.deleteFrom('api_client').execute()
  const id = randomUUID()
  const { json } = await bench.call('admin', 'PUT', `/environments/${places.root}/applications/${id}`, {
    name: 'Checkout',
    roles: ['RiskApi'],
    secret: newSecret(),
  })
  application = json as Application
  credentialId = application.credentials[0]?.id ?? ''
  await bench.store.db.deleteFrom('audit_log').execute()
})

const pathOf = (rest: string, environment: string = places.root) =>
  `/environments/${environment}/applications/${application.clientId}${rest}`
const brownOutPath = (environment?: string, id = credentialId) => pathOf(`/credentials/${id}/brown-out`, environment)
const start = (body: object = { percent: 10, minutes: 15 }, as = 'admin', path = brownOutPath()) =>
  bench.call(as, 'PUT', path, body)
const useOf = async () => (await bench.call('admin', 'GET', pathOf('/callers'))).json as ApplicationUse
const storeCalls = (...all: object[]) =>
  bench.store.db
    .insertInto('credential_call_minute')
    .values(
      all.map(more => ({
        client_id: application.clientId,
        credential_id: credentialId,
        minute: new Date('2025-11-20T12:34:00.000Z'),
        kind: 'call' as const,
        source: '203.0.113.***',
        calls: 1,
        refused: 0,
        last_at: new Date(now.getTime() - 4_000),
        ...more,
      })),
    )
    .execute()

const brownOutId = async () =>
  (await bench.store.db.selectFrom('credential_brown_out').select('id').executeTakeFirstOrThrow()).id
/** Calls with the credential, of which the first ones are refused. */
async function useCredential(brownOut: string | null, count: number, refused: number): Promise<void> {
  const credentialCalls = createCredentialCalls({ db: bench.store.db, clock: () => now, log: silentLog })
  const call = { clientId: application.clientId, credentialId, kind: 'call', address: null } as const
  for (let n = 0; n < count; n += 1) credentialCalls.add({ ...call, brownOutId: brownOut, refused: n < refused })
  await credentialCalls.flush()
}

describe('the use of credentials', () => {
  it('is that of the last ten minutes, by source', async () => {
    await storeCalls(
      { calls: 300 },
      { calls: 110, source: '198.51.100.***', minute: new Date('2025-11-20T12:25:00.000Z') },
      { calls: 2, kind: 'token' },
      // Eleven minutes ago, and without a credential.
      { calls: 999, minute: new Date('2025-11-20T12:24:00.000Z') },
      { calls: 7, credential_id: '' },
    )
    expect(await useOf()).toEqual({
      minutes: 10,
      now: now.toISOString(),
      credentials: [
        {
          credentialId,
          calls: 410,
          tokens: 2,
          callsPerMinute: 41,
          lastAt: new Date(now.getTime() - 4_000).toISOString(),
          sources: [
            { source: '203.0.113.***', calls: 302, refused: 0, lastAt: new Date(now.getTime() - 4_000).toISOString() },
            { source: '198.51.100.***', calls: 110, refused: 0, lastAt: new Date(now.getTime() - 4_000).toISOString() },
          ],
          brownOut: null,
        },
        expect.objectContaining({ credentialId: null, calls: 7 }) as object,
      ],
    })
  })

  it('of credentials that were removed counts as that of none: their tokens are still valid', async () => {
    await storeCalls(
      { calls: 7, credential_id: '' },
      { calls: 30, credential_id: randomUUID(), refused: 2 },
      { calls: 3, credential_id: randomUUID(), source: '198.51.100.***' },
    )
    const lastAt = new Date(now.getTime() - 4_000).toISOString()
    expect((await useOf()).credentials).toMatchObject([
      { credentialId, calls: 0 },
      {
        credentialId: null,
        calls: 40,
        callsPerMinute: 4,
        sources: [
          { source: '203.0.113.***', calls: 37, refused: 2, lastAt },
          { source: '198.51.100.***', calls: 3, refused: 0, lastAt },
        ],
      },
    ])
  })

  it('of a credential that nobody uses is empty', async () => {
    expect((await useOf()).credentials).toMatchObject([{ credentialId, calls: 0, lastAt: null, sources: [] }])
  })
})

describe('a brown-out', () => {
  it('starts, is shown with what it refused, and ends; both are in the audit log', async () => {
    expect((await start()).json).toMatchObject({
      credentials: [
        {
          brownOut: {
            percent: 10,
            active: true,
            startedAt: now.toISOString(),
            endsAt: '2025-11-20T12:49:56.000Z',
            startedBy: 'Name of admin',
            calls: 0,
            refused: 0,
          },
        },
      ],
    })
    await useCredential(await brownOutId(), 118, 12)
    expect((await useOf()).credentials[0]?.brownOut).toMatchObject({ calls: 118, refused: 12 })
    const ended = await bench.call('admin', 'DELETE', brownOutPath())
    expect(ended.json).toMatchObject({ credentials: [{ brownOut: { active: false, endsAt: now.toISOString() } }] })
    // Ending what has ended changes nothing.
    expect((await bench.call('admin', 'DELETE', brownOutPath())).status).toBe(200)
    const log = await bench.store.db
      .selectFrom('audit_log')
      .select(['operation', 'resource_type', 'after'])
      .orderBy('operation')
      .execute()
    expect(log).toMatchObject([
      {
        operation: 'Start',
        resource_type: 'ApplicationAccess',
        after: { brownOut: { credentialId, percent: 10, endsAt: '2025-11-20T12:49:56.000Z' } },
      },
      { operation: 'Stop', resource_type: 'ApplicationAccess' },
    ])
  })

  it('counts its own calls, of no other moment of its minute', async () => {
    await useCredential(null, 500, 0)
    await start()
    expect((await useOf()).credentials[0]?.brownOut).toMatchObject({ calls: 0, refused: 0 })
    const first = await brownOutId()
    await useCredential(first, 20, 2)
    expect((await useOf()).credentials[0]?.brownOut).toMatchObject({ calls: 20, refused: 2 })
    // Another one in the same minute, and a call of the first one that is written late.
    await start()
    await useCredential(first, 1, 1)
    await useCredential(await brownOutId(), 10, 1)
    expect((await useOf()).credentials[0]).toMatchObject({ calls: 531, brownOut: { calls: 10, refused: 1 } })
    // Minutes are deleted after a day.
    await bench.store.db.deleteFrom('credential_call_minute').execute()
    expect((await useOf()).credentials[0]).toMatchObject({ calls: 0, brownOut: { calls: 10, refused: 1 } })
  })

  it('takes the place of one that is under way, and goes with its credential', async () => {
    await start()
    expect((await start({ percent: 1, minutes: 60 })).status).toBe(200)
    expect((await useOf()).credentials[0]?.brownOut).toMatchObject({ percent: 1, endsAt: '2025-11-20T13:34:56.000Z' })
    await bench.call('admin', 'DELETE', pathOf(`/credentials/${credentialId}`))
    expect(await bench.store.db.selectFrom('credential_brown_out').selectAll().execute()).toEqual([])
  })

  it.each([
    [{ percent: 50, minutes: 15 }, 'percent'],
    [{ percent: 10, minutes: 61 }, 'minutes'],
    [{ percent: 10, minutes: 0 }, 'minutes'],
  ])('is not started with %j', async (body, field) => {
    const answer = await start(body)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.json)).toContain(`"${field}"`)
  })

  it('needs a credential of the application that is valid', async () => {
    expect((await start(undefined, 'admin', brownOutPath(undefined, randomUUID()))).status).toBe(404)
    await bench.store.db.updateTable('api_client_credential').set({ expires_at: now }).execute()
    expect((await start()).status).toBe(404)
  })

  it('is for those who may change the application, where it was created', async () => {
    expect((await start(undefined, 'viewer')).status).toBe(403)
    expect((await start(undefined, 'support')).status).toBe(403)
    expect((await start(undefined, 'outsider')).status).toBe(404)
    expect((await start(undefined, 'admin', brownOutPath(places.eu))).status).toBe(404)
    expect((await bench.call('viewer', 'DELETE', brownOutPath())).status).toBe(403)
    expect((await bench.call('admin', 'GET', pathOf('/callers', places.eu))).status).toBe(404)
    expect(await bench.store.db.selectFrom('credential_brown_out').selectAll().execute()).toEqual([])
  })
})
