import type { Ports } from '../../ports/index.ts'

export interface PendingSums<Sum> {
  /** Returns the sum of this key, created when it is new; null when there are too many different keys. */
  getOrCreate: (key: string, begin: () => Sum) => Sum | null
  /** Writes the pending counts. */
  flush: () => Promise<void>
}

interface PendingSumsDeps<Sum> {
  log: Ports['log']
  /** Event name in the log when the store is unreachable. */
  event: string
  /** Adds the sums to the store, all or nothing. */
  write: (sums: readonly Sum[]) => Promise<unknown>
  /** Adds one sum to another of the same key. */
  merge: (into: Sum, sum: Sum) => void
}

export const minuteMs = 60_000
const flushIntervalMs = 5000
/** Different keys of one flush; a merchant has a few dozen. */
const maxPendingSums = 5000

/** Returns the first millisecond of the minute that contains an instant. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / minuteMs) * minuteMs

/** Creates sums that are accumulated in memory and written every few seconds: counting never waits and never fails. */
export function createPendingSums<Sum>({ log, event, write, merge: join }: PendingSumsDeps<Sum>): PendingSums<Sum> {
  let waiting = new Map<string, Sum>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let flushing: Promise<void> = Promise.resolve()

  async function writeAll(): Promise<void> {
    if (waiting.size === 0) return
    const batch = waiting
    waiting = new Map()
    try {
      await write([...batch.values()])
    } catch {
      // The store is unreachable: these sums are added to later ones, as far as the bound allows.
      for (const [key, sum] of batch) {
        const newer = waiting.get(key)
        if (newer !== undefined) join(newer, sum)
        else if (waiting.size < maxPendingSums) waiting.set(key, sum)
      }
      log.write(2, event, { count: batch.size })
      schedule()
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    flushing = flushing.then(writeAll)
    return flushing
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      void flush()
    }, flushIntervalMs)
    if (typeof timer === 'object' && 'unref' in timer) timer.unref()
  }

  return {
    flush,
    getOrCreate(key, begin) {
      let sum = waiting.get(key)
      if (sum === undefined) {
        if (waiting.size >= maxPendingSums) return null
        sum = begin()
        waiting.set(key, sum)
      }
      schedule()
      return sum
    },
  }
}
