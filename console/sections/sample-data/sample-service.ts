import type { CommandName, Commands, MessageFromWorker, MessageToWorker, SampleTenant } from './worker-protocol.ts'

export interface SampleService {
  tenants: readonly SampleTenant[]
  /** Sends requests to the service in the worker as they would be sent over the network. */
  fetch: (request: Request) => Promise<Response>
  execute: <Name extends CommandName>(
    command: Name,
    input: Commands[Name]['input'],
  ) => Promise<Commands[Name]['answer']>
  stop: () => void
}

export interface StartOptions {
  version: string
  build: { build: string; revision: string }
  /** Names the snapshot of this tab. */
  tab: string
  onProgress: (share: number) => void
  signal: AbortSignal
  worker?: () => Worker
}

/** Answer of a status that has no body even when it is empty. */
const bodilessStatuses = new Set([101, 204, 205, 304])

interface PendingResponse {
  onHead?: (head: Extract<MessageFromWorker, { kind: 'head' }>) => void
  onChunk?: (chunk: Uint8Array) => void
  onEnd?: () => void
  onAnswer?: (value: unknown) => void
  onBroken: () => void
}

const createWorker = () =>
  new Worker(new URL('./worker/sample-data.worker.ts', import.meta.url), { type: 'module', name: 'sample-data' })

/** Starts the service in a worker of its own; resolves when it answers. A signal that fires ends it, also later. */
export function startSampleService({
  version,
  build,
  tab,
  onProgress,
  signal,
  worker: makeWorker = createWorker,
}: StartOptions): Promise<SampleService> {
  const worker = makeWorker()
  const post = (message: MessageToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  const waiting = new Map<number, PendingResponse>()
  let last = 0
  /** The worker ended on its own: pending and later calls fail as over a broken network. */
  let ended = false
  const lost = () => new TypeError('Failed to fetch')

  async function call(request: Request): Promise<Response> {
    request.signal.throwIfAborted()
    if (ended) throw lost()
    const id = ++last
    const body = request.body === null ? null : await request.arrayBuffer()
    return new Promise<Response>((resolve, reject) => {
      let controller: ReadableStreamDefaultController<Uint8Array> | null = null
      const done = () => {
        waiting.delete(id)
        request.signal.removeEventListener('abort', abort)
      }
      function abort() {
        done()
        post({ kind: 'abort', id })
        reject(request.signal.reason as Error)
        controller?.error(request.signal.reason)
      }
      request.signal.addEventListener('abort', abort)
      waiting.set(id, {
        onHead({ status, headers, hasBody }) {
          const stream =
            hasBody && !bodilessStatuses.has(status)
              ? new ReadableStream<Uint8Array>({
                  start: streamController => {
                    controller = streamController
                  },
                  cancel: () => {
                    done()
                    post({ kind: 'abort', id })
                  },
                })
              : null
          resolve(new Response(stream, { status, headers }))
        },
        onChunk: chunk => controller?.enqueue(chunk),
        onEnd() {
          done()
          controller?.close()
        },
        onBroken() {
          done()
          const error = lost()
          reject(error)
          controller?.error(error)
        },
      })
      post(
        {
          kind: 'request',
          id,
          request: { url: request.url, method: request.method, headers: [...request.headers], body },
        },
        body ? [body] : [],
      )
    })
  }

  function execute<Name extends CommandName>(
    command: Name,
    input: Commands[Name]['input'],
  ): Promise<Commands[Name]['answer']> {
    const id = ++last
    return new Promise((resolve, reject) => {
      if (ended) return reject(lost())
      waiting.set(id, {
        onAnswer(answer) {
          waiting.delete(id)
          resolve(answer as Commands[Name]['answer'])
        },
        onBroken() {
          waiting.delete(id)
          reject(new Error(`The sample service could not answer: ${command}`))
        },
      })
      post({ kind: 'command', id, command, input } as MessageToWorker)
    })
  }

  return new Promise((resolve, reject) => {
    const stop = () => worker.terminate()
    const fail = (reason: string) => {
      ended = true
      stop()
      reject(new Error(reason))
      for (const { onBroken } of [...waiting.values()]) onBroken()
    }
    signal.addEventListener('abort', () => {
      stop()
      reject(signal.reason as Error)
    })
    worker.addEventListener('error', event => fail(event.message || 'The worker did not start.'))
    worker.addEventListener('message', ({ data }: MessageEvent<MessageFromWorker>) => {
      switch (data.kind) {
        case 'progress':
          return onProgress(data.share)
        case 'ready':
          return resolve({ tenants: data.tenants, fetch: call, execute, stop })
        case 'failed':
          return fail(data.reason)
        case 'head':
          return waiting.get(data.id)?.onHead?.(data)
        case 'chunk':
          return waiting.get(data.id)?.onChunk?.(data.chunk)
        case 'end':
          return waiting.get(data.id)?.onEnd?.()
        case 'answer':
          return waiting.get(data.id)?.onAnswer?.(data.value)
        case 'broken':
          return waiting.get(data.id)?.onBroken()
      }
    })
    post({ kind: 'start', version, build, tab })
  })
}
