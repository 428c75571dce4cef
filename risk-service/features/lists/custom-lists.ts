import { defined } from '../../contract/defined.ts'
import type { ListDependent } from '../../contract/lists/custom-lists.ts'
import { listLimits } from '../../contract/lists/list-definitions.ts'
import { createListIssue, type ListFileIssue } from '../../contract/lists/list-file.ts'
import { type AuditContext, auditChange } from '../../kernel/audit.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import type { Db } from '../../ports/database.ts'
import { findListDependents, joinNames } from '../usage/list-usage.ts'
import { assertNoFileIssues, type ListFile } from './list-file.ts'
import {
  deleteList,
  findList,
  findListVersion,
  listExists,
  loadLists,
  lockLists,
  lockListsForChange,
  putDescription,
  putVersion,
  type StoredList,
} from './store.ts'

export { lockLists } from './store.ts'

export interface NewList {
  id: string
  name: string
  description: string
}

/** Creates a list, inside the caller's transaction. A repeat changes nothing. @throws ValidationError, ConflictError */
export async function createList(
  trx: Db,
  editor: AuditContext,
  requested: NewList,
  file: ListFile,
): Promise<StoredList> {
  const { environmentId, principal, ports } = editor
  await lockLists(trx, environmentId)
  const others = await loadLists(trx, environmentId)
  const existing = others.find(({ id }) => id === requested.id)
  // The answer to an earlier request was lost.
  if (
    existing?.name === requested.name &&
    existing.description === requested.description &&
    (await hasSameContent(trx, existing, file))
  )
    return existing
  if (existing || (await listExists(trx, requested.id)))
    throw new ConflictError('A list with this id already exists.', { reason: 'lists.exists' })
  if (others.some(({ name }) => name.toLowerCase() === requested.name.toLowerCase())) {
    const problem = createListIssue('LST008', { name: requested.name })
    throw new ValidationError(['name'], problem.message, { code: 'name.taken', fileProblems: [problem] })
  }
  if (others.length >= listLimits.lists) {
    throw new ConflictError(`An environment can have at most ${listLimits.lists} lists. Delete one first.`, {
      reason: 'lists.limit',
      limit: listLimits.lists,
    })
  }
  assertListLimits(others, file)
  const now = ports.clock()
  const list: StoredList = {
    id: requested.id,
    environment_id: environmentId,
    name: requested.name,
    description: requested.description,
    version: 1,
    columns: file.columns,
    rows: file.rows,
    size: file.size,
    source: 'csv',
    created_at: now,
    updated_by: principal.id,
    updated_by_name: principal.name,
    updated_at: now,
  }
  await saveFileVersion(trx, list, file, null)
  await auditChange(trx, editor, auditResource(list), {
    operation: 'Create',
    before: null,
    after: auditSnapshot(list, file.fileName),
  })
  return list
}

/** @throws ConflictError when the lists of the environment would exceed a limit */
function assertListLimits(others: readonly StoredList[], file: ListFile): void {
  const size = others.reduce((sum, list) => sum + list.size, file.size)
  if (size <= listLimits.environmentSize) return
  throw new ConflictError(
    'The lists of this environment exceed their total size limit. Delete one or make it smaller.',
    {
      reason: 'lists.size',
      limit: listLimits.environmentSize,
    },
  )
}

async function hasSameContent(trx: Db, list: StoredList, file: ListFile): Promise<boolean> {
  return (await findListVersion(trx, list.id, list.version))?.digest === file.digest
}

async function saveFileVersion(trx: Db, list: StoredList, file: ListFile, restoredFrom: number | null): Promise<void> {
  await putVersion(
    trx,
    list,
    {
      columns: file.columns,
      rows: file.rows,
      size: file.size,
      file_name: file.fileName,
      digest: file.digest,
      restored_from: restoredFrom,
      updated_by: list.updated_by,
      updated_by_name: list.updated_by_name,
      updated_at: list.updated_at,
      content: file.content,
    },
    listLimits.versions,
  )
}

/** @throws NotFoundError */
export async function requireList(db: Db, environmentId: string, listId: string): Promise<StoredList> {
  const list = await findList(db, environmentId, listId)
  if (!list) throw new NotFoundError('There is no such list in this environment.')
  return list
}

/** @throws NotFoundError, ValidationError for a database list */
export async function requireFileList(db: Db, environmentId: string, listId: string): Promise<StoredList> {
  const list = await requireList(db, environmentId, listId)
  if (list.source !== 'csv')
    throw new ValidationError(['listId'], 'The rows of this list are in a database, not in a file.')
  return list
}

