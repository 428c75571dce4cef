import { useEffect, useRef, useState } from 'react'
import { beforeSignInEvent } from '../session/identity/sign-in-redirect.ts'
import { tabAccount } from '../session/identity/tenant.ts'
import { readJson, sessionKeys, store } from '../storage/browser-storage.ts'

interface RecoveryEntry {
  account: string
  value: unknown
}

/** Only who typed it gets it back. */
function currentOwner(): string {
  const account = tabAccount()
  return account ? `${account.homeAccountId} ${account.tenantId}` : ''
}

/** The value stored under this id for the user of this tab; undefined without one. */
export function readRecovery(id: string): unknown {
  const entry = readJson('session', sessionKeys.drafts + id) as Partial<RecoveryEntry> | undefined
  return typeof entry === 'object' && entry.account === currentOwner() ? entry.value : undefined
}

export function saveRecovery(id: string, value: unknown): void {
  store('session', sessionKeys.drafts + id, JSON.stringify({ account: currentOwner(), value } satisfies RecoveryEntry))
}

/** Removes the entry of the user of this tab. The entry of another user stays until that user returns. */
export function clearRecovery(id: string): void {
  if (readRecovery(id) !== undefined) store('session', sessionKeys.drafts + id, null)
}

/** The row whose dialog was open when the session ended; null when it was open for none of these. */
export function findRecoveredRow<Row>(rows: readonly Row[], draftOf: (row: Row) => string): Row | null {
  return rows.find(row => readRecovery(draftOf(row)) !== undefined) ?? null
}

/**
 * Stores the input of an open form before the page is left for the sign-in (`assay/drafts/<id>` in session storage) and
 * passes it to `restore` once, when the form is mounted again.
 * @param id names the environment where the input belongs to one
 * @param value the input; null: nothing needs to be stored
 */
export function useRecovery<Value>(id: string, value: Value | null, restore: (value: Value) => void): void {
  const latest = useRef({ value, restore })
  useEffect(() => {
    latest.current = { value, restore }
  })
  useEffect(() => {
    const recovered = readRecovery(id)
    if (recovered !== undefined && recovered !== null) latest.current.restore(recovered as Value)
    clearRecovery(id)
    const save = () => {
      if (latest.current.value !== null) saveRecovery(id, latest.current.value)
    }
    window.addEventListener(beforeSignInEvent, save)
    return () => window.removeEventListener(beforeSignInEvent, save)
  }, [id])
}

/** State of a form that starts with its recovered value, and is recovered itself. */
export function useRecoverableState<Value>(id: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => (readRecovery(id) as Value | undefined) ?? initial)
  useRecovery(id, value, setValue)
  return [value, setValue]
}
