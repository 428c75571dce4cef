import { isIsoTime } from '../../contract/common/iso-time.ts'
import {
  listLimits,
  type SupportListId,
  supportKey,
  supportListIds,
  supportLists,
} from '../../contract/lists/list-definitions.ts'
import type { SupportEntry, SupportList, SupportStatus } from '../../contract/lists/support-lists.ts'
import { type AuditContext, auditChange } from '../../kernel/audit.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import {
  countEntries,
  deleteEntries,
  type EntryRow,
  entriesByKey,
  entryCounts,
  entryPage,
  putEntries,
  type StoredEntry,
} from './entry-store.ts'
import { lockLists } from './store.ts'
import { fitsList } from './support-list-file.ts'

export interface EntryChange {
  value: string
  status: SupportStatus
  reason: string
  comments: string
  expiresAt: Date | null
}
export interface EntryCounts {
  added: number
  updated: number
  unchanged: number
}

function toEntry(row: StoredEntry): SupportEntry {
  return {
    value: row.value,
    status: row.status,
    reason: row.reason,
    comments: row.comments,
    expiresAt: row.expires_at?.toISOString() ?? null,
    addedBy: row.added_by_name,
    addedAt: row.added_at.toISOString(),
    updatedBy: row.updated_by_name,
    updatedAt: row.updated_at.toISOString(),
  }
}

const isInEffect = (row: StoredEntry, now: Date): boolean => row.expires_at === null || row.expires_at > now

/** Loads the five lists with their numbers of entries. */
export async function loadSupportLists(db: Db, environmentId: string, now: Date): Promise<SupportList[]> {
  const counts = await entryCounts(db, environmentId, now)
  return supportListIds.map(id => {
    const own = counts.filter(row => row.list === id)
    const of = (status: SupportStatus) => own.find(row => row.status === status)?.entries ?? 0
    const latest = own.map(row => row.latest?.getTime() ?? 0).sort((a, b) => b - a)[0]
    return {
      id,
      ...supportLists[id],
      entries: own.reduce((sum, row) => sum + row.entries, 0),
      safe: of('Safe'),
      block: of('Block'),
      watch: of('Watch'),
      updatedAt: latest === undefined ? null : new Date(latest).toISOString(),
    }
  })
}

/** Finds the entries of these values that have not expired. */
export async function findEntries(
  db: Db,
  environmentId: string,
  list: SupportListId,
  values: readonly string[],
  now: Date,
): Promise<SupportEntry[]> {
  const rows = await entriesByKey(db, { environmentId, list }, [
    ...new Set(values.map(value => supportKey(list, value))),
  ])
  return rows.filter(row => isInEffect(row, now)).map(toEntry)
}

export interface EntryQuery {
  list: SupportListId
  search: string
  status?: SupportStatus | undefined
  sort: 'value' | 'updatedAt'
  direction: 'asc' | 'desc'
  limit: number
  cursor?: string | undefined
}

export async function listEntries(db: Db, environmentId: string, query: EntryQuery, now: Date) {
  const after = query.cursor === undefined ? null : readCursor(query.cursor)
  const { rows, total } = await entryPage(db, { environmentId, list: query.list }, { ...query, after }, now)
  const last = rows.at(-1)
  return {
    rows: rows.map(toEntry),
    total,
    nextCursor: last && rows.length === query.limit ? JSON.stringify([last.updated_at.toISOString(), last.key]) : null,
  }
}

function readCursor(text: string): [string, string] {
  try {
    const read: unknown = JSON.parse(text)
    if (Array.isArray(read) && typeof read[0] === 'string' && typeof read[1] === 'string' && isIsoTime(read[0]))
      return [read[0], read[1]]
  } catch {
    /* A cursor that is not JSON is not from an earlier page. */
  }
  throw new ValidationError(['cursor'], 'The cursor is not valid.')
}

/** Changes that are compared and stored at a time: decisions go on between them while a file of 200,000 is imported. */
const changesPerSlice = 1000

/**
 * Adds or changes entries, inside the caller's transaction; `keys` are those that changed. An entry that is already in
 * the requested state stays unchanged, unless a decision of a case gave it that state. @throws ValidationError, ConflictError
 */
