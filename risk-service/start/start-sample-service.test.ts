import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExternalCallBody } from '../contract/external-calls/external-call-inputs.ts'
import { externalCallBodySchema } from '../contract/external-calls/external-call-inputs.ts'
import { createDynamicsConnector } from '../features/retail-connector/dynamics/dynamics-connector.ts'
import { createOutgoingHttp } from '../http/node/outgoing-http.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import { newId } from '../kernel/store/new-id.ts'
import type { Store } from '../kernel/store/store.ts'
import { createTestStore } from '../kernel/store/testing/test-store.ts'
import type { RetailApplication } from '../ports/retail-connector.ts'
import { seedTenants } from '../tools/demo/seed/seed-tenants.ts'
import { createShutdown } from './process/shutdown.ts'
import { startSampleService } from './start-sample-service.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await seedTenants(store.db)
})
afterAll(() => store.close())

const settingsOf = (demo: boolean, outgoingPrivate: Settings['outgoingPrivate'] = []) =>
  ({ demo, outgoingPrivate }) as Settings
const storedCall = async () =>
  (await store.db.selectFrom('external_call').select('body').executeTakeFirst())?.body as ExternalCallBody | undefined

it('an installation without a demo has no sample service, and may call no address of its own machine', async () => {
  const settings = settingsOf(false)
  expect(await startSampleService(settings, store, createShutdown())).toBe(settings)
  expect(await storedCall()).toBeUndefined()
})

it('the external call of the demo is answered by its sample service, and no other port of the machine may be called', async () => {
  const shutdown = createShutdown()
  const { outgoingPrivate } = await startSampleService(settingsOf(true, ['kyc.internal']), store, shutdown)
  expect(outgoingPrivate).toEqual(['kyc.internal', expect.stringMatching(/^127\.0\.0\.1:\d+$/)])
  const call = externalCallBodySchema.parse(await storedCall())
  const outgoing = createOutgoingHttp({ privateHosts: outgoingPrivate })
  const ask = (url: string) => outgoing.send({ method: 'GET', url, headers: {}, body: null, timeoutMs: 3000 })
  expect(await ask(call.url.replace('{parameter.ip}', '78.56.10.10'))).toMatchObject({
    kind: 'answer',
    status: 200,
    text: expect.stringContaining('"ip":"78.56.10.10"') as string,
  })
  const [, sample = ''] = outgoingPrivate as string[]
  const other = sample.replace(/\d+$/, port => String(Number(port) === 1 ? 2 : Number(port) - 1))
  for (const url of [`http://${other}/reputation`, 'http://127.0.0.1/', `http://localhost:${sample.split(':')[1]}/`])
    expect([url, (await ask(url)).kind]).toEqual([url, 'refused'])
  await shutdown.run()
})

it('a start that finds the call gives it the new port, unless a user pointed it elsewhere or deleted it', async () => {
  const shutdown = createShutdown()
  const { outgoingPrivate } = await startSampleService(settingsOf(true), store, shutdown)
  expect((await storedCall())?.url).toContain(String((outgoingPrivate as string[])[0]))
  const elsewhere = { ...(await storedCall()), url: 'https://kyc.example.com/' }
  await store.db
    .updateTable('external_call')
    .set({ body: JSON.stringify(elsewhere) })
    .execute()
  await startSampleService(settingsOf(true), store, createShutdown())
  expect((await storedCall())?.url).toBe('https://kyc.example.com/')
  await store.db.deleteFrom('external_call').execute()
  await startSampleService(settingsOf(true), store, createShutdown())
  expect(await storedCall()).toBeUndefined()
  await shutdown.run()
})

it('the retail connector of the demo reads its sample service, unless the installation has an application of its own', async () => {
  const shutdown = createShutdown()
  const settings = { ...settingsOf(true), port: 0, retail: null }
  const { outgoingPrivate, retail } = await startSampleService(settings, store, shutdown)
  const host = retail?.hosts[0]?.host ?? ''
  expect(outgoingPrivate).toContain(host)
  const connector = createDynamicsConnector({
    clock: () => new Date(),
    newId,
    http: createOutgoingHttp({ privateHosts: outgoingPrivate }),
    application: retail as RetailApplication,
  })
  expect(connector.mayConnect('any tenant', `http://${host}`)).toBe(true)
  expect(await connector.test(`http://${host}`)).toBeNull()
  const page = await connector.listChanges(`http://${host}`, 'PaymentMethod', { since: null, next: null })
  expect(page).toMatchObject({ rows: [{ PAYMENTMETHODNUMBER: '1' }, {}, {}], next: null })
  await shutdown.run()
  const own = { ...settings, retail: { ...(retail as RetailApplication), clientId: 'own' } }
  const other = createShutdown()
  expect((await startSampleService(own, store, other)).retail).toBe(own.retail)
  await other.run()
})
