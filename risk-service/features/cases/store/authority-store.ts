import type { Db } from '../../../ports/database.ts'

/** A limit in US cents to what a user approves alone in an environment and those below it. */
interface StoredLimit {
  environment_id: string
  user_id: string
  amount_usd: number
}

/** Returns the limits that stand in these environments, of one user or of all. */
export async function loadLimits(
  db: Db,
  environmentIds: readonly string[],
  userId: string | null = null,
): Promise<StoredLimit[]> {
  return await db
    .selectFrom('case_authority')
    .select(['environment_id', 'user_id', 'amount_usd'])
    .where('environment_id', 'in', [...environmentIds])
    .$if(userId !== null, query => query.where('user_id', '=', userId ?? ''))
    .execute()
}

/** Stores a limit, or removes it (null). @param by name of the user who changes it */
export async function writeLimit(
  trx: Db,
  { environment_id, user_id, amount_usd }: Omit<StoredLimit, 'amount_usd'> & { amount_usd: number | null },
  by: string,
  at: Date,
): Promise<void> {
  if (amount_usd === null) {
    await trx
      .deleteFrom('case_authority')
      .where('environment_id', '=', environment_id)
      .where('user_id', '=', user_id)
      .execute()
    return
  }
  const values = { amount_usd, updated_by_name: by, updated_at: at }
  await trx
    .insertInto('case_authority')
    .values({ environment_id, user_id, ...values })
    .onConflict(conflict => conflict.columns(['environment_id', 'user_id']).doUpdateSet(values))
    .execute()
}
