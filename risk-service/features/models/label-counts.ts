import { sql } from 'kysely'
import type { Ports } from '../../ports/index.ts'

/** Counts the labelled events of an environment by the roll-up. */
export async function countLabels(db: Ports['db'], environmentId: string): Promise<{ rows: number; frauds: number }> {
  const found = await db
    .selectFrom('event_hour')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('events'), sql<number>`0`).as('rows'),
      sql<number>`coalesce(sum(events) filter (where label = 'Fraud'), 0)`.as('frauds'),
    ])
    .where('environment_id', '=', environmentId)
    .where('label', '<>', '')
    .executeTakeFirstOrThrow()
  return { rows: Number(found.rows), frauds: Number(found.frauds) }
}
