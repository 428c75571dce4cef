import { siteConfiguration } from '../../site/site-configuration.ts'
import { defaultTenantName } from './tenant.ts'

/** Authority of a tenant, or of all organisations while none is known. */
export function authorityOf(tenantId: string): string {
  return siteConfiguration().authority.replace('{tenant}', tenantId || defaultTenantName)
}

/**
 * The account as the library finds its tokens again. Of a provider that names no tenant it keeps them under the first
 * part of the authority's path and looks for them under the last: every call would ask for a new one.
 */
export function asCachedAccount<A extends { tenantId: string }>(account: A): A {
  return account.tenantId ? account : { ...account, tenantId: new URL(authorityOf('')).pathname.split('/')[1] ?? '' }
}

export type TokenResource = 'production' | 'sandbox'

/** What the console asks a token for: the service, by the resource URI of the kind of environment. */
export function tokenScopes(resource: TokenResource): string[] {
  const { productionResourceUri, sandboxResourceUri } = siteConfiguration()
  return [`${resource === 'sandbox' ? sandboxResourceUri : productionResourceUri}/.default`]
}

/** Nothing may wait for the identity provider's frame longer than this: milliseconds. */
export const silentTimeout = 30_000
/** Where the identity provider sends its answers to: the origin and this. */
export const redirectPath = '/api/auth'
export const signedOutPath = '/signed-out'
