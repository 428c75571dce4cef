import { useEffect, useRef, useState } from 'react'
import { beforeSignInEvent } from '../session/sign-in-redirect.ts'
import { tabAccount } from '../session/tenant.ts'
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

/** What was kept under this id for the person of this tab; undefined when there is nothing. */
export function readRecovery(id: string): unknown {
  const kept = readJson('session', sessionKeys.drafts + id) as Partial<RecoveryEntry> | undefined
  return typeof kept === 'object' && kept.account === currentOwner() ? kept.value : undefined
}

export function saveRecovery(id: string, value: unknown): void {
  store('session', sessionKeys.drafts + id, JSON.stringify({ account: currentOwner(), value } satisfies RecoveryEntry))
}

/**
 * Lets go of what is kept here for the person of this tab. What somebody else typed stays theirs until they are back.
 */
export function clearRecovery(id: string): void {
  if (readRecovery(id) !== undefined) store('session', sessionKeys.drafts + id, null)
}

/** The row whose dialog was open when the session ended; null when it was open for none of these. */
export function findRecoveredRow<Row>(rows: readonly Row[], draftOf: (row: Row) => string): Row | null {
  return rows.find(row => readRecovery(draftOf(row)) !== undefined) ?? null
}

/**
 * Keeps what was typed into an open form over a way to the sign-in page (`assay/drafts/<id>` in session storage) and
 * hands it back to `restore` once, when the form is there again.
 * @param id names the environment where what is typed belongs to one
 * @param value what is typed; null: there is nothing to keep
 */
export function useRecovery<Value>(id: string, value: Value | null, restore: (value: Value) => void): void {
  const latest = useRef({ value, restore })
  useEffect(() => {
    latest.current = { value, restore }
  })
  useEffect(() => {
    const kept = readRecovery(id)
    if (kept !== undefined && kept !== null) latest.current.restore(kept as Value)
    clearRecovery(id)
    const keep = () => {
      if (latest.current.value !== null) saveRecovery(id, latest.current.value)
    }
    window.addEventListener(beforeSignInEvent, keep)
    return () => window.removeEventListener(beforeSignInEvent, keep)
  }, [id])
}

/** State of a form that starts with what was kept of it, and is kept itself. */
export function useRecoverableState<Value>(id: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => (readRecovery(id) as Value | undefined) ?? initial)
  useRecovery(id, value, setValue)
  return [value, setValue]
}
