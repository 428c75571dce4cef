import { sql } from 'kysely'
import type { Ports } from '../../ports/index.ts'
import { createBatchedLoader } from './batched-loader.ts'
import { createFineBuckets } from './buckets/fine-buckets.ts'
import { fold, type Pause, recentMs } from './buckets/fold.ts'
import { createBucketMemory } from './buckets/memory.ts'
import { type Encode, readHours } from './buckets/rows.ts'
import { addContribution, parseContributions, visitContributions } from './events/contributions.ts'
import { createSeriesRegistry } from './series-registry.ts'
import type { CountedValue, StoredVelocity, VelocityContribution, VelocityStore } from './types.ts'
import { createVelocityReaders } from './velocity-reader.ts'

export interface VelocityStoreOptions {
  /** Connections that jobs use; those of the ports when absent. */
  maintenance?: Ports['db']
  encode?: Encode
  /** Longest a read may take. */
  timeoutMs?: number
  /** Least time between folds; longer while they take long. */
  foldIntervalMs?: number
  /** Hour buckets in memory, in numbers of 16 bytes or so; see `sizeOf`. */
  maxBuckets?: number
  /** Buckets of seconds and minutes in memory. */
  maxFineBuckets?: number
}

/**
 * The longer a fold takes, the longer the next one waits: under load many events then share the hour of a key, which is
 * written once for all of them, and the database has most of its time for decisions.
 */
const pauseFactor = 12
const maxPauseMs = 10_000
const cleanUpIntervalMs = 30_000
const pageSize = 500
/** Rows of seconds and minutes that are read at once; a row holds what a hundred events counted. */
const recentPageSize = 200

/**
 * Counts durably and reads at the speed of decisions. An event's contributions are in the log with the event itself;
 * `apply` makes them visible; folds move them to the hour buckets. Opening takes over what an earlier process left in
 * the log.
 */
