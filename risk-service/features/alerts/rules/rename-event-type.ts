import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { lockRules } from './rule-store.ts'

/**
 * Lets the alert rules of an assessment watch it under its new API name. Incidents stay with the name of their time. Takes
 * the lock of the alert rules of each environment: before any lock that a change of a rule waits for.
 */
export async function renameAlertRules(
  trx: Db,
  environmentIds: readonly string[],
  before: string,
  after: string,
): Promise<void> {
  for (const environmentId of [...environmentIds].sort()) await lockRules(trx, environmentId)
  await trx
    .updateTable('alert_rule')
    .set(({ eb }) => ({
      settings: sql<string>`settings || jsonb_build_object('eventType', ${after}::text)`,
      // What was evaluated belongs to the name before.
      checked_at: null,
      checked: null,
      version: eb('version', '+', 1),
    }))
    .where('environment_id', 'in', [...environmentIds])
    .where(sql<string>`settings ->> 'eventType'`, '=', before)
    .execute()
}
