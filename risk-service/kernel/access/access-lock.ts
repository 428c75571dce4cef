import type { Db } from '../../ports/database.ts'

/**
 * Changes of the access of a tenant, and accepted invitations, run one after another until the transaction ends: each sees
 * those before it.
 */
export async function lockAccess(trx: Db, tenantId: string): Promise<void> {
  await trx.selectFrom('tenant').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute()
}
