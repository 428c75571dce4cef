import { auditChange } from '../../../kernel/audit.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../../kernel/errors/version-conflict.ts'
import type { Db } from '../../../ports/database.ts'
import type { RuleActionContext } from '../rule-action-context.ts'
import { loadRulesOfSet, lockRuleSet, type RuleSetKey, updateOrder } from '../store.ts'
import { auditResourceTypes } from './rule-lifecycle.ts'

/**
 * Sets the run order; it must name every published rule of the set exactly once. @param orderBefore the order that the
 * caller changed @throws ConflictError otherwise, and when that order is no longer the present one
 */
export async function reorderRules(
  publisher: RuleActionContext,
  set: RuleSetKey,
  ruleIds: readonly string[],
  orderBefore?: readonly string[],
): Promise<void> {
  await publisher.ports.db.transaction().execute(trx => reorderIn(trx, publisher, set, ruleIds, orderBefore))
  await publisher.engine.reloadRules(publisher.environmentId)
}

/** Reorders rules in the caller's transaction; the caller reloads the engine. */
export async function reorderIn(
  trx: Db,
  publisher: RuleActionContext,
  set: RuleSetKey,
  ruleIds: readonly string[],
  orderBefore?: readonly string[],
): Promise<void> {
  await lockRuleSet(trx, set)
  const before = (await loadRulesOfSet(trx, set)).map(rule => rule.id)
  if (new Set(ruleIds).size !== ruleIds.length) throw new ValidationError(['ruleIds'], 'A rule is named twice.')
  if (before.length !== ruleIds.length || before.some(id => !ruleIds.includes(id)))
    throw createVersionConflict('The rules have changed meanwhile. Reload the list and set the order again.')
  if (before.every((id, index) => id === ruleIds[index])) return
  if (orderBefore !== undefined && before.some((id, index) => id !== orderBefore[index]))
    throw createVersionConflict('Somebody else set another order meanwhile. Reload the list and set the order again.')
  await updateOrder(trx, ruleIds)
  const { type, eventType } = set
  await auditChange(
    trx,
    publisher,
    { type: auditResourceTypes[type], id: eventType, name: eventType },
    { operation: 'Reorder', before, after: ruleIds },
  )
}
