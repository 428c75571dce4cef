import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

/** Returns a stored setting; undefined: never set. @param scope id of the tenant or environment that it belongs to */
export async function readSetting(db: Db, scope: string, key: string): Promise<unknown> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value
}

/** Stores a setting in place of its previous value. */
export async function writeSetting(trx: Db, scope: string, key: string, stored: unknown): Promise<void> {
  const value = JSON.stringify(stored)
  await trx
    .insertInto('setting')
    .values({ scope, key, value })
    .onConflict(conflict => conflict.columns(['scope', 'key']).doUpdateSet({ value, updated_at: sql`now()` }))
    .execute()
}
