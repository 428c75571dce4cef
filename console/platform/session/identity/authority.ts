import { siteConfiguration } from '../../site/site-configuration.ts'
import { defaultTenantName } from './tenant.ts'

/** Authority of a tenant, or of all organisations while no tenant is known. */
export function authorityOf(tenantId: string): string {
  return siteConfiguration().authority.replace('{tenant}', tenantId || defaultTenantName)
}

/**
 * The account with the key of its cached tokens. Without a tenant of the provider the library stores tokens under the
 * first part of the authority's path and reads them under the last: every call would request a new one.
 */
export function asCachedAccount<A extends { tenantId: string }>(account: A): A {
  return account.tenantId ? account : { ...account, tenantId: new URL(authorityOf('')).pathname.split('/')[1] ?? '' }
}

export type TokenResource = 'production' | 'sandbox'

/** The scope of the tokens: the service, by the resource URI of the kind of environment. */
export function tokenScopes(resource: TokenResource): string[] {
  const { productionResourceUri, sandboxResourceUri } = siteConfiguration()
  return [`${resource === 'sandbox' ? sandboxResourceUri : productionResourceUri}/.default`]
}

/** Nothing may wait for the identity provider's frame longer than this: milliseconds. */
export const silentTimeout = 30_000
/** Where the identity provider sends its answers to: the origin and this. */
export const redirectPath = '/api/auth'
export const signedOutPath = '/signed-out'
