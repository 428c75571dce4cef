import { type Kysely, sql } from 'kysely'
import { supportKey } from '../../../contract/lists/list-definitions.ts'

/** Addresses on support lists match in every spelling: the entries of one address become one, the last changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ environment_id: string; key: string }>`
    select environment_id, key from support_entry where list = 'ip' and key like '%:%'`.execute(db)
  for (const { environment_id, key } of rows) {
    const kept = supportKey('ip', key)
    if (kept === key) continue
    await sql`delete from support_entry older using support_entry newer where older.environment_id = ${environment_id} and older.list = 'ip' and newer.environment_id = older.environment_id
      and newer.list = 'ip' and ((older.key = ${key} and newer.key = ${kept}) or (older.key = ${kept} and newer.key = ${key}))
      and (older.updated_at, older.key) < (newer.updated_at, newer.key)`.execute(db)
    await sql`update support_entry set key = ${kept} where environment_id = ${environment_id} and list = 'ip' and key = ${key}`.execute(
      db,
    )
  }
}
