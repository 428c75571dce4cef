import type { Db } from '../../ports/database.ts'
import { loadMeteredEnvironments, type MeteredEnvironment } from './store.ts'

/** Whose use is counted. */
export interface UseScope {
  /** All production environments of the tenant, deleted ones included. */
  tenant: MeteredEnvironment[]
  /** Those of the answer. */
  environments: MeteredEnvironment[]
}

/** Returns the environments of figures: an environment with those below it. */
export async function scopeOfFigures(db: Db, tenantId: string, figures: readonly string[]): Promise<UseScope> {
  const tenant = await loadMeteredEnvironments(db, tenantId)
  const included = new Set(figures)
  return { tenant, environments: tenant.filter(({ id }) => included.has(id)) }
}

/** Returns all environments of the tenant, or those of one root. */
export async function scopeOfTenant(db: Db, tenantId: string, rootId?: string): Promise<UseScope> {
  const tenant = await loadMeteredEnvironments(db, tenantId)
  if (rootId === undefined) return { tenant, environments: tenant }
  const included = new Set([rootId])
  // A child comes after its parent in some pass: the tree is at most ten levels deep.
  for (let size = 0; size < included.size; ) {
    size = included.size
    for (const { id, parentId } of tenant) if (parentId !== null && included.has(parentId)) included.add(id)
  }
  return { tenant, environments: tenant.filter(({ id }) => included.has(id)) }
}

export const idsOf = (environments: readonly MeteredEnvironment[]): string[] => environments.map(({ id }) => id)
