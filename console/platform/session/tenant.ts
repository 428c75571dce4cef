import { siteConfiguration } from '../site/site-configuration.ts'

/** Tenant that this visit is about; `id` is empty and `name` is `organizations` while none is known. */
export interface RequestedTenant {
  id: string
  name: string
}

const lastTenantKey = 'assay/last-tenant'
const tenantNameKey = 'assay/tenant-name'
export const defaultTenantName = 'organizations'

function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    // Blocked by the browser: as if nothing had been stored.
    return null
  }
}
function write(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value)
  } catch {
    // Holds for this page only.
  }
}
const local = () => localStorage
const session = () => sessionStorage

/** The service knows the tenant of the address and of an installation with one tenant; else the one used last counts. */
export function requestedTenant(): RequestedTenant {
  const { tenantId, tenantName } = siteConfiguration()
  if (tenantId) return { id: tenantId, name: tenantName }
  try {
    const last = JSON.parse(read(local, lastTenantKey) ?? 'null') as unknown
    if (typeof last === 'object' && last !== null && 'id' in last && 'name' in last && typeof last.id === 'string' && typeof last.name === 'string' && last.id) {
      return { id: last.id, name: last.name }
    }
  } catch {
    // Damaged: the next sign-in writes it anew.
  }
  return { id: '', name: defaultTenantName }
}

/** Remembers the tenant for the next start, and its name for this session. */
export function rememberTenant(tenant: RequestedTenant): void {
  write(local, lastTenantKey, JSON.stringify(tenant))
  write(session, tenantNameKey, tenant.name)
}


/** Directory roles of the signed-in user as a session value; sent along for tracing. */
export function rememberDirectoryRoles(wids: readonly string[]): void {
  write(session, 'assay/azure-roles', wids.join(','))
}

/** Signing out leaves language, look and last tenant, and nothing else of the session. */
export function clearSessionData(): void {
  try {
    sessionStorage.clear()
    for (const key of Object.keys(localStorage)) if (key.startsWith('assay/') && key !== lastTenantKey) localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
