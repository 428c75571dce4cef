import type { AccountInfo } from '@azure/msal-browser'
import { isStorageOpen, readJson, readStored, store, storedKeys, tabStorage } from '../../storage/browser-storage.ts'
import type { TokenResource } from './authority.ts'
import { isSignInPending } from './redirect-limit.ts'

interface StoredToken {
  token: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** The account and its tokens: all that a visit needs before the identity library is loaded. */
export interface StoredSession {
  account: AccountInfo
  tokens: Partial<Record<TokenResource, StoredToken>>
}

/** A token counts as expired this long before it is, as it does in the identity library: milliseconds. */
const renewalOffset = 300_000

export const isFresh = ({ expiresAt }: Pick<StoredToken, 'expiresAt'>, now = Date.now()): boolean =>
  expiresAt - renewalOffset > now

/** A session as local storage has it: encrypted, with the latest expiry of its tokens. */
interface Envelope {
  expiresAt: number
  iv: string
  data: string
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), character => character.charCodeAt(0))

/**
 * The key is in a session cookie, like the key of the identity library's cache: after the browser was closed, the stored
 * data cannot be decrypted.
 */
const keyCookie = 'assay-session-key'
const cookieAttributes = () => `path=/; samesite=strict${location.protocol === 'https:' ? '; secure' : ''}`

function storedKey(): string | null {
  const prefix = `${keyCookie}=`
  const item = document.cookie.split('; ').find(each => each.startsWith(prefix))
  return item === undefined ? null : item.slice(prefix.length)
}

function createKey(): string {
  const key = toBase64(crypto.getRandomValues(new Uint8Array(32)))
  document.cookie = `${keyCookie}=${key}; ${cookieAttributes()}`
  return key
}

const importKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64(key), 'AES-GCM', false, ['encrypt', 'decrypt'])

function storedEnvelope(): Envelope | null {
  const stored = readJson('local', storedKeys.session)
  return typeof stored === 'object' &&
    stored !== null &&
    'expiresAt' in stored &&
    'iv' in stored &&
    'data' in stored &&
    typeof stored.expiresAt === 'number' &&
    typeof stored.iv === 'string' &&
    typeof stored.data === 'string'
    ? { expiresAt: stored.expiresAt, iv: stored.iv, data: stored.data }
    : null
}

/** True unless the user signed out, here or in another tab. */
export const hasStoredSession = (): boolean => readStored('local', storedKeys.session) !== null

/**
 * Whether this visit may begin with the stored session: it has a fresh token, and no sign-in is pending in this tab.
 * Synchronous, so that the start can fetch the identity library in parallel where it is needed.
 */
export function canStartFromStore(): boolean {
  const envelope = storedEnvelope()
  return envelope !== null && isFresh(envelope) && storedKey() !== null && !isSignInPending(tabStorage)
}

/** The stored session; null without one, or when it cannot be decrypted. */
export async function readStoredSession(): Promise<StoredSession | null> {
  const [envelope, key] = [storedEnvelope(), storedKey()]
  if (envelope === null || key === null) return null
  try {
    const data = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: fromBase64(envelope.iv) },
      await importKey(key),
      fromBase64(envelope.data),
    )
    return JSON.parse(new TextDecoder().decode(data)) as StoredSession
  } catch {
    // Damaged, or encrypted in another browser session: the identity library determines the user.
    removeStoredSession()
    return null
  }
}

let ended = false
const isEnded = (): boolean => ended

/** Stores a session for the next visit; does nothing where the browser refuses storage or encryption. */
export async function storeSession(session: StoredSession): Promise<void> {
  if (isEnded() || !isStorageOpen('local')) return
  try {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const data = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv },
      await importKey(storedKey() ?? createKey()),
      new TextEncoder().encode(JSON.stringify(session)),
    )
    if (isEnded()) return
    const expiresAt = Math.max(...Object.values(session.tokens).map(each => each.expiresAt))
    const envelope: Envelope = { expiresAt, iv: toBase64(iv), data: toBase64(new Uint8Array(data)) }
    store('local', storedKeys.session, JSON.stringify(envelope))
  } catch {
    removeStoredSession()
  }
}

function removeStoredSession(): void {
  store('local', storedKeys.session, null)
}

/** Removes the stored session and its key at sign-out; from then on this page stores no session. */
export function endStoredSession(): void {
  ended = true
  removeStoredSession()
  document.cookie = `${keyCookie}=; max-age=0; ${cookieAttributes()}`
}
