import { type SupportListId, supportKey } from '../../contract/lists/list-definitions.ts'
import type { SupportEntry, SupportStatus } from '../../contract/lists/support-lists.ts'
import type { AuditContext } from '../../kernel/audit.ts'
import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import type { Db } from '../../ports/database.ts'
import { withLayer, withoutLayer } from './case-layers/case-layers.ts'
import { findCaseLayers, writeCaseLayers } from './entry-store.ts'
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

/** An entry that the decision of a case changes. */
interface DecidedEntry {
  caseId: string
  /** Until when the decision can be taken back; null: it is final. */
  until: string | null
}

/**
 * Gives a value the status that the decision of a case names, inside the caller's transaction. The caller lets the
 * engine read the list again after the commit.
 */
export async function putDecidedEntry(
  trx: Db,
  editor: AuditContext,
  list: SupportListId,
  change: EntryChange,
  { caseId, until }: DecidedEntry,
): Promise<void> {
  const { environmentId, ports } = editor
  const now = ports.clock()
  await lockLists(trx, environmentId)
  const address = { environmentId, list }
  const key = supportKey(list, change.value)
  const [before = null] = await findEntries(trx, environmentId, list, [change.value], now)
  const layers = before === null ? null : await findCaseLayers(trx, address, key)
  await saveEntries(trx, editor, list, [change])
  const layer = { ...change, expiresAt: change.expiresAt?.toISOString() ?? null, caseId, until }
  await writeCaseLayers(trx, address, key, withLayer(layers ?? { base: before, layers: [] }, layer, now))
}

/**
 * Takes back what the decision of a case made of an entry, inside the caller's transaction. The entry says afterwards
 * what the latest decision that still stands wants, or what it said before all of them. What a person changed since
 * stays.
 */
export async function takeBackDecidedEntry(
  trx: Db,
  editor: AuditContext,
  list: SupportListId,
  value: string,
  caseId: string,
): Promise<void> {
  const { environmentId, ports } = editor
  await lockLists(trx, environmentId)
  const address = { environmentId, list }
  const key = supportKey(list, value)
  const layers = await findCaseLayers(trx, address, key)
  if (layers === null) return
  const { rest, state } = withoutLayer(layers, caseId, ports.clock())
  if (state === null) {
    await removeEntries(trx, editor, list, [value], '')
    return
  }
  if (state !== undefined)
    await saveEntries(trx, editor, list, [
      { ...state, value, expiresAt: state.expiresAt === null ? null : new Date(state.expiresAt) },
    ])
  await writeCaseLayers(trx, address, key, rest.layers.length === 0 ? null : rest)
}
