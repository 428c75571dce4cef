import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Application, type CertificateFacts, directoryRoles, newSecret } from '../../contract/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import type { ReadCertificate } from '../../ports/certificates.ts'

const expires = new Date('2025-12-24T00:00:00.000Z')
/** Reads `PEM of NAME`; anything else is no certificate. */
const readCertificate: ReadCertificate = file => {
  const name = /^PEM of (\w+)$/.exec(new TextDecoder().decode(file))?.[1]
  if (name === undefined) return { fault: 'certificate.unreadable', message: 'This is no certificate.' }
  const thumbprint = name.toUpperCase().padEnd(40, '0')
  return {
    pem: `stored ${name}`,
    thumbprint,
    thumbprintSha256: thumbprint.padEnd(64, '0'),
    subject: `CN=${name}`,
    expires,
  }
}
let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench({ readCertificate })
  for (const name of ['admin', 'local', 'outsider'])
    Object.assign(bench.person(name), { wids: [directoryRoles.applicationAdministrator] })
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.store.db.deleteFrom('api_client').execute()
  await bench.store.db.deleteFrom('audit_log').execute()
})

const pathOf = (rest: string, environment: string = places.root) => `/environments/${environment}/applications${rest}`
const create = (proof: object, as = 'admin') =>
  bench.call(as, 'PUT', pathOf(`/${randomUUID()}`), { name: 'Till', roles: ['RiskApi'], ...proof })
const add = (clientId: string, certificate: string, as = 'admin', environment?: string) =>
  bench.call(as, 'POST', pathOf(`/${clientId}/certificates`, environment), { certificate })
const read = (certificate: string, as = 'admin') => bench.call(as, 'POST', pathOf('/read-certificate'), { certificate })
const issueOf = (json: unknown) =>
  (json as { details: { issues: { path: string[]; code?: string }[] } }).details.issues[0]

describe('a certificate', () => {
  it('is the credential of a new application, with its thumbprint and its end', async () => {
    const { status, json } = await create({ certificate: 'PEM of shop' })
    expect(status, JSON.stringify(json)).toBe(200)
    expect((json as Application).credentials).toMatchObject([
      { kind: 'certificate', thumbprint: 'SHOP'.padEnd(40, '0'), expiresAt: expires.toISOString() },
    ])
    const stored = await bench.store.db.selectFrom('api_client_credential').selectAll().execute()
    expect(stored).toMatchObject([{ certificate: 'stored shop', secret_hash: null }])
    const [entry] = await bench.store.db.selectFrom('audit_log').select(['operation', 'after']).execute()
    expect(entry).toMatchObject({ operation: 'Create', after: { credentials: [{ kind: 'certificate' }] } })
  })
  it('is added beside a secret, once', async () => {
    const { clientId } = (await create({ secret: newSecret() })).json as Application
    // Both are of the same time, in any order.
    const { credentials } = (await add(clientId, 'PEM of next')).json as Application
    expect(credentials.map(({ kind }) => kind).toSorted()).toEqual(['certificate', 'secret'])
    const { status, json } = await add(clientId, 'PEM of next')
    expect([status, issueOf(json)]).toMatchObject([422, { path: ['certificate'], code: 'certificate.duplicate' }])
    expect(await bench.store.db.selectFrom('audit_log').select('operation').execute()).toHaveLength(2)
  })
  it('is read before it is registered, and nothing is stored', async () => {
    expect((await read('PEM of shop')).json).toEqual({
      subject: 'CN=shop',
      thumbprint: 'SHOP'.padEnd(40, '0'),
      expiresAt: expires.toISOString(),
    } satisfies CertificateFacts)
    expect(await bench.store.db.selectFrom('audit_log').selectAll().execute()).toEqual([])
  })
  it('that cannot be used is refused by its field, with the fault as code', async () => {
    for (const { status, json } of [await read('hello'), await create({ certificate: 'hello' })])
      expect([status, issueOf(json)]).toMatchObject([422, { path: ['certificate'], code: 'certificate.unreadable' }])
    expect((await create({ certificate: 'x'.repeat(16_385) })).status).toBe(422)
  })
  it('and a secret are one too many, and neither is too few', async () => {
    for (const proof of [{}, { secret: newSecret(), certificate: 'PEM of shop' }]) {
      const { status, json } = await create(proof)
      expect([status, issueOf(json)?.path]).toEqual([422, ['secret']])
    }
    expect(await bench.store.db.selectFrom('api_client').selectAll().execute()).toEqual([])
  })
  it('is added by those who may create applications, where the application was created', async () => {
    const { clientId } = (await create({ secret: newSecret() })).json as Application
    const refused = await add(clientId, 'PEM of next', 'engineer')
    expect(refused).toMatchObject({ status: 403, body: { code: 'applications.directoryRole' } })
    for (const [as, environment, status] of [
      ['viewer', places.root, 403],
      ['support', places.root, 403],
      ['admin', places.eu, 404],
      ['local', places.eu, 404],
      ['outsider', places.root, 404],
      ['outsider', places.foreign, 404],
    ] as const)
      expect([as, (await add(clientId, 'PEM of next', as, environment)).status]).toEqual([as, status])
    expect([(await read('PEM of next', 'viewer')).status, (await read('PEM of next', 'outsider')).status]).toEqual([
      403, 404,
    ])
    expect(await bench.store.db.selectFrom('api_client_credential').selectAll().execute()).toHaveLength(1)
  })
})

it('a service that cannot read certificates says so', async () => {
  const without = await openConsoleBench()
  const { status, json } = await without.call('admin', 'POST', pathOf('/read-certificate'), {
    certificate: 'PEM of shop',
  })
  expect([status, issueOf(json)?.code]).toEqual([422, 'certificate.unavailable'])
  await without.close()
})
