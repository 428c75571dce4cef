import { type RawBuilder, sql } from 'kysely'
import type { VelocitySetBody } from '../../contract/index.ts'
import { parseVelocity } from '../../engine/resources/velocity-text.ts'
import { announceChangedHours, lockHours } from '../../engine/velocities/index.ts'
import type { Db } from '../../ports/database.ts'

/**
 * Removes what velocities below the root counted of the events of a deleted assessment, so that an assessment that gets
 * its name later begins at zero. Velocities that count other events as well stay as they are: their counts are not told
 * apart by event. Returns whether there were any.
 */
export async function removeCounts(
  db: Db,
  environmentIds: readonly string[],
  apiName: string,
  batch: number,
): Promise<boolean> {
  const series = await findSeries(db, environmentIds, apiName)
  if (series.length === 0) return false
  for (const environmentId of environmentIds) await removeFromHours(db, environmentId, series, batch)
  await db.transaction().execute(async trx => {
    await trx.deleteFrom('velocity_series').where('series', 'in', series).execute()
    await announceChangedHours(trx)
  })
  return true
}

/** Returns the series of the velocities that count events of the assessment, or its observations, and no others. */
async function findSeries(db: Db, environmentIds: readonly string[], apiName: string): Promise<number[]> {
  const sets = await db
    .selectFrom('velocity_set')
    .select(['environment_id', 'body'])
    .where('environment_id', 'in', [...environmentIds])
    .execute()
  const isOwn = (event: string): boolean => event.split(':')[0]?.toLowerCase() === apiName.toLowerCase()
  const names = sets.flatMap(({ environment_id, body }) =>
    (body as VelocitySetBody).velocities.flatMap(({ text }) => {
      const velocity = parseVelocity(text)
      return velocity !== null && velocity.events.length > 0 && velocity.events.every(isOwn)
        ? [{ environmentId: environment_id, name: velocity.name.toLowerCase() }]
        : []
    }),
  )
  if (names.length === 0) return []
  const { rows } = await sql<{ series: number }>`
    select s.series from unnest(${names.map(({ environmentId }) => environmentId)}::uuid[],
        ${names.map(({ name }) => name)}::text[]) as n(environment_id, name)
      join velocity v on v.environment_id = n.environment_id and v.name = n.name
      join velocity_series s on s.environment_id = v.environment_id and s.velocity_id = v.id`.execute(db)
  return rows.map(({ series }) => series)
}

/** Walks the hours of an environment once, in batches between which folds can run. */
async function removeFromHours(db: Db, environmentId: string, series: readonly number[], batch: number): Promise<void> {
  const names = series.map(String)
  for (let after: { key: string; hour: number } | null = null; ; ) {
    const further: RawBuilder<unknown> =
      after === null ? sql`true` : sql`(key, hour) > (${after.key}, ${after.hour}::int)`
    const last: { key: string; hour: number } | undefined = await db.transaction().execute(async trx => {
      await lockHours(trx)
      const { rows } = await sql<{ key: string; hour: number }>`
        with part as materialized (
          select key, hour from velocity_hour where environment_id = ${environmentId}::uuid and ${further}
          order by key, hour limit ${batch}
        ), own as materialized (
          select v.key, v.hour, v.counts::jsonb - ${names}::text[] as rest from part p
            join velocity_hour v on v.environment_id = ${environmentId}::uuid and v.key = p.key and v.hour = p.hour
          where v.counts::jsonb ?| ${names}::text[]
        ), changed as (
          update velocity_hour v set counts = o.rest::json from own o
          where v.environment_id = ${environmentId}::uuid and v.key = o.key and v.hour = o.hour and o.rest <> '{}'::jsonb
        ), gone as (
          delete from velocity_hour v using own o
          where v.environment_id = ${environmentId}::uuid and v.key = o.key and v.hour = o.hour and o.rest = '{}'::jsonb
        ) select key, hour from part order by key desc, hour desc limit 1`.execute(trx)
      return rows[0]
    })
    if (last === undefined) return
    after = last
  }
}
