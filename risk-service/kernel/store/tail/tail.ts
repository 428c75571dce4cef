import type pg from 'pg'
import type { Logger } from '../../../ports/index.ts'
import type { TailSource } from '../../../ports/tail.ts'
import { codeOf } from '../../errors/error-code.ts'

export type { TailSource } from '../../../ports/tail.ts'

export interface TailOptions {
  /** Opens the one connection; called again after it is lost. */
  connect: () => Promise<pg.Client>
  log: Logger
  sources: readonly TailSource[]
  /** Milliseconds between two polls; a poll that takes longer is followed by the next at once. */
  intervalMs?: number
}

export interface Tail {
  /** Polls at once; resolves when everything that was committed before the call has been applied. */
  poll: () => Promise<void>
  /** Milliseconds since the last complete poll began: how far this process may be behind. */
  lagMs: () => number
  stop: () => Promise<void>
}

const reconnectMs = 250

/**
 * Polls tables that several processes write. There is no notification: in a transaction that a decision waits for, it
 * would take a lock of the whole database at its commit.
 */
export function startTail({ connect, log, sources, intervalMs = 100 }: TailOptions): Tail {
  let client: pg.Client | null = null
  let stopped = false
  let lastAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let failing = false

  async function pollOnce(): Promise<void> {
    const started = performance.now()
    if (client === null) {
      const opened = await connect()
      opened.once('end', () => {
        if (client === opened) client = null
      })
      client = opened
    }
    for (const source of sources) await source.poll(client)
    lastAt = started
    if (failing) log.write(1, 'tail.polled-again')
    failing = false
  }

  function poll(): Promise<void> {
    running ??= pollOnce().finally(() => {
      running = null
    })
    return running
  }

  async function next(): Promise<void> {
    const started = performance.now()
    let wait = intervalMs
    try {
      await poll()
      wait = Math.max(0, intervalMs - (performance.now() - started))
    } catch (error) {
      // An outage would fill the log.
      if (!failing && !stopped) log.write(2, 'tail.not-polled', { code: codeOf(error) })
      failing = true
      wait = reconnectMs
    }
    if (!stopped) timer = setTimeout(() => void next(), wait)
  }

  timer = setTimeout(() => void next(), intervalMs)
  return {
    async poll() {
      // A poll that is under way may have begun before the commit that the caller knows of.
      await running?.catch(() => undefined)
      await poll()
    },
    lagMs: () => performance.now() - lastAt,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running?.catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}
