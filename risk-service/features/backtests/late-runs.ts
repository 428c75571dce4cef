import type { Db } from '../../ports/database.ts'

/** Counts runs of every kind that have waited since before a time; for the health of the environment. */
export async function countLateRuns(db: Db, environmentId: string, before: Date): Promise<number> {
  const { late } = await db
    .selectFrom('backtest')
    .select(({ fn }) => fn.countAll<number>().as('late'))
    .where('environment_id', '=', environmentId)
    .where('state', '=', 'waiting')
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow()
  return late
}
