import type { Ports } from '../../ports/index.ts'
import { fold, type Pause } from './buckets/fold.ts'
import type { BucketMemory } from './buckets/memory.ts'
import type { Encode } from './buckets/rows.ts'
import type { LogReader } from './log-reader.ts'

/**
 * The longer a fold takes, the longer the pause before the next: under load many events then share the hour of a key,
 * which is written once for all of them, and most of the database's time remains for decisions.
 */
const pauseFactor = 12
const maxPauseMs = 10_000
/** Another process may fold between the poll and the fold. */
const maxRounds = 10

interface FoldScheduleDeps extends Pick<Ports, 'db' | 'clock' | 'newId' | 'log'> {
  memory: BucketMemory
  reader: LogReader
  encode: Encode
  /** Least time between folds. */
  intervalMs: number
}

export interface FoldSchedule {
  /** Schedules a fold of pending events. */
  schedule: () => void
  /** Folds the pending events at once. */
  flush: () => Promise<void>
  /** Ends the schedule; `flush` still folds. */
  close: () => void
}

/**
 * Creates the schedule that adds pending events to the hour buckets, without delaying decisions. Of several processes,
 * the one whose time comes first folds the events of all.
 */
export function createFoldSchedule(deps: FoldScheduleDeps): FoldSchedule {
  const { db, clock, newId, log, memory, reader, encode, intervalMs } = deps
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

  /** Folds one at a time. */
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
      for (let round = 0; round < maxRounds; round++) {
        await reader.pollNow()
        const result = await fold(db, {
          upTo: reader.readUpTo(),
          eventsBetween: memory.eventsBetween,
          now: clock(),
          newId,
          encode,
          ...(resting === undefined ? {} : { rest: resting }),
          sinceLastMs: resting === undefined ? 0 : pauseMs / 2,
        })
        if (result.kind === 'behind') continue
        if (result.kind === 'folded') memory.setFolded(result.folded)
        break
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
    flush: () => exclusive(() => foldAll()),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
