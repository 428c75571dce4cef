import { defaultTenantName, type RequestedTenant } from './identity/tenant.ts'

interface Account {
  homeAccountId: string
  tenantId: string
  idTokenClaims?: object | undefined
}

/**
 * The tenant of an account by its provider; empty where the provider names none, as all providers but a directory do.
 * The tenant that the identity library reads is some other claim then.
 */
export function tenantOf({ tenantId, idTokenClaims }: Pick<Account, 'tenantId' | 'idTokenClaims'>): string {
  return idTokenClaims && !('tid' in idTokenClaims) ? '' : tenantId
}

/**
 * The account of this visit: the first that matches the requested tenant id, otherwise the first of all.
 * @param preferred precede the order of the cache: the account that just signed in, that of this tab, the last active
 *   one
 */
export function chooseAccount<A extends Account>(
  accounts: readonly A[],
  requestedTenantId: string,
  preferred: readonly (A | null | undefined)[] = [],
): A | null {
  const all = [...preferred.filter(account => account !== null && account !== undefined), ...accounts]
  return (
    (requestedTenantId ? all.find(account => tenantOf(account) === requestedTenantId) : undefined) ?? all[0] ?? null
  )
}

/**
 * No account matches: there is none, or the requested tenant is not that of the account. An account without a tenant
 * belongs to the only tenant.
 */
export function requiresSignIn(account: Account | null, tenant: RequestedTenant): boolean {
  return account === null || (tenant.name !== defaultTenantName && ![tenant.id, ''].includes(tenantOf(account)))
}

/** Roles of the directory that the product recognises, by the template ids of the `wids` claim. */
export const recognisedDirectoryRoles = {
  '62e90394-69f5-4237-9190-012177145e10': 'Azure global admin',
  '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3': 'Azure app admin',
  '158c047a-c907-4556-b7ef-446551a6b5f7': 'Azure cloud app admin',
} as const

/** The signed-in user of the product specification, section 3. */
export interface SessionUser {
  /** Object id in the directory. */
  id: string
  name: string
  username: string
  tenantId: string
  /** Claims of the id token, `name` and `wids` among them. */
  claims: Readonly<Record<string, unknown>>
  /** Directory role template ids. */
  wids: readonly string[]
}

interface ClaimedAccount extends Account {
  localAccountId: string
  username: string
  name?: string | undefined
}

/** @param onlyTenant whose people those are whose provider names no tenant */
export function sessionUserOf(account: ClaimedAccount, onlyTenant = ''): SessionUser {
  const claims = { ...account.idTokenClaims } as Record<string, unknown>
  const { wids } = claims
  return {
    id: account.localAccountId,
    name: account.name ?? account.username,
    username: account.username,
    tenantId: tenantOf(account) || onlyTenant,
    claims,
    wids: Array.isArray(wids) ? wids.filter(id => typeof id === 'string') : [],
  }
}

/** Recognised roles among the directory role ids; others are ignored, and a missing claim is no role. */
export function directoryRolesOf(wids: readonly string[]): string[] {
  const names: Record<string, string> = recognisedDirectoryRoles
  return wids.flatMap(id => names[id.toLowerCase()] ?? [])
}
