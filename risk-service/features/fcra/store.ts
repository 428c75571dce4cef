import type { Db } from '../../ports/database.ts'

/** Returns when a user last accepted this version of the text. */
export async function latestAcceptance(
  db: Db,
  tenantId: string,
  userId: string,
  textVersion: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('fcra_acceptance')
    .select('at')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('text_version', '=', textVersion)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

export interface Acceptance {
  id: string
  tenantId: string
  userId: string
  textVersion: string
  at: Date
}
export async function addAcceptance(db: Db, { id, tenantId, userId, textVersion, at }: Acceptance): Promise<void> {
  await db
    .insertInto('fcra_acceptance')
    .values({ id, tenant_id: tenantId, user_id: userId, text_version: textVersion, at })
    .execute()
}
