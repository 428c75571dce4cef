const storageKey = (tenantId: string) => `assay/environment/${tenantId}`

/** The environment used last in a tenant. Blocked or full storage forgets, and nothing else. */
export function lastEnvironment(tenantId: string): string | null {
  try {
    return localStorage.getItem(storageKey(tenantId))
  } catch {
    return null
  }
}

export function storeLastEnvironment(tenantId: string, environmentId: string): void {
  try {
    if (localStorage.getItem(storageKey(tenantId)) !== environmentId)
      localStorage.setItem(storageKey(tenantId), environmentId)
  } catch {
    // Valid for this page only.
  }
}
