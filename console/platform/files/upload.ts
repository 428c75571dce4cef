import { ORPCError } from '@orpc/client'
import { errorKindOf, isAmbiguous } from '../api/api-error.ts'
import { recordCorrelationId } from '../api/correlation-ids.ts'
import { keyFor, release } from '../api/idempotency-keys.ts'
import { consoleApiBase, environmentKindOf, headersOf } from '../api/request-context.ts'
import { ConnectionError } from '../api/transport.ts'
import { recordNoResponse, recordResponse } from '../offline/connection.ts'
import { previewHeaders } from '../rights-preview/tab-preview.ts'
import { sampleDataBanner } from '../sample-data/sample-data.ts'
import { acquireToken, signInAgain } from '../session/index.ts'

interface Sending {
  method: 'POST' | 'PUT'
  /** Address below the REST side of the console API, its environment included. */
  path: string
  environmentId: string
  signal: AbortSignal
  /** Bytes that left, of how many. */
  onProgress: (sent: number, total: number) => void
}
export interface Upload extends Sending {
  fields: Readonly<Record<string, string>>
  file: File
}
export interface BytesUpload extends Sending {
  bytes: Blob
}

interface UploadResponse {
  status: number
  body: unknown
  date: string | null
}
type Body = FormData | Blob
type Sender = (url: string, headers: Record<string, string>, body: Body, sending: Sending) => Promise<UploadResponse>

const parseBody = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `fetch` does not report the progress of an upload. */
const sendByXhr: Sender = (url, headers, body, { method, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    request.onload = () =>
      resolve({
        status: request.status,
        body: parseBody(request.responseText),
        date: request.getResponseHeader('date'),
      })
    request.onerror = () => {
      recordNoResponse()
      reject(new ConnectionError(new Error('The file could not be sent.')))
    }
    request.onabort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })

/** The service of the sample data is in the page, where nothing but `fetch` leads to it. */
const sendByFetch: Sender = async (url, headers, body, { method, signal }) => {
  const answer = await fetch(url, { method, headers, body, signal })
  return { status: answer.status, body: parseBody(await answer.text()), date: answer.headers.get('date') }
}

function createUploadError({ status, body }: UploadResponse): Error {
  const { code, message, details } = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: unknown
    message?: unknown
    details?: unknown
  }
  // The typed client has the reason among the details; at the REST side it is the code.
  const data = { ...(typeof details === 'object' ? details : {}), reason: code }
  return new ORPCError(typeof code === 'string' ? code : 'failed', {
    status: Math.max(status, 400),
    data,
    message: typeof message === 'string' ? message : 'The file was not taken.',
  })
}

/**
 * Sends a file with its fields, as the typed client would, and reports the progress. Ends when the file is accepted,
 * refused or cancelled.
 */
export async function upload<Taken>(input: Upload): Promise<Taken> {
  const { path, fields, file, method, signal } = input
  const change = keyFor([method, path], { fields, file })
  const createForm = () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', file, file.name)
    return form
  }
  try {
    const answer = await sendBody<Taken>(input, createForm, { 'idempotency-key': change.key })
    release(change, 'answered')
    return answer
  } catch (error) {
    release(change, signal.aborted || isAmbiguous(error) ? 'lost' : 'answered')
    throw error
  }
}

/** Sends bytes as they are, to an address where repeating them is safe. */
export const uploadBytes = <Taken>(input: BytesUpload): Promise<Taken> =>
  sendBody(input, () => input.bytes, { 'content-type': 'application/octet-stream' })

/** Sends a body, again with a new token when the first one was refused. */
async function sendBody<Taken>(
  input: Sending,
  createBody: () => Body,
  headers: Readonly<Record<string, string>>,
): Promise<Taken> {
  const { path, environmentId, signal } = input
  const send = sampleDataBanner() === null ? sendByXhr : sendByFetch
  const correlationId = crypto.randomUUID()
  const attempt = async (renew: boolean) => {
    const token = await acquireToken({ resource: environmentKindOf(environmentId), forceRefresh: renew })
    signal.throwIfAborted()
    return send(
      `${consoleApiBase()}/v1${path}`,
      {
        authorization: `Bearer ${token}`,
        ...headersOf(correlationId, { environmentId }),
        ...(await previewHeaders()),
        ...headers,
      },
      createBody(),
      input,
    )
  }
  try {
    const first = await attempt(false)
    const answer = first.status === 401 ? await attempt(true) : first
    recordResponse(answer.date, answer.status)
    if (answer.status >= 200 && answer.status < 300) return answer.body as Taken
    throw createUploadError(answer)
  } catch (error) {
    if (!signal.aborted) recordCorrelationId(error, correlationId)
    if (errorKindOf(error) === 'unauthenticated') return signInAgain()
    throw error
  }
}
