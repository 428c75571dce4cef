import { type Selectable, sql, type Updateable } from 'kysely'
import {
  chunkCount,
  chunkLength,
  entitiesOfDataType,
  followStates,
  isBusyState,
  type UploadEntityName,
  type UploadState,
} from '../../../contract/index.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import type { UploadAddress, UploadChunk } from '../../../ports/index.ts'
import type { UploadFileTable, UploadMappingTable } from '../../../ports/tables/review/uploads.ts'

export type UploadRow = Selectable<UploadFileTable>
/** The row of an entity with a file, or with one that is being uploaded. */
export type FileRow = UploadRow & {
  upload_id: string
  file_name: string
  size: number
  modified_at: number
  first_chunk: string
  columns: readonly string[]
  has_header: boolean
  delimiter: string
  owner_id: string
  owner_name: string
  begun_at: Date
  active_at: Date
}

/** The columns of a row without a file. */
export const withoutFile = {
  upload_id: null,
  file_name: null,
  size: null,
  modified_at: null,
  first_chunk: null,
  columns: null,
  has_header: null,
  delimiter: null,
  keeps_mapping: true,
  rows: null,
  sha256: null,
  owner_id: null,
  owner_name: null,
  begun_at: null,
  active_at: null,
  completed_at: null,
  failure: null,
} as const

/** Whether an entity has a file, or one is being uploaded; the table has its other columns then. */
export const hasFile = (row: UploadRow | undefined): row is FileRow => row !== undefined && row.upload_id !== null

export const isUploading = (row: UploadRow | undefined): row is FileRow => hasFile(row) && row.state === 'Uploading'

export const stateOf = (row: UploadRow | undefined): UploadState => row?.state ?? 'NotStarted'

export const addressOf = ({ environment_id, upload_id }: FileRow): UploadAddress => ({
  environmentId: environment_id,
  uploadId: upload_id,
})

export async function loadUploads(
  db: Db,
  environmentId: string,
  entities: readonly UploadEntityName[],
): Promise<Map<UploadEntityName, UploadRow>> {
  const rows = await db
    .selectFrom('upload_file')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('entity', 'in', entities)
    .execute()
  return new Map(rows.map(row => [row.entity, row]))
}

/** Locks entities, with all of their data types, until the transaction ends; makes the rows of those that have none. */
export async function lockRows(
  trx: Db,
  environmentId: string,
  entities: readonly UploadEntityName[],
): Promise<Map<UploadEntityName, UploadRow>> {
  const names = [...new Set(entities.flatMap(entitiesOfDataType))].sort()
  await trx
    .insertInto('upload_file')
    .values(names.map(entity => ({ environment_id: environmentId, entity })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const rows = await trx
    .selectFrom('upload_file')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('entity', 'in', names)
    .orderBy('entity')
    .forUpdate()
    .execute()
  return new Map(rows.map(row => [row.entity, row]))
}

/**
 * Locks entities, with all of their data types, for a change of their files.
 * @throws ConflictError while a file of one of the data types is checked or processed
 */
export async function lockUploads(
  trx: Db,
  environmentId: string,
  entities: readonly UploadEntityName[],
): Promise<Map<UploadEntityName, UploadRow>> {
  const rows = await lockRows(trx, environmentId, entities)
  const busy = [...rows.values()].find(({ state }) => isBusyState(state))
  if (busy)
    throw new ConflictError(`${busy.entity} is being checked or processed. Wait until that has ended.`, {
      reason: 'uploads.busy',
    })
  return rows
}

/** Changes a row that the transaction has locked, through states that follow one another. */
export async function changeUpload(
  trx: Db,
  row: UploadRow,
  states: readonly UploadState[],
  values: Updateable<UploadFileTable> = {},
): Promise<void> {
  await trx
    .updateTable('upload_file')
    .set({ ...values, state: followStates(row.state, ...states) })
    .where('environment_id', '=', row.environment_id)
    .where('entity', '=', row.entity)
    .execute()
}

/** Returns the chunks of an upload that have arrived, in their order. */
export async function loadChunks(db: Db, { upload_id, size }: FileRow): Promise<UploadChunk[]> {
  const rows = await db
    .selectFrom('upload_chunk')
    .select(['index', 'sha256'])
    .where('upload_id', '=', upload_id)
    .orderBy('index')
    .execute()
  return rows.map(({ index, sha256 }) => ({ index, sha256, size: chunkLength(size, index) }))
}

/** Returns the numbers of the chunks that have not arrived. */
export function missingChunks(size: number, received: readonly Pick<UploadChunk, 'index'>[]): number[] {
  const arrived = new Set(received.map(({ index }) => index))
  return Array.from({ length: chunkCount(size) }, (_chunk, index) => index).filter(index => !arrived.has(index))
}

export async function deleteChunks(trx: Db, uploadId: string): Promise<void> {
  await trx.deleteFrom('upload_chunk').where('upload_id', '=', uploadId).execute()
}

/** Returns of how many chunks, and bytes, the uploads that are under way have arrived. */
export async function loadProgress(
  db: Db,
  environmentId: string,
): Promise<Map<string, { received: number; last: number }>> {
  const rows = await db
    .selectFrom('upload_chunk')
    .innerJoin('upload_file', 'upload_file.upload_id', 'upload_chunk.upload_id')
    .where('upload_file.environment_id', '=', environmentId)
    .where('upload_file.state', '=', 'Uploading')
    .select(({ fn }) => [
      'upload_chunk.upload_id',
      fn.countAll<number>().as('received'),
      sql<number>`max(upload_chunk.index)`.as('last'),
    ])
    .groupBy('upload_chunk.upload_id')
    .execute()
  return new Map(rows.map(row => [row.upload_id, { received: Number(row.received), last: row.last }]))
}

export type MappingRow = Selectable<UploadMappingTable>

export async function loadMappings(db: Db, environmentId: string): Promise<Map<UploadEntityName, MappingRow>> {
  const rows = await db.selectFrom('upload_mapping').selectAll().where('environment_id', '=', environmentId).execute()
  return new Map(rows.map(row => [row.entity, row]))
}
