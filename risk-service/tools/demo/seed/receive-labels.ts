import { sql } from 'kysely'
import { demoEnvironmentIds } from '../../../kernel/identity/demo-tenants.ts'
import type { Db } from '../../../ports/database.ts'

/**
 * Has the labels of a history be received some minutes to three hours after the time that they are of, as those of a shop
 * are, and not all while the demo is filled; then has reports read everything again. @param fed when it was filled
 */
export async function receiveLabels(db: Db, fed: { from: Date; to: Date }): Promise<void> {
  const environments = sql`any(${Object.values(demoEnvironmentIds)}::uuid[])`
  await sql`update event_label
    set received_at = least(received_at, label_at + make_interval(mins => 5 + abs(hashtext(label_key) % 175)))
    where environment_id = ${environments} and label_at < received_at
      and received_at >= ${fed.from}::timestamptz and received_at <= ${fed.to}::timestamptz`.execute(db)
  // What was received in the past is not new to reports: they go on from the time of their last pass.
  await sql`update report_refresh set event_types = '{}' where environment_id = ${environments}`.execute(db)
}
