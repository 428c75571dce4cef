import type { Db } from '../../ports/database.ts'

export interface TenantInfo {
  id: string
  name: string
  demo: boolean
  domains: readonly string[]
}
export interface TenantDirectory {
  all: () => Promise<readonly TenantInfo[]>
  /** Finds a tenant by directory id or verified domain, in any letter case. */
  find: (segment: string) => Promise<TenantInfo | undefined>
  /** Called after a tenant or account is created; otherwise the change is visible within 30 s. */
  forget: () => void
}

const guid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** Returns true for the first path segment of an address that names a tenant; no route of the console begins so. */
export function isTenantSegment(segment: string): boolean {
  return guid.test(segment) || /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(segment)
}

/**
 * Creates the directory of the installation's tenants, cached for 30 s: every page and every token reads it. While the
 * database is unreachable, the last result remains in use.
 */
export function createTenantDirectory(db: Db, clock: () => Date): TenantDirectory {
  let cache: { until: number; tenants: Promise<TenantInfo[]> } | null = null
  let last: TenantInfo[] | null = null
  const load = async (): Promise<TenantInfo[]> => {
    const tenants = await db
      .selectFrom('tenant')
      .select(['id', 'name', 'demo'])
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const users = await db
      .selectFrom('principal')
      .innerJoin('tenant', 'tenant.id', 'principal.tenant_id')
      .select(['tenant_id', 'username'])
      .where('kind', '=', 'user')
      // The addresses of guests, and of whoever signs in elsewhere, are not domains of the tenant.
      .where('guest', '=', false)
      .where('tenant.demo', '=', true)
      .execute()
    return tenants.map(tenant => ({
      ...tenant,
      domains: [
        ...new Set(
          users
            .filter(user => user.tenant_id === tenant.id)
            .map(user => user.username.split('@')[1]?.toLowerCase() ?? ''),
        ),
      ].filter(Boolean),
    }))
  }
  const all = () => {
    const now = clock().getTime()
    if (!cache || cache.until < now) {
      const tenants = load().then(
        tenants => {
          last = tenants
          return tenants
        },
        (error: unknown) => {
          cache = null
          if (last === null) throw error
          return last
        },
      )
      cache = { until: now + 30_000, tenants }
      // A failed or empty read is not cached: the next request reads again.
      tenants.then(
        tenants => {
          if (tenants.length === 0) cache = null
        },
        () => undefined,
      )
    }
    return cache.tenants
  }
  return {
    all,
    async find(segment) {
      const key = segment.toLowerCase()
      return (await all()).find(tenant => tenant.id === key || tenant.domains.includes(key))
    },
    forget: () => {
      cache = null
    },
  }
}
