import { environmentChain } from '../../../kernel/environments/environment-tree.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import type { RuleOwner } from '../rule-action-context.ts'
import { findRuleSetKey, lockRuleSet, type RuleSetKey } from '../store.ts'

/**
 * Returns the set of a rule of this environment. @throws NotFoundError also for an inherited rule, which is changed in
 * its own environment
 */
export async function requireOwnSet(
  db: Db,
  { environmentId, routing = false }: RuleOwner,
  ruleId: string,
): Promise<RuleSetKey> {
  const found = await findRuleSetKey(db, ruleId)
  if (found?.environmentId !== environmentId || (found.type === 'routing') !== routing)
    throw new NotFoundError('There is no such rule in this environment.')
  return found
}

/**
 * Returns the set of a rule that applies to the events of an environment: one of its own, or of those above it.
 * @throws NotFoundError
 */
export async function requireAppliedSet(
  db: Db,
  place: Parameters<typeof environmentChain>[0],
  ruleId: string,
): Promise<RuleSetKey> {
  const found = await findRuleSetKey(db, ruleId)
  if (found === null || !environmentChain(place).includes(found.environmentId))
    throw new NotFoundError('There is no such rule in this environment.')
  return found
}

/**
 * Finds the rule set like `requireOwnSet`, and locks it until the transaction ends. A promotion may move the rule to
 * another set while this waits for the lock. @throws NotFoundError
 */
export async function lockOwnSet(trx: Db, editor: RuleOwner, ruleId: string): Promise<RuleSetKey> {
  let set = await requireOwnSet(trx, editor, ruleId)
  for (;;) {
    await lockRuleSet(trx, set)
    const locked = set
    set = await requireOwnSet(trx, editor, ruleId)
    if (set.branch === locked.branch) return set
  }
}
