import type { Db } from '../../ports/database.ts'

/** The document as it was stored, possibly by an older version of the product. */
export interface StoredPreferencesDocument {
  version: number
  document: Record<string, unknown>
}
export interface Owner {
  tenantId: string
  userId: string
}

export async function readDocument(db: Db, { tenantId, userId }: Owner): Promise<StoredPreferencesDocument> {
  const row = await db
    .selectFrom('user_preference')
    .select(['version', 'document'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? { version: 0, document: {} }
}

/** Locks the document until the transaction ends, and returns it. */
export async function lockDocument(db: Db, { tenantId, userId }: Owner): Promise<StoredPreferencesDocument> {
  await db
    .insertInto('user_preference')
    .values({ tenant_id: tenantId, user_id: userId, version: 0, document: '{}' })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return await db
    .selectFrom('user_preference')
    .select(['version', 'document'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function writeDocument(
  db: Db,
  { tenantId, userId }: Owner,
  { version, document }: StoredPreferencesDocument,
  at: Date,
): Promise<void> {
  await db
    .updateTable('user_preference')
    .set({ version, document: JSON.stringify(document), updated_at: at })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
}

/** Returns the usage data that the tenant sends unless a user chooses otherwise; null without a choice. */
export async function tenantUsageData(db: Db, tenantId: string): Promise<unknown> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('scope', '=', tenantId)
    .where('key', '=', 'usageData')
    .executeTakeFirst()
  return row?.value ?? null
}

export async function tenantExists(db: Db, tenantId: string): Promise<boolean> {
  return (await db.selectFrom('tenant').select('id').where('id', '=', tenantId).executeTakeFirst()) !== undefined
}
