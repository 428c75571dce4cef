import { SignJWT } from 'jose'
import { demoClient, demoTenants } from '../kernel/identity/demo-tenants.ts'
import { createSignInRecord } from '../kernel/identity/people/sign-in-record.ts'
import { createTenantDirectory } from '../kernel/identity/tenant-directory.ts'
import { createVerifier } from '../kernel/identity/token-verifier.ts'
import type { Db } from '../ports/database.ts'
import type { TokenVerifier } from '../ports/index.ts'

const issuer = 'urn:assay:sample-data'
const audience = 'urn:assay:sample-data:service'
const lifetimeSeconds = 3600

export interface SampleDataIdentity {
  verifier: TokenVerifier
  /** Returns a token of a demo account; null for an unknown id. */
  userToken: (tenantId: string, accountId: string) => Promise<string | null>
  /** Returns a token of the demo's API client. */
  applicationToken: () => Promise<string>
}

/**
 * Issues and verifies tokens of the demo accounts with a key that is generated here, cannot be exported and ends with
 * the page: tokens of other issuers are not accepted, and no other service accepts these.
 */
export async function createSampleDataIdentity({
  db,
  clock,
}: {
  db: Db
  clock: () => Date
}): Promise<SampleDataIdentity> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  const sign = (claims: Record<string, unknown>) => {
    const now = Math.floor(clock().getTime() / 1000)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + lifetimeSeconds)
      .sign(privateKey)
  }
  const verifier = createVerifier({
    db,
    clock,
    tenants: createTenantDirectory(db, clock),
    issuers: [{ key: () => publicKey, accepts: value => value === issuer, tenantInToken: true }],
    audience: value => (value === audience ? 'both' : undefined),
    // Tokens stay inside this worker, and every account has an object id: nothing has to be hashed or derived.
    digest: text => text,
    recordSignIn: createSignInRecord(db, clock),
  })
  return {
    verifier,
    async userToken(tenantId, accountId) {
      const account = demoTenants.find(({ id }) => id === tenantId)?.accounts.find(({ id }) => id === accountId)
      if (!account) return null
      return sign({
        tid: tenantId,
        oid: account.id,
        sub: account.id,
        name: account.name,
        preferred_username: account.username,
        wids: account.wids,
        scp: 'user_impersonation',
      })
    },
    applicationToken: () =>
      sign({
        tid: demoClient.tenantId,
        appid: demoClient.clientId,
        sub: demoClient.principalId,
        idtyp: 'app',
        roles: ['Risk_API', 'Sandbox_Risk_API'],
      }),
  }
}
