const key = (tenantId: string) => `assay/environment/${tenantId}`

/** The environment used last in a tenant. Blocked or full storage forgets, and nothing else. */
export function lastEnvironment(tenantId: string): string | null {
  try {
    return localStorage.getItem(key(tenantId))
  } catch {
    return null
  }
}

export function rememberEnvironment(tenantId: string, environmentId: string): void {
  try {
    if (localStorage.getItem(key(tenantId)) !== environmentId) localStorage.setItem(key(tenantId), environmentId)
  } catch {
    // Holds for this page only.
  }
}
