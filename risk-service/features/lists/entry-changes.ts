import { type SupportListId, supportKey } from '../../contract/lists/list-definitions.ts'
import type { SupportEntry, SupportStatus } from '../../contract/lists/support-lists.ts'
import type { AuditContext } from '../../kernel/audit.ts'
import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import type { Db } from '../../ports/database.ts'
import { lockLists } from './store.ts'
import { type EntryChange, type EntryCounts, findEntries, removeEntries, saveEntries } from './support-lists.ts'

/** Above this number of keys a list is read again as a whole. */
const maxReloadedKeys = 1000

/** Adds or changes entries of a list, and lets the engine read them again. @throws ValidationError, ConflictError */
export async function saveSupportEntries(
  context: EnvironmentCallContext,
  environmentId: string,
  list: SupportListId,
  changes: readonly EntryChange[],
): Promise<EntryCounts> {
  const editor = actionContextOf(context, environmentId)
  const { keys, ...counted } = await context.db.transaction().execute(trx => saveEntries(trx, editor, list, changes))
  if (keys.length > 0)
    await context.lists.reloadSupport(environmentId, keys.length > maxReloadedKeys ? { list } : { list, keys })
  return counted
}

/** The requested entry of one value; a null status removes it. */
export interface ValueChange extends Omit<EntryChange, 'status'> {
  list: SupportListId
  status: SupportStatus | null
}

/**
 * Gives one value a status, or removes it from its list; returns its entry afterwards.
 * @param seen time of the change that the caller saw; null: it saw no entry; undefined: whatever the entry is
 * @throws ConflictError when the entry was changed since, ValidationError for a value or date that the list refuses
 */
export async function changeSupportEntry(
  context: EnvironmentCallContext,
  environmentId: string,
  { list, value, status, reason, comments, expiresAt }: ValueChange,
  seen?: string | null,
): Promise<SupportEntry | null> {
  const editor = actionContextOf(context, environmentId)
  const now = context.ports.clock()
  const find = async (db: Db) => (await findEntries(db, environmentId, list, [value], now))[0] ?? null
  await context.db.transaction().execute(async trx => {
    if (seen !== undefined) {
      await lockLists(trx, environmentId)
      assertSeen(await find(trx), seen)
    }
    return status === null
      ? removeEntries(trx, editor, list, [value], comments, reason)
      : saveEntries(trx, editor, list, [{ value, status, reason, comments, expiresAt }])
  })
  await context.lists.reloadSupport(environmentId, { list, keys: [supportKey(list, value)] })
  return find(context.db)
}

function assertSeen(entry: SupportEntry | null, seen: string | null): void {
  if (
    (entry === null) === (seen === null) &&
    (entry === null || Date.parse(entry.updatedAt) === Date.parse(seen ?? ''))
  )
    return
  throw createVersionConflict('Another user changed the list status of this value.', {
    changedBy: entry?.updatedBy,
    changedAt: entry === null ? null : new Date(entry.updatedAt),
  })
}

/**
 * Gives a value a status inside the caller's transaction; returns its entry before, or null. The caller lets the engine
 * read the list again after the commit.
 */
export async function putEntry(
  trx: Db,
  editor: AuditContext,
  list: SupportListId,
  change: EntryChange,
): Promise<SupportEntry | null> {
  const { environmentId, ports } = editor
  await lockLists(trx, environmentId)
  const [before = null] = await findEntries(trx, environmentId, list, [change.value], ports.clock())
  await saveEntries(trx, editor, list, [change])
  return before
}

/** A change that `putEntry` made. `at`: its time. */
interface RestorableEntry {
  list: SupportListId
  value: string
  before: SupportEntry | null
  at: string
}

/** Returns an entry to what it was before a change, inside the caller's transaction. What was changed since stays. */
export async function restoreEntry(
  trx: Db,
  editor: AuditContext,
  { list, value, before, at }: RestorableEntry,
): Promise<void> {
  const { environmentId, ports } = editor
  const now = ports.clock()
  await lockLists(trx, environmentId)
  const [current] = await findEntries(trx, environmentId, list, [value], now)
  if (current === undefined || Date.parse(current.updatedAt) !== Date.parse(at)) return
  const expiresAt = before?.expiresAt == null ? null : new Date(before.expiresAt)
  if (before === null || (expiresAt !== null && expiresAt <= now)) {
    await removeEntries(trx, editor, list, [value], '')
    return
  }
  const { status, reason, comments } = before
  await saveEntries(trx, editor, list, [{ value, status, reason, comments, expiresAt }])
}
