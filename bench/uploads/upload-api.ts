import { performance } from 'node:perf_hooks'
import type { UploadDetail, UploadRunDetail } from '../../risk-service/contract/index.ts'
import type { Service } from '../support/harness.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { chunksOf, digestOf, type MadeFile } from './made-rows.ts'

/** The longest time that the end of a run is waited for. */
const patienceMs = 3_600_000

export type UploadApi = Awaited<ReturnType<typeof openUploadApi>>

/** Uploads files to a running service, and processes them, as the page does. */
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
  const loadRun = (id: string) => call<UploadRunDetail>('GET', `/upload-runs/${id}`)
  return {
    loadRun,
    /** Sends a file whose rows are made twice: for its size, and for its chunks. */
    async put(file: MadeFile): Promise<number> {
      const { entity, columns } = file
      let size = 0
      let firstChunk = ''
      for (const chunk of chunksOf(file)) {
        if (size === 0) firstChunk = digestOf(chunk)
        size += chunk.length
      }
      const modifiedAt = 1_764_000_000_000
      const name = `${entity}.csv`
      const begun = await call<UploadDetail>('POST', `/uploads/${entity}`, {
        ...{ name, size, modifiedAt, firstChunk, delimiter: ',', columns, keepMapping: false },
      })
      const at = `/uploads/${entity}/${begun.upload?.id ?? ''}`
      let index = 0
      for (const chunk of chunksOf(file)) {
        const query = new URLSearchParams({ sha256: digestOf(chunk), modifiedAt: String(modifiedAt) })
        await call('PUT', `${at}/chunks/${index++}?${query}`, chunk)
      }
      const { mappingVersion } = await call<UploadDetail>('POST', `${at}/complete`, {})
      const columnOf = Object.fromEntries(columns.map(column => [column, column]))
      await call('PUT', `/uploads/${entity}/mapping`, { columnOf, baseVersion: mappingVersion })
      return size
    },
    request: (entities: readonly string[]) => call<UploadRunDetail>('POST', '/upload-runs', { entities }),
    /** Resolves with a run when it has ended. */
    async ended(id: string): Promise<UploadRunDetail> {
      const until = performance.now() + patienceMs
      for (;;) {
        const run = await loadRun(id)
        if (run.state !== 'Waiting' && run.state !== 'Running') return run
        if (performance.now() > until) throw new Error(`It took too long: ${JSON.stringify(run.progress)}`)
        await new Promise(resolve => setTimeout(resolve, 500))
      }
    },
  }
}
