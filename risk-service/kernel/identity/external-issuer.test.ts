import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../store/store.ts'
import { createTestStore } from '../store/testing/test-store.ts'
import { harborId } from './demo-tenants.ts'
import { createIdentity, type Identity } from './sign-in/identity.ts'

const clientId = 'console-of-assay'
let store: Store
let provider: Server
let authority: string
/** The part of the provider that can be reached. */
let reachable: 'all' | 'discovery' | 'nothing'
let sign: (claims?: Record<string, unknown>, kid?: string) => Promise<string>
let identity: Identity

beforeAll(async () => {
  store = await createTestStore()
  await store.db
    .insertInto('tenant')
    .values({ id: harborId, name: 'Harbor', role_family: 'standard' } as never)
    .execute()
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  provider = createServer((request, response) => {
    const at = request.url?.replace('/realms/shop', '')
    const found =
      at === '/.well-known/openid-configuration' && reachable !== 'nothing'
        ? {
            issuer: authority,
            jwks_uri: `${authority}/keys`,
            authorization_endpoint: `${authority}/authorize`,
            token_endpoint: `${authority}/token`,
          }
        : at === '/keys' && reachable === 'all'
          ? { keys: [key] }
          : null
    response
      .writeHead(found ? 200 : at?.startsWith('/v2.0') ? 404 : 503, { 'content-type': 'application/json' })
      .end(JSON.stringify(found))
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  authority = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/realms/shop`
  sign = (claims = {}, kid = 'one') =>
    new SignJWT({ aud: clientId, sub: 'ana', name: 'Ana Lind', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuer(authority)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
})
beforeEach(async () => {
  reachable = 'all'
  identity = await createIdentity({
    db: store.db,
    clock: () => new Date(),
    newId: () => crypto.randomUUID(),
    log: { write: () => undefined },
    publicUrl: null,
    trustedProxies: [],
    host: '127.0.0.1',
    demo: false,
    demoPublic: false,
    external: { authority, clientId },
    productionResource: null,
    sandboxResource: null,
    secretKey: null,
    signInPage: null,
    build: 'test',
  })
})
afterEach(() => identity.close())
afterAll(async () => {
  provider.closeAllConnections()
  await new Promise(resolve => provider.close(resolve))
  await store.close()
})

describe('an outside provider', () => {
  it('an outside provider signs people in to the only tenant where it names none, and the same person has the same id', async () => {
    const first = await identity.verifier.user(await sign())
    expect(first).toMatchObject({ tenantId: harborId, name: 'Ana Lind', assignments: [] })
    expect((await identity.verifier.user(await sign({ name: 'Ana Berg' }))).id).toBe(first.id)
    expect((await identity.verifier.user(await sign({ sub: 'bo' }))).id).not.toBe(first.id)
  })
  it.each([
    ['another key', {}, 'two', 'TokenSignatureInvalid'],
    ['another application', { aud: 'else' }, 'one', 'TokenAudienceNotAllowed'],
    ['a tenant that is not here', { tid: '00000000-0000-4000-8000-00000000dead' }, 'one', 'TokenClaimValueNotAllowed'],
  ] as const)('an outside provider opens nothing with a token of %s', async (_, claims, kid, reason) => {
    await expect(identity.verifier.user(await sign(claims, kid))).rejects.toMatchObject({ reason })
  })
  it.each(['nothing', 'discovery'] as const)(
    'a provider that is away is not taken for a wrong token, and is requested again (of it there is %s)',
    async there => {
      const token = await sign()
      reachable = there
      await expect(identity.verifier.user(token)).rejects.toMatchObject({ name: 'Unavailable', reason: 'identity' })
      reachable = 'all'
      expect(await identity.verifier.user(token)).toMatchObject({ name: 'Ana Lind' })
    },
  )
})
