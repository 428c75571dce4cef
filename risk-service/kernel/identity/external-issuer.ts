import { createRemoteJWKSet, customFetch, errors } from 'jose'
import { z } from 'zod'
import { UnavailableError } from '../../ports/index.ts'
import type { IdentityOptions } from './options.ts'
import type { TokenIssuer } from './token-verifier.ts'

const metadataSchema = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  end_session_endpoint: z.url().optional(),
})
const discoveryTimeoutMs = 10_000

/** Fetches the discovery document of an authority: directory style (`/v2.0/...`) first, then plain OpenID. */
async function discover(authority: string): Promise<z.infer<typeof metadataSchema>> {
  const base = authority.replace(/\/+$/, '')
  let problem = ''
  for (const url of [`${base}/v2.0/.well-known/openid-configuration`, `${base}/.well-known/openid-configuration`]) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(discoveryTimeoutMs), redirect: 'error' })
      if (answer.ok) return metadataSchema.parse(await answer.json())
      problem = `${answer.status}`
    } catch (error) {
      problem = error instanceof Error ? error.message : 'unreachable'
    }
  }
  throw new Error(`The discovery document of ${base} could not be read (${problem}).`)
}

/**
 * An external provider. Its discovery is read at the first token and again after a failure, so that the service starts
 * and serves everything else while the provider is unreachable; its users then get an outage error instead of one about
 * their tokens.
 */
export function createExternalIssuer(
  external: NonNullable<IdentityOptions['external']>,
  log: IdentityOptions['log'],
): TokenIssuer {
  let issuer: string | null = null
  let keySet: Promise<ReturnType<typeof createRemoteJWKSet>> | null = null
  const keys = () =>
    (keySet ??= discover(external.authority)
      .then(metadata => {
        issuer = metadata.issuer
        return createRemoteJWKSet(new URL(metadata.jwks_uri), {
          timeoutDuration: discoveryTimeoutMs,
          [customFetch]: fetch,
        })
      })
      .catch((error: unknown) => {
        keySet = null
        log.write(3, 'identity.discovery.failed', {
          message: error instanceof Error ? error.message.slice(0, 200) : '',
        })
        throw error
      }))
  const isAboutToken = (error: unknown) =>
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  const directory = /(^|\.)(microsoftonline\.com|microsoftonline\.us|chinacloudapi\.cn|windows\.net)$/.test(
    new URL(external.authority).hostname,
  )
  return {
    key: async (header, token) => {
      try {
        return await (await keys())(header, token)
      } catch (error) {
        throw isAboutToken(error) ? error : new UnavailableError('identity')
      }
    },
    accepts: (value, tenantId) => {
      if (issuer === null) return false
      // A directory serves many tenants under one template; its older tokens carry the other well-known issuer.
      const expected = [
        issuer.replace('{tenantid}', tenantId ?? ''),
        ...(directory && tenantId ? [`https://sts.windows.net/${tenantId}/`] : []),
      ]
      return (
        expected.includes(value) ||
        (directory && tenantId !== null && value === `${new URL(external.authority).origin}/${tenantId}/v2.0`)
      )
    },
    tenantInToken: directory,
  }
}