export async function openVelocityStore(
  { db, clock, newId, log }: Ports,
  options: VelocityStoreOptions = {},
): Promise<VelocityStore> {
  const {
    maintenance = db,
    encode = (_kind, values) => [...values],
    timeoutMs = 500,
    foldIntervalMs: everyMs = 1000,
    maxBuckets: mostBuckets = 5_000_000,
    maxFineBuckets: mostFine = 2_000_000,
  } = options
  const owner = newId()
  const memory = createBucketMemory(mostBuckets)
  const fine = createFineBuckets(mostFine)
  const series = await createSeriesRegistry(db)
  const loads = createBatchedLoader(memory, wanted => readHours(db, owner, wanted, encode), timeoutMs)
  const readers = createVelocityReaders({ memory, fine, series, loads, clock })
  const since = clock()
  let notCounted = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = everyMs
  /** Read over seconds or minutes; null for all. */
  let finely: readonly StoredVelocity[] | null = null
  let folding: Promise<void> | undefined
  let hurried = false
  let closed = false

  const apply: VelocityStore['apply'] = (environmentId, eventId, time, contributions) => {
    if (contributions.length === 0 || memory.has(eventId)) return
    const at = time.getTime()
    const now = clock().getTime()
    memory.add(eventId, { environmentId, at, contributions })
    for (const contribution of contributions) fine.add(at, now, contribution)
    schedule()
  }

  function schedule(): void {
    if (timer !== undefined || closed) return
    timer = setTimeout(() => {
      timer = undefined
      alone(() => foldAll(rest))
        .catch(() => undefined)
        .finally(() => {
          if (memory.figures().pending > 0) schedule()
        })
    }, pause)
  }

  /** Folding and taking over, one at a time: what is taken over must not be folded meanwhile. */
  async function alone(work: () => Promise<void>): Promise<void> {
    // Who waits for a fold that rests wants it to end.
    while (folding !== undefined) {
      hurried = true
      await folding.catch(() => undefined)
    }
    hurried = false
    folding = work()
    try {
      await folding
    } finally {
      folding = undefined
    }
  }
  const flush = (): Promise<void> => alone(() => foldAll())
  let busy = 0
  /**
   * Nobody waits for a fold of its own accord: between its portions decisions have the database for twice as long as it
   * had.
   */
  const rest: Pause = ms => {
    busy += ms
    return closed || hurried ? undefined : new Promise(resolve => setTimeout(resolve, 2 * ms))
  }
  async function foldAll(resting?: Pause): Promise<void> {
    busy = 0
    const started = performance.now()
    try {
      for (
        let generation = memory.closeGeneration(), rounds = 0;
        generation !== null && rounds < 10;
        generation = memory.closeGeneration(), rounds++
      ) {
        const foreign = await fold(maintenance, owner, generation, clock(), newId, encode, resting)
        if (foreign.length > 0) memory.removeEvents(generation, foreign)
        else memory.folded(generation)
        // What came meanwhile waits for the next turn, so that folds stay large and the database has a rest.
        if (foreign.length === 0) break
      }
    } catch (error) {
      log.write(2, 'velocities.not-folded', {
        pending: memory.figures().pending,
        cause: error instanceof Error ? error.name : 'unknown',
      })
      throw error
    } finally {
      pause = Math.max(
        everyMs,
        Math.min(maxPauseMs, pauseFactor * (resting === undefined ? performance.now() - started : busy)),
      )
    }
  }

  /**
   * Takes over what is in the log and not in memory: of a process that was killed, or of a commit that nobody heard of.
   * Strays: only what is older than five seconds, the younger may be on its way to `apply`.
   */
  async function adopt(strays: boolean): Promise<void> {
    let after: { environment_id: string; event_id: string } | undefined
    for (;;) {
      const last = after
      const rows = await maintenance
        .selectFrom('velocity_log')
        .select(['environment_id', 'event_id', 'at', 'contributions'])
        .$if(strays, query => query.where('written_at', '<', sql<Date>`now() - interval '5 seconds'`))
        .$if(last !== undefined, query =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('environment_id', 'event_id'), '>', tuple(last?.environment_id ?? '', last?.event_id ?? '')),
          ),
        )
        .orderBy('environment_id')
        .orderBy('event_id')
        .limit(pageSize)
        .execute()
      for (const row of rows)
        apply(row.environment_id, row.event_id, new Date(row.at), parseContributions(row.contributions, series.find))
      after = rows.at(-1)
      if (rows.length < pageSize) return
    }
  }

  async function rebuildRecent(): Promise<void> {
    const now = clock()
    let before = new Date(now.getTime() + recentMs)
    // The youngest first: when memory is full, the oldest are left out and known to be.
    for (;;) {
      const rows = await maintenance
        .selectFrom('velocity_recent')
        .select(['folded_at', 'contributions'])
        .where('folded_at', '<', before)
        .where('folded_at', '>=', new Date(now.getTime() - recentMs))
        .orderBy('folded_at', 'desc')
        .limit(recentPageSize)
        .execute()
      const [last] = rows.slice(-1)
      if (last === undefined) return
      const folded = new Date(last.folded_at)
      const same =
        rows.length < recentPageSize
          ? []
          : await maintenance
              .selectFrom('velocity_recent')
              .select(['folded_at', 'contributions'])
              .where('folded_at', '=', folded)
              .execute()
      const all =
        rows.length < recentPageSize
          ? rows
          : [...rows.filter(row => new Date(row.folded_at).getTime() !== folded.getTime()), ...same]
      for (const { contributions } of all) {
        for (const [at, packed] of contributions as [number, unknown][])
          for (const each of parseContributions(packed, series.find)) fine.add(at, now.getTime(), each)
      }
      if (fine.size() > mostFine * 0.9) {
        fine.forgetBefore(folded.getTime())
        return
      }
      before = folded
    }
  }

  async function tidy(): Promise<void> {
    const now = clock().getTime()
    await maintenance
      .deleteFrom('velocity_recent')
      .where('folded_at', '<', new Date(now - recentMs))
      .execute()
    await alone(() => adopt(true))
  }

  function keepFine(): void {
    if (finely === null) return
    const numbers = new Set<number>()
    for (const velocity of finely) {
      const known = series.findNumber(velocity)
      // Nothing was counted yet: it is kept from its first event on.
      if (known === undefined) series.assignNumber(velocity).then(keepFine, () => undefined)
      else numbers.add(known)
      const filling = series.findBackfill(velocity)
      if (filling !== undefined) numbers.add(filling.series)
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
  await rebuildRecent()
  await adopt(false)
  const tidying = setInterval(() => {
    tidy().catch(() => log.write(2, 'velocities.not-tidied'))
  }, cleanUpIntervalMs)

  return {
    reader: readers.reader,
    async contributions(sets, types, scope, receivedAt) {
      if (sets.length === 0) return []
      const contributions: VelocityContribution[] = []
      const fresh: [StoredVelocity, string, CountedValue][] = []
      const add = (velocity: StoredVelocity, number: number, group: string, value: CountedValue): void => {
        const { environmentId } = velocity
        addContribution(contributions, environmentId, group, number, value)
        const filling = series.findBackfill(velocity)
        if (filling !== undefined && receivedAt.getTime() >= filling.since)
          addContribution(contributions, environmentId, group, filling.series, value)
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
    keepFine(velocities) {
      finely = velocities as readonly StoredVelocity[]
      keepFine()
    },
    async reload() {
      await series.reload()
      memory.clear()
      keepFine()
      for (const { series: id, since } of series.startedLater()) fine.startAt(id, since)
    },
    flush,
    figures: () => {
      const { pending, buckets } = memory.figures()
      return { since, ...readers.figures(), notCounted, pending, buckets: buckets + fine.size() }
    },
    async close() {
      closed = true
      clearTimeout(timer)
      clearInterval(tidying)
      // The log has it all: what cannot be folded now is taken over at the next start.
      await flush().catch(() => undefined)
    },
  }
}
