import { productionBranch, type Rule, type RuleBody, type RuleSummary, type RuleType } from '../../contract/index.ts'
import { type EnvironmentTree, environmentChain } from '../../kernel/environments/environment-tree.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Db } from '../../ports/database.ts'
import { findDraft, loadDrafts, type StoredRuleDraft } from './draft-store.ts'
import { loadRoutingFigures } from './routing-figures.ts'
import { countDecisionsSince, findRule, loadPublishedRules, type StoredRule } from './store.ts'

const hour = 3_600_000

/** Reader of rules: the environment, the environments of its figures, and the user whose drafts are shown. */
export interface RuleReader {
  environmentId: string
  scope: readonly string[]
  tree: EnvironmentTree
  personId: string
  now: Date
}

/** A list of rules: those of a branch of an assessment, or the routing rules of the environment. */
export type RuleView = { eventType: string; branch: string } | 'routing'
const typesOf = (view: RuleView): RuleType[] => (view === 'routing' ? ['routing'] : ['decision', 'postDecision'])
const viewFilter = (view: RuleView): { eventType?: string; branch?: string } => (view === 'routing' ? {} : view)

/**
 * Lists rules in run order: those of the ancestors from the root down, then the environment's own, then the caller's
 * unpublished drafts.
 */
export async function listRules(db: Db, reader: RuleReader, view: RuleView): Promise<RuleSummary[]> {
  const { environmentId } = reader
  const chain = environmentChain(reader)
  const types = typesOf(view)
  const since = new Date(Math.floor(reader.now.getTime() / hour) * hour - 23 * hour)
  const [published, drafts, decided, routingOf] = await Promise.all([
    loadPublishedRules(db, {
      environmentIds: chain,
      types,
      ...(view === 'routing' ? {} : { eventType: view.eventType }),
    }),
    loadDrafts(db, reader.personId, { environmentIds: [environmentId], types, ...viewFilter(view) }),
    view === 'routing' ? new Map<string, number>() : countDecisionsSince(db, reader.scope, view.eventType, since),
    view === 'routing' ? loadRoutingFigures(db, reader) : () => ({}),
  ])
  const drafted = new Set(drafts.map(draft => draft.rule_id))
  // A branch replaces the environment's own rules; inherited rules are those of the parents in production.
  const branchAt = (id: string) => (view === 'routing' || id !== environmentId ? productionBranch : view.branch)
  const inOrder = types.flatMap(type =>
    chain.flatMap(id =>
      published
        .filter(rule => rule.environment_id === id && rule.type === type && rule.branch === branchAt(id))
        .map(
          (rule, index): RuleSummary => ({
            id: rule.id,
            environmentId: id,
            type,
            eventType: rule.event_type,
            branch: rule.branch,
            inherited: id !== environmentId,
            name: rule.name,
            description: rule.body.description,
            condition: rule.body.condition,
            status: rule.status,
            hasDraft: drafted.has(rule.id),
            position: index + 1,
            version: rule.version,
            clauseCount: rule.body.clauses.length,
            updatedBy: rule.published_by_name,
            updatedAt: rule.published_at.toISOString(),
            decided24h: decided.get(rule.id) ?? 0,
            ...routingOf(rule.id, rule.body),
          }),
        ),
    ),
  )
  const publishedIds = new Set(published.map(rule => rule.id))
  return [
    ...inOrder,
    ...drafts
      .filter(draft => !publishedIds.has(draft.rule_id))
      .map(draft => ({ ...draftSummary(draft), ...routingOf(draft.rule_id, draft.body) })),
  ]
}

const draftSummary = (draft: StoredRuleDraft): RuleSummary => ({
  id: draft.rule_id,
  environmentId: draft.environment_id,
  type: draft.type,
  eventType: draft.event_type,
  branch: draft.branch,
  inherited: false,
  name: draft.body.name,
  description: draft.body.description,
  condition: draft.body.condition,
  status: 'draft',
  hasDraft: true,
  position: null,
  version: 0,
  clauseCount: draft.body.clauses.length,
  updatedBy: draft.author_name,
  updatedAt: draft.saved_at.toISOString(),
  decided24h: 0,
})

/**
 * Loads a rule of the environment or of an ancestor, with the caller's draft. `eventType` undefined: of any assessment.
 * @throws NotFoundError
 */
export async function loadRule(
  db: Db,
  reader: RuleReader,
  routing: boolean,
  ruleId: string,
  eventType?: string,
): Promise<Rule> {
  const [rule, draft] = await Promise.all([findRule(db, ruleId), findDraft(db, ruleId, reader.personId)])
  const chain = new Set(environmentChain(reader))
  const fits = (each: StoredRule | StoredRuleDraft | null): boolean =>
    each !== null &&
    (each.type === 'routing') === routing &&
    (eventType === undefined || each.event_type === eventType) &&
    chain.has(each.environment_id)
  return toRule(fits(rule) ? rule : null, fits(draft) ? draft : null)
}

/**
 * Returns the environment and the text of a trial. An inherited rule names the lists, velocities and functions of its
 * own environment: its published text runs there, and no other text does. @throws NotFoundError
 */
export async function requireRuleForTrial<T extends RuleType>(
  db: Db,
  reader: RuleReader,
  routing: boolean,
  tried: { ruleId?: string | undefined; eventType: string; type: T; body: RuleBody },
): Promise<{ environmentId: string; type: T; body: RuleBody }> {
  const { environmentId } = reader
  const { ruleId, eventType, type, body } = tried
  if (ruleId === undefined) return { environmentId, type, body }
  const rule = await loadRule(db, reader, routing, ruleId, eventType)
  if (rule.environmentId === environmentId || rule.published === null)
    throw new NotFoundError('There is no such inherited rule.')
  return { environmentId: rule.environmentId, type: rule.type as T, body: { ...rule.published, sample: body.sample } }
}

/** Builds the rule of the contract from its stored halves. @throws NotFoundError without either */
export function toRule(rule: StoredRule | null, draft: StoredRuleDraft | null): Rule {
  const either = rule ?? draft
  if (!either) throw new NotFoundError('There is no such rule in this environment.')
  return {
    id: rule?.id ?? draft?.rule_id ?? '',
    environmentId: either.environment_id,
    type: either.type,
    eventType: either.event_type,
    branch: either.branch,
    status: rule?.status ?? 'draft',
    version: rule?.version ?? 0,
    position: rule?.position ?? null,
    published: rule?.body ?? null,
    publishedBy: rule?.published_by_name ?? null,
    publishedAt: rule?.published_at.toISOString() ?? null,
    draft: draft && { ...draft.body, baseVersion: draft.base_version, savedAt: draft.saved_at.toISOString() },
  }
}

/** Whether text, sample and names are equal, whatever the order of keys in the store. */
export function isSameBody(a: RuleBody, b: RuleBody): boolean {
  return isSameJson(a, b)
}
