import type { Kysely } from 'kysely'
import { recordAudit } from '../audit/record.ts'
import { listProblem } from '../contract/list-file.ts'
import { listLimits } from '../contract/list-rules.ts'
import { type ListConnection, listConnectionSchema } from '../contract/list-sources.ts'
import { type ListSources, listSecretPlace, type StoredSource } from '../engine/lists/sources.ts'
import { Conflict, Missing, RefusedValue } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import { type ListEditor, missingColumns, type NewList, requireFaultless, requireList } from './custom.ts'
import { findList, findSource, listExists, listsOf, lockLists, putSource, type StoredList, takeLists } from './store.ts'
import { usersOfLists } from './users.ts'

type Db = Kysely<Database>

/** @throws Missing, RefusedValue for a list of a file */
export async function requireSource(
  db: Db,
  environmentId: string,
  listId: string,
): Promise<{ list: StoredList; stored: StoredSource }> {
  const list = await requireList(db, environmentId, listId)
  const row = await findSource(db, listId)
  if (row === null) throw new RefusedValue(['listId'], 'The rows of this list are in a file.')
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

/** Where a connection string is encrypted. */
type Sealing = Pick<ListSources, 'seal'>
/** `lacking`: made of a file, which holds no connection string. It may be missing, until somebody enters it. */
interface Making {
  lacking: boolean
}

/** The connection as it is stored, and its secret encrypted; one that is kept stays as it was. @throws RefusedValue */
async function sealed(
  connection: ListConnection,
  { environmentId, listId }: { environmentId: string; listId: string },
  before: StoredSource | null,
  sources: Sealing,
  { lacking }: Making,
): Promise<{ connection: ListConnection; secret: string | null }> {
  const { secret } = connection
  if ('reference' in secret) return { connection, secret: null }
  const kept: ListConnection = { ...connection, secret: { kept: true } }
  if ('value' in secret)
    return { connection: kept, secret: await sources.seal(listSecretPlace(environmentId, listId), secret.value) }
  if (lacking)
    return {
      connection: kept,
      secret: before?.connection.account.toLowerCase() === connection.account.toLowerCase() ? before.secret : null,
    }
  if (before?.secret == null)
    throw new RefusedValue(
      ['connection', 'secret'],
      'Enter the connection string, or the address of the secret that holds it.',
    )
  return { connection: kept, secret: before.secret }
}

export interface NewSource extends NewList {
  connection: ListConnection
  columns: readonly string[]
}

/** A connection as it is shown: whether a secret was entered anew is not part of it. */
const shown = ({ secret, ...connection }: ListConnection): ListConnection => ({
  ...connection,
  secret: 'value' in secret ? { kept: true } : secret,
})
const isSame = (
  list: StoredList,
  stored: StoredSource,
  { connection, columns }: Pick<SourceChange, 'connection' | 'columns'>,
): boolean => JSON.stringify([shown(connection), columns]) === JSON.stringify([shown(stored.connection), list.columns])

/** The list that an earlier call made of the same; null when there is none. */
export async function madeBefore(
  db: Db,
  { environmentId, principal }: Pick<ListEditor, 'environmentId' | 'principal'>,
  wanted: NewSource,
): Promise<StoredList | null> {
  const list = await findList(db, environmentId, wanted.id)
  if (
    list?.source !== 'cosmos' ||
    list.version !== 1 ||
    list.updated_by !== principal.id ||
    list.name !== wanted.name ||
    list.description !== wanted.description
  )
    return null
  return isSame(list, (await requireSource(db, environmentId, list.id)).stored, wanted) ? list : null
}

/** Whether an earlier call made this very change. */
export function changedBefore(
  { list, stored }: { list: StoredList; stored: StoredSource },
  { principal }: Pick<ListEditor, 'principal'>,
  change: SourceChange,
): boolean {
  return list.version === change.baseVersion + 1 && list.updated_by === principal.id && isSame(list, stored, change)
}

/**
 * A new list whose rows are elsewhere, inside the caller's transaction. The same again changes nothing. @throws
 * RefusedValue, Conflict
 */
export async function createSourceList(
  trx: Db,
  editor: ListEditor,
  wanted: NewSource,
  sources: Sealing,
  making: Making = { lacking: false },
): Promise<StoredList> {
  const { environmentId, principal, ports } = editor
  await lockLists(trx, environmentId)
  // The answer to an earlier call was lost.
  const known = await madeBefore(trx, editor, wanted)
  if (known) return known
  const others = await listsOf(trx, environmentId)
  if (await listExists(trx, wanted.id))
    throw new Conflict('There is a list with this id already.', { reason: 'lists.exists' })
  if (others.some(({ name }) => name.toLowerCase() === wanted.name.toLowerCase())) {
    const problem = listProblem('LST008', { name: wanted.name })
    throw new RefusedValue(['name'], problem.message, { fileProblems: [problem] })
  }
  if (others.length >= listLimits.lists)
    throw new Conflict(`An environment holds at most ${listLimits.lists} lists. Delete one first.`, {
      reason: 'lists.limit',
      limit: listLimits.lists,
    })
  const now = ports.clock()
  const list: StoredList = {
    id: wanted.id,
    environment_id: environmentId,
    name: wanted.name,
    description: wanted.description,
    version: 1,
    columns: [...wanted.columns],
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
    await sealed(wanted.connection, { environmentId, listId: wanted.id }, null, sources, making),
  )
  await audit(trx, editor, list, 'Create', null, logged(list, wanted.connection))
  return list
}

export interface SourceChange {
  listId: string
  baseVersion: number
  connection: ListConnection
  columns: readonly string[]
}

/**
 * Changes where the rows of a list are; columns that rules name have to stay. The same again changes nothing. @throws
 * RefusedValue, Conflict, Missing
 */
export async function updateSource(
  trx: Db,
  editor: ListEditor,
  change: SourceChange,
  sources: Sealing,
  making: Making = { lacking: false },
): Promise<StoredList> {
  const { environmentId, principal, ports } = editor
  const { listId, baseVersion, connection, columns } = change
  await lockLists(trx, environmentId)
  const { list, stored } = await requireSource(trx, environmentId, listId)
  if (changedBefore({ list, stored }, editor, change)) return list
  if (list.version === baseVersion && !('value' in connection.secret) && isSame(list, stored, change)) return list
  if (list.version !== baseVersion) {
    throw new Conflict('The list was changed meanwhile.', {
      reason: 'lists.changed',
      currentVersion: list.version,
      changedBy: list.updated_by_name,
      changedAt: list.updated_at.toISOString(),
    })
  }
  await takeLists(trx, [listId])
  requireFaultless(missingColumns((await usersOfLists(trx, environmentId)).get(list.name.toLowerCase()) ?? [], columns))
  const next: StoredList = {
    ...list,
    version: list.version + 1,
    columns: [...columns],
    updated_by: principal.id,
    updated_by_name: principal.name,
    updated_at: ports.clock(),
  }
  await putSource(trx, next, await sealed(connection, { environmentId, listId }, stored, sources, making))
  await audit(trx, editor, next, 'Update', logged(list, stored.connection), logged(next, connection))
  return next
}

/** The secret stays out of the log: only whether it was entered anew. */
const logged = ({ name, description, version, columns }: StoredList, { secret, ...connection }: ListConnection) => ({
  name,
  description,
  version,
  columns,
  connection,
  secret: 'reference' in secret ? secret : 'value' in secret ? 'entered' : 'kept',
})

async function audit(
  trx: Db,
  editor: ListEditor,
  list: StoredList,
  operation: 'Create' | 'Update',
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

/** The database of lists, or the refusal where none may be asked. @throws Missing */
export function requireSources(sources: ListSources | null): ListSources {
  if (sources === null) throw new Missing('This installation asks no databases for lists.')
  return sources
}
