import type { EventType, Rule, RuleBody, RuleProblem } from '../contract/index.ts'
import { recordAudit, type Actor, type AuditEntry } from '../audit/record.ts'
import type { RuleEngine } from '../session/base.ts'
import { Conflict, Missing, RefusedValue } from '../session/refusals.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/schema.ts'
import { ownRuleSet, requireFreeName, ruleLimit, type Editor } from './drafts.ts'
import { sameBody, toRule } from './rules.ts'
import {
  deleteDraft, deleteRule, findDraft, findRule, lastPosition, lockRuleSet, publishedRules, savePublished, updateOrder, updateStatus,
  type StoredDraft, type StoredRule,
} from './store.ts'

/** Changes of what runs: each in one transaction with its history and audit line; the engine takes it over after the commit. */
export interface Publisher extends Editor, Actor { engine: RuleEngine }

export interface PublishRequest { ruleId: string; status: 'active' | 'inactive'; baseVersion: number; overwrite: boolean }

/**
 * Puts the caller's draft into force. Asking again after it went through answers with the published rule and lets the engine
 * load once more, so that a caller who never saw the first answer ends in the same state.
 * @throws RefusedValue with every problem of the text, Conflict when a colleague published meanwhile, Missing without a draft
 */
export async function publishRule(publisher: Publisher, request: PublishRequest): Promise<Rule> {
  const { ports, principal, environmentId } = publisher
  const { ruleId } = request
  const result = await ports.db.transaction().execute(async trx => {
    const eventType = await ownRuleSet(trx, environmentId, ruleId)
    await lockRuleSet(trx, environmentId, eventType)
    const [rule, draft] = [await findRule(trx, ruleId), await findDraft(trx, ruleId, principal.id)]
    if (!draft) {
      if (rule && rule.version === request.baseVersion + 1 && rule.published_by === principal.id && rule.status === request.status) return toRule(rule, null)
      throw new Missing('There is no draft of yours to publish.')
    }
    requireBase(rule, draft, request)
    await requireFreeName(trx, environmentId, eventType, draft.body.name, ruleId)
    await requireSound(publisher, eventType, draft.body)
    const next = await publishedForm(trx, publisher, eventType, rule, draft, request.status)
    await savePublished(trx, next)
    await deleteDraft(trx, ruleId, principal.id)
    await audit(trx, publisher, next, rule ? changeOf(rule, next) : 'Create', rule && logged(rule), logged(next))
    return toRule(next, null)
  })
  await publisher.engine.reloadRules(environmentId)
  return result
}

function requireBase(rule: StoredRule | null, draft: StoredDraft, request: PublishRequest): void {
  const current = rule?.version ?? 0
  if (request.overwrite || (request.baseVersion === current && draft.base_version === current)) return
  throw new Conflict('A colleague published this rule after your draft was started.', {
    reason: 'version.conflict', currentVersion: current,
    ...(rule ? { changedBy: rule.published_by_name, changedAt: rule.published_at.toISOString() } : {}),
  })
}

async function publishedForm(
  trx: Kysely<Database>, publisher: Publisher, eventType: EventType, rule: StoredRule | null, draft: StoredDraft, status: 'active' | 'inactive',
): Promise<StoredRule> {
  const { principal, environmentId, ports } = publisher
  const last = rule ? 0 : await lastPosition(trx, environmentId, eventType)
  if (!rule && (await publishedRules(trx, [environmentId], eventType)).length >= ruleLimit) {
    throw new Conflict(`An environment holds at most ${ruleLimit} rules of one kind. Delete a rule first.`, { reason: 'rules.limit' })
  }
  return {
    id: draft.rule_id, environment_id: environmentId, event_type: eventType, name: draft.body.name, status,
    position: rule?.position ?? last + 1, version: (rule?.version ?? 0) + 1, body: draft.body, published_by: principal.id,
    published_by_name: principal.name, published_at: ports.clock(),
  }
}

/** @throws RefusedValue when a clause name repeats or the text has an error; every fault is named with clause, line and column. */
async function requireSound(publisher: Publisher, eventType: EventType, body: RuleBody): Promise<void> {
  const names = body.clauses.map(clause => clause.name.toLowerCase())
  const repeated = body.clauses.flatMap((clause, index) => names.indexOf(clause.name.toLowerCase()) === index ? [] : [{
    path: ['body', 'clauses', index, 'name'], message: `A clause named ${clause.name} exists already in this rule.`,
  }])
  const problems = await publisher.engine.checkRule(publisher.environmentId, eventType, body)
  const faults = problems.filter(problem => problem.severity === 'error')
  if (repeated.length === 0 && faults.length === 0) return
  throw new RefusedValue(['body'], 'The rule has errors and was not published.', { problems, issues: [...repeated, ...faults.map(issueOf)] })
}

