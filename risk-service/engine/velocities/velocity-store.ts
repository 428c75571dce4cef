import type { Ports } from '../../ports/index.ts'
import type { PublishedVelocity } from '../resources/types.ts'
import { createBatchedLoader } from './batched-loader.ts'
import { createFineBuckets } from './buckets/fine-buckets.ts'
import { recentMs } from './buckets/fold.ts'
import { createBucketMemory } from './buckets/memory.ts'
import { type Encode, readHours } from './buckets/rows.ts'
import type { CountedValue, VelocityContribution } from './events/contribution-types.ts'
import { addContribution, visitContributions } from './events/contributions.ts'
import { createFoldSchedule } from './fold-schedule.ts'
import { recoverFineBuckets, recoverPending } from './recover.ts'
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
}

const cleanUpIntervalMs = 30_000

/**
 * Opens the store, which counts durably and reads at the speed of decisions. An event's contributions are in the log
 * with the event itself; `apply` makes them visible; folds move them to the hour buckets. Opening recovers what an
 * earlier process left in the log.
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
  } = options
  const owner = newId()
  const memory = createBucketMemory(maxBuckets)
  const fine = createFineBuckets(maxFineBuckets)
  const series = await createSeriesRegistry(db)
  const loads = createBatchedLoader(memory, keys => readHours(db, owner, keys, encode), timeoutMs)
  const readers = createVelocityReaders({ memory, fine, series, loads, clock })
  const since = clock()
  let notCounted = 0
  /** Velocities that are read over seconds or minutes; null for all. */
  let fineVelocities: readonly PublishedVelocity[] | null = null
  const folds = createFoldSchedule({
    db: maintenance,
    clock,
    newId,
    log,
    owner,
    memory,
    encode,
    intervalMs: foldIntervalMs,
  })

  const apply: VelocityStore['apply'] = (environmentId, eventId, time, contributions) => {
    if (contributions.length === 0 || memory.has(eventId)) return
    const at = time.getTime()
    const now = clock().getTime()
    memory.add(eventId, { environmentId, at, contributions })
    for (const contribution of contributions) fine.add(at, now, contribution)
    folds.schedule()
  }

  async function tidy(): Promise<void> {
    const now = clock().getTime()
    await maintenance
      .deleteFrom('velocity_recent')
      .where('folded_at', '<', new Date(now - recentMs))
      .execute()
    await folds.exclusive(() => recoverPending(maintenance, series, apply, true))
  }

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

  await maintenance.insertInto('velocity_fold').values({ owner, folds: 0 }).execute()
  await maintenance
    .deleteFrom('velocity_fold')
    .where('started_at', '<', new Date(Date.now() - 7 * 86_400_000))
    .where('owner', '!=', owner)
    .execute()
  for (const { series: id, since } of series.startedLater()) fine.startAt(id, since)
  await recoverFineBuckets({ db: maintenance, clock }, series, fine, maxFineBuckets)
  await recoverPending(maintenance, series, apply, false)
  const tidying = setInterval(() => {
    tidy().catch(() => log.write(2, 'velocities.not-tidied'))
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
    apply,
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
      // The log is complete: events that cannot be folded now are recovered at the next start.
      await folds.flush().catch(() => undefined)
    },
  }
}
