import type { Rule, RuleBody, RuleType } from '../../../contract/index.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import { findDraft } from '../draft-store.ts'
import type { RuleActionContext } from '../rule-action-context.ts'
import { toRule } from '../rules.ts'
import {
  findRule,
  loadRulesOfSet,
  lockRuleSet,
  type RuleSetKey,
  type StoredRule,
  setOf,
  updateOrder,
} from '../store.ts'
import { createRuleLifecycle } from './rule-lifecycle.ts'

/*
 * Changes of rules in force: each in one transaction with its history and audit entry; the engine reloads after the
 * commit. Functions that end in `In` run in the caller's transaction, and leave the reload to the caller, too.
 */

export interface PublishRequest {
  ruleId: string
  status: 'active' | 'inactive'
  baseVersion: number
  overwrite: boolean
}

/**
 * Puts the caller's draft into force. A repeat after a success returns the published rule.
 * @throws ValidationError with every problem of the text, ConflictError when a colleague published in the meantime,
 * NotFoundError without a draft
 */
export async function publishRule(
  publisher: RuleActionContext,
  { ruleId: id, status, baseVersion, overwrite }: PublishRequest,
): Promise<Rule> {
  const { published, draft } = await createRuleLifecycle(publisher).publish({ id, status, baseVersion, overwrite })
  return toRule(published, draft)
}

export interface DirectPublish {
  /** Null: a new rule. */
  ruleId: string | null
  eventType: string
  type: RuleType
  branch: string
  status: 'active' | 'inactive'
  body: RuleBody
}

/**
 * Publishes a text without a draft. An identical rule stays unchanged: no version, no audit entry. The caller locks the
 * resources that the text names (`lockReferences`). @throws as `publishRule`
 */
export async function publishBodyIn(
  trx: Db,
  publisher: RuleActionContext,
  { ruleId, eventType, type, branch, status, body }: DirectPublish,
): Promise<StoredRule> {
  const set: RuleSetKey = { environmentId: publisher.environmentId, eventType, type, branch }
  await lockRuleSet(trx, set)
  const rule = ruleId === null ? null : await findRule(trx, ruleId)
  if (ruleId !== null && (rule?.environment_id !== set.environmentId || rule.type !== type))
    throw new NotFoundError('There is no such rule in this environment.')
  return createRuleLifecycle(publisher).publishBodyIn(trx, rule ? setOf(rule) : set, {
    id: ruleId ?? publisher.ports.newId(),
    before: rule,
    body,
    status,
  })
}

/** Activates or deactivates a published rule. A rule that no longer compiles is not activated. */
export async function setRuleStatus(
  publisher: RuleActionContext,
  ruleId: string,
  status: 'active' | 'inactive',
): Promise<Rule> {
  const { published, draft } = await createRuleLifecycle(publisher).setStatus(ruleId, status)
  return toRule(published, draft)
}

/**
 * Renames the published version, as a new version, and the caller's draft, which is then based on it. @throws
 * ValidationError when the name is taken
 */
export async function renameRule(publisher: RuleActionContext, ruleId: string, name: string): Promise<Rule> {
  const { published, draft } = await createRuleLifecycle(publisher).rename(ruleId, name)
  return toRule(published, draft)
}

/**
 * Deletes a rule with the drafts of all users, or the caller's rule that was never published. False when it was deleted
 * already.
 */
export async function removeRule(publisher: RuleActionContext, ruleId: string): Promise<boolean> {
  const removed = await publisher.ports.db.transaction().execute(trx => removeIn(trx, publisher, ruleId))
  await publisher.engine.reloadRules(publisher.environmentId)
  return removed
}

export async function removeIn(trx: Db, publisher: RuleActionContext, ruleId: string): Promise<boolean> {
  const { principal, environmentId, routing = false } = publisher
  const [rule, draft] = [await findRule(trx, ruleId), await findDraft(trx, ruleId, principal.id)]
  const either = rule ?? draft
  if (!either) return false
  if (either.environment_id !== environmentId || (either.type === 'routing') !== routing)
    throw new NotFoundError('There is no such rule in this environment.')
  const set = setOf(either)
  await lockRuleSet(trx, set)
  await createRuleLifecycle(publisher).removeIn(trx, ruleId, await findRule(trx, ruleId))
  const rest = await loadRulesOfSet(trx, set)
  await updateOrder(
    trx,
    rest.map(each => each.id),
  )
  return true
}
