import {
  listKey,
  type SupportEntry,
  type SupportListId,
  type SupportStatus,
  supportKey,
} from '@assay/risk-service/contract'

/** A value and the support list that it can be on. */
export interface ListedValue {
  list: SupportListId
  value: string
}

/** The form of one or several values; `Remove` removes them from their list. */
export interface SupportEntryForm {
  status: SupportStatus | 'Remove'
  reason: string
  /** A day, as `2026-11-21`. */
  expires: string | null
  comments: string
}

export const emptySupportEntry: SupportEntryForm = { status: 'Block', reason: '', expires: null, comments: '' }

/** Values as they were typed, one per line, each once. */
export function parseValues(text: string): string[] {
  const values = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const value = line.trim()
    if (value !== '' && !values.has(listKey(value))) values.set(listKey(value), value)
  }
  return [...values.values()]
}

/** What is saved of an entry, without who saved it. */
type SavedSupportEntry = Pick<SupportEntry, 'status' | 'reason' | 'comments' | 'expiresAt'>
export interface SupportEntryUndo {
  /** Values that had no entry. */
  remove: string[]
  /** Values that had an entry, grouped by equal entries. */
  save: { values: string[]; entry: SavedSupportEntry }[]
}

/**
 * What brings back how it was before a change of these values. An entry that would have expired by then is not made
 * again.
 */
export function buildUndo(
  list: SupportListId,
  values: readonly string[],
  before: readonly SupportEntry[],
  now: number,
): SupportEntryUndo {
  const entriesBefore = new Map(before.map(entry => [supportKey(list, entry.value), entry]))
  const groups = new Map<string, SupportEntryUndo['save'][number]>()
  const remove: string[] = []
  for (const value of values) {
    const entry = entriesBefore.get(supportKey(list, value))
    if (!entry) {
      remove.push(value)
      continue
    }
    if (entry.expiresAt !== null && Date.parse(entry.expiresAt) <= now) continue
    const { status, reason, comments, expiresAt } = entry
    const key = JSON.stringify([status, reason, comments, expiresAt])
    const group = groups.get(key) ?? { values: [], entry: { status, reason, comments, expiresAt } }
    group.values.push(entry.value)
    groups.set(key, group)
  }
  return { remove, save: [...groups.values()] }
}
