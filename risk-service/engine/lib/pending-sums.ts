import type { Ports } from '../../ports/index.ts'

export interface PendingSums<Sum> {
  /** The sum of this key to add to, begun when it is new; null when there are too many different ones. */
  getOrCreate: (key: string, begin: () => Sum) => Sum | null
  /** Writes what is counted. */
  flush: () => Promise<void>
}

interface PendingSumsDeps<Sum> {
  log: Ports['log']
  /** What the log says when the store was away. */
  event: string
  /** Adds what is taken to the store, all or nothing. */
  write: (sums: readonly Sum[]) => Promise<unknown>
  /** Adds one sum to another of the same key. */
  merge: (into: Sum, sum: Sum) => void
}

export const minuteMs = 60_000
const flushIntervalMs = 5000
/** Different keys of one flush; a merchant has some dozens. */
const maxPendingSums = 5000

/** The minute that an instant is in, as its first millisecond. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / minuteMs) * minuteMs

/**
 * Sums of what happens, in memory while it happens and written every few seconds: counting never waits and never fails.
 */
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
      // The store is away: these are added to what comes meanwhile, as far as that is bounded.
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
