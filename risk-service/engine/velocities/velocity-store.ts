import type { Ports } from '../../ports/index.ts'
import { emptySnapshot } from '../../ports/snapshot.ts'
import type { PublishedVelocity } from '../resources/types.ts'
import { createBatchedLoader } from './batched-loader.ts'
import { createFineBuckets } from './buckets/fine-buckets.ts'
import { removeFolded } from './buckets/fold.ts'
import { createBucketMemory } from './buckets/memory.ts'
import { type Encode, readHours } from './buckets/rows.ts'
import type { CountedValue, VelocityContribution } from './events/contribution-types.ts'
import { addContribution, visitContributions } from './events/contributions.ts'
import { createFoldSchedule } from './fold-schedule.ts'
import { openLogReader } from './log-reader.ts'
import { createSeriesRegistry } from './series-registry.ts'
import type { VelocityStore } from './types.ts'
import { createVelocityReaders } from './velocity-reader.ts'

export interface VelocityStoreOptions {
  /** Connections of jobs; those of the ports when absent. */
  maintenance?: Ports['db']
  encode?: Encode
  /** Longest time of a read. */
  timeoutMs?: number
  /** Minimum time between folds; longer while they take long. */
  foldIntervalMs?: number
  /** Maximum of hour buckets in memory, in units of about 16 bytes; see `sizeOf`. */
  maxBuckets?: number
  /** Maximum of buckets of seconds and minutes in memory. */
  maxFineBuckets?: number
  /** Receives how long an event of another process was not visible in this one, in milliseconds. */
  onLag?: (ms: number) => void
  /** Milliseconds for which folded events remain in the log at least. */
  retainMs?: number
}

const cleanUpIntervalMs = 30_000
/** Folded events remain in the log for this time at least, for processes that are late to read them. */
const defaultRetainMs = 60_000

/**
 * Opens the store, which counts durably and reads at the speed of decisions. An event's contributions are in the log
 * with the event itself; `apply` makes them visible in this process, and a poll of `source` in the others; folds add
 * them to the hour buckets. Opening reads what is in the log.
 */
export async function openVelocityStore(
  { db, clock, newId, log }: Ports,
  options: VelocityStoreOptions = {},
): Promise<VelocityStore> {
  const {
    maintenance = db,
    encode = (_kind, values) => [...values],
    timeoutMs = 500,
    foldIntervalMs = 1000,
    maxBuckets = 5_000_000,
    maxFineBuckets = 2_000_000,
    retainMs = defaultRetainMs,
    onLag = () => undefined,
  } = options
  const memory = createBucketMemory(maxBuckets, emptySnapshot)
  const fine = createFineBuckets(maxFineBuckets)
  const series = await createSeriesRegistry(db)
  const loads = createBatchedLoader(memory, keys => readHours(db, keys, encode), timeoutMs)
  const readers = createVelocityReaders({ memory, fine, series, loads, clock })
  const since = clock()
  let notCounted = 0
  /** Velocities that are read over seconds or minutes; null for all. */
  let fineVelocities: readonly PublishedVelocity[] | null = null

  /** Restricts the fine buckets to the velocities that are read over seconds or minutes. */
  function restrictFine(): void {
    if (fineVelocities === null) return
    const numbers = new Set<number>()
    for (const velocity of fineVelocities) {
      const number = series.findNumber(velocity)
      // Nothing was counted yet: its buckets are retained from its first event on.
      if (number === undefined) series.assignNumber(velocity).then(restrictFine, () => undefined)
      else numbers.add(number)
      const backfill = series.findBackfill(velocity)
      if (backfill !== undefined) numbers.add(backfill.series)
    }
    fine.restrictTo(numbers, clock().getTime())
  }

  const reader = await openLogReader({
    db: maintenance,
    clock,
    memory,
    fine,
    series,
    maxFineBuckets,
    onLag,
    onSeriesChange() {
      for (const { series: id, since } of series.startedLater()) fine.startAt(id, since)
      restrictFine()
    },
  })
  const folds = createFoldSchedule({
    db: maintenance,
    clock,
    newId,
    log,
    memory,
    reader,
    encode,
    intervalMs: foldIntervalMs,
  })
  const tidying = setInterval(() => {
    removeFolded(maintenance, clock(), retainMs).catch(() => log.write(2, 'velocities.not-tidied'))
    // Events of other processes are pending here, too, should those processes end.
    folds.schedule()
  }, cleanUpIntervalMs)

  return {
    reader: readers.reader,
    async contributions(sets, types, scope, receivedAt) {
      if (sets.length === 0) return []
      const contributions: VelocityContribution[] = []
      const fresh: [PublishedVelocity, string, CountedValue][] = []
      const add = (velocity: PublishedVelocity, number: number, group: string, value: CountedValue): void => {
        const { environmentId } = velocity
        addContribution(contributions, environmentId, group, number, value)
        const backfill = series.findBackfill(velocity)
        if (backfill !== undefined && receivedAt.getTime() >= backfill.since)
          addContribution(contributions, environmentId, group, backfill.series, value)
      }
      await visitContributions(
        sets,
        types,
        scope,
        () => {
          notCounted++
        },
        (velocity, group, value) => {
          const number = series.findNumber(velocity)
          if (number === undefined) fresh.push([velocity, group, value])
          else add(velocity, number, group, value)
        },
      )
      for (const [velocity, group, value] of fresh) add(velocity, await series.assignNumber(velocity), group, value)
      return contributions
    },
    apply(environmentId, eventId, time, contributions, transaction) {
      if (contributions.length === 0) return
      reader.add(eventId, { environmentId, at: time.getTime(), transaction, contributions })
      folds.schedule()
    },
    source: reader,
    retainFineBuckets(velocities) {
      fineVelocities = velocities as readonly PublishedVelocity[]
      restrictFine()
    },
    async reload() {
      await series.reload()
      memory.clear()
      restrictFine()
      for (const { series: id, since } of series.startedLater()) fine.startAt(id, since)
    },
    flush: folds.flush,
    figures: () => {
      const { pending, buckets } = memory.figures()
      return { since, ...readers.figures(), notCounted, pending, buckets: buckets + fine.size() }
    },
    async close() {
      folds.close()
      clearInterval(tidying)
      // The log is complete: events that cannot be folded now are folded by another process, or after the next start.
      await folds.flush().catch(() => undefined)
    },
  }
}
