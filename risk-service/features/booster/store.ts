import { type Selectable, sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { BoosterSettingTable } from '../../ports/tables/review/booster.ts'

export type BoosterRow = Selectable<BoosterSettingTable>

/** Locks the settings of a tenant until the transaction ends: a change of one overwrites others. */
export async function lockSettings(trx: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`acceptance booster ${tenantId}`}, 0))`.execute(trx)
}

/** Loads the stored settings of these environments, by environment. */
export async function loadRows(db: Db, environmentIds: readonly string[]): Promise<ReadonlyMap<string, BoosterRow>> {
  if (environmentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('booster_setting')
    .selectAll()
    .where('environment_id', '=', sql<string>`any(${[...environmentIds]}::uuid[])`)
    .execute()
  return new Map(rows.map(row => [row.environment_id, row]))
}

/** Stores settings in place of the previous ones. */
export async function writeRow(trx: Db, row: BoosterRow): Promise<void> {
  const { environment_id: _id, ...changes } = row
  await trx
    .insertInto('booster_setting')
    .values(row)
    .onConflict(conflict => conflict.column('environment_id').doUpdateSet(changes))
    .execute()
}
