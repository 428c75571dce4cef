import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'

/**
 * Deletes the links before the first entry that each activity log still has, except the last of them, which that entry
 * follows. Links in between stay, whatever became of their entries. Returns their number.
 */
export async function trimLogChains(db: Db): Promise<number> {
  const { rows } = await sql<{ tenant_id: string }>`select distinct tenant_id from audit_head`.execute(db)
  let deleted = 0
  for (const { tenant_id: tenantId } of rows) {
    const { numAffectedRows } = await sql`delete from audit_link where tenant_id = ${tenantId}::uuid and seq < (
      select k.seq - 1 from audit_link k join audit_log l on l.id = k.entry_id
      where k.tenant_id = ${tenantId}::uuid order by k.seq limit 1)`.execute(db)
    deleted += Number(numAffectedRows ?? 0)
  }
  return deleted
}
