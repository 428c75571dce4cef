/** Names of entries in the browser's storage. `DFP/Market` is the product's own, the others are ours. */
export const storedKeys = {
  language: 'DFP/Market',
  mock: 'assay/mock',
  perf: 'assay/perf',
  test: 'assay/test',
  local: 'assay/local',
  custom: 'assay/custom',
  namespace: 'assay/namespace',
  backendTarget: 'assay/backend-target',
  apiBaseUrl: 'assay/api-base-url',
  lastTenant: 'assay/last-tenant',
  tenantNames: 'assay/tenant-names',
  session: 'assay/session',
  uploadValidationCount: 'assay/upload-validation-count',
  promoCode: 'assay/promo-code',
  offerId: 'assay/offer-id',
  caseDrafts: 'assay/case-drafts',
  assessmentDrafts: 'assay/assessment-drafts',
  criticalNotificationRemoved: 'assay/critical-notification-removed',
} as const

/** Names within the tab's session. */
export const sessionKeys = {
  tenantName: 'assay/tenant-name',
  azureRoles: 'assay/azure-roles',
  account: 'assay/account',
  redirects: 'assay/sign-in-redirects',
  drafts: 'assay/drafts/',
  assistant: 'assay/assistant',
  supportLookups: 'assay/support-lookups/',
  rightsPreview: 'assay/rights-preview',
  rightsPreviewEnded: 'assay/rights-preview-ended',
} as const

type StorageArea = 'local' | 'session'
/** The entries where the browser blocks its storage: for the life of the tab. */
const memory: Record<StorageArea, Map<string, string>> = { local: new Map(), session: new Map() }

const storage = (place: StorageArea): Storage => (place === 'local' ? localStorage : sessionStorage)

/** A stored text; null without one. Blocked storage reads as empty. */
export function readStored(place: StorageArea, key: string): string | null {
  const stored = memory[place].get(key)
  if (stored !== undefined) return stored
  try {
    return storage(place).getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it (null). Where the browser refuses, the text is available for the life of the tab. */
export function store(place: StorageArea, key: string, value: string | null): void {
  memory[place].delete(key)
  try {
    if (value === null) storage(place).removeItem(key)
    else storage(place).setItem(key, value)
  } catch {
    if (value !== null) memory[place].set(key, value)
  }
}

/** The session's storage as an object, for what is written against one. */
export const tabStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: key => readStored('session', key),
  setItem: (key, value) => store('session', key, value),
  removeItem: key => store('session', key, null),
}

/** A stored JSON value; undefined when it is missing or damaged. */
export function readJson(place: StorageArea, key: string): unknown {
  try {
    return JSON.parse(readStored(place, key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** True when the page may use this storage. */
export function isStorageOpen(place: StorageArea): boolean {
  try {
    storage(place).setItem('assay/check', '1')
    storage(place).removeItem('assay/check')
    return true
  } catch {
    return false
  }
}

/** Removes the entries of the identity library: they were damaged. */
export function clearTokenCache(): void {
  for (const place of ['local', 'session'] as const) {
    try {
      for (const key of Object.keys(storage(place)))
        if (/^msal[.|]|^[\da-f-]{36}\b/i.test(key)) storage(place).removeItem(key)
    } catch {
      // This storage is blocked and has no entries.
    }
  }
}

const accountItem = /^(msal\.\d+)\|[^|]+\|[^|]+\|[^|]*$/

/**
 * Restores stored accounts in the identity library's list of accounts. A tab that has not yet noticed a person whom
 * another tab signed in removes them from the list that both share, although nobody signed out: that would remove the
 * account itself.
 */
export function repairAccountList(): void {
  try {
    for (const item of Object.keys(localStorage)) {
      const schema = accountItem.exec(item)?.[1]
      if (!schema) continue
      const key = `${schema}.account.keys`
      const list = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown
      if (Array.isArray(list) && !list.includes(item)) localStorage.setItem(key, JSON.stringify([...list, item]))
    }
  } catch {
    // Blocked or damaged: the library reports it itself.
  }
}

/**
 * Signing out leaves language and last tenant, and nothing else of ours. The token cache is the identity library's to
 * empty.
 */
export function clearStored(): void {
  memory.local.clear()
  memory.session.clear()
  try {
    sessionStorage.clear()
    for (const key of Object.keys(localStorage))
      if (/^assay[/.]/i.test(key) && key !== storedKeys.lastTenant) localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
