import { assertionAlgorithms } from '../client-proof.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'

/** Returns the metadata of the provider of a tenant, or of `organizations`, for clients. */
export function discoveryDocument(
  { issuerOf, providerFor }: Pick<HandlerDependencies, 'issuerOf' | 'providerFor'>,
  origin: string,
  tenantId: string,
): Record<string, unknown> {
  const base = `${origin}/${tenantId}`
  return {
    issuer: issuerOf(origin, tenantId === 'organizations' ? '{tenantid}' : tenantId),
    authorization_endpoint: `${base}/v2.0/authorize`,
    token_endpoint: `${base}/oauth2/v2.0/token`,
    end_session_endpoint: `${base}/v2.0/logout`,
    jwks_uri: `${base}/discovery/v2.0/keys`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    grant_types_supported: ['client_credentials', ...(providerFor ? ['authorization_code', 'refresh_token'] : [])],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    code_challenge_methods_supported: ['S256'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'profile', 'offline_access'],
    claims_supported: [
      'sub',
      'iss',
      'aud',
      'exp',
      'iat',
      'tid',
      'oid',
      'wids',
      'roles',
      'ver',
      'name',
      'preferred_username',
    ],
  }
}
