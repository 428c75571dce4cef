import { sql } from 'kysely'
import type { AssistantSettings } from '../../../contract/index.ts'
import { readSetting, writeSetting } from '../../../kernel/store/setting-store.ts'
import type { Db } from '../../../ports/database.ts'

const key = 'assistant'

/** The settings of a tenant with the encrypted key of the model. */
export interface SettingsRecord extends AssistantSettings {
  version: number
  sealedKey: string | null
}
const firstSettings: SettingsRecord = { version: 0, enabled: true, model: null, sealedKey: null }

/** Locks the settings of a tenant until the transaction ends. */
export async function lockSettings(db: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`assistant ${tenantId}`}, 0))`.execute(db)
}

/** Returns the settings of a tenant; version 0 before the first save: switched on, without a model. */
export async function readSettings(db: Db, tenantId: string): Promise<SettingsRecord> {
  return ((await readSetting(db, tenantId, key)) as SettingsRecord | undefined) ?? firstSettings
}

export const writeSettings = (db: Db, tenantId: string, settings: SettingsRecord): Promise<void> =>
  writeSetting(db, tenantId, key, settings)
