import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

/** Changes some settings of an assessment; others that somebody saves at the same time stay. */
export async function mergeSettings(
  db: Db,
  assessmentId: string,
  changes: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('assessment')
    .set({ settings: sql`settings || ${JSON.stringify(changes)}::jsonb`, updated_at: now })
    .where('id', '=', assessmentId)
    .execute()
}
