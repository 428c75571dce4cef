import type { Kysely } from 'kysely'
import { type Actor, type AuditEntry, recordAudit } from '../audit/record.ts'
import { type FileProblem, type ListFileFacts, listProblem } from '../contract/list-file.ts'
import { listLimits } from '../contract/list-rules.ts'
import type { ListUser } from '../contract/lists.ts'
import { type CompiledList, compileListFile } from '../engine/lists/compiled.ts'
import { gzip } from '../engine/lists/gzip.ts'
import type { Ports } from '../ports.ts'
import { Conflict, Missing, RefusedValue } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import {
  deleteList,
  findList,
  findVersion,
  listExists,
  listsOf,
  lockLists,
  putDescription,
  putVersion,
  type StoredList,
  takeLists,
} from './store.ts'
import { namesOf, usersOfLists } from './users.ts'

export { lockLists } from './store.ts'

/** Who changes lists, and where. */
export interface ListEditor extends Actor {
  ports: Pick<Ports, 'clock' | 'newId'>
  environmentId: string
}
type Db = Kysely<Database>

/** A file that may become a list: read, without faults, packed. */
export interface ListFile {
  columns: string[]
  rows: number
  size: number
  fileName: string
  digest: string
  content: Uint8Array
}

/** What reading a file gave; the list is null beside faults. */
export async function readFile(
  bytes: Uint8Array,
  fileName: string,
): Promise<{ facts: ListFileFacts; list: CompiledList | null }> {
  return compileListFile(bytes, fileName)
}

/** @throws RefusedValue with every fault of the file, by row and column */
export async function acceptFile(bytes: Uint8Array, fileName: string): Promise<ListFile> {
  const { facts } = await readFile(bytes, fileName)
  requireFaultless(facts.problems)
  const digest = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
  return {
    columns: facts.columns,
    rows: facts.rows,
    size: bytes.byteLength,
    fileName: fileName.slice(-200),
    digest,
    content: await gzip(bytes),
  }
}

export function requireFaultless(problems: readonly FileProblem[]): void {
  const first = problems[0]
  if (first)
    throw new RefusedValue(['file'], first.message, {
      issues: problems.map(({ message }) => ({ path: ['file'], message })),
      fileProblems: problems,
    })
}

export interface NewList {
  id: string
  name: string
  description: string
}

