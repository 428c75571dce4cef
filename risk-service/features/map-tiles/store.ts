import { sql } from 'kysely'
import type { MapProvider } from '../../contract/maps/map-provider-inputs.ts'
import { readSetting, writeSetting } from '../../kernel/store/setting-store.ts'
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
  return ((await readSetting(db, rootId, key)) as ProviderRecord | undefined) ?? noProvider
}

export const writeProvider = (db: Db, rootId: string, provider: ProviderRecord): Promise<void> =>
  writeSetting(db, rootId, key, provider)
