import { addToHours, announceChangedHours, lockHours } from '../../../engine/velocities/index.ts'
import type { BackfillDeps } from './backfill.ts'
import { type BackfillRow, clearStagedBuckets, readStagedBuckets } from './store.ts'

/** Puts the counts of a back-fill into force: all of them, or none. */
export async function finishBackfill(
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
    await announceChangedHours(trx)
    return true
  })
  if (!done) return
  await velocities.reload()
  log.write(1, 'velocities.backfill-done', { set: row.set_id, events: row.total })
}

export async function failBackfill(
  { db, clock, velocities }: BackfillDeps,
  row: BackfillRow,
  failure: string,
): Promise<null> {
  await db.transaction().execute(async trx => {
    await trx
      .updateTable('velocity_backfill')
      .set({ state: 'failed', failure, finished_at: clock() })
      .where('environment_id', '=', row.environment_id)
      .where('set_id', '=', row.set_id)
      .where('until', '=', row.until)
      .execute()
    await clearStagedBuckets(trx, row)
    await announceChangedHours(trx)
  })
  await velocities.reload()
  return null
}
