import { uploadLimits } from '../../contract/index.ts'
import { serviceActor } from '../../kernel/audit.ts'
import type { Ports, UploadFiles } from '../../ports/index.ts'
import { addressOf, changeUpload, deleteChunks, type FileRow, isUploading, withoutFile } from './files/store.ts'
import { auditUpload } from './files/upload-call.ts'

interface CleanUp {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  files: UploadFiles
}

/**
 * Ends uploads of which no chunk arrived for a week, and removes chunks of uploads that no entity has any more: those of
 * a stop between a change and the removal of its files, of a restored database, and of deleted environments.
 */
export async function removeAbandonedUploads({ ports, files }: CleanUp): Promise<{ ended: number; removed: number }> {
  const { db, clock } = ports
  const before = new Date(clock().getTime() - uploadLimits.abandonedDays * 86_400_000)
  const abandoned = await db
    .selectFrom('upload_file')
    .innerJoin('environment', 'environment.id', 'upload_file.environment_id')
    .select(['environment_id', 'entity', 'upload_id', 'tenant_id'])
    .where('state', '=', 'Uploading')
    .where('active_at', '<', before)
    .execute()
  let ended = 0
  for (const found of abandoned) if (await endAbandoned({ ports, files }, found, before)) ended += 1
  // In this order: the row of an upload is there before its first chunk.
  const stored = await files.list()
  const rows = await db.selectFrom('upload_file').select('upload_id').where('upload_id', 'is not', null).execute()
  const current = new Set(rows.map(({ upload_id }) => upload_id))
  let removed = 0
  for (const address of stored) {
    if (current.has(address.uploadId)) continue
    await files.remove(address)
    removed += 1
  }
  return { ended, removed }
}

async function endAbandoned(
  { ports, files }: CleanUp,
  {
    tenant_id,
    environment_id,
    entity,
    upload_id,
  }: Pick<FileRow, 'environment_id' | 'entity'> & {
    upload_id: string | null
    tenant_id: string
  },
  before: Date,
): Promise<boolean> {
  const address = await ports.db.transaction().execute(async trx => {
    const row = await trx
      .selectFrom('upload_file')
      .selectAll()
      .where('environment_id', '=', environment_id)
      .where('entity', '=', entity)
      .forUpdate()
      .executeTakeFirst()
    // Continued meanwhile.
    if (!isUploading(row) || row.upload_id !== upload_id || row.active_at >= before) return null
    await deleteChunks(trx, row.upload_id)
    await changeUpload(trx, row, ['UploadFailed'], { ...withoutFile, failure: 'abandoned' })
    const actor = { ...serviceActor(tenant_id, ports.newId()), ports, environmentId: environment_id }
    await auditUpload(trx, actor, entity, {
      operation: 'Stop',
      before: { name: row.file_name, size: row.size, uploadedBy: row.owner_name },
      after: null,
    })
    return addressOf(row)
  })
  if (address !== null) await files.remove(address)
  return address !== null
}
