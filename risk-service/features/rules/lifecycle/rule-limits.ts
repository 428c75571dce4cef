import { type RuleBody, type RuleType, ruleLimits } from '../../../contract/index.ts'
import { functionKeysOf } from '../../../fql/check/references.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import { countRules, loadPublishedRules, type RuleSetKey } from '../store.ts'

/** @throws ConflictError that names the limit */
export async function assertRuleLimit(db: Db, set: RuleSetKey, drafts = true): Promise<void> {
  if ((await countRules(db, set, drafts)) < ruleLimits.rules) return
  const what =
    set.type === 'routing'
      ? 'An environment can have at most 200 routing rules.'
      : 'A branch of an assessment holds at most 200 rules in an environment.'
  throw new ConflictError(`${what} Delete a rule first.`, { reason: 'rules.limit', limit: ruleLimits.rules })
}

/**
 * Checks the number of functions that all rules of a branch use together. @throws ConflictError that names the limit
 */
export async function assertFunctionLimit(trx: Db, set: RuleSetKey, ruleId: string, body: RuleBody): Promise<void> {
  const own = functionKeysOf(body)
  if (own.length === 0) return
  const types: RuleType[] = set.type === 'routing' ? ['routing'] : ['decision', 'postDecision']
  const others = await loadPublishedRules(trx, {
    environmentIds: [set.environmentId],
    types,
    eventType: set.eventType,
    branch: set.branch,
  })
  const all = new Set([...own, ...others.filter(rule => rule.id !== ruleId).flatMap(rule => functionKeysOf(rule.body))])
  if (all.size <= ruleLimits.functions) return
  throw new ConflictError(
    `The rules of one branch may use at most ${ruleLimits.functions} functions; with this rule they use ${all.size}.`,
    {
      reason: 'rules.functionLimit',
      limit: ruleLimits.functions,
    },
  )
}
