import { createHmac, createPublicKey, type JsonWebKey } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TokenError } from '../../../ports/index.ts'
import { seedTenants } from '../../../tools/demo/seed/seed-tenants.ts'
import type { Store } from '../../store/store.ts'
import { createTestStore } from '../../store/testing/test-store.ts'
import { demoClient, demoTenants, harborId } from '../demo-tenants.ts'
import { loadKeys, type SigningKeys } from '../signing-keys.ts'
import { testIdentityOptions } from '../testing/identity-options.ts'
import { createIdentity, type Identity } from './identity.ts'

/*
 * Tokens that confuse an algorithm, a key or the time with another, sent as those of a user and of an application, to an
 * installation with the built-in issuer and to one with an outside provider beside it.
 */

const production = 'https://api.dfp.dynamics.com'
const account = demoTenants[0]?.accounts[0]?.id ?? ''
const issuer = `http://127.0.0.1:4300/${harborId}/v2.0`
let store: Store
let identity: Identity
let outside: Identity
let keys: SigningKeys
let provider: Server
let fetched = 0

beforeAll(async () => {
  store = await createTestStore()
  await seedTenants(store.db)
  keys = await loadKeys(testIdentityOptions(store.db))
  identity = await createIdentity(testIdentityOptions(store.db))
  const { publicKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'outside', alg: 'RS256', use: 'sig' }
  provider = createServer((request, response) => {
    fetched += Number(request.url?.startsWith('/evil'))
    const authority = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    const found =
      request.url === '/keys'
        ? { keys: [key] }
        : {
            issuer: authority,
            jwks_uri: `${authority}/keys`,
            authorization_endpoint: `${authority}/authorize`,
            token_endpoint: `${authority}/token`,
          }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found))
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const authority = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  outside = await createIdentity(
    testIdentityOptions(store.db, { demo: false, external: { authority, clientId: 'console' } }),
  )
})
afterAll(async () => {
  identity.close()
  outside.close()
  provider.closeAllConnections()
  await new Promise(resolve => provider.close(resolve))
  await store.close()
})

const now = () => Math.floor(Date.now() / 1000)
const userClaims = () => ({
  iss: issuer,
  aud: production,
  tid: harborId,
  oid: account,
  scp: 'user_impersonation',
  wids: ['62e90394-69f5-4237-9190-012177145e10'],
  iat: now(),
  nbf: now(),
  exp: now() + 600,
})
const applicationClaims = () => ({
  ...userClaims(),
  scp: undefined,
  oid: demoClient.principalId,
  appid: demoClient.clientId,
  idtyp: 'app',
  roles: ['Risk_API', 'Provisioning_API'],
})
type Claims = ReturnType<typeof userClaims> | ReturnType<typeof applicationClaims>

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** A token of any header, signed by whatever the function makes of its text. */
const raw = (header: object, claims: object, signature: (text: string) => string = () => '') => {
  const text = `${encoded(header)}.${encoded(claims)}`
  return `${text}.${signature(text)}`
}
const hmac =
  (secret: string, algorithm = 'sha256') =>
  (text: string) =>
    createHmac(algorithm, secret).update(text).digest('base64url')
const signed = async (claims: object, header: Partial<JWTHeaderParameters> = {}, key: CryptoKey = keys.privateKey) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid: keys.kid, ...header }).sign(key)

