import { readJson, readStored, store } from '../../platform/storage/browser-storage.ts'

const tabKey = 'assay/mock-tab'
const accountKey = 'assay/mock-account'

/** Name of this tab; no other tab reads what is stored under it. */
export function tabId(): string {
  const stored = readStored('session', tabKey)
  if (stored !== null && /^[\da-f-]{36}$/.test(stored)) return stored
  const made = crypto.randomUUID()
  store('session', tabKey, made)
  return made
}

export interface ChosenAccount {
  tenantId: string
  /** Null: to be chosen, of this organisation first. */
  accountId: string | null
}

/** The account of the previous page; undefined on the first. */
export function storedAccount(): ChosenAccount | undefined {
  const value = readJson('session', accountKey)
  if (typeof value !== 'object' || value === null || !('tenantId' in value) || typeof value.tenantId !== 'string')
    return undefined
  return {
    tenantId: value.tenantId,
    accountId: 'accountId' in value && typeof value.accountId === 'string' ? value.accountId : null,
  }
}

export function storeAccount(account: ChosenAccount | null): void {
  store('session', accountKey, account === null ? null : JSON.stringify(account))
}
