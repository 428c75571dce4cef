import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'

/** The advisory lock of whoever links, erases or removes entries of the log, which they do one after another. */
export const chainLock = sql`hashtextextended('activity log chain', 0)`

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

/** Deletes the facets and the actors that no entry has any more. Returns their number. */
export function trimLogFacets(db: Db): Promise<number> {
  return db.transaction().execute(async trx => {
    // The job that links entries gives them new ones meanwhile.
    await sql`select pg_advisory_xact_lock(${chainLock})`.execute(trx)
    const facets = await sql`delete from audit_facet f where not exists (
      select from audit_log l where l.facet_id is not null and l.facet_id = f.id)`.execute(trx)
    const actors = await sql`delete from audit_actor a where not exists (
      select from audit_log l where l.facet_id is not null and l.actor_number = a.number)`.execute(trx)
    return Number(facets.numAffectedRows ?? 0) + Number(actors.numAffectedRows ?? 0)
  })
}