export async function saveEntries(
  trx: Db,
  editor: AuditContext,
  list: SupportListId,
  changes: readonly EntryChange[],
): Promise<EntryCounts & { keys: string[] }> {
  const { environmentId, principal, ports } = editor
  const now = ports.clock()
  await lockLists(trx, environmentId)
  const address = { environmentId, list }
  const result = { added: 0, updated: 0, unchanged: 0 }
  const keys: string[] = []
  const before = createAuditSnapshot()
  const after = createAuditSnapshot()
  for (let from = 0; from < changes.length; from += changesPerSlice) {
    const some = changes.slice(from, from + changesPerSlice)
    assertEntriesFit(list, some, now, from)
    const changesByKey = new Map(some.map(change => [supportKey(list, change.value), change]))
    const stored = await entriesByKey(trx, address, [...changesByKey.keys()])
    const storedByKey = new Map(stored.map(row => [row.key, row]))
    const rows: EntryRow[] = []
    for (const [key, { value, status, reason, comments, expiresAt }] of changesByKey) {
      const former = storedByKey.get(key)
      const current = former && isInEffect(former, now) ? former : undefined
      if (
        // What the decision of a case made of it can be taken back; what a person says stays.
        current?.case_layers === null &&
        current.status === status &&
        current.reason === reason &&
        current.comments === comments &&
        current.expires_at?.getTime() === expiresAt?.getTime()
      ) {
        result.unchanged++
        continue
      }
      if (current) result.updated++
      else result.added++
      if (former) before.add(former)
      rows.push({
        environment_id: environmentId,
        list,
        key,
        value: current?.value ?? value,
        status,
        reason,
        comments,
        expires_at: expiresAt,
        added_by_name: current?.added_by_name ?? principal.name,
        added_at: current?.added_at ?? now,
        updated_by: principal.id,
        updated_by_name: principal.name,
        updated_at: now,
      })
    }
    // An entry after its expiry is a new one: its author is the current user, not the earlier one.
    await deleteEntries(
      trx,
      address,
      stored.filter(row => !isInEffect(row, now)).map(({ key }) => key),
    )
    await putEntries(trx, rows)
    for (const row of rows) {
      keys.push(row.key)
      after.add(row)
    }
  }
  if (keys.length === 0) return { ...result, keys }
  if (result.added > 0 && (await countEntries(trx, address, now)) > listLimits.entries) {
    throw new ConflictError(`A support list can have at most ${listLimits.entries} entries.`, {
      reason: 'lists.entryLimit',
      limit: listLimits.entries,
    })
  }
  await auditChange(trx, editor, auditResource(list), {
    operation: result.updated > 0 || result.added === 0 ? 'Update' : 'Create',
    before: before.value(),
    after: after.value(),
  })
  return { ...result, keys }
}

/** @param first index of the first of these changes among all */
function assertEntriesFit(list: SupportListId, changes: readonly EntryChange[], now: Date, first: number): void {
  const issues = changes.flatMap(({ value }, index) =>
    fitsList(list, value) ? [] : [{ path: ['values', first + index], message: `${value} cannot be on this list.` }],
  )
  if (issues.length > 0) throw new ValidationError(['values'], issues[0]?.message ?? '', { issues })
  if (changes.some(({ expiresAt }) => expiresAt !== null && expiresAt <= now))
    throw new ValidationError(['expiresAt'], 'The expiration date has to be in the future.')
}

/** Removes values from a list, inside the caller's transaction. Values that are not in it are reported. */
export async function removeEntries(
  trx: Db,
  editor: AuditContext,
  list: SupportListId,
  values: readonly string[],
  comments: string,
  reason = '',
): Promise<{ removed: number; notFound: string[]; keys: string[] }> {
  const { environmentId, ports } = editor
  const now = ports.clock()
  const valuesByKey = new Map(values.map(value => [supportKey(list, value), value]))
  await lockLists(trx, environmentId)
  const rows = (await entriesByKey(trx, { environmentId, list }, [...valuesByKey.keys()])).filter(row =>
    isInEffect(row, now),
  )
  const keys = rows.map(({ key }) => key)
  if (rows.length > 0) {
    await deleteEntries(trx, { environmentId, list }, keys)
    const removed = createAuditSnapshot()
    for (const row of rows) removed.add(row)
    await auditChange(trx, editor, auditResource(list), {
      operation: 'Delete',
      before: removed.value(),
      after: comments === '' && reason === '' ? null : { comments, ...(reason === '' ? {} : { reason }) },
    })
  }
  return {
    removed: rows.length,
    notFound: [...valuesByKey].filter(([key]) => !keys.includes(key)).map(([, value]) => value),
    keys,
  }
}

const auditResource = (list: SupportListId) => ({
  type: 'SupportList' as const,
  id: list,
  name: supportLists[list].name,
})
/** Maximum of entries that one audit entry names; of more it has the number. */
const maxLoggedEntries = 100
/** Collects entries for the audit log: their number, and the first ones. */
function createAuditSnapshot() {
  let count = 0
  const first: EntryRow[] = []
  return {
    add(row: EntryRow): void {
      count++
      if (first.length < maxLoggedEntries) first.push(row)
    },
    value: () =>
      count === 0
        ? null
        : {
            count,
            entries: first.map(({ value, status, reason, comments, expires_at }) => ({
              value,
              status,
              reason,
              comments,
              expiresAt: expires_at?.toISOString() ?? null,
            })),
          },
  }
}
