import {
  chunkCount,
  chunkLength,
  entitiesOfDataType,
  isBusyState,
  type Upload,
  type UploadArea,
  type UploadDelimiter,
  type UploadDetail,
  type UploadEntityName,
  uploadEntities,
  uploadEntityNames,
  uploadLimits,
} from '../../contract/index.ts'
import { countMapped } from './files/mapping.ts'
import {
  type FileRow,
  hasFile,
  loadChunks,
  loadMappings,
  loadProgress,
  loadUploads,
  type MappingRow,
  missingChunks,
  stateOf,
  type UploadRow,
} from './files/store.ts'
import type { UploadCall } from './files/upload-call.ts'

type ReadCall = Pick<UploadCall, 'ports' | 'principal' | 'environmentId'>

/** Whether no chunk of an upload arrived for so long that others may continue or replace it. */
export const isIdle = ({ active_at }: Pick<FileRow, 'active_at'>, now: Date): boolean =>
  now.getTime() - active_at.getTime() > uploadLimits.idleMinutes * 60_000

/** Returns the data types of a tab with their entities, in the order of the page. */
export async function listUploads(
  call: ReadCall,
  area: UploadArea,
): Promise<{ dataTypes: { dataType: string; entities: Upload[] }[] }> {
  const entities = uploadEntityNames.filter(name => uploadEntities[name].area === area)
  const views = await viewsOf(call, entities)
  const groups = Map.groupBy(views, ({ entity }) => uploadEntities[entity].dataType)
  return { dataTypes: [...groups].map(([dataType, own]) => ({ dataType, entities: own })) }
}

/** Returns an entity with its missing chunks, its columns and its mapping. */
export async function loadUpload(call: ReadCall, entity: UploadEntityName): Promise<UploadDetail> {
  const { ports, environmentId } = call
  return ports.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      const inside = { ...call, ports: { ...ports, db: trx } }
      const [view] = await viewsOf(inside, [entity])
      if (!view) throw new Error(`There is no entity ${entity}.`)
      const row = (await loadUploads(trx, environmentId, [entity])).get(entity)
      const mapping = (await loadMappings(trx, environmentId)).get(entity)
      const uploading = hasFile(row) && row.state === 'Uploading'
      return {
        ...view,
        columns: row?.columns ? [...row.columns] : null,
        missing: uploading ? missingChunks(row.size, await loadChunks(trx, row)) : null,
        chunkSize: uploadLimits.chunkSize,
        columnOf: { ...mapping?.column_of },
        formats: { ...mapping?.formats },
        mappingVersion: mapping?.version ?? 0,
      }
    })
}

async function viewsOf(
  { ports: { db, clock }, principal, environmentId }: ReadCall,
  entities: readonly UploadEntityName[],
): Promise<Upload[]> {
  const rows = await loadUploads(db, environmentId, uploadEntityNames)
  const mappings = await loadMappings(db, environmentId)
  const progress = await loadProgress(db, environmentId)
  const now = clock()
  return entities.map(entity => {
    const row = rows.get(entity)
    return {
      entity,
      state: stateOf(row),
      file: fileOf(row),
      upload: row?.state === 'Uploading' && hasFile(row) ? uploadOf(row, progress, principal.id, now) : null,
      mapping: mappingOf(entity, row, mappings.get(entity)),
      uploadedBy: row?.owner_name ?? null,
      uploadedAt: row?.begun_at?.toISOString() ?? null,
      processedAt: row?.processed_at?.toISOString() ?? null,
      failure: row?.state === 'UploadFailed' ? row.failure : null,
      busy: entitiesOfDataType(entity).some(name => isBusyState(stateOf(rows.get(name)))),
    }
  })
}

const fileOf = (row: UploadRow | undefined): Upload['file'] =>
  hasFile(row)
    ? {
        name: row.file_name,
        size: row.size,
        rows: row.rows,
        sha256: row.sha256,
        hasHeader: row.has_header,
        delimiter: row.delimiter as UploadDelimiter,
      }
    : null

function uploadOf(
  row: FileRow,
  progress: ReadonlyMap<string, { received: number; last: number }>,
  userId: string,
  now: Date,
): NonNullable<Upload['upload']> {
  const chunks = chunkCount(row.size)
  const { received, last } = progress.get(row.upload_id) ?? { received: 0, last: -1 }
  const lastLength = chunkLength(row.size, chunks - 1)
  const shorter = last === chunks - 1 ? uploadLimits.chunkSize - lastLength : 0
  return {
    id: row.upload_id,
    chunks,
    received,
    receivedBytes: received * uploadLimits.chunkSize - shorter,
    own: row.owner_id === userId,
    idle: isIdle(row, now),
    activeAt: row.active_at.toISOString(),
  }
}

function mappingOf(
  entity: UploadEntityName,
  row: UploadRow | undefined,
  mapping: MappingRow | undefined,
): Upload['mapping'] {
  const applies = mapping !== undefined && (row?.keeps_mapping ?? true)
  return {
    required: uploadEntities[entity].required.length,
    mapped: applies ? countMapped(entity, mapping.column_of, row?.columns ?? null) : 0,
    stored: mapping !== undefined,
    applies,
  }
}
