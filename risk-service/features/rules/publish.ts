import type { Kysely } from 'kysely'
import { type Rule, type RuleBody, type RuleType, ruleLimits } from '../../contract/index.ts'
import { functionKeysOf } from '../../fql/check/references.ts'
import { type AuditActor, type AuditEntry, recordAudit } from '../../kernel/audit.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import type { EnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Database } from '../../ports/database.ts'
import { assertNoAssessmentLoop } from '../usage/assessment-loops.ts'
import { lockReferencedLists } from '../usage/list-usage.ts'
import { lockReferences } from '../usage/reference-locks.ts'
import { deleteDraft, findDraft, type StoredRuleDraft, upsertDraft } from './draft-store.ts'
import { assertRuleLimit, assertRuleNameAvailable, type DraftActionContext, lockOwnSet } from './drafts.ts'
import { assertPublishable } from './rule-validation.ts'
import { isSameBody, toRule } from './rules.ts'
import {
  deleteRule,
  findRule,
  lastPosition,
  loadPublishedRules,
  loadRulesOfSet,
  lockRuleSet,
  type RuleSetKey,
  type StoredRule,
  savePublished,
  setOf,
  updateOrder,
  updateStatus,
} from './store.ts'

/*
 * Changes of what runs: each in one transaction with its history and audit line; the engine takes it over after the
 * commit. Those that end in `In` work in the caller's transaction, and leave the engine to the caller, too.
 */
export interface RuleActionContext extends DraftActionContext, AuditActor {
  tree: EnvironmentTree
  engine: Pick<RuleEngine, 'reloadRules' | 'checkRule' | 'assessment'>
}

export interface PublishRequest {
  ruleId: string
  status: 'active' | 'inactive'
  baseVersion: number
  overwrite: boolean
}

/**
 * Puts the caller's draft into force. Asking again after it went through answers with the published rule and lets the
 * engine load once more, so that a caller who never saw the first answer ends in the same state.
 * @throws ValidationError with every problem of the text, ConflictError when a colleague published meanwhile,
 * NotFoundError without a draft
 */
export async function publishRule(publisher: RuleActionContext, request: PublishRequest): Promise<Rule> {
  const { ports, principal, environmentId } = publisher
  const { ruleId } = request
  const result = await ports.db.transaction().execute(async trx => {
    const set = await lockOwnSet(trx, publisher, ruleId)
    const [rule, draft] = [await findRule(trx, ruleId), await findDraft(trx, ruleId, principal.id)]
    if (!draft) {
      if (
        rule &&
        rule.version === request.baseVersion + 1 &&
        rule.published_by === principal.id &&
        rule.status === request.status
      )
        return toRule(rule, null)
      throw new NotFoundError('There is no draft of yours to publish.')
    }
    assertBaseVersion(rule, draft, request)
    const next = await publishInTransaction(trx, publisher, set, {
      ruleId,
      rule,
      body: draft.body,
      status: request.status,
    })
    await lockReferences(trx, publisher, draft.body)
    await deleteDraft(trx, ruleId, principal.id)
    return toRule(next, null)
  })
  await publisher.engine.reloadRules(environmentId)
  return result
}

