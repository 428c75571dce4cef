import type { Selectable } from 'kysely'
import type { UploadDelimiter, UploadEntityName, UploadFormat } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { UploadChunk } from '../../../ports/index.ts'
import type { UploadRunFileTable } from '../../../ports/tables/review/uploads.ts'
import { findEntity, type UploadEntity } from '../../../upload-files/entities/entities.ts'
import type { ColumnOf } from '../files/mapping.ts'
import { type FileRow, hasFile, loadChunks, loadMappings, loadUploads } from '../files/store.ts'
import type { RunRow } from './requested-runs.ts'

export type RunFileRow = Selectable<UploadRunFileTable>

/** A file of a run with everything that is needed to read it. */
export interface RunFile {
  entity: UploadEntityName
  definition: UploadEntity
  row: RunFileRow
  upload: FileRow & { delimiter: UploadDelimiter }
  chunks: UploadChunk[]
  columnOf: ColumnOf
  formats: Readonly<Record<string, UploadFormat>>
}

/** The files of a run are not those of its request any more. */
export class FilesChangedError extends Error {}

/** Loads the files of a run: those whose rows others belong to come before these. @throws FilesChangedError */
export async function loadRunFiles(db: Db, run: RunRow): Promise<RunFile[]> {
  const entities = run.entities as UploadEntityName[]
  const rows = await db.selectFrom('upload_run_file').selectAll().where('run_id', '=', run.id).execute()
  const uploads = await loadUploads(db, run.environment_id, entities)
  const mappings = await loadMappings(db, run.environment_id)
  const files = []
  for (const row of rows) {
    const upload = uploads.get(row.entity)
    const mapping = mappings.get(row.entity)
    const definition = findEntity(row.entity)
    if (!hasFile(upload) || upload.upload_id !== row.upload_id || !mapping || !definition)
      throw new FilesChangedError(`The file of ${row.entity} is another one.`)
    files.push({
      entity: row.entity,
      definition,
      row,
      upload: upload as RunFile['upload'],
      chunks: await loadChunks(db, upload),
      columnOf: mapping.column_of,
      formats: mapping.formats,
    })
  }
  return files.sort((one, other) => Number(isChild(one)) - Number(isChild(other)))
}

export const isChild = ({ definition }: RunFile): boolean => definition.parent !== undefined
