import { type SupportKey, supportKeys } from '@assay/risk-service/contract'
import { readJson, sessionKeys, store } from '../../../platform/storage/browser-storage.ts'

/** A search that found an account. */
export interface RecentLookup {
  text: string
  key: SupportKey | null
  /** Name of the account that was opened. */
  name: string
}

const maxLookups = 8
const storageKey = (environmentId: string) => sessionKeys.supportLookups + environmentId

const isLookup = (value: unknown): value is RecentLookup =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as RecentLookup).text === 'string' &&
  typeof (value as RecentLookup).name === 'string' &&
  ((value as RecentLookup).key === null || supportKeys.includes((value as { key: SupportKey }).key))

/** The latest searches in this tab, newest first. They are gone with the session of the tab, and when a user signs out. */
export function readLookups(environmentId: string): RecentLookup[] {
  const stored = readJson('session', storageKey(environmentId))
  return Array.isArray(stored) ? stored.filter(isLookup).slice(0, maxLookups) : []
}

/** Puts a search at the start of the latest ones; the same text moves there. */
export function recordLookup(environmentId: string, lookup: RecentLookup): void {
  const others = readLookups(environmentId).filter(each => each.text.toLowerCase() !== lookup.text.toLowerCase())
  store('session', storageKey(environmentId), JSON.stringify([lookup, ...others].slice(0, maxLookups)))
}
