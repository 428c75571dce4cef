import { productionBranch, type Rule, type RuleBody } from '../../../contract/index.ts'
import { ConflictError, NotFoundError } from '../../../kernel/errors/errors.ts'
import { findBranch } from '../branch-store.ts'
import { deleteDraft, findDraft, loadDrafts, upsertDraft } from '../draft-store.ts'
import type { RuleActionContext } from '../rule-action-context.ts'
import { isSameBody, toRule } from '../rules.ts'
import { findRule, findRuleSetKey, isNameTaken, lockRuleSet, type RuleSetKey } from '../store.ts'
import { findRuleVersion } from '../version-store.ts'
import { lockOwnSet } from './own-set.ts'
import { createRuleLifecycle } from './rule-lifecycle.ts'
import { assertRuleLimit } from './rule-limits.ts'

/** Creates a rule as the caller's draft. A repeat with the same content returns the draft of the first request. */
export async function createRule(editor: RuleActionContext, set: RuleSetKey, body: RuleBody): Promise<Rule> {
  const { ports, principal } = editor
  const lifecycle = createRuleLifecycle(editor)
  return ports.db.transaction().execute(async trx => {
    await lockRuleSet(trx, set)
    if (set.branch !== productionBranch && !(await findBranch(trx, set.environmentId, set.eventType, set.branch)))
      throw new NotFoundError('There is no such branch.')
    const ownDrafts = await loadDrafts(trx, principal.id, {
      environmentIds: [set.environmentId],
      types: [set.type],
      eventType: set.eventType,
      branch: set.branch,
    })
    const twin = ownDrafts.find(draft => draft.base_version === 0 && isSameBody(draft.body, body))
    if (twin) return toRule(null, twin)
    const id = ports.newId()
    await lifecycle.assertNameAvailable(trx, set, body.name, id)
    await assertRuleLimit(trx, set)
    const draft = lifecycle.createDraft(set, id, body, 0)
    await upsertDraft(trx, draft)
    return toRule(null, draft)
  })
}

/**
 * Saves the caller's draft; the first save records the published version it starts from. @throws NotFoundError,
 * ValidationError
 */
export async function saveDraft(editor: RuleActionContext, ruleId: string, body: RuleBody): Promise<Rule> {
  const { published, draft } = await createRuleLifecycle(editor).saveDraft(ruleId, body)
  return toRule(published, draft)
}

/**
 * Restores a version as the caller's draft, based on the published version. The name stays the rule's current one when
 * another rule has the old one by now.
 * @throws ConflictError when the caller has a draft already, unless it may be overwritten
 */
export async function restoreVersion(
  editor: RuleActionContext,
  ruleId: string,
  version: number,
  overwrite: boolean,
): Promise<Rule> {
  const { ports, principal } = editor
  return ports.db.transaction().execute(async trx => {
    const set = await lockOwnSet(trx, editor, ruleId)
    const [rule, draft, found] = [
      await findRule(trx, ruleId),
      await findDraft(trx, ruleId, principal.id),
      await findRuleVersion(trx, ruleId, version),
    ]
    if (!rule || !found) throw new NotFoundError('There is no such version of this rule.')
    const body = (await isNameTaken(trx, set, found.body.name, ruleId))
      ? { ...found.body, name: rule.name }
      : found.body
    if (draft && !overwrite && !isSameBody(draft.body, body))
      throw new ConflictError('You have a draft of this rule. Discard or replace it.', {
        reason: 'draft.exists',
      })
    const saved = createRuleLifecycle(editor).createDraft(set, ruleId, body, rule.version)
    await upsertDraft(trx, saved, true)
    return toRule(rule, saved)
  })
}

/**
 * Deletes the caller's draft; the published version stays. False without a draft. @throws NotFoundError for a rule of
 * another environment
 */
export async function discardDraft(editor: RuleActionContext, ruleId: string): Promise<boolean> {
  const { ports, principal } = editor
  return ports.db.transaction().execute(async trx => {
    if ((await findRuleSetKey(trx, ruleId)) === null) return false
    // A concurrent rename or publish writes the draft that it has read.
    await lockOwnSet(trx, editor, ruleId)
    return deleteDraft(trx, ruleId, principal.id)
  })
}