const publicPem = (): string =>
  createPublicKey({ key: keys.publicJwks.keys[0] as JsonWebKey, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString()

/** Reasons of both kinds of caller in both installations; `accepted` where a token opens something. */
async function outcomes(make: (claims: Claims) => string | Promise<string>): Promise<string[]> {
  const found: string[] = []
  for (const { verifier } of [identity, outside])
    for (const [claims, check] of [
      [userClaims(), verifier.user],
      [applicationClaims(), verifier.application],
    ] as const)
      try {
        await check(await make(claims))
        found.push('accepted')
      } catch (error) {
        if (!(error instanceof TokenError)) throw error
        found.push(error.reason)
      }
  return found
}
const all = (reason: string) => Array.from({ length: 4 }, () => reason)

describe('a token', () => {
  it('of the right key, algorithm and time is accepted, so that the refusals below are for their own reasons', async () => {
    expect(await outcomes(claims => signed(claims))).toEqual(all('accepted'))
  })

  it.each<[string, (claims: Claims) => string | Promise<string>]>([
    ...['none', 'None', 'NONE', 'nOnE', ''].map((alg): [string, (claims: Claims) => string] => [
      `of the algorithm "${alg}"`,
      claims => raw({ alg, kid: keys.kid, typ: 'JWT' }, claims),
    ]),
    ['without an algorithm', claims => raw({ kid: keys.kid, typ: 'JWT' }, claims)],
    [
      'signed with the public key as the secret of HS256, as PEM',
      claims => raw({ alg: 'HS256', kid: keys.kid }, claims, hmac(publicPem())),
    ],
    [
      'signed with the modulus of the public key as the secret of HS512',
      claims => raw({ alg: 'HS512', kid: keys.kid }, claims, hmac(keys.publicJwks.keys[0]?.n ?? '', 'sha512')),
    ],
    ['signed with an empty secret', claims => raw({ alg: 'HS256', kid: keys.kid }, claims, hmac(''))],
    [
      'that brings its own key',
      async claims => {
        const { publicKey, privateKey } = await generateKeyPair('RS256')
        return signed(claims, { jwk: await exportJWK(publicKey) } as object, privateKey)
      },
    ],
    [
      'that names where its key is',
      async claims => {
        const { privateKey } = await generateKeyPair('RS256')
        const { port } = provider.address() as AddressInfo
        return signed(
          claims,
          { jku: `http://127.0.0.1:${port}/evil`, x5u: `http://127.0.0.1:${port}/evil` } as object,
          privateKey,
        )
      },
    ],
    ['of an unknown key', async claims => signed(claims, { kid: 'other' })],
    ['of a key that is a path', async claims => signed(claims, { kid: '../../../../dev/null' })],
    ['of a key that is a query', async claims => signed(claims, { kid: "' or '1'='1" })],
    [
      'of an elliptic key under the id of ours',
      async claims => {
        const { privateKey } = await generateKeyPair('ES256')
        return signed(claims, { alg: 'ES256' }, privateKey)
      },
    ],
    [
      'with a critical extension that nobody knows',
      async claims => raw({ alg: 'RS256', kid: keys.kid, crit: ['x'], x: 1 }, claims),
    ],
    [
      'with the signature of another token',
      async claims => {
        const [, , signature = ''] = (await signed({ ...claims, jti: 'another' })).split('.')
        return raw({ alg: 'RS256', kid: keys.kid }, claims, () => signature)
      },
    ],
  ])('%s is refused', async (_what, make) => {
    const found = await outcomes(make)
    expect(found).not.toContain('accepted')
    for (const reason of found) expect(reason).toMatch(/^(?:TokenSignatureInvalid|JwtInvalid|TokenIssuerNotAllowed)$/)
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['that has expired', { exp: 1 }, 'TokenExpired'],
    ['of the future', { nbf: 9_999_999_999 }, 'TokenClaimValueNotAllowed'],
    ['without an end', { exp: undefined }, 'TokenClaimValueNotAllowed'],
    ['whose end is a text', { exp: '9999999999' }, 'TokenSignatureInvalid'],
    ['for another service', { aud: 'https://graph.example' }, 'TokenAudienceNotAllowed'],
    ['for several other services', { aud: ['https://a.example', 'https://b.example'] }, 'TokenAudienceNotAllowed'],
    ['for nobody', { aud: undefined }, 'TokenAudienceNotAllowed'],
    ['of another issuer', { iss: 'https://elsewhere.example/' }, 'TokenIssuerNotAllowed'],
    ['of no issuer', { iss: undefined }, 'TokenIssuerNotAllowed'],
    ['of another tenant than its issuer', { tid: '00000000-0000-4000-8000-000000000009' }, 'TokenIssuerNotAllowed'],
    ['without a tenant', { tid: undefined }, 'TokenIssuerNotAllowed'],
    ['whose tenant is a list', { tid: [harborId] }, 'TokenIssuerNotAllowed'],
  ])('%s is refused', async (_what, change, reason) => {
    const found = await outcomes(claims => signed({ ...claims, ...change }))
    expect(found).not.toContain('accepted')
    expect(found[0]).toBe(reason)
    expect(found[1]).toBe(reason)
  })

  it('is never a reason to fetch an address that it names', () => expect(fetched).toBe(0))

  it('of an application is no user, and that of a user is no application', async () => {
    await expect(identity.verifier.user(await signed(applicationClaims()))).rejects.toMatchObject({
      reason: 'TokenClaimValueNotAllowed',
    })
    await expect(identity.verifier.application(await signed(userClaims()))).rejects.toMatchObject({
      reason: 'TokenClaimValueNotAllowed',
    })
  })
})