const issueOf = (problem: RuleProblem) => ({
  path: problem.part === 'condition' ? ['body', 'condition'] : ['body', 'clauses', problem.part, 'text'],
  message: `${problem.clause ?? 'Condition'}, line ${problem.line}, column ${problem.column}: ${problem.message}`,
})

/** Activates or deactivates a published rule. A rule that no longer compiles is not activated. */
export async function setRuleStatus(publisher: Publisher, ruleId: string, status: 'active' | 'inactive'): Promise<Rule> {
  const { ports, principal, environmentId } = publisher
  const result = await ports.db.transaction().execute(async trx => {
    const eventType = await ownRuleSet(trx, environmentId, ruleId)
    await lockRuleSet(trx, environmentId, eventType)
    const [rule, draft] = [await findRule(trx, ruleId), await findDraft(trx, ruleId, principal.id)]
    if (!rule) throw new Missing('This rule was never published.')
    if (rule.status !== status) {
      if (status === 'active') await requireSound(publisher, eventType, rule.body)
      await updateStatus(trx, ruleId, status)
      await audit(trx, publisher, rule, status === 'active' ? 'Activate' : 'Deactivate', { status: rule.status }, { status })
    }
    return toRule({ ...rule, status }, draft)
  })
  await publisher.engine.reloadRules(environmentId)
  return result
}

/** Sets the run order; it must name every published rule of the environment exactly once. @throws Conflict otherwise */
export async function reorderRules(publisher: Publisher, eventType: EventType, ruleIds: readonly string[]): Promise<void> {
  const { environmentId, ports } = publisher
  await ports.db.transaction().execute(async trx => {
    await lockRuleSet(trx, environmentId, eventType)
    const before = (await publishedRules(trx, [environmentId], eventType)).map(rule => rule.id)
    if (new Set(ruleIds).size !== ruleIds.length) throw new RefusedValue(['ruleIds'], 'A rule is named twice.')
    if (before.length !== ruleIds.length || before.some(id => !ruleIds.includes(id))) {
      throw new Conflict('The rules have changed meanwhile. Reload the list and set the order again.', { reason: 'rules.changed' })
    }
    if (before.every((id, index) => id === ruleIds[index])) return
    await updateOrder(trx, ruleIds)
    await auditSet(trx, publisher, eventType, before, ruleIds)
  })
  await publisher.engine.reloadRules(environmentId)
}

/** Deletes a rule with everybody's drafts of it, or the caller's rule that was never published. False when it is gone already. */
export async function removeRule(publisher: Publisher, ruleId: string): Promise<boolean> {
  const { ports, principal, environmentId } = publisher
  const removed = await ports.db.transaction().execute(async trx => {
    const [rule, draft] = [await findRule(trx, ruleId), await findDraft(trx, ruleId, principal.id)]
    const either = rule ?? draft
    if (!either) return false
    if (either.environment_id !== environmentId) throw new Missing('There is no such rule in this environment.')
    await lockRuleSet(trx, environmentId, either.event_type)
    const current = await findRule(trx, ruleId)
    if (current) await audit(trx, publisher, current, 'Delete', logged(current), null)
    await deleteRule(trx, ruleId)
    const rest = await publishedRules(trx, [environmentId], either.event_type as EventType)
    await updateOrder(trx, rest.map(each => each.id))
    return true
  })
  await publisher.engine.reloadRules(environmentId)
  return removed
}

function changeOf(before: StoredRule, after: StoredRule): AuditEntry['operation'] {
  return before.name !== after.name && sameBody({ ...before.body, name: after.name }, after.body) ? 'Rename' : 'Update'
}

const logged = (rule: StoredRule) => ({ ...rule.body, status: rule.status, version: rule.version, position: rule.position })

async function audit(
  trx: Kysely<Database>, publisher: Publisher, rule: StoredRule, operation: AuditEntry['operation'], before: unknown, after: unknown,
): Promise<void> {
  await recordAudit(trx, publisher, {
    id: publisher.ports.newId(), at: publisher.ports.clock(), environmentId: publisher.environmentId,
    resource: { type: 'DecisionRule', id: rule.id, name: rule.name }, operation, before, after,
  })
}

async function auditSet(trx: Kysely<Database>, publisher: Publisher, eventType: EventType, before: readonly string[], after: readonly string[]): Promise<void> {
  await recordAudit(trx, publisher, {
    id: publisher.ports.newId(), at: publisher.ports.clock(), environmentId: publisher.environmentId,
    resource: { type: 'DecisionRule', id: eventType, name: eventType }, operation: 'Reorder', before, after,
  })
}
