import { sql } from 'kysely'
import type { PersonalDataKind } from '../../contract/common/personal-data.ts'
import type { MaskingProfile } from '../../contract/personal-data/masking-profile.ts'
import type { Db } from '../../ports/database.ts'
import { readSetting, writeSetting } from '../store/setting-store.ts'

/** The masking profiles of a tenant; version 0 before the first change. */
export interface StoredMaskingProfile {
  version: number
  profile: MaskingProfile
}
/** Setting (scope: tenant id) with the masking profiles. */
const maskingSetting = 'personalData.masking'

export async function loadMaskingProfile(db: Db, tenantId: string): Promise<StoredMaskingProfile> {
  const value = await readSetting(db, tenantId, maskingSetting)
  return (value as StoredMaskingProfile | undefined) ?? { version: 0, profile: {} }
}

/** Locks the profiles of a tenant until the transaction ends. */
export async function lockMaskingProfile(trx: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`masking ${tenantId}`}, 0))`.execute(trx)
}

export async function writeMaskingProfile(trx: Db, tenantId: string, stored: StoredMaskingProfile): Promise<void> {
  await writeSetting(trx, tenantId, maskingSetting, stored)
}

/** Values that a user has revealed; `kind` null: every kind. */
export interface Grant {
  subjects: readonly string[]
  kind: PersonalDataKind | null
}

/** Loads what a user has revealed and still sees. */
export async function loadGrants(db: Db, userId: string, now: Date): Promise<Grant[]> {
  return (await db
    .selectFrom('personal_data_grant')
    .select(['subjects', 'kind'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .execute()) as Grant[]
}

/** Stores what a user has revealed, and removes what nobody sees any more. */
export async function writeGrant(
  trx: Db,
  grant: Grant & { id: string; tenantId: string; userId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await trx.deleteFrom('personal_data_grant').where('expires_at', '<=', grant.now).execute()
  await trx
    .insertInto('personal_data_grant')
    .values({
      id: grant.id,
      tenant_id: grant.tenantId,
      user_id: grant.userId,
      subjects: [...grant.subjects],
      kind: grant.kind,
      granted_at: grant.now,
      expires_at: grant.expiresAt,
    })
    .execute()
}