/** Returns the columns that dependents of a list name and a file lacks. */
export function findMissingColumns(users: readonly ListDependent[], columns: readonly string[]): ListFileIssue[] {
  const present = new Set(columns.map(name => name.toLowerCase()))
  const missing = Map.groupBy(
    users.flatMap(user => user.columns.filter(name => !present.has(name.toLowerCase())).map(name => ({ user, name }))),
    ({ name }) => name.toLowerCase(),
  )
  return [...missing.values()].map(all => {
    const name = all[0]?.name ?? ''
    return createListIssue('LST009', { column: name, users: joinNames(all.map(({ user }) => user)) }, 1, name)
  })
}

/** `baseVersion` null: any version. */
export interface Replacement {
  listId: string
  baseVersion: number | null
  restoredFrom?: number
}

/**
 * Stores a new version of a list, inside the caller's transaction. The same file again changes nothing. @throws
 * ValidationError, ConflictError, NotFoundError
 */
export async function replaceList(
  trx: Db,
  editor: AuditContext,
  { listId, baseVersion, restoredFrom }: Replacement,
  file: ListFile,
): Promise<StoredList> {
  const { environmentId, principal, ports } = editor
  await lockLists(trx, environmentId)
  const list = await requireFileList(trx, environmentId, listId)
  if (
    (await hasSameContent(trx, list, file)) &&
    (baseVersion === null || list.version === baseVersion || list.version === baseVersion + 1)
  )
    return list
  if (baseVersion !== null && list.version !== baseVersion) {
    throw createVersionConflict('The list was changed meanwhile.', {
      version: list.version,
      changedBy: list.updated_by_name,
      changedAt: list.updated_at,
    })
  }
  await lockListsForChange(trx, [listId])
  assertNoFileIssues(
    findMissingColumns((await findListDependents(trx, environmentId)).get(list.name.toLowerCase()) ?? [], file.columns),
  )
  assertListLimits(
    (await loadLists(trx, environmentId)).filter(({ id }) => id !== listId),
    file,
  )
  const next: StoredList = {
    ...list,
    version: list.version + 1,
    columns: file.columns,
    rows: file.rows,
    size: file.size,
    updated_by: principal.id,
    updated_by_name: principal.name,
    updated_at: ports.clock(),
  }
  await saveFileVersion(trx, next, file, restoredFrom ?? null)
  await auditChange(trx, editor, auditResource(next), {
    operation: 'Update',
    before: auditSnapshot(list),
    after: { ...auditSnapshot(next, file.fileName), ...defined({ restoredFrom }) },
  })
  return next
}

/** @throws NotFoundError */
export async function describeList(
  trx: Db,
  editor: AuditContext,
  listId: string,
  description: string,
): Promise<StoredList> {
  const { environmentId, principal, ports } = editor
  await lockLists(trx, environmentId)
  const list = await requireList(trx, environmentId, listId)
  if (list.description === description) return list
  const changes = { description, updated_by: principal.id, updated_by_name: principal.name, updated_at: ports.clock() }
  await putDescription(trx, listId, changes)
  await auditChange(trx, editor, auditResource(list), {
    operation: 'Update',
    before: { description: list.description },
    after: { description },
  })
  return { ...list, ...changes }
}

export interface Removal {
  deleted: StoredList[]
  inUse: { list: StoredList; users: ListDependent[] }[]
}

/** Deletes lists without dependents; those in use stay and are reported, and unknown ids are skipped. */
export async function removeLists(trx: Db, editor: AuditContext, listIds: readonly string[]): Promise<Removal> {
  const { environmentId } = editor
  await lockLists(trx, environmentId)
  await lockListsForChange(trx, listIds)
  const users = await findListDependents(trx, environmentId)
  const result: Removal = { deleted: [], inUse: [] }
  for (const list of await loadLists(trx, environmentId)) {
    if (!listIds.includes(list.id)) continue
    const using = users.get(list.name.toLowerCase()) ?? []
    if (using.length > 0) {
      result.inUse.push({ list, users: using })
      continue
    }
    await deleteList(trx, environmentId, list.id)
    await auditChange(trx, editor, auditResource(list), {
      operation: 'Delete',
      before: auditSnapshot(list),
      after: null,
    })
    result.deleted.push(list)
  }
  return result
}

/** @throws ConflictError with the dependents, when a single list was to be deleted */
export function assertListsUnused({ inUse }: Removal, listIds: readonly string[]): void {
  const only = inUse[0]
  if (!only || listIds.length > 1) return
  const { message } = createListIssue('LST010', { name: only.list.name, users: joinNames(only.users) })
  throw new ConflictError(message, { reason: 'LST010', dependents: only.users })
}

/** Returns a list as a resource of the audit log, whatever the source of its rows. */
export const auditResource = ({ id, name }: StoredList) => ({ type: 'CustomList' as const, id, name })
/** The contents of a list are not logged: they may be about persons, and the versions are stored. */
const auditSnapshot = ({ name, description, version, columns, rows, size }: StoredList, fileName?: string) => ({
  name,
  description,
  version,
  columns,
  rows,
  size,
  ...defined({ fileName }),
})