function assertBaseVersion(rule: StoredRule | null, draft: StoredRuleDraft, request: PublishRequest): void {
  const current = rule?.version ?? 0
  if (request.overwrite || (request.baseVersion === current && draft.base_version === current)) return
  throw new ConflictError('A colleague published this rule after your draft was started.', {
    reason: 'version.conflict',
    currentVersion: current,
    ...(rule ? { changedBy: rule.published_by_name, changedAt: rule.published_at.toISOString() } : {}),
  })
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
 * Publishes a text without a draft. A rule that already is so stays as it is: no version, no audit line. What it names
 * is for the caller to hold (`lockReferences`). @throws as `publishRule`
 */
export async function publishBodyIn(
  trx: Kysely<Database>,
  publisher: RuleActionContext,
  { ruleId, eventType, type, branch, status, body }: DirectPublish,
): Promise<StoredRule> {
  const set: RuleSetKey = { environmentId: publisher.environmentId, eventType, type, branch }
  await lockRuleSet(trx, set)
  const rule = ruleId === null ? null : await findRule(trx, ruleId)
  if (ruleId !== null && (rule?.environment_id !== set.environmentId || rule.type !== type))
    throw new NotFoundError('There is no such rule in this environment.')
  if (rule && rule.status === status && isSameBody(rule.body, body)) return rule
  return publishInTransaction(trx, publisher, rule ? setOf(rule) : set, {
    ruleId: ruleId ?? publisher.ports.newId(),
    rule,
    body,
    status,
  })
}

async function publishInTransaction(
  trx: Kysely<Database>,
  publisher: RuleActionContext,
  set: RuleSetKey,
  {
    ruleId,
    rule,
    body,
    status,
  }: { ruleId: string; rule: StoredRule | null; body: RuleBody; status: 'active' | 'inactive' },
): Promise<StoredRule> {
  const { principal, ports } = publisher
  await assertRuleNameAvailable(trx, set, body.name, ruleId)
  await assertPublishable(publisher.engine, set, body, await lockReferencedLists(trx, set.environmentId, body))
  await assertNoAssessmentLoop(trx, set, body)
  await assertFunctionLimit(trx, set, ruleId, body)
  if (!rule) await assertRuleLimit(trx, set, false)
  const next: StoredRule = {
    id: ruleId,
    environment_id: set.environmentId,
    event_type: set.eventType,
    type: set.type,
    branch: set.branch,
    name: body.name,
    status,
    position: rule?.position ?? (await lastPosition(trx, set)) + 1,
    version: (rule?.version ?? 0) + 1,
    body,
    published_by: principal.id,
    published_by_name: principal.name,
    published_at: ports.clock(),
  }
  await savePublished(trx, next)
  await auditRule(
    trx,
    publisher,
    next,
    rule ? auditOperation(rule, next) : 'Create',
    rule && auditSnapshot(rule),
    auditSnapshot(next),
  )
  return next
}

/** The rules of a branch may use so many functions, all together. @throws ConflictError that names the limit */
async function assertFunctionLimit(
  trx: Kysely<Database>,
  set: RuleSetKey,
  ruleId: string,
  body: RuleBody,
): Promise<void> {
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

/** Activates or deactivates a published rule. A rule that no longer compiles is not activated. */
export async function setRuleStatus(
  publisher: RuleActionContext,
  ruleId: string,
  status: 'active' | 'inactive',
): Promise<Rule> {
  const { ports, principal, environmentId } = publisher
  const result = await ports.db.transaction().execute(async trx => {
    const set = await lockOwnSet(trx, publisher, ruleId)
    const [rule, draft] = [await findRule(trx, ruleId), await findDraft(trx, ruleId, principal.id)]
    if (!rule) throw new NotFoundError('This rule was never published.')
    if (rule.status !== status) {
      if (status === 'active') {
        await assertPublishable(publisher.engine, set, rule.body)
        await assertNoAssessmentLoop(trx, set, rule.body)
      }
      await updateStatus(trx, ruleId, status)
      await auditRule(
        trx,
        publisher,
        rule,
        status === 'active' ? 'Activate' : 'Deactivate',
        { status: rule.status },
        { status },
      )
    }
    return toRule({ ...rule, status }, draft)
  })
  await publisher.engine.reloadRules(environmentId)
  return result
}

/**
 * Renames the published version, as a version of its own, and the caller's draft, which goes on from there. @throws
 * ValidationError when the name is taken
 */
export async function renameRule(publisher: RuleActionContext, ruleId: string, name: string): Promise<Rule> {
  const { ports, principal, environmentId } = publisher
  const result = await ports.db.transaction().execute(async trx => {
    const set = await lockOwnSet(trx, publisher, ruleId)
    const [rule, draft] = [await findRule(trx, ruleId), await findDraft(trx, ruleId, principal.id)]
    if (!rule && !draft) throw new NotFoundError('There is no such rule in this environment.')
    await assertRuleNameAvailable(trx, set, name, ruleId, ['name'])
    const next =
      rule && rule.name !== name
        ? {
            ...rule,
            name,
            body: { ...rule.body, name },
            version: rule.version + 1,
            published_by: principal.id,
            published_by_name: principal.name,
            published_at: ports.clock(),
          }
        : rule
    if (rule && next && next !== rule) {
      await savePublished(trx, next)
      await auditRule(trx, publisher, next, 'Rename', { name: rule.name }, { name })
    }
    // A draft of an older version than the one that was renamed still meets the conflict that it is due.
    const base = draft && rule && next && draft.base_version === rule.version ? next.version : draft?.base_version
    const renamed =
      draft && base !== undefined
        ? { ...draft, body: { ...draft.body, name }, base_version: base, saved_at: ports.clock() }
        : null
    if (renamed) await upsertDraft(trx, renamed, true)
    return toRule(next, renamed)
  })
  await publisher.engine.reloadRules(environmentId)
  return result
}

/** Sets the run order; it must name every published rule of the set exactly once. @throws ConflictError otherwise */
export async function reorderRules(
  publisher: RuleActionContext,
  set: RuleSetKey,
  ruleIds: readonly string[],
): Promise<void> {
  await publisher.ports.db.transaction().execute(trx => reorderIn(trx, publisher, set, ruleIds))
  await publisher.engine.reloadRules(publisher.environmentId)
}

export async function reorderIn(
  trx: Kysely<Database>,
  publisher: RuleActionContext,
  set: RuleSetKey,
  ruleIds: readonly string[],
): Promise<void> {
  await lockRuleSet(trx, set)
  const before = (await loadRulesOfSet(trx, set)).map(rule => rule.id)
  if (new Set(ruleIds).size !== ruleIds.length) throw new ValidationError(['ruleIds'], 'A rule is named twice.')
  if (before.length !== ruleIds.length || before.some(id => !ruleIds.includes(id))) {
    throw new ConflictError('The rules have changed meanwhile. Reload the list and set the order again.', {
      reason: 'version.conflict',
    })
  }
  if (before.every((id, index) => id === ruleIds[index])) return
  await updateOrder(trx, ruleIds)
  await recordAudit(trx, publisher, {
    id: publisher.ports.newId(),
    at: publisher.ports.clock(),
    environmentId: publisher.environmentId,
    resource: { type: resourceTypes[set.type], id: set.eventType, name: set.eventType },
    operation: 'Reorder',
    before,
    after: ruleIds,
  })
}

/**
 * Deletes a rule with everybody's drafts of it, or the caller's rule that was never published. False when it is gone
 * already.
 */
export async function removeRule(publisher: RuleActionContext, ruleId: string): Promise<boolean> {
  const removed = await publisher.ports.db.transaction().execute(trx => removeIn(trx, publisher, ruleId))
  await publisher.engine.reloadRules(publisher.environmentId)
  return removed
}

export async function removeIn(trx: Kysely<Database>, publisher: RuleActionContext, ruleId: string): Promise<boolean> {
  const { principal, environmentId, routing = false } = publisher
  const [rule, draft] = [await findRule(trx, ruleId), await findDraft(trx, ruleId, principal.id)]
  const either = rule ?? draft
  if (!either) return false
  if (either.environment_id !== environmentId || (either.type === 'routing') !== routing)
    throw new NotFoundError('There is no such rule in this environment.')
  const set = setOf(either)
  await lockRuleSet(trx, set)
  const current = await findRule(trx, ruleId)
  if (current) await auditRule(trx, publisher, current, 'Delete', auditSnapshot(current), null)
  await deleteRule(trx, ruleId)
  const rest = await loadRulesOfSet(trx, set)
  await updateOrder(
    trx,
    rest.map(each => each.id),
  )
  return true
}

function auditOperation(before: StoredRule, after: StoredRule): AuditEntry['operation'] {
  return before.name !== after.name && isSameBody({ ...before.body, name: after.name }, after.body)
    ? 'Rename'
    : 'Update'
}

/** What the audit log calls the types of rules. */
const resourceTypes: Record<RuleType, string> = {
  decision: 'DecisionRule',
  postDecision: 'PostDecisionAction',
  routing: 'RoutingRule',
}

export const auditSnapshot = (rule: StoredRule) => ({
  ...rule.body,
  status: rule.status,
  version: rule.version,
  position: rule.position,
  eventType: rule.event_type,
  branch: rule.branch,
})

async function auditRule(
  trx: Kysely<Database>,
  publisher: Pick<RuleActionContext, 'ports' | 'environmentId'> & AuditActor,
  rule: StoredRule,
  operation: AuditEntry['operation'],
  before: unknown,
  after: unknown,
): Promise<void> {
  await recordAudit(trx, publisher, {
    id: publisher.ports.newId(),
    at: publisher.ports.clock(),
    environmentId: publisher.environmentId,
    resource: { type: resourceTypes[rule.type], id: rule.id, name: rule.name },
    operation,
    before,
    after,
  })
}
