import type { ContainerClient, StoragePipelineOptions } from '@azure/storage-blob'
import { readStorageConnection } from '../../../../contract/event-tracing/azure-connections.ts'
import type { OutgoingAnswer, OutgoingHttp } from '../../../../ports/index.ts'
import { type AzureFailure, storageFailure } from './azure-failures.ts'

export interface BlobContainer {
  /** Writes a block blob as a whole, or replaces one. Returns why it was not written; null: it is. Never rejects. */
  put: (path: string, bytes: Uint8Array, signal?: AbortSignal) => Promise<AzureFailure | null>
  /** Removes a blob. Never rejects. */
  remove: (path: string) => Promise<AzureFailure | null>
}

/** Milliseconds that a blob may take: a file has up to 128 MiB before it is compressed. */
const timeoutMs = 60_000

type HttpClient = NonNullable<StoragePipelineOptions['httpClient']>

/**
 * Opens a container of Blob Storage by the connection string of its account. Nothing is sent before the first call.
 * Requests of the client leave by the outgoing calls of the service, which check every address.
 * @returns why it cannot be opened
 */
export async function openBlobContainer(
  text: string,
  container: string,
  http: Pick<OutgoingHttp, 'send' | 'addressIssue'>,
): Promise<BlobContainer | AzureFailure> {
  const connection = readStorageConnection(text)
  if (connection === null) return 'credential'
  const { endpoint, connectionString } = connection
  if (http.addressIssue(endpoint) !== null) return 'refused'
  const library = await import('@azure/storage-blob').catch(() => null)
  if (library === null) return 'notInstalled'

  /** Does something with the container; failures of the client are read of the answers that it got. */
  async function attempt(
    work: (client: ContainerClient) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<AzureFailure | null> {
    if (signal?.aborted === true) return 'communication'
    let last: OutgoingAnswer | null = null
    const httpClient = clientOf(http, signal, answer => {
      last = answer
    })
    try {
      const service = library?.BlobServiceClient.fromConnectionString(connectionString, {
        httpClient,
        // Deliveries have their own attempts, which survive the end of the process.
        retryOptions: { maxTries: 1 },
      })
      await work(service!.getContainerClient(container))
      return null
    } catch {
      return failureOf(last)
    }
  }
  return {
    put: (path, bytes, signal) =>
      attempt(
        client =>
          client.getBlockBlobClient(path).upload(bytes, bytes.byteLength, {
            blobHTTPHeaders: { blobContentType: path.endsWith('.json') ? 'application/json' : 'application/gzip' },
          }),
        signal,
      ),
    remove: path => attempt(client => client.getBlockBlobClient(path).delete()),
  }
}

/** Returns why a call failed, by the answer to it; without one the client did not get as far: its key has no valid form. */
function failureOf(answer: OutgoingAnswer | null): AzureFailure {
  if (answer === null) return 'credential'
  if (answer.kind === 'answer') return storageFailure(answer.status, answer.headers?.['x-ms-error-code'])
  return answer.kind === 'response' ? 'communication' : answer.kind
}

/** Sends the requests of the client of the vendor by the outgoing calls of the service. */
const clientOf = (
  http: Pick<OutgoingHttp, 'send'>,
  signal: AbortSignal | undefined,
  onAnswer: (answer: OutgoingAnswer) => void,
): HttpClient => ({
  async sendRequest(request) {
    const answer = await http.send({
      method: request.method as 'PUT' | 'DELETE',
      url: request.url,
      headers: request.headers.toJson(),
      body: request.body instanceof Uint8Array || typeof request.body === 'string' ? request.body : null,
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    })
    onAnswer(answer)
    if (answer.kind !== 'answer') throw new Error('The request got no answer.')
    const headers = request.headers.clone()
    for (const name of headers.headerNames()) headers.remove(name)
    for (const [name, value] of Object.entries(answer.headers ?? {})) if (value !== undefined) headers.set(name, value)
    return { request, status: answer.status, headers, bodyAsText: answer.text }
  },
})
