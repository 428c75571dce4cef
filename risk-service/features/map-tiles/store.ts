import { sql } from 'kysely'
import type { MapProvider } from '../../contract/maps/map-provider-inputs.ts'
import type { Db } from '../../ports/database.ts'

const key = 'mapProvider'

/** A provider with its encrypted key. */
export interface ProviderRecord extends MapProvider {
  version: number
  sealedKey: string | null
}
const noProvider: ProviderRecord = { version: 0, enabled: false, road: null, aerial: null, sealedKey: null }

/** Locks the provider of a root environment until the transaction ends. */
export async function lockProvider(db: Db, rootId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`map provider ${rootId}`}, 0))`.execute(db)
}

/** Returns the provider of a root environment; version 0 before the first save. */
export async function readProvider(db: Db, rootId: string): Promise<ProviderRecord> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('scope', '=', rootId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? (row.value as ProviderRecord) : noProvider
}

export async function writeProvider(db: Db, rootId: string, provider: ProviderRecord): Promise<void> {
  const value = JSON.stringify(provider)
  await db
    .insertInto('setting')
    .values({ scope: rootId, key, value })
    .onConflict(conflict => conflict.columns(['scope', 'key']).doUpdateSet({ value, updated_at: sql`now()` }))
    .execute()
}