/** A new list, inside the caller's transaction. The same again changes nothing. @throws RefusedValue, Conflict */
export async function createList(trx: Db, editor: ListEditor, wanted: NewList, file: ListFile): Promise<StoredList> {
  const { environmentId, principal, ports } = editor
  await lockLists(trx, environmentId)
  const others = await listsOf(trx, environmentId)
  const known = others.find(({ id }) => id === wanted.id)
  // The answer to an earlier call was lost.
  if (known?.name === wanted.name && known.description === wanted.description && (await isFile(trx, known, file)))
    return known
  if (known || (await listExists(trx, wanted.id)))
    throw new Conflict('There is a list with this id already.', { reason: 'lists.exists' })
  if (others.some(({ name }) => name.toLowerCase() === wanted.name.toLowerCase())) {
    const problem = listProblem('LST008', { name: wanted.name })
    throw new RefusedValue(['name'], problem.message, { fileProblems: [problem] })
  }
  if (others.length >= listLimits.lists) {
    throw new Conflict(`An environment holds at most ${listLimits.lists} lists. Delete one first.`, {
      reason: 'lists.limit',
      limit: listLimits.lists,
    })
  }
  requireRoom(others, file)
  const now = ports.clock()
  const list: StoredList = {
    id: wanted.id,
    environment_id: environmentId,
    name: wanted.name,
    description: wanted.description,
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
  await putFile(trx, list, file, null)
  await audit(trx, editor, list, 'Create', null, logged(list, file.fileName))
  return list
}

/** @throws Conflict when the environment would hold more than it may */
function requireRoom(others: readonly StoredList[], file: ListFile): void {
  const size = others.reduce((sum, list) => sum + list.size, file.size)
  if (size <= listLimits.environmentSize) return
  throw new Conflict('The lists of this environment are too large together. Delete one or make it smaller.', {
    reason: 'lists.size',
    limit: listLimits.environmentSize,
  })
}

async function isFile(trx: Db, list: StoredList, file: ListFile): Promise<boolean> {
  return (await findVersion(trx, list.id, list.version))?.digest === file.digest
}

async function putFile(trx: Db, list: StoredList, file: ListFile, restoredFrom: number | null): Promise<void> {
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

/** @throws Missing */
export async function requireList(db: Db, environmentId: string, listId: string): Promise<StoredList> {
  const list = await findList(db, environmentId, listId)
  if (!list) throw new Missing('There is no such list in this environment.')
  return list
}

/** @throws Missing, RefusedValue for a list whose rows are elsewhere */
export async function requireFileList(db: Db, environmentId: string, listId: string): Promise<StoredList> {
  const list = await requireList(db, environmentId, listId)
  if (list.source !== 'csv')
    throw new RefusedValue(['listId'], 'The rows of this list are in a database, not in a file.')
  return list
}

/** Columns that users of a list name and a file does not have. */
export function missingColumns(users: readonly ListUser[], columns: readonly string[]): FileProblem[] {
  const present = new Set(columns.map(name => name.toLowerCase()))
  const missing = Map.groupBy(
    users.flatMap(user => user.columns.filter(name => !present.has(name.toLowerCase())).map(name => ({ user, name }))),
    ({ name }) => name.toLowerCase(),
  )
  return [...missing.values()].map(all => {
    const name = all[0]?.name ?? ''
    return listProblem('LST009', { column: name, users: namesOf(all.map(({ user }) => user)) }, 1, name)
  })
}

/** `baseVersion` null: whatever the version is. */
export interface Replacement {
  listId: string
  baseVersion: number | null
  restoredFrom?: number
}

/**
 * A new version of a list, inside the caller's transaction. The same file again changes nothing. @throws RefusedValue,
 * Conflict, Missing
 */
export async function replaceList(
  trx: Db,
  editor: ListEditor,
  { listId, baseVersion, restoredFrom }: Replacement,
  file: ListFile,
): Promise<StoredList> {
  const { environmentId, principal, ports } = editor
  await lockLists(trx, environmentId)
  const list = await requireFileList(trx, environmentId, listId)
  if (
    (await isFile(trx, list, file)) &&
    (baseVersion === null || list.version === baseVersion || list.version === baseVersion + 1)
  )
    return list
  if (baseVersion !== null && list.version !== baseVersion) {
    throw new Conflict('The list was changed meanwhile.', {
      reason: 'lists.changed',
      currentVersion: list.version,
      changedBy: list.updated_by_name,
      changedAt: list.updated_at.toISOString(),
    })
  }
  await takeLists(trx, [listId])
  requireFaultless(
    missingColumns((await usersOfLists(trx, environmentId)).get(list.name.toLowerCase()) ?? [], file.columns),
  )
  requireRoom(
    (await listsOf(trx, environmentId)).filter(({ id }) => id !== listId),
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
  await putFile(trx, next, file, restoredFrom ?? null)
  await audit(trx, editor, next, 'Update', logged(list), {
    ...logged(next, file.fileName),
    ...(restoredFrom === undefined ? {} : { restoredFrom }),
  })
  return next
}

/** @throws Missing */
export async function describeList(
  trx: Db,
  editor: ListEditor,
  listId: string,
  description: string,
): Promise<StoredList> {
  const { environmentId, principal, ports } = editor
  await lockLists(trx, environmentId)
  const list = await requireList(trx, environmentId, listId)
  if (list.description === description) return list
  const changes = { description, updated_by: principal.id, updated_by_name: principal.name, updated_at: ports.clock() }
  await putDescription(trx, listId, changes)
  await audit(trx, editor, list, 'Update', { description: list.description }, { description })
  return { ...list, ...changes }
}

export interface Removal {
  deleted: StoredList[]
  kept: { list: StoredList; users: ListUser[] }[]
}

/** Deletes lists that nothing uses; those in use are kept and named, and ids that are none are passed over. */
export async function removeLists(trx: Db, editor: ListEditor, listIds: readonly string[]): Promise<Removal> {
  const { environmentId } = editor
  await lockLists(trx, environmentId)
  await takeLists(trx, listIds)
  const users = await usersOfLists(trx, environmentId)
  const result: Removal = { deleted: [], kept: [] }
  for (const list of await listsOf(trx, environmentId)) {
    if (!listIds.includes(list.id)) continue
    const using = users.get(list.name.toLowerCase()) ?? []
    if (using.length > 0) {
      result.kept.push({ list, users: using })
      continue
    }
    await deleteList(trx, environmentId, list.id)
    await audit(trx, editor, list, 'Delete', logged(list), null)
    result.deleted.push(list)
  }
  return result
}

/** @throws Conflict naming the users of a list that alone was to be deleted */
export function requireUnused({ kept }: Removal, listIds: readonly string[]): void {
  const only = kept[0]
  if (!only || listIds.length > 1) return
  const { message } = listProblem('LST010', { name: only.list.name, users: namesOf(only.users) })
  throw new Conflict(message, { reason: 'LST010', dependents: only.users })
}

/** What is in a list stays out of the log: it may be about persons, and the versions are kept. */
const logged = ({ name, description, version, columns, rows, size }: StoredList, fileName?: string) => ({
  name,
  description,
  version,
  columns,
  rows,
  size,
  ...(fileName === undefined ? {} : { fileName }),
})

async function audit(
  trx: Db,
  editor: ListEditor,
  list: StoredList,
  operation: AuditEntry['operation'],
  before: unknown,
  after: unknown,
): Promise<void> {
  await recordAudit(trx, editor, {
    id: editor.ports.newId(),
    at: editor.ports.clock(),
    environmentId: editor.environmentId,
    resource: { type: 'CustomList', id: list.id, name: list.name },
    operation,
    before,
    after,
  })
}
