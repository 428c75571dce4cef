import { type MaybePromise, type VelocityReader, type VelocityWindow, windowStart } from '../../fql/index.ts'
import type { Ports } from '../../ports/index.ts'
import { storageKey } from '../lib/murmur-hash.ts'
import type { PublishedVelocity } from '../resources/types.ts'
import { type BatchedLoader, type ReadFailure, VelocityReadError } from './batched-loader.ts'
import type { FineBuckets } from './buckets/fine-buckets.ts'
import { totalOf } from './buckets/hours.ts'
import type { BucketMemory, Entry } from './buckets/memory.ts'
import { entryKey, hourOf } from './buckets/rows.ts'
import { createRecentCount } from './recent-count.ts'
import type { SeriesRegistry } from './series-registry.ts'

export interface VelocityReaderDeps extends Pick<Ports, 'clock'> {
  memory: BucketMemory
  fine: FineBuckets
  series: SeriesRegistry
  loads: BatchedLoader
}
export interface VelocityReaders {
  /** Returns the reader for one event; `now` ends its windows. */
  reader: (now: Date) => VelocityReader
  figures: () => { reads: number; failures: Record<ReadFailure, number>; recentFailures: number }
}

const isFine = ({ unit }: VelocityWindow): boolean => unit === 's' || unit === 'm'

/**
 * Creates readers of velocities from memory, and from the store for values that are not in memory. A failed read is
 * counted by its cause.
 */
export function createVelocityReaders({ memory, fine, series, loads, clock }: VelocityReaderDeps): VelocityReaders {
  const failures: Record<ReadFailure, number> = { timeout: 0, database: 0, notKept: 0 }
  const recent = createRecentCount(clock)
  let reads = 0

  const fail = (cause: ReadFailure): never => {
    failures[cause]++
    recent.add()
    throw new VelocityReadError(cause)
  }
  async function later(
    velocity: PublishedVelocity,
    key: string,
    from: number,
    to: number,
    whole: boolean,
  ): Promise<number> {
    try {
      const id = await series.assignNumber(velocity)
      const value = totalOf((await loads.load(velocity.environmentId, key, from)).counts.get(id), from, to)
      return whole || value === 0 ? value : fail('notKept')
    } catch (error) {
      if (error instanceof VelocityReadError && error.reason === 'notKept') throw error
      return fail(error instanceof VelocityReadError ? error.reason : 'database')
    }
  }

  function reader(now: Date): VelocityReader {
    const to = now.getTime()
    /** Looked up once: an event mostly reads several velocities of each key. */
    const entries = new Map<string, Entry>()
    /** Keys whose read failed: they are not read a second time. */
    const failed = new Map<string, ReadFailure>()
    const entryOf = (name: string, fromHour: number): Entry | undefined => {
      const own = entries.get(name)
      if (own !== undefined && own.from <= fromHour) return own
      const found = memory.entry(name, fromHour)
      if (found !== undefined) entries.set(name, found)
      return found
    }
    return {
      prefetch(queries) {
        let loading: Promise<unknown>[] | undefined
        const requested = new Map<string, number>()
        for (const { velocity: info, key, window } of queries) {
          const velocity = info as PublishedVelocity
          const fromHour = hourOf(windowStart(to, window))
          const group = storageKey(key)
          const name = entryKey(velocity.environmentId, group)
          if (fromHour >= (requested.get(name) ?? Infinity) || entryOf(name, fromHour) !== undefined) continue
          // A window in the fine buckets needs no hours.
          if (
            isFine(window) &&
            fine.read(
              series.findNumber(velocity) ?? -1,
              group,
              window.unit as 's' | 'm',
              windowStart(to, window),
              to,
              clock().getTime(),
            ) !== undefined
          )
            continue
          requested.set(name, fromHour)
          ;(loading ??= []).push(
            loads.load(velocity.environmentId, group, fromHour).then(
              entry => {
                entries.set(name, entry)
              },
              (error: unknown) => {
                failed.set(name, error instanceof VelocityReadError ? error.reason : 'database')
              },
            ),
          )
        }
        return loading === undefined ? undefined : Promise.all(loading).then(() => undefined)
      },
      read(info, text, window): MaybePromise<number> {
        reads++
        const velocity = info as PublishedVelocity
        const key = storageKey(text)
        const start = windowStart(to, window)
        const id = series.findNumber(velocity)
        const finely = isFine(window)
        if (finely && id !== undefined) {
          const value = fine.read(id, key, window.unit as 's' | 'm', start, to, clock().getTime())
          if (value !== undefined) return value
        }
        // Where the hours around the window are empty, the window is empty.
        const name = entryKey(velocity.environmentId, key)
        const entry = entryOf(name, hourOf(start))
        if (entry === undefined) {
          const cause = failed.get(name)
          if (cause !== undefined) return fail(cause)
        }
        if (entry === undefined || id === undefined) return later(velocity, key, hourOf(start), hourOf(to), !finely)
        const value = totalOf(entry.counts.get(id), hourOf(start), hourOf(to))
        return !finely || value === 0 ? value : fail('notKept')
      },
    }
  }

  return { reader, figures: () => ({ reads, failures: { ...failures }, recentFailures: recent.total() }) }
}
