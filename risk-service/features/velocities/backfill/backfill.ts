import type { VelocityBackfill } from '../../../contract/velocities/velocities.ts'
import type { PublishedVelocity } from '../../../engine/resources/types.ts'
import {
  announceChangedHours,
  type CountedSet,
  countedDataEventNames,
  type VelocityAccess,
} from '../../../engine/velocities/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { clearStagedBuckets, countDataHistory, countHistory, loadScope, toBackfill } from './store.ts'

export interface BackfillDeps extends Pick<Ports, 'db' | 'clock' | 'log'> {
  velocities: VelocityAccess
  /** Requests a run of the job; a lost request is harmless. */
  wake?: (afterSeconds: number) => void
  /** Time after its receipt within which an event is stored or refused. */
  settleMs?: number
}

/** Work for the same transaction. */
type AlsoInTransaction = (trx: Db) => Promise<void>

const days = 91
const day = 86_400_000
/** Time until every received event is counted live. */
const leadMs = 2_000

/**
 * Begins the back-fill of a published set: its velocities get second numbers, which count every event from `until` on
 * beside the first ones, while a job counts the events that were received before. The first numbers are read until the
 * second are complete. The set has to be in force in the engine (`reloadRules`). A repeat for the same version does
 * nothing.
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
  // The live counting has to read the back-fill before the first event that it counts is received.
  let first = also
  while ((await insertBackfill(deps, environmentId, setId, version, first)) <= deps.clock()) {
    await cancelBackfill(deps, environmentId, setId)
    first = undefined
  }
  deps.wake?.(0)
}

/** Returns the time from which on events are counted live. */
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
    await announceChangedHours(trx)
    await also?.(trx)
  })
  await velocities.reload()
  return until
}

/** Cancels a back-fill, and removes its counts; no effect after its end. Returns whether it was running. */
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
    await announceChangedHours(trx)
    await also?.(trx)
    return true
  })
  if (cancelled) await velocities.reload()
  return cancelled
}

/** Loads the last back-fill of each set that had one. */
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

export const horizon = (now: Date): Date => new Date(now.getTime() - days * day)
export const infosOf = (set: CountedSet): PublishedVelocity[] =>
  set.velocities.map(({ info }) => info as PublishedVelocity)
