import { type Kysely, sql } from 'kysely'
import type { VelocityBackfill } from '../../../contract/velocities/velocities.ts'
import {
  addContribution,
  addToHours,
  type CountedSet,
  countContributions,
  countedDataEventNames,
  entryParts,
  type HourBuckets,
  lockHours,
  type StoredVelocity,
  type VelocityAccess,
  type VelocityContribution,
} from '../../../engine/velocities/index.ts'
import type { Database } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  type BackfillRow,
  clearStagedBuckets,
  countDataHistory,
  countHistory,
  type HistoryData,
  type HistoryEvent,
  loadScope,
  readDataHistory,
  readHistory,
  readStagedBuckets,
  stageBuckets,
  toBackfill,
} from './store.ts'

export interface BackfillDeps extends Pick<Ports, 'db' | 'clock' | 'log'> {
  velocities: VelocityAccess
  /** Asks for a run of the work; lost requests do no harm. */
  wake?: (afterSeconds: number) => void
  /** An event is in the store, or was refused, this long after it was received. */
  settleMs?: number
}

/** Work for the same transaction. */
type AlsoInTransaction = (trx: Kysely<Database>) => Promise<void>

const days = 91
const day = 86_400_000
const pageSize = 500
/** Events between two commits of the progress. */
const eventsPerChunk = 5_000
/** A run of the work ends in time for the next one, which goes on. */
const longestRunMs = 5 * 60_000
/** Every event that is received from then on is counted live. */
const leadMs = 2_000

/**
 * Begins to count the history of a published set: its velocities get second numbers, which count every event from
 * `until` on beside the first ones, while a job counts what was received before. The first ones are read until the
 * second are complete. The set has to be in force in the engine (`reloadRules`). Called again for the same version it
 * does nothing.
 */
export async function startBackfill(
  deps: BackfillDeps,
  environmentId: string,
  setId: string,
  version: number,
  also?: AlsoInTransaction,
): Promise<void> {
  const before = await deps.db
    .selectFrom('velocity_backfill')
    .select(['version', 'state'])
    .where('environment_id', '=', environmentId)
    .where('set_id', '=', setId)
    .executeTakeFirst()
  if (before?.version === version && ['waiting', 'running', 'done'].includes(before.state)) return
  // What counts live has to know of it before the first event that it is to count is received.
  let first = also
  while ((await insertBackfill(deps, environmentId, setId, version, first)) <= deps.clock()) {
    await cancelBackfill(deps, environmentId, setId)
    first = undefined
  }
  deps.wake?.(0)
}

/** Returns from when on events are counted live. */
async function insertBackfill(
  { db, clock, velocities }: BackfillDeps,
  environmentId: string,
  setId: string,
  version: number,
  also?: AlsoInTransaction,
): Promise<Date> {
  const set = velocities.findSet(environmentId, setId, version)
  if (set === null) throw new Error('The set is not in force.')
  const until = new Date(clock().getTime() + leadMs)
  const places = await loadScope(db, environmentId)
  const named = countedDataEventNames(set.compiled.velocities)
  const total =
    (await countHistory(db, places, horizon(clock()))) +
    (named.length === 0 ? 0 : await countDataHistory(db, places, named, horizon(clock())))
  const row = { environment_id: environmentId, set_id: setId }
  await db.transaction().execute(async trx => {
    const values = {
      version,
      state: 'waiting' as const,
      events: 0,
      total,
      until,
      places,
      reached_place: 1,
      reached_at: null,
      reached_id: null,
      failure: null,
      started_at: clock(),
      finished_at: null,
    }
    await trx
      .insertInto('velocity_backfill')
      .values({ ...row, ...values })
      .onConflict(conflict => conflict.columns(['environment_id', 'set_id']).doUpdateSet(values))
      .execute()
    await clearStagedBuckets(trx, row)
    await trx
      .insertInto('velocity_series')
      .values(
        infosOf(set).map(({ id, aggregate }) => ({
          environment_id: environmentId,
          velocity_id: id,
          aggregate,
          state: 'filling' as const,
          set_id: setId,
          since: until,
        })),
      )
      .onConflict(conflict =>
        conflict
          .columns(['environment_id', 'velocity_id', 'aggregate', 'state'])
          .doUpdateSet({ set_id: setId, since: until }),
      )
      .execute()
    await also?.(trx)
  })
  await velocities.reload()
  return until
}

