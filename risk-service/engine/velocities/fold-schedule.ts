import type { Ports } from '../../ports/index.ts'
import { fold, type Pause } from './buckets/fold.ts'
import type { BucketMemory } from './buckets/memory.ts'
import type { Encode } from './buckets/rows.ts'

/**
 * The longer a fold takes, the longer the pause before the next: under load many events then share the hour of a key,
 * which is written once for all of them, and most of the database's time remains for decisions.
 */
const pauseFactor = 12
const maxPauseMs = 10_000
const maxRounds = 10

interface FoldScheduleDeps extends Pick<Ports, 'db' | 'clock' | 'newId' | 'log'> {
  owner: string
  memory: BucketMemory
  encode: Encode
  /** Least time between folds. */
  intervalMs: number
}

export interface FoldSchedule {
  /** Schedules a fold of pending events. */
  schedule: () => void
  /** Runs work while folding is suspended. */
  exclusive: (work: () => Promise<void>) => Promise<void>
  /** Folds the pending events at once. */
  flush: () => Promise<void>
  /** Ends the schedule; `flush` still folds. */
  close: () => void
}

/** Creates the schedule that moves pending events to the hour buckets, without delaying decisions. */
export function createFoldSchedule(deps: FoldScheduleDeps): FoldSchedule {
  const { db, clock, newId, log, owner, memory, encode, intervalMs } = deps
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = intervalMs
  let running: Promise<void> | undefined
  /** A caller waits for the running fold. */
  let hurried = false
  let closed = false
  let busyMs = 0

  function schedule(): void {
    if (timer !== undefined || closed) return
    timer = setTimeout(() => {
      timer = undefined
      exclusive(() => foldAll(rest))
        .catch(() => undefined)
        .finally(() => {
          if (memory.figures().pending > 0) schedule()
        })
    }, pauseMs)
  }

  /** Runs folding or recovery, one at a time: events that are being recovered must not be folded. */
  async function exclusive(work: () => Promise<void>): Promise<void> {
    // A caller that waits for a pausing fold needs it to end.
    while (running !== undefined) {
      hurried = true
      await running.catch(() => undefined)
    }
    hurried = false
    running = work()
    try {
      await running
    } finally {
      running = undefined
    }
  }

  /**
   * No caller waits for a scheduled fold: between its portions the database is free for decisions for twice as long as
   * the portion took.
   */
  const rest: Pause = ms => {
    busyMs += ms
    return closed || hurried ? undefined : new Promise(resolve => setTimeout(resolve, 2 * ms))
  }

  async function foldAll(resting?: Pause): Promise<void> {
    busyMs = 0
    const started = performance.now()
    try {
      for (
        let generation = memory.closeGeneration(), rounds = 0;
        generation !== null && rounds < maxRounds;
        generation = memory.closeGeneration(), rounds++
      ) {
        const foreign = await fold(db, owner, generation, clock(), newId, encode, resting)
        if (foreign.length > 0) memory.removeEvents(generation, foreign)
        else memory.folded(generation)
        // Events that arrived in the meantime wait for the next fold, so that folds stay large and the database gets a
        // pause.
        if (foreign.length === 0) break
      }
    } catch (error) {
      log.write(2, 'velocities.not-folded', {
        pending: memory.figures().pending,
        cause: error instanceof Error ? error.name : 'unknown',
      })
      throw error
    } finally {
      pauseMs = Math.max(
        intervalMs,
        Math.min(maxPauseMs, pauseFactor * (resting === undefined ? performance.now() - started : busyMs)),
      )
    }
  }

  return {
    schedule,
    exclusive,
    flush: () => exclusive(() => foldAll()),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
