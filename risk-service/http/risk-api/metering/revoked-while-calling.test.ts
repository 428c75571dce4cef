import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readErrors } from '../../../features/api-management/read-errors.ts'
import {
  addClient,
  addCredential,
  revokeClient,
  revokeCredential,
} from '../../../features/applications/client-registry.ts'
import { harborId } from '../../../kernel/identity/demo-tenants.ts'
import { productionResource, type RiskApiServer, startRiskApiServer } from '../testing/risk-api-server.ts'
import { testRegistrar } from '../testing/test-registrar.ts'

let service: RiskApiServer
beforeAll(async () => {
  service = await startRiskApiServer()
})
afterAll(() => service.close())

const soon = { timeout: 15_000, interval: 200 }
const deleted = 'The application of the token was deleted, or is not registered here.'

async function register() {
  const { client, issued } = await addClient(testRegistrar(service.store.db), {
    environmentId: service.environmentId,
    name: 'Till',
    roles: ['RiskApi'],
    clientId: null,
    credential: { months: 1 },
  })
  return { clientId: client.clientId, credentialId: issued.id, secret: issued.secret ?? '' }
}
const requestToken = (client_id: string, client_secret: string) =>
  service.token(
    'v1',
    new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret, resource: productionResource }),
  )
const tokenOf = async (clientId: string, secret: string) =>
  ((await (await requestToken(clientId, secret)).json()) as { access_token: string }).access_token
async function send(token: string) {
  const response = await fetch(`${service.origin}/v1.0/MerchantServices/events/Purchase`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      purchaseId: randomUUID(),
      merchantLocalDate: new Date().toISOString(),
      _metadata: { trackingId: randomUUID() },
    }),
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

it('a client that is deleted while it calls is told so by one sentence, and no call of it is decided after that', async () => {
  const { clientId, secret } = await register()
  const token = await tokenOf(clientId, secret)
  const answers: Awaited<ReturnType<typeof send>>[] = []
  let isCalling = true
  const calling = (async () => {
    while (isCalling) answers.push(await send(token))
  })()
  await expect.poll(() => answers.length, soon).toBeGreaterThan(3)
  await revokeClient(testRegistrar(service.store.db), clientId)
  await expect.poll(() => answers.at(-1)?.status, soon).toBe(401)
  const refusedFrom = answers.findIndex(({ status }) => status === 401)
  await expect.poll(() => answers.length, soon).toBeGreaterThan(refusedFrom + 3)
  isCalling = false
  await calling
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]))
  expect(answers.slice(refusedFrom).every(({ status }) => status === 401)).toBe(true)
  const refused = answers[refusedFrom]
  expect(JSON.parse(refused?.text ?? '')).toEqual({ statusCode: 401, message: `Unauthorized. ${deleted}` })
  expect(refused?.headers.get('errormessage')).toBe(deleted)

  const figures = { db: service.store.db, tenantId: harborId, figures: [service.environmentId], signal: undefined }
  const groups = async () =>
    (
      await readErrors(
        { ...figures, now: new Date(), schemaOf: () => null },
        {
          from: new Date(Date.now() - 600_000).toISOString(),
          to: new Date(Date.now() + 60_000).toISOString(),
          clientId,
        },
      )
    ).groups
  const count = answers.length - refusedFrom
  await expect.poll(async () => (await groups())[0]?.calls, soon).toBe(count)
  expect(await groups()).toMatchObject([
    { status: 401, fault: null, message: deleted, callers: [{ clientId, name: null, calls: count }] },
  ])
})

it('a deleted client gets no token, and learns no more than one that never was', async () => {
  const { clientId, secret } = await register()
  await revokeClient(testRegistrar(service.store.db), clientId)
  const answers = await Promise.all([requestToken(clientId, secret), requestToken(randomUUID(), secret)])
  for (const answer of answers) {
    expect(answer.status).toBe(401)
    const { error, error_description } = (await answer.json()) as Record<string, string>
    expect(error).toBe('invalid_client')
    expect(error_description).toContain('The client is unknown or its credential is wrong.')
  }
})

it('a secret that is revoked while it calls gets no more tokens; the one that replaced it does', async () => {
  const { clientId, credentialId, secret } = await register()
  const registrar = testRegistrar(service.store.db)
  const { issued } = await addCredential(registrar, clientId, { months: 1 })
  const [former, next] = await Promise.all([tokenOf(clientId, secret), tokenOf(clientId, issued.secret ?? '')])
  // Both are valid at the same time.
  expect([(await send(former)).status, (await send(next)).status]).toEqual([200, 200])
  await revokeCredential(registrar, clientId, credentialId)
  const refused = await requestToken(clientId, secret)
  expect(refused.status).toBe(401)
  expect(((await refused.json()) as Record<string, string>)['error_description']).toContain(
    'The client is unknown or its credential is wrong.',
  )
  expect((await requestToken(clientId, issued.secret ?? '')).status).toBe(200)
  // A token that was issued before ends with its hour.
  expect([(await send(former)).status, (await send(next)).status]).toEqual([200, 200])
})

describe('a credential that is revoked with its tokens', () => {
  const revoked = 'The credential of the token was revoked.'

  it('ends them at once, and no call of them is decided after that', async () => {
    const { clientId, credentialId, secret } = await register()
    const other = await register()
    const registrar = testRegistrar(service.store.db)
    const { issued } = await addCredential(registrar, clientId, { months: 1 })
    const [former, again, next, foreign] = await Promise.all([
      tokenOf(clientId, secret),
      tokenOf(clientId, secret),
      tokenOf(clientId, issued.secret ?? ''),
      tokenOf(other.clientId, other.secret),
    ])
    for (const token of [former, next, foreign]) expect((await send(token)).status).toBe(200)
    await revokeCredential(registrar, clientId, credentialId, 'end')
    await expect.poll(async () => (await send(former)).status, soon).toBe(401)
    const refused = await send(former)
    expect(JSON.parse(refused.text)).toEqual({ statusCode: 401, message: `Unauthorized. ${revoked}` })
    expect(refused.headers.get('errormessage')).toBe(revoked)
    // Also one that was not used before.
    expect((await send(again)).status).toBe(401)
    // The credential that replaced it, and other clients, do not notice.
    for (const token of [next, foreign]) expect((await send(token)).status).toBe(200)
    expect((await requestToken(clientId, secret)).status).toBe(401)
    expect((await requestToken(clientId, issued.secret ?? '')).status).toBe(200)
  })

  it('does not return with a client that is registered again with the id of a deleted one', async () => {
    const registrar = testRegistrar(service.store.db)
    const { clientId, secret } = await register()
    const token = await tokenOf(clientId, secret)
    expect((await send(token)).status).toBe(200)
    await revokeClient(registrar, clientId)
    const { issued } = await addClient(registrar, {
      environmentId: service.environmentId,
      name: 'Till',
      roles: ['RiskApi'],
      clientId,
      credential: { months: 1 },
    })
    await expect.poll(async () => (await send(token)).status, soon).toBe(401)
    expect((await send(await tokenOf(clientId, issued.secret ?? ''))).status).toBe(200)
  })

  it('belongs to one client: the same id in the token of another one changes nothing', async () => {
    const [one, two] = [await register(), await register()]
    const registrar = testRegistrar(service.store.db)
    await expect(revokeCredential(registrar, two.clientId, one.credentialId, 'end')).rejects.toThrow(
      'has no credential',
    )
    const token = await tokenOf(one.clientId, one.secret)
    expect((await send(token)).status).toBe(200)
  })
})
