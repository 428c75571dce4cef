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
