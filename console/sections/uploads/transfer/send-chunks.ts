import { chunkLength, type UploadDetail, type UploadEntityName, uploadLimits } from '@assay/risk-service/contract'
import { conflictErrorOf, isTransient, readApiError, retryDelayAfter } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
import { uploadBytes } from '../../../platform/files/upload.ts'

/** A file on its way, that of an upload which was begun. */
export interface ChunkedFile {
  environmentId: string
  entity: UploadEntityName
  uploadId: string
  file: File
  /** The number with which the upload of the file was begun. */
  modifiedAt: number
  signal: AbortSignal
  /** Bytes that have arrived, of the whole file. */
  onProgress: (bytes: number) => void
  /** Whether it waits for the service to answer again. */
  onWaiting: (isWaiting: boolean) => void
}

/** Chunks that are sent at the same time. */
const parallel = 2

const hex = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')

/** Returns the SHA-256 of a chunk of a file. */
export async function digestOf(bytes: ArrayBuffer): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', bytes))
}

/** Returns a chunk of a file. */
export const chunkOf = (file: Blob, index: number): Blob =>
  file.slice(index * uploadLimits.chunkSize, index * uploadLimits.chunkSize + chunkLength(file.size, index))

/** Sends the chunks that are missing, and completes the upload; after a lost connection it continues by itself. */
export async function sendChunks(sending: ChunkedFile, missing: readonly number[]): Promise<UploadDetail> {
  const { environmentId, entity, uploadId, signal } = sending
  const input = { environmentId, entity, uploadId }
  for (let left = missing; ; ) {
    await sendAll(sending, left)
    signal.throwIfAborted()
    try {
      return await patiently(sending, () => client.uploads.complete(input, { signal }))
    } catch (error) {
      if (conflictErrorOf(error)?.reason !== 'uploads.incomplete') throw error
      const detail = await patiently(sending, () => client.uploads.get({ environmentId, entity }, { signal }))
      left = detail.missing ?? []
    }
  }
}

async function sendAll(sending: ChunkedFile, missing: readonly number[]): Promise<void> {
  const { file, onProgress } = sending
  const lengthOf = (index: number) => chunkLength(file.size, index)
  let arrived = file.size - missing.reduce((sum, index) => sum + lengthOf(index), 0)
  const underWay = new Map<number, number>()
  const report = () => onProgress(arrived + [...underWay.values()].reduce((sum, bytes) => sum + bytes, 0))
  report()
  const left = [...missing]
  const sendNext = async (): Promise<void> => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) {
      const current = index
      await patiently(sending, () =>
        sendChunk(sending, current, bytes => {
          underWay.set(current, Math.min(bytes, lengthOf(current)))
          report()
        }),
      )
      underWay.delete(current)
      arrived += lengthOf(current)
      report()
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallel, missing.length) }, sendNext))
}

async function sendChunk(
  { environmentId, entity, uploadId, file, modifiedAt, signal }: ChunkedFile,
  index: number,
  onProgress: (bytes: number) => void,
): Promise<void> {
  signal.throwIfAborted()
  const chunk = chunkOf(file, index)
  const sha256 = await digestOf(await chunk.arrayBuffer())
  const query = new URLSearchParams({ sha256, modifiedAt: String(modifiedAt) })
  await uploadBytes({
    method: 'PUT',
    path: `/environments/${environmentId}/uploads/${entity}/${uploadId}/chunks/${index}?${query}`,
    environmentId,
    bytes: chunk,
    signal,
    onProgress,
  })
}

/** Whether a call is worth another attempt: the connection was lost, or a chunk was damaged on its way. */
function isRepeated(error: unknown): boolean {
  const failure = readApiError(error)
  if (failure.kind === 'timeout' || failure.kind === 'tooMany') return true
  if (failure.kind === 'invalid')
    return failure.issues.some(({ path }) => path[0] === 'sha256' || path[0] === 'content')
  return isTransient(error) && error instanceof Error && error.name !== 'NotReadableError'
}

/** Repeats a call until it is answered, with growing pauses. */
async function patiently<Answer>({ signal, onWaiting }: ChunkedFile, call: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await call()
      if (attempt > 0) onWaiting(false)
      return answer
    } catch (error) {
      if (signal.aborted || !isRepeated(error)) throw error
      onWaiting(true)
      await pause(retryDelayAfter(attempt), signal)
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', abort, { once: true })
  })
}
