import type { Worker } from 'node:worker_threads'
import { startBackgroundWorker } from './start-background-worker.ts'

export type StartThread = (...thread: Parameters<typeof startBackgroundWorker>) => Worker
type Post<Order> = (order: Order) => void

/** What a thread with runs sends at the end of one. `more`: work waits for the next run. */
export type RunMessage = { kind: 'done'; more: boolean } | { kind: 'failed'; name: string }
/** Begins a run in the thread. */
export interface RunOrder {
  kind: 'run'
}

export interface ThreadRunner {
  /**
   * Has the thread work, as far as one run goes. One run at a time.
   * @returns whether more waits
   * @throws Error with the name of that of the thread; the next run begins a new thread where it has ended
   */
  run: () => Promise<boolean>
  /** The thread, where one has begun: to end it. */
  current: () => Worker | null
}

interface ThreadWork<Message, Order> {
  module: URL
  options: Parameters<typeof startBackgroundWorker>[1]
  /** Message of the error of a run that failed. */
  failure: string
  /** Name of the error where the thread ended. */
  ended: string
  /** Does what the thread requests beside the end of its run; it is given up where that fails. */
  take: (message: Message, post: Post<Order>) => void | Promise<void>
}

/**
 * Repeats work in a thread of low priority, so that decisions do not wait for it.
 * @param startThread starts the thread; tests start one without code
 */
export function createThreadRunner<Message extends { kind: string }, Order extends { kind: string }>(
  { module, options, failure, ended, take }: ThreadWork<Exclude<Message, RunMessage>, Exclude<Order, RunOrder>>,
  startThread: StartThread = startBackgroundWorker,
): ThreadRunner {
  let worker: Worker | null = null
  let settle: { resolve: (more: boolean) => void; reject: (error: Error) => void } | null = null

  function fail(name: string): void {
    const error = new Error(failure)
    error.name = name
    settle?.reject(error)
    settle = null
  }
  async function receive(started: Worker, message: Exclude<Message, RunMessage> | RunMessage): Promise<void> {
    // A thread that was given up says nothing about the run of the next one.
    if (worker !== started) return
    if (isEnd(message)) {
      if (message.kind === 'failed') return fail(message.name)
      settle?.resolve(message.more)
      settle = null
    } else await take(message, order => started.postMessage(order))
  }
  function start(): Worker {
    const started = startThread(module, options)
    const end = (name: string): void => {
      if (worker !== started) return
      worker = null
      fail(name)
    }
    started.on('message', (message: Exclude<Message, RunMessage> | RunMessage) => {
      receive(started, message).catch((error: unknown) => {
        // The thread is in the middle of its run, or waits for an answer: a second run must not share its memory.
        end(error instanceof Error ? error.name : 'unknown')
        void started.terminate()
      })
    })
    started.on('error', error => end(error instanceof Error ? error.name : 'unknown'))
    started.on('exit', () => end(ended))
    return started
  }
  return {
    run: () =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        worker ??= start()
        worker.postMessage({ kind: 'run' } satisfies RunOrder)
      }),
    current: () => worker,
  }
}

const isEnd = (message: { kind: string }): message is RunMessage => message.kind === 'done' || message.kind === 'failed'
