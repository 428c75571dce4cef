import type { ListUpdate, usefulnessValues } from '@assay/risk-service/contract'
import { readJson, store, storedKeys } from '../../../../platform/storage/browser-storage.ts'

export interface DecisionDraft {
  /** The decision that was being made. */
  decision: string
  reason: string | null
  note: string
  usefulness: (typeof usefulnessValues)[number] | null
  /** Statuses on support lists that a quick decision gives; absent without one. */
  listUpdates?: readonly ListUpdate[]
  /** The tag of a quick decision. */
  tag?: string | null
}

/** How long an unsent decision is stored: a day, in milliseconds. */
const lifetime = 24 * 60 * 60_000
/** More than these would be a sign of drafts that nobody returns to: the oldest goes. */
const maxDrafts = 30

interface StoredDraft {
  user: string
  caseId: string
  at: number
  draft: DecisionDraft
}

const isStored = (value: unknown): value is StoredDraft =>
  typeof value === 'object' &&
  value !== null &&
  'user' in value &&
  'caseId' in value &&
  typeof (value as Partial<StoredDraft>).at === 'number' &&
  typeof (value as Partial<StoredDraft>).draft?.note === 'string'

function readDrafts(now: number): StoredDraft[] {
  const stored = readJson('local', storedKeys.caseDrafts)
  return Array.isArray(stored) ? stored.filter(isStored).filter(({ at }) => now - at < lifetime) : []
}

const write = (drafts: StoredDraft[]) =>
  store('local', storedKeys.caseDrafts, drafts.length === 0 ? null : JSON.stringify(drafts.slice(-maxDrafts)))

/** The decision on a case that a user has typed and not sent, for a day; undefined without one. */
export function readDecisionDraft(userId: string, caseId: string, now = Date.now()): DecisionDraft | undefined {
  return readDrafts(now).find(({ user, caseId: id }) => user === userId && id === caseId)?.draft
}

/**
 * Stores what a user has typed about a case in this browser, or removes it (null). It outlives a lost lock, a lost
 * session and the tab.
 */
export function storeDecisionDraft(
  userId: string,
  caseId: string,
  draft: DecisionDraft | null,
  now = Date.now(),
): void {
  const others = readDrafts(now).filter(({ user, caseId: id }) => user !== userId || id !== caseId)
  write(draft === null ? others : [...others, { user: userId, caseId, at: now, draft }])
}
