import { productionBranch } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'

/** Counts the active decision rules of an assessment in these environments, those of the production branch. */
export async function countActiveRules(db: Db, environmentIds: readonly string[], eventType: string): Promise<number> {
  const { rules } = await db
    .selectFrom('rule')
    .select(select => select.fn.countAll<string>().as('rules'))
    .where('environment_id', 'in', [...environmentIds])
    .where('event_type', '=', eventType)
    .where('type', '=', 'decision')
    .where('branch', '=', productionBranch)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return Number(rules)
}
