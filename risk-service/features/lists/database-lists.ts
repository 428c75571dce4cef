import { type ListConnection, listConnectionSchema } from '../../contract/lists/database-list-inputs.ts'
import { listLimits } from '../../contract/lists/list-definitions.ts'
import { createListIssue } from '../../contract/lists/list-file.ts'
import { type ListSources, listSecretPlace, type StoredListSource } from '../../engine/lists/list-sources.ts'
import { type AuditContext, auditChange } from '../../kernel/audit.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Db } from '../../ports/database.ts'
import { findListDependents } from '../usage/list-usage.ts'
import { auditResource, findMissingColumns, type NewList, requireList } from './custom-lists.ts'
import { assertNoFileIssues } from './list-file.ts'
import {
  findList,
  findSource,
  listExists,
  loadLists,
  lockLists,
  lockListsForChange,
  putSource,
  type StoredList,
} from './store.ts'

/** @throws NotFoundError, ValidationError for a list with a file */
export async function requireSource(
  db: Db,
  environmentId: string,
  listId: string,
): Promise<{ list: StoredList; stored: StoredListSource }> {
  const list = await requireList(db, environmentId, listId)
  const row = await findSource(db, listId)
  if (row === null) throw new ValidationError(['listId'], 'The rows of this list are in a file.')
  return {
    list,
    stored: {
      listId,
      environmentId,
      version: list.version,
      connection: listConnectionSchema.parse(row.connection),
      secret: row.secret,
    },
  }
}

/** Encryption of a connection string. */
type ConnectionEncryption = Pick<ListSources, 'encrypt'>
/** `lacking`: imported from a file, which contains no connection string. It may be missing until a user enters it. */
interface NewConnection {
  lacking: boolean
}

/**
 * Returns the connection as it is stored, with its secret encrypted; a kept secret stays unchanged. @throws
 * ValidationError
 */
async function encryptConnection(
  connection: ListConnection,
  { environmentId, listId }: { environmentId: string; listId: string },
  before: StoredListSource | null,
  sources: ConnectionEncryption,
  { lacking }: NewConnection,
): Promise<{ connection: ListConnection; secret: string | null }> {
  const { secret } = connection
  if ('reference' in secret) return { connection, secret: null }
  const withStoredSecret: ListConnection = { ...connection, secret: { kept: true } }
  if ('value' in secret)
    return {
      connection: withStoredSecret,
      secret: await sources.encrypt(listSecretPlace(environmentId, listId), secret.value),
    }
  if (lacking)
    return {
      connection: withStoredSecret,
      secret: before?.connection.account.toLowerCase() === connection.account.toLowerCase() ? before.secret : null,
    }
  if (before?.secret == null)
    throw new ValidationError(
      ['connection', 'secret'],
      'Enter the connection string, or the address of the secret that holds it.',
    )
  return { connection: withStoredSecret, secret: before.secret }
}

export interface NewSource extends NewList {
  connection: ListConnection
  columns: readonly string[]
}

/** Returns a connection as it is shown: without whether a secret was changed. */
const withoutSecret = ({ secret, ...connection }: ListConnection): ListConnection => ({
  ...connection,
  secret: 'value' in secret ? { kept: true } : secret,
})
const isSameSource = (
  list: StoredList,
  stored: StoredListSource,
  { connection, columns }: Pick<SourceChange, 'connection' | 'columns'>,
): boolean => isSameJson([withoutSecret(connection), columns], [withoutSecret(stored.connection), list.columns])

/** Returns the list that an earlier identical request created; null without one. */
export async function findRepeatedCreation(
  db: Db,
  { environmentId, principal }: Pick<AuditContext, 'environmentId' | 'principal'>,
  requested: NewSource,
): Promise<StoredList | null> {
  const list = await findList(db, environmentId, requested.id)
  if (
    list?.source !== 'cosmos' ||
    list.version !== 1 ||
    list.updated_by !== principal.id ||
    list.name !== requested.name ||
    list.description !== requested.description
  )
    return null
  return isSameSource(list, (await requireSource(db, environmentId, list.id)).stored, requested) ? list : null
}

/** Whether an earlier request made the same change. */
export function isRepeatedChange(
  { list, stored }: { list: StoredList; stored: StoredListSource },
  { principal }: Pick<AuditContext, 'principal'>,
  change: SourceChange,
): boolean {
  return (
    list.version === change.baseVersion + 1 && list.updated_by === principal.id && isSameSource(list, stored, change)
  )
}

