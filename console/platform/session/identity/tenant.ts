import { siteConfiguration } from '../../site/site-configuration.ts'
import { clearStored, readJson, readStored, sessionKeys, store, storedKeys } from '../../storage/browser-storage.ts'

/** The tenant of this visit; `id` is empty and `name` is `organizations` while none is known. */
export interface RequestedTenant {
  id: string
  name: string
}

export const defaultTenantName = 'organizations'

let service: RequestedTenant | null = null

/** The stored value may be damaged, and an invalid tenant would break the sign-in. */
const isId = (value: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
const isTenant = (value: unknown): value is RequestedTenant =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'name' in value &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  isId(value.id)

/** The account that this tab signed in, so that another tab's sign-in does not change who this one is. */
export interface TabAccount {
  homeAccountId: string
  tenantId: string
}
export function tabAccount(): TabAccount | null {
  const stored = readJson('session', sessionKeys.account)
  return typeof stored === 'object' &&
    stored !== null &&
    'homeAccountId' in stored &&
    'tenantId' in stored &&
    typeof stored.homeAccountId === 'string' &&
    typeof stored.tenantId === 'string'
    ? { homeAccountId: stored.homeAccountId, tenantId: stored.tenantId }
    : null
}
export function storeTabAccount(account: TabAccount): void {
  store('session', sessionKeys.account, JSON.stringify(account))
}

/**
 * The address requests no particular tenant: the stored one is unknown to the provider, as after another installation
 * at this address.
 */
const requestsAnyTenant = (search: string) => new URLSearchParams(search).get('tenant') === defaultTenantName

/**
 * Starts the tenant service with tenant name and tenant id: those of the page (address, or the only tenant of the
 * installation), else the tenant of this tab, else the last one. The name is stored in session storage.
 */
export function startTenantService(
  { tenantName, tenantId }: { tenantName: string; tenantId: string },
  search = location.search,
): RequestedTenant {
  service = tenantId
    ? { id: tenantId, name: tenantName }
    : ((requestsAnyTenant(search) ? null : storedTenant()) ?? { id: '', name: defaultTenantName })
  store('session', sessionKeys.tenantName, service.name)
  return service
}

function storedTenant(): RequestedTenant | null {
  const own = tabAccount()
  if (own && isId(own.tenantId))
    return { id: own.tenantId, name: readStored('session', sessionKeys.tenantName) ?? own.tenantId }
  const last = readJson('local', storedKeys.lastTenant)
  return isTenant(last) ? { id: last.id, name: last.name } : null
}

export function requestedTenant(): RequestedTenant {
  return service ?? startTenantService(siteConfiguration())
}

/** Names of the tenants that this browser was signed in to, by id. */
export function tenantNames(): Record<string, string> {
  const stored = readJson('local', storedKeys.tenantNames)
  return typeof stored === 'object' && stored !== null
    ? (Object.fromEntries(Object.entries(stored).filter(([, name]) => typeof name === 'string')) as Record<
        string,
        string
      >)
    : {}
}

/** Remembers the tenant for the next start, and its name for this session. */
export function storeTenant(tenant: RequestedTenant): void {
  store('local', storedKeys.lastTenant, JSON.stringify(tenant))
  store('session', sessionKeys.tenantName, tenant.name)
}

/** The tenant's own name, stored once the service has sent it. */
export function recordTenantName(tenant: RequestedTenant): void {
  storeTenant(tenant)
  const names = tenantNames()
  if (names[tenant.id] !== tenant.name)
    store('local', storedKeys.tenantNames, JSON.stringify({ ...names, [tenant.id]: tenant.name }))
}

/** Directory roles of the signed-in user as a session value; sent along for tracing. */
export function storeDirectoryRoles(wids: readonly string[]): void {
  store('session', sessionKeys.azureRoles, wids.join(','))
}

/** The Azure roles value of the session. */
export function azureRoles(): string {
  return readStored('session', sessionKeys.azureRoles) ?? ''
}

/** Signing out leaves language and last tenant, and nothing else of the session. */
export const clearSessionData = clearStored
