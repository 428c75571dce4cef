import type { UploadDetail, UploadRunDetail } from '../../risk-service/contract/index.ts'
import type { Service } from '../support/harness.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { chunksOf, digestOf, type MadeFile } from './made-rows.ts'

const modifiedAt = 1_764_000_000_000

/** A file with what its upload begins with: its rows are made once for that, and again for its chunks. */
export interface MeasuredFile {
  file: MadeFile
  size: number
  chunks: number
  firstChunk: string
}

export function measureFile(file: MadeFile): MeasuredFile {
  const measured = { file, size: 0, chunks: 0, firstChunk: '' }
  for (const chunk of chunksOf(file)) {
    if (measured.chunks++ === 0) measured.firstChunk = digestOf(chunk)
    measured.size += chunk.length
  }
  return measured
}

export type UploadApi = Awaited<ReturnType<typeof openUploadApi>>

/** Uploads files to a running service and processes them, as the page does. */
export async function openUploadApi(service: Service, environmentId: string) {
  const token = await fetchUserToken(service)
  const base = `${service.url}/api/console/v1/environments/${environmentId}`
  async function call<T>(method: string, at: string, body?: unknown): Promise<T> {
    const isBytes = body instanceof Uint8Array
    const answer = await fetch(`${base}${at}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
    return (await answer.json()) as T
  }
  return {
    /** Begins the upload of a file, or continues it. Returns where its chunks are sent, and those that are missing. */
    async begin({ file, size, firstChunk }: MeasuredFile): Promise<{ at: string; missing: Set<number> }> {
      const { entity, columns } = file
      const begun = await call<UploadDetail>('POST', `/uploads/${entity}`, {
        ...{ name: `${entity}.csv`, size, modifiedAt, firstChunk, delimiter: ',', columns, keepMapping: false },
      })
      return { at: `/uploads/${entity}/${begun.upload?.id ?? ''}`, missing: new Set(begun.missing ?? []) }
    },
    async sendChunk(at: string, index: number, chunk: Buffer): Promise<void> {
      const query = new URLSearchParams({ sha256: digestOf(chunk), modifiedAt: String(modifiedAt) })
      await call('PUT', `${at}/chunks/${index}?${query}`, chunk)
    },
    /** Ends the upload and maps each attribute to the column of its name. */
    async complete(at: string, { entity, columns }: MadeFile): Promise<void> {
      const { mappingVersion } = await call<UploadDetail>('POST', `${at}/complete`, {})
      const columnOf = Object.fromEntries(columns.map(column => [column, column]))
      await call('PUT', `/uploads/${entity}/mapping`, { columnOf, baseVersion: mappingVersion })
    },
    request: (entities: readonly string[]) => call<UploadRunDetail>('POST', '/upload-runs', { entities }),
    loadRun: (id: string) => call<UploadRunDetail>('GET', `/upload-runs/${id}`),
  }
}