/**
 * Creates a database list, inside the caller's transaction. A repeat changes nothing. @throws ValidationError,
 * ConflictError
 */
export async function createSourceList(
  trx: Db,
  editor: AuditContext,
  requested: NewSource,
  sources: ConnectionEncryption,
  making: NewConnection = { lacking: false },
): Promise<StoredList> {
  const { environmentId, principal, ports } = editor
  await lockLists(trx, environmentId)
  // The answer to an earlier request was lost.
  const existing = await findRepeatedCreation(trx, editor, requested)
  if (existing) return existing
  const others = await loadLists(trx, environmentId)
  if (await listExists(trx, requested.id))
    throw new ConflictError('A list with this id already exists.', { reason: 'lists.exists' })
  if (others.some(({ name }) => name.toLowerCase() === requested.name.toLowerCase())) {
    const problem = createListIssue('LST008', { name: requested.name })
    throw new ValidationError(['name'], problem.message, { code: 'name.taken', fileProblems: [problem] })
  }
  if (others.length >= listLimits.lists)
    throw new ConflictError(`An environment can have at most ${listLimits.lists} lists. Delete one first.`, {
      reason: 'lists.limit',
      limit: listLimits.lists,
    })
  const now = ports.clock()
  const list: StoredList = {
    id: requested.id,
    environment_id: environmentId,
    name: requested.name,
    description: requested.description,
    version: 1,
    columns: [...requested.columns],
    rows: 0,
    size: 0,
    source: 'cosmos',
    created_at: now,
    updated_by: principal.id,
    updated_by_name: principal.name,
    updated_at: now,
  }
  await putSource(
    trx,
    list,
    await encryptConnection(requested.connection, { environmentId, listId: requested.id }, null, sources, making),
  )
  await auditChange(trx, editor, auditResource(list), {
    operation: 'Create',
    before: null,
    after: auditSnapshot(list, requested.connection),
  })
  return list
}

export interface SourceChange {
  listId: string
  baseVersion: number
  connection: ListConnection
  columns: readonly string[]
}

/**
 * Changes the source of the rows of a list; columns that rules name have to stay. A repeat changes nothing. @throws
 * ValidationError, ConflictError, NotFoundError
 */
export async function updateSource(
  trx: Db,
  editor: AuditContext,
  change: SourceChange,
  sources: ConnectionEncryption,
  making: NewConnection = { lacking: false },
): Promise<StoredList> {
  const { environmentId, principal, ports } = editor
  const { listId, baseVersion, connection, columns } = change
  await lockLists(trx, environmentId)
  const { list, stored } = await requireSource(trx, environmentId, listId)
  if (isRepeatedChange({ list, stored }, editor, change)) return list
  if (list.version === baseVersion && !('value' in connection.secret) && isSameSource(list, stored, change)) return list
  if (list.version !== baseVersion) {
    throw createVersionConflict('The list was changed meanwhile.', {
      version: list.version,
      changedBy: list.updated_by_name,
      changedAt: list.updated_at,
    })
  }
  await lockListsForChange(trx, [listId])
  assertNoFileIssues(
    findMissingColumns((await findListDependents(trx, environmentId)).get(list.name.toLowerCase()) ?? [], columns),
  )
  const next: StoredList = {
    ...list,
    version: list.version + 1,
    columns: [...columns],
    updated_by: principal.id,
    updated_by_name: principal.name,
    updated_at: ports.clock(),
  }
  await putSource(trx, next, await encryptConnection(connection, { environmentId, listId }, stored, sources, making))
  await auditChange(trx, editor, auditResource(next), {
    operation: 'Update',
    before: auditSnapshot(list, stored.connection),
    after: auditSnapshot(next, connection),
  })
  return next
}

/** The secret is not logged: only whether it was changed. */
const auditSnapshot = (
  { name, description, version, columns }: StoredList,
  { secret, ...connection }: ListConnection,
) => ({
  name,
  description,
  version,
  columns,
  connection,
  secret: 'reference' in secret ? secret : 'value' in secret ? 'entered' : 'kept',
})

/** Returns the sources of database lists, or the error when the installation allows none. @throws NotFoundError */
export function requireSources(sources: ListSources | null): ListSources {
  if (sources === null) throw new NotFoundError('Database lists are turned off in this installation.')
  return sources
}
