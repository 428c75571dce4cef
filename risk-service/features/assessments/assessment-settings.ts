import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

/** Changes some settings of an assessment; others that somebody saves at the same time stay. */
export async function mergeSettings(
  db: Db,
  assessmentId: string,
  changes: Readonly<Record<string, unknown>>,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  await db
    .updateTable('assessment')
    .set({ settings: sql`settings || ${JSON.stringify(changes)}::jsonb`, updated_at: at, updated_by_name: by })
    .where('id', '=', assessmentId)
    .execute()
}

/**
 * Locks an assessment until the transaction ends, as every change of its configuration does. Built-in assessments, and
 * environments below the root, have none.
 */
export async function lockAssessment(db: Db, environmentId: string, apiName: string): Promise<void> {
  await db
    .selectFrom('assessment')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('api_name', '=', apiName)
    .forUpdate()
    .execute()
}

/** Counts a change of what its configuration shows, so that a save on the basis of the former one is refused. */
export async function raiseConfigurationVersion(db: Db, environmentId: string, apiName: string): Promise<void> {
  await db
    .updateTable('assessment')
    .set(update => ({ configuration_version: update('configuration_version', '+', 1) }))
    .where('environment_id', '=', environmentId)
    .where('api_name', '=', apiName)
    .execute()
}