/** Stops it, or does nothing when it is over: what had been counted is taken back. Returns whether it was under way. */
export async function cancelBackfill(
  { db, clock, velocities }: BackfillDeps,
  environmentId: string,
  setId: string,
  also?: AlsoInTransaction,
): Promise<boolean> {
  const cancelled = await db.transaction().execute(async trx => {
    const row = await trx
      .updateTable('velocity_backfill')
      .set({ state: 'cancelled', finished_at: clock() })
      .where('environment_id', '=', environmentId)
      .where('set_id', '=', setId)
      .where('state', 'in', ['waiting', 'running'])
      .returning('set_id')
      .executeTakeFirst()
    if (row === undefined) return false
    await clearStagedBuckets(trx, { environment_id: environmentId, set_id: setId })
    await also?.(trx)
    return true
  })
  if (cancelled) await velocities.reload()
  return cancelled
}

/** The last back-fill of each set that had one. */
export async function loadBackfills(
  db: Ports['db'],
  setIds: readonly string[],
): Promise<Map<string, VelocityBackfill>> {
  if (setIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('velocity_backfill')
    .selectAll()
    .where('set_id', 'in', [...setIds])
    .execute()
  return new Map(rows.map(row => [row.set_id, toBackfill(row)]))
}

/** Goes on with what there is to fill. Work of the job queue: it may be interrupted and repeated at any time. */
export async function runBackfills(deps: BackfillDeps): Promise<{ again: number | null }> {
  const { db, log } = deps
  const ends = performance.now() + longestRunMs
  const rows = await db
    .selectFrom('velocity_backfill')
    .selectAll()
    .where('state', 'in', ['waiting', 'running'])
    .orderBy('started_at')
    .execute()
  let again: number | null = null
  for (const row of rows) {
    try {
      const wait = await runBackfill(deps, row, ends)
      if (wait !== null) again = Math.min(again ?? wait, wait)
    } catch (error) {
      log.write(3, 'velocities.backfill-interrupted', {
        set: row.set_id,
        cause: error instanceof Error ? error.name : 'unknown',
      })
      again = Math.min(again ?? 15, 15)
    }
  }
  return { again }
}

const horizon = (now: Date): Date => new Date(now.getTime() - days * day)
const infosOf = (set: CountedSet): StoredVelocity[] => set.velocities.map(({ info }) => info as StoredVelocity)
const nilId = '00000000-0000-0000-0000-000000000000'

/** Returns after how many seconds it wants to go on; null when it is over. */
async function runBackfill(deps: BackfillDeps, row: BackfillRow, ends: number): Promise<number | null> {
  const { db, clock, velocities, settleMs = 60_000 } = deps
  const wait = new Date(row.until).getTime() + settleMs - clock().getTime()
  // Events that were received before are all stored by then.
  if (wait > 0) return Math.ceil(wait / 1000)
  const set = velocities.findSet(row.environment_id, row.set_id, row.version)
  if (set === null) return await failBackfill(deps, row, 'The set is not in force any more.')
  const series = await findBackfilledSeries(db, row, set)
  if (series === null) return await failBackfill(deps, row, 'The set was published anew.')
  const steps = stepsOf(db, row, set)
  let events = row.events
  let place = row.reached_place
  let after = {
    at: row.reached_at === null ? horizon(clock()).toISOString() : await exactStartTime(db, row),
    id: row.reached_id ?? nilId,
  }
  while (place <= steps.length) {
    const counted: Parameters<typeof countContributions>[0] = new Map()
    let seen = 0
    let finished = false
    while (seen < eventsPerChunk && !finished) {
      const history = (await steps[place - 1]?.(after)) ?? []
      for (const event of history) await countEvent(velocities, set, series, event, new Date(row.until), counted)
      seen += history.length
      const last = history.at(-1)
      if (last !== undefined) after = { at: last.at_text, id: last.event_id }
      finished = history.length < pageSize
    }
    events += seen
    if (finished) {
      place++
      after = { at: horizon(clock()).toISOString(), id: nilId }
    }
    const found = hourBucketsOf(counted)
    const kept = await db.transaction().execute(async trx => {
      const { numUpdatedRows } = await trx
        .updateTable('velocity_backfill')
        .set({
          state: 'running',
          events,
          reached_place: place,
          reached_at: sql<Date>`${after.at}::timestamptz`,
          reached_id: after.id,
        })
        .where('environment_id', '=', row.environment_id)
        .where('set_id', '=', row.set_id)
        .where('state', 'in', ['waiting', 'running'])
        .where('until', '=', row.until)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      // The number of a chunk is how far it came: a repeat after an interruption writes the same one.
      await stageBuckets(trx, row, chunkNumber(events, place), found)
      return true
    })
    // Cancelled, or begun anew.
    if (!kept) return null
    if (performance.now() > ends) return 0
  }
  await finishBackfill(deps, row, series)
  return null
}

/**
 * Every place has its decided events, and after those of all places come the ones that took data in, where the set
 * names any.
 */
function stepsOf(
  db: Ports['db'],
  { places }: BackfillRow,
  set: CountedSet,
): ((after: { at: string; id: string }) => Promise<(HistoryEvent | HistoryData)[]>)[] {
  const named = countedDataEventNames(set.compiled.velocities)
  return [
    ...places.map(id => (after: { at: string; id: string }) => readHistory(db, id, after, pageSize)),
    ...(named.length === 0
      ? []
      : places.map(id => (after: { at: string; id: string }) => readDataHistory(db, id, named, after, pageSize))),
  ]
}

/** Grows with every chunk. */
const chunkNumber = (events: number, place: number): number => events + place

async function countEvent(
  velocities: VelocityAccess,
  set: CountedSet,
  series: ReadonlyMap<string, number>,
  event: HistoryEvent | HistoryData,
  until: Date,
  counted: Parameters<typeof countContributions>[0],
): Promise<void> {
  if (event.received_at >= until) return
  const found = await velocities.contributionsOfStored([set], event)
  if (found.length === 0) return
  const contributions: VelocityContribution[] = []
  for (const { velocity, group, value } of found) {
    const number = series.get(velocity.id)
    if (number !== undefined) addContribution(contributions, velocity.environmentId, group, number, value)
  }
  countContributions(counted, { at: event.at.getTime(), contributions })
}

function hourBucketsOf(counted: Parameters<typeof countContributions>[0]): HourBuckets[] {
  return [...counted].flatMap(([entry, hours]) =>
    [...hours].map(([hour, buckets]): HourBuckets => ({ ...entryParts(entry), hour, buckets })),
  )
}

async function findBackfilledSeries(
  db: Ports['db'],
  { environment_id, set_id }: BackfillRow,
  set: CountedSet,
): Promise<Map<string, number> | null> {
  const rows = await db
    .selectFrom('velocity_series')
    .select(['velocity_id', 'series'])
    .where('environment_id', '=', environment_id)
    .where('set_id', '=', set_id)
    .where('state', '=', 'filling')
    .execute()
  const series = new Map(rows.map(row => [row.velocity_id, row.series]))
  return infosOf(set).every(({ id }) => series.has(id)) ? series : null
}

/** Microseconds count: a date of the language would lose them. */
async function exactStartTime(db: Ports['db'], { environment_id, set_id }: BackfillRow): Promise<string> {
  const { at } = await db
    .selectFrom('velocity_backfill')
    .select(sql<string>`reached_at::text`.as('at'))
    .where('environment_id', '=', environment_id)
    .where('set_id', '=', set_id)
    .executeTakeFirstOrThrow()
  return at
}

/** Puts what was counted into force: in one piece, or not at all. */
async function finishBackfill(
  { db, clock, velocities, log }: BackfillDeps,
  row: BackfillRow,
  series: ReadonlyMap<string, number>,
): Promise<void> {
  const done = await db.transaction().execute(async trx => {
    await lockHours(trx)
    const { numUpdatedRows } = await trx
      .updateTable('velocity_backfill')
      .set({ state: 'done', finished_at: clock() })
      .where('environment_id', '=', row.environment_id)
      .where('set_id', '=', row.set_id)
      .where('state', '=', 'running')
      .where('until', '=', row.until)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    for await (const places of readStagedBuckets(trx, row))
      await addToHours(trx, places, (_kind, values) => [...values])
    const own = trx
      .selectFrom('velocity_series')
      .select('velocity_id')
      .where('environment_id', '=', row.environment_id)
      .where('set_id', '=', row.set_id)
      .where('state', '=', 'filling')
    await trx
      .deleteFrom('velocity_series')
      .where('environment_id', '=', row.environment_id)
      .where('state', '=', 'live')
      .where('velocity_id', 'in', own)
      .execute()
    await trx
      .updateTable('velocity_series')
      .set({ state: 'live', set_id: null })
      .where('environment_id', '=', row.environment_id)
      .where('series', 'in', [...series.values()])
      .execute()
    await clearStagedBuckets(trx, row)
    return true
  })
  if (!done) return
  await velocities.reload()
  log.write(1, 'velocities.backfill-done', { set: row.set_id, events: row.total })
}

async function failBackfill({ db, clock, velocities }: BackfillDeps, row: BackfillRow, failure: string): Promise<null> {
  await db.transaction().execute(async trx => {
    await trx
      .updateTable('velocity_backfill')
      .set({ state: 'failed', failure, finished_at: clock() })
      .where('environment_id', '=', row.environment_id)
      .where('set_id', '=', row.set_id)
      .where('until', '=', row.until)
      .execute()
    await clearStagedBuckets(trx, row)
  })
  await velocities.reload()
  return null
}
