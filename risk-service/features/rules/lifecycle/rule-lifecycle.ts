import type { AuditedResource, RuleBody, RuleType } from '../../../contract/index.ts'
import { createLifecycle, type Lifecycle } from '../../lifecycle/lifecycle.ts'
import { assertNoAssessmentLoop } from '../../usage/assessment-loops.ts'
import { deleteDraft, findDraft, type StoredRuleDraft, upsertDraft } from '../draft-store.ts'
import type { RuleActionContext } from '../rule-action-context.ts'
import { assertPublishable } from '../rule-validation.ts'
import { isSameBody } from '../rules.ts'
import {
  deleteRule,
  findRule,
  isNameTaken,
  lastPosition,
  type RuleSetKey,
  type StoredRule,
  savePublished,
  updateStatus,
} from '../store.ts'
import { lockOwnSet } from './own-set.ts'
import { assertFunctionLimit, assertRuleLimit } from './rule-limits.ts'

/** Names of the types of rules in the audit log. */
export const auditResourceTypes: Record<RuleType, AuditedResource> = {
  decision: 'DecisionRule',
  postDecision: 'PostDecisionAction',
  routing: 'RoutingRule',
}

/** Returns a published rule for the audit log. */
export const auditSnapshot = (rule: StoredRule) => ({
  ...rule.body,
  status: rule.status,
  version: rule.version,
  position: rule.position,
  eventType: rule.event_type,
  branch: rule.branch,
})

type RuleLifecycle = Lifecycle<RuleBody, StoredRule, StoredRuleDraft, RuleSetKey>

/**
 * Creates the lifecycle of rules: those of a set share names, a limit and an order, and a rule in force must not let an
 * assessment call itself.
 */
export const createRuleLifecycle = (context: RuleActionContext): RuleLifecycle =>
  createLifecycle<RuleBody, StoredRule, StoredRuleDraft, RuleSetKey>(context, {
    label: 'rule',
    store: {
      isNameTaken,
      saveDraft: upsertDraft,
      deleteDraft,
      savePublished,
      saveStatus: updateStatus,
      remove: deleteRule,
    },
    toRule: body => body,
    lockScope: (trx, ruleId) => lockOwnSet(trx, context, ruleId),
    load: async (trx, ruleId) => ({
      published: await findRule(trx, ruleId),
      draft: await findDraft(trx, ruleId, context.principal.id),
    }),
    createDraft: ({ eventType, type, branch }, ruleId, draft) => ({
      rule_id: ruleId,
      ...draft,
      event_type: eventType,
      type,
      branch,
    }),
    async createPublished(trx, set, version, before) {
      const { eventType, type, branch } = set
      const position = before?.position ?? (await lastPosition(trx, set)) + 1
      return { ...version, event_type: eventType, type, branch, position }
    },
    async assertPublishable(trx, set, _ruleId, body, lists) {
      await assertPublishable(context.engine, set, body, lists)
      await assertNoAssessmentLoop(trx, set, body)
    },
    async assertLimits(trx, set, ruleId, before, body) {
      await assertFunctionLimit(trx, set, ruleId, body)
      if (!before) await assertRuleLimit(trx, set, false)
    },
    audit: {
      resourceType: ({ type }) => auditResourceTypes[type],
      snapshot: auditSnapshot,
      operation: (before, after) =>
        before.name !== after.name && isSameBody({ ...before.body, name: after.name }, after.body)
          ? 'Rename'
          : 'Update',
    },
  })
