import { hash } from 'node:crypto'
import { errors } from 'jose'
import type { Provider } from 'oidc-provider'
import type { Audiences } from '../application-tokens.ts'
import { embeddedAppId } from '../embedded-app.ts'
import { createExternalIssuer } from '../external-issuer.ts'
import { deleteExpiredPayloads, isSessionOpen } from '../oidc-adapter.ts'
import { createProvider, issuerOf } from '../oidc-provider.ts'
import { demoIssue, type IdentityOptions, publishedAudiences } from '../options.ts'
import { isOwnOrigin } from '../origin.ts'
import { createSignInRecord } from '../people/sign-in-record.ts'
import { loadKeys } from '../signing-keys.ts'
import { createTenantDirectory, type TenantDirectory } from '../tenant-directory.ts'
import { type CachingVerifier, createVerifier, type TokenIssuer } from '../token-verifier.ts'
import { createSignInHandler, type SignInHandler } from './sign-in-handler.ts'
import { createSignInLimits } from './sign-in-limits.ts'

export { embeddedAppId } from '../embedded-app.ts'
export type { IdentityOptions, SignInPage } from '../options.ts'
export { originOf } from '../origin.ts'
export type { SignInHandler } from './sign-in-handler.ts'

/** Configuration of the sign-in in the console; endpoints contain `{tenant}` in place of the tenant's id. */
interface SignInConfiguration {
  appId: string
  /** With `{tenant}` for the embedded provider; as configured for an external one. */
  authority: string
  /** Null: the console reads the provider's own discovery. */
  authorityMetadata: Record<
    'issuer' | 'authorization_endpoint' | 'token_endpoint' | 'end_session_endpoint' | 'jwks_uri',
    string
  > | null
  productionResourceUri: string
  sandboxResourceUri: string
}
export interface Identity {
  verifier: CachingVerifier
  tenants: TenantDirectory
  /** To be mounted before the app: paths of the provider and the token endpoints. */
  handler: SignInHandler
  configuration: (origin: string) => SignInConfiguration
  close: () => void
}

/**
 * Creates sign-in and token checks of one service. Refuses settings that would offer password-less accounts to a
 * network.
 */
export async function createIdentity(options: IdentityOptions & { build: string }): Promise<Identity> {
  const refusal = demoIssue(options)
  if (refusal) throw new Error(refusal)
  const { db, clock, newId, log, external } = options
  const keys = await loadKeys(options)
  const tenants = createTenantDirectory(db, clock)
  const productionResourceUri = options.productionResource ?? publishedAudiences.production[0]
  const sandboxResourceUri = options.sandboxResource ?? publishedAudiences.sandbox[0]

  /** Resources of users' tokens, the usual one first. */
  const userResources = [...new Set([productionResourceUri, sandboxResourceUri])]

  const own = new Map<string, 'production' | 'sandbox' | 'both'>()
  for (const uri of [...publishedAudiences.production, productionResourceUri])
    own.set(uri.replace(/\/$/, ''), 'production')
  for (const uri of [...publishedAudiences.sandbox, sandboxResourceUri]) {
    const audience = uri.replace(/\/$/, '')
    // One resource may stand for both kinds.
    own.set(audience, ['production', 'both'].includes(own.get(audience) ?? '') ? 'both' : 'sandbox')
  }
  if (options.publicUrl) own.set(new URL(options.publicUrl).origin, 'both')
  const audiencesFor = (origin: string): Audiences => new Map([...own, [origin, 'both' as const]])

  const embedded: TokenIssuer = {
    key: header => {
      // A key of another algorithm would fail as a fault of the service.
      const fits = header.alg === 'RS256' && (header.kid === undefined || header.kid === keys.kid)
      if (!fits) throw new errors.JWKSNoMatchingKey()
      return keys.publicKey
    },
    accepts: (issuer, tenantId) => {
      if (tenantId === null || !URL.canParse(issuer)) return false
      const { origin } = new URL(issuer)
      return issuer === issuerOf(origin, tenantId) && isOwnOrigin(origin, options)
    },
    // Derived from the token and not from a stored request: tokens stay valid after a restart.
    forItself: (audience, issuer) => URL.canParse(issuer) && new URL(issuer).origin === audience,
    tenantInToken: true,
  }
  const verifier = createVerifier({
    db,
    clock,
    tenants,
    digest: (text, encoding) => hash('sha256', text, encoding),
    isSessionOpen: (tenantId, sid) => isSessionOpen(db, tenantId, sid),
    recordSignIn: createSignInRecord(db, clock),
    issuers: external ? [embedded, createExternalIssuer(external, log)] : [embedded],
    audience: value =>
      own.get(value) ??
      (external && (value === external.clientId || value === `api://${external.clientId}`) ? 'user' : undefined),
  })

  const providers = new Map<string, Provider>()
  const providerFor =
    options.demo && !external
      ? (origin: string, tenantId: string): Provider => {
          const key = `${origin} ${tenantId}`
          let provider = providers.get(key)
          if (!provider) {
            if (providers.size >= 64) providers.delete(providers.keys().next().value ?? '')
            provider = createProvider(origin, tenantId, keys, userResources, options, verifier.invalidate)
            providers.set(key, provider)
          }
          return provider
        }
      : null
  const drop = () =>
    deleteExpiredPayloads(db).catch((error: unknown) =>
      log.write(2, 'identity.cleanup.failed', { name: error instanceof Error ? error.name : '' }),
    )
  const timer = setInterval(() => void drop(), 3_600_000)
  timer.unref()
  await drop()

  return {
    verifier,
    tenants,
    handler: createSignInHandler({
      db,
      clock,
      newId,
      keys,
      tenants,
      audiencesFor,
      issuerOf,
      options,
      build: options.build,
      limits: createSignInLimits(options),
      providerFor,
      userResources,
      credentialCalls: options.credentialCalls,
      brownOuts: options.brownOuts,
    }),
    configuration: origin => {
      const { host } = new URL(origin)
      const base = `${origin}/{tenant}`
      return external
        ? {
            appId: external.clientId,
            authority: external.authority,
            authorityMetadata: null,
            productionResourceUri,
            sandboxResourceUri,
          }
        : {
            // The identity library requires https in the authority; with inline metadata the authority is only a name.
            appId: embeddedAppId,
            authority: `https://${host}/{tenant}`,
            productionResourceUri,
            sandboxResourceUri,
            authorityMetadata: {
              issuer: `${base}/v2.0`,
              authorization_endpoint: `${base}/v2.0/authorize`,
              token_endpoint: `${base}/v2.0/token`,
              end_session_endpoint: `${base}/v2.0/logout`,
              jwks_uri: `${base}/discovery/v2.0/keys`,
            },
          }
    },
    close: () => clearInterval(timer),
  }
}
