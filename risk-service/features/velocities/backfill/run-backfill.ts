import { sql } from 'kysely'
import {
  addContribution,
  type CountedSet,
  countContributions,
  countedDataEventNames,
  entryParts,
  type HourBuckets,
  type VelocityAccess,
  type VelocityContribution,
} from '../../../engine/velocities/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { type BackfillDeps, horizon, infosOf } from './backfill.ts'
import { failBackfill, finishBackfill } from './finish-backfill.ts'
import {
  type BackfillRow,
  type HistoryData,
  type HistoryEvent,
  readDataHistory,
  readHistory,
  stageBuckets,
} from './store.ts'

const pageSize = 500
/** Events between two commits of the progress. */
const eventsPerChunk = 5_000
/** A run of the job ends in time for the next one, which continues. */
const longestRunMs = 5 * 60_000

/** Continues the pending back-fills. Work of the job queue: it may be interrupted and repeated at any time. */
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
const nilId = '00000000-0000-0000-0000-000000000000'

/** Returns the seconds until it continues; null at its end. */
async function runBackfill(deps: BackfillDeps, row: BackfillRow, ends: number): Promise<number | null> {
  const { db, clock, velocities, settleMs = 60_000 } = deps
  const wait = new Date(row.until).getTime() + settleMs - clock().getTime()
  // All events that were received before are stored by then.
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
    let visited = 0
    let finished = false
    while (visited < eventsPerChunk && !finished) {
      const history = (await steps[place - 1]?.(after)) ?? []
      for (const event of history) await countEvent(velocities, set, series, event, new Date(row.until), counted)
      visited += history.length
      const last = history.at(-1)
      if (last !== undefined) after = { at: last.at_text, id: last.event_id }
      finished = history.length < pageSize
    }
    events += visited
    if (finished) {
      place++
      after = { at: horizon(clock()).toISOString(), id: nilId }
    }
    const found = hourBucketsOf(counted)
    const stored = await db.transaction().execute(async trx => {
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
      // The number of a chunk is its progress: a repeat after an interruption writes the same one.
      await stageBuckets(trx, row, chunkNumber(events, place), found)
      return true
    })
    // Cancelled, or restarted.
    if (!stored) return null
    if (performance.now() > ends) return 0
  }
  await finishBackfill(deps, row, series)
  return null
}

/**
 * Returns the steps: the decided events of every place, and after those of all places the data events, where the set
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

/** Increases with every chunk. */
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

/** Microseconds count: a JavaScript date would lose them. */
async function exactStartTime(db: Ports['db'], { environment_id, set_id }: BackfillRow): Promise<string> {
  const { at } = await db
    .selectFrom('velocity_backfill')
    .select(sql<string>`reached_at::text`.as('at'))
    .where('environment_id', '=', environment_id)
    .where('set_id', '=', set_id)
    .executeTakeFirstOrThrow()
  return at
}
