import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  chunkCount,
  chunkLength,
  type UploadDetail,
  type UploadEntityName,
  uploadLimits,
} from '../../../contract/index.ts'
import {
  type ConsoleAnswer,
  type ConsoleBench,
  openConsoleBench,
  places,
} from '../../../http/console-api/testing/console-bench.ts'
import { createUploadFiles } from '../../../http/node/uploads/upload-files.ts'
import type { UploadFiles } from '../../../ports/index.ts'

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A file as a browser has it. */
export interface TestFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  modifiedAt: number
  columns: string[]
}

/** A file of some bytes, whose rows have numbers. */
export function fileOf(size: number, change: Partial<TestFile> = {}): TestFile {
  const columns = ['RefundId', 'Status', 'UserId', 'PurchaseId']
  const bytes = Buffer.alloc(size, `${columns.join()}\nR-1,Completed,U-1,P-1\n`)
  return { name: 'refunds.csv', bytes: new Uint8Array(bytes), modifiedAt: 1_764_000_000_000, columns, ...change }
}

export const chunkOf = ({ bytes }: TestFile, index: number): Uint8Array<ArrayBuffer> =>
  bytes.slice(index * uploadLimits.chunkSize, index * uploadLimits.chunkSize + chunkLength(bytes.byteLength, index))

export interface UploadBench {
  bench: ConsoleBench
  files: UploadFiles
  /** Folder of the uploads of an environment. */
  folderOf: (environmentId: string) => string
  /** Names of what is there of an upload. */
  listFolder: (uploadId: string) => Promise<string[]>
  begin: (as: string, file: TestFile, more?: object, at?: Place) => Promise<ConsoleAnswer>
  send: (as: string, upload: string, file: TestFile, index: number, more?: SentValues) => Promise<ConsoleAnswer>
  /** Begins an upload, sends all chunks and completes it. */
  upload: (as: string, file: TestFile, more?: object, at?: Place) => Promise<UploadDetail>
  get: (entity?: UploadEntityName) => Promise<UploadDetail>
  /** Lets no chunk have arrived for some minutes. */
  wait: (minutes: number) => Promise<void>
  setState: (entity: UploadEntityName, state: string) => Promise<void>
  /** Entries of the activity log by operation: the clock of the bench stands still. */
  auditOf: (entity: UploadEntityName) => Promise<{ operation: string; actor_name: string }[]>
  clear: () => Promise<void>
  close: () => Promise<void>
}
interface Place {
  entity?: UploadEntityName
  environmentId?: string
}
interface SentValues extends Place {
  bytes?: Uint8Array<ArrayBuffer>
  sha256?: string
  modifiedAt?: number
}

export const pathOf = ({ entity = 'Refunds', environmentId = places.eu }: Place = {}): string =>
  `/environments/${environmentId}/uploads/${entity}`

/** Opens the console API with uploads in a folder of their own. @param change parts of the files that a test replaces */
export async function openUploadBench(
  change: (files: UploadFiles) => Partial<UploadFiles> = () => ({}),
): Promise<UploadBench> {
  const dataDir = await fs.mkdtemp(path.join(tmpdir(), 'assay-uploads-'))
  const stored = createUploadFiles({ dataDir })
  const files = { ...stored, ...change(stored) }
  const bench = await openConsoleBench({ uploadFiles: files })
  const { db } = bench.store
  const begin: UploadBench['begin'] = (as, file, more = {}, at = {}) =>
    bench.call(as, 'POST', pathOf(at), {
      name: file.name,
      size: file.bytes.byteLength,
      modifiedAt: file.modifiedAt,
      firstChunk: sha256Of(chunkOf(file, 0)),
      delimiter: ',',
      columns: file.columns,
      ...more,
    })
  const send: UploadBench['send'] = (as, upload, file, index, more = {}) => {
    const bytes = more.bytes ?? chunkOf(file, index)
    const query = new URLSearchParams({
      sha256: more.sha256 ?? sha256Of(bytes),
      modifiedAt: String(more.modifiedAt ?? file.modifiedAt),
    })
    return bench.call(as, 'PUT', `${pathOf(more)}/${upload}/chunks/${index}?${query}`, undefined, {
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    })
  }
  const detail = ({ status, json }: ConsoleAnswer): UploadDetail => {
    if (status !== 200) throw new Error(JSON.stringify(json))
    return json as UploadDetail
  }
  return {
    bench,
    files,
    folderOf: environmentId => path.join(dataDir, 'uploads', environmentId),
    listFolder: uploadId => fs.readdir(path.join(dataDir, 'uploads', places.eu, uploadId)).catch(() => []),
    begin,
    send,
    async upload(as, file, more, at = {}) {
      const { upload } = detail(await begin(as, file, more, at))
      const id = upload?.id ?? ''
      for (let index = 0; index < chunkCount(file.bytes.byteLength); index++)
        detail(await send(as, id, file, index, at))
      return detail(await bench.call(as, 'POST', `${pathOf(at)}/${id}/complete`, {}))
    },
    get: async (entity = 'Refunds') => detail(await bench.call('engineer', 'GET', pathOf({ entity }))),
    wait: async minutes => {
      const rows = await db.selectFrom('upload_file').select(['entity', 'active_at']).execute()
      for (const { entity, active_at } of rows)
        if (active_at !== null)
          await db
            .updateTable('upload_file')
            .set({ active_at: new Date(active_at.getTime() - minutes * 60_000) })
            .where('entity', '=', entity)
            .execute()
    },
    setState: async (entity, state) => {
      await db
        .updateTable('upload_file')
        .set({ state: state as UploadDetail['state'] })
        .where('entity', '=', entity)
        .execute()
    },
    auditOf: entity =>
      db
        .selectFrom('audit_log')
        .select(['operation', 'actor_name'])
        .where('resource_type', '=', 'DataUpload')
        .where('resource_id', '=', entity)
        .orderBy('operation')
        .orderBy('actor_name')
        .execute(),
    async clear() {
      for (const table of ['upload_chunk', 'upload_file', 'upload_mapping', 'audit_log'] as const)
        await db.deleteFrom(table).execute()
      await fs.rm(path.join(dataDir, 'uploads'), { recursive: true, force: true })
    },
    async close() {
      await bench.close()
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A mapping of every attribute that refunds need. */
export const refundMapping = { RefundId: 'RefundId', Status: 'Status', UserId: 'UserId', PurchaseId: 'PurchaseId' }

/** The status of an answer, with the path and the message of its first issue. */
export function issueOf({ status, body }: Pick<ConsoleAnswer, 'status' | 'body'>): object {
  const { details } = body as { details?: { issues?: { path: unknown; message: string }[] } }
  const issue = details?.issues?.[0]
  return { status, path: issue?.path, message: issue?.message }
}
