import type { Kysely } from 'kysely'
import { productionBranch, type Rule, type RuleBody, ruleLimits } from '../../contract/index.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Database } from '../../ports/database.ts'
import type { Ports, Principal } from '../../ports/index.ts'
import { findBranch } from './branch-store.ts'
import { deleteDraft, findDraft, loadDrafts, type StoredRuleDraft, upsertDraft } from './draft-store.ts'
import { isSameBody, toRule } from './rules.ts'
import { countRules, findRule, findRuleSetKey, isNameTaken, lockRuleSet, type RuleSetKey } from './store.ts'
import { findRuleVersion } from './version-store.ts'

/** Who edits, and with what. `routing`: the editor of routing rules, which sees no others. */
export interface DraftActionContext {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  principal: Principal
  environmentId: string
  routing?: boolean
}

/**
 * The set of a rule of this environment. @throws NotFoundError also for an inherited rule: it is changed where it
 * belongs.
 */
export async function requireOwnSet(
  db: Kysely<Database>,
  { environmentId, routing = false }: Pick<DraftActionContext, 'environmentId' | 'routing'>,
  ruleId: string,
): Promise<RuleSetKey> {
  const found = await findRuleSetKey(db, ruleId)
  if (found?.environmentId !== environmentId || (found.type === 'routing') !== routing)
    throw new NotFoundError('There is no such rule in this environment.')
  return found
}

/**
 * The same under its lock, until the transaction ends. While the lock was waited for, a promotion may have moved the
 * rule to another set. @throws NotFoundError
 */
export async function lockOwnSet(
  trx: Kysely<Database>,
  editor: Pick<DraftActionContext, 'environmentId' | 'routing'>,
  ruleId: string,
): Promise<RuleSetKey> {
  let set = await requireOwnSet(trx, editor, ruleId)
  for (;;) {
    await lockRuleSet(trx, set)
    const locked = set
    set = await requireOwnSet(trx, editor, ruleId)
    if (set.branch === locked.branch) return set
  }
}

/** @throws ValidationError naming the field */
export async function assertRuleNameAvailable(
  db: Kysely<Database>,
  set: RuleSetKey,
  name: string,
  ruleId: string,
  path: string[] = ['body', 'name'],
): Promise<void> {
  if (await isNameTaken(db, set, name, ruleId))
    throw new ValidationError(path, 'A rule with this name already exists.', { code: 'name.taken' })
}

/** @throws ConflictError that names the limit */
export async function assertRuleLimit(db: Kysely<Database>, set: RuleSetKey, drafts = true): Promise<void> {
  if ((await countRules(db, set, drafts)) < ruleLimits.rules) return
  const what =
    set.type === 'routing'
      ? 'An environment holds at most 200 routing rules.'
      : 'A branch of an assessment holds at most 200 rules in an environment.'
  throw new ConflictError(`${what} Delete a rule first.`, { reason: 'rules.limit', limit: ruleLimits.rules })
}

const createDraftRow = (
  set: RuleSetKey,
  editor: DraftActionContext,
  ruleId: string,
  body: RuleBody,
  baseVersion: number,
): StoredRuleDraft => ({
  rule_id: ruleId,
  author_id: editor.principal.id,
  environment_id: set.environmentId,
  event_type: set.eventType,
  type: set.type,
  branch: set.branch,
  author_name: editor.principal.name,
  body,
  base_version: baseVersion,
  saved_at: editor.ports.clock(),
})

/**
 * A new rule as the caller's draft. Asking again with the same content answers with the draft that the first call made.
 */
export async function createRule(editor: DraftActionContext, set: RuleSetKey, body: RuleBody): Promise<Rule> {
  const { ports, principal } = editor
  return ports.db.transaction().execute(async trx => {
    await lockRuleSet(trx, set)
    if (set.branch !== productionBranch && !(await findBranch(trx, set.environmentId, set.eventType, set.branch)))
      throw new NotFoundError('There is no such branch.')
    const mine = await loadDrafts(trx, principal.id, {
      environmentIds: [set.environmentId],
      types: [set.type],
      eventType: set.eventType,
      branch: set.branch,
    })
    const twin = mine.find(draft => draft.base_version === 0 && isSameBody(draft.body, body))
    if (twin) return toRule(null, twin)
    const id = ports.newId()
    await assertRuleNameAvailable(trx, set, body.name, id)
    await assertRuleLimit(trx, set)
    const draft = createDraftRow(set, editor, id, body, 0)
    await upsertDraft(trx, draft)
    return toRule(null, draft)
  })
}

/**
 * Saves the caller's draft; its first save notes the published version it starts from. @throws NotFoundError,
 * ValidationError
 */
export async function saveDraft(editor: DraftActionContext, ruleId: string, body: RuleBody): Promise<Rule> {
  const { ports, principal } = editor
  return ports.db.transaction().execute(async trx => {
    const set = await lockOwnSet(trx, editor, ruleId)
    const [rule, draft] = [await findRule(trx, ruleId), await findDraft(trx, ruleId, principal.id)]
    // A colleague's rule that was never published is not to be seen, and not to be drafted over.
    if (!rule && !draft) throw new NotFoundError('There is no such rule in this environment.')
    await assertRuleNameAvailable(trx, set, body.name, ruleId)
    const saved = createDraftRow(set, editor, ruleId, body, draft?.base_version ?? rule?.version ?? 0)
    await upsertDraft(trx, saved)
    return toRule(rule, saved)
  })
}

/**
 * Takes a version as the caller's draft, on top of what is published now. The name stays the one the rule has now when
 * another rule took the old one meanwhile.
 * @throws ConflictError when the caller has a draft already, unless told to replace it
 */
export async function restoreVersion(
  editor: DraftActionContext,
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
      throw new ConflictError('You have a draft of this rule. Discard it, or have it replaced.', {
        reason: 'draft.exists',
      })
    const saved = createDraftRow(set, editor, ruleId, body, rule.version)
    await upsertDraft(trx, saved, true)
    return toRule(rule, saved)
  })
}

/** Deletes the caller's draft; the published version stays. False when there was none. */
export async function discardDraft(editor: DraftActionContext, ruleId: string): Promise<boolean> {
  const {
    ports: { db },
    principal,
    environmentId,
    routing = false,
  } = editor
  const here = (row: { environment_id: string; type: string }) =>
    row.environment_id === environmentId && (row.type === 'routing') === routing
  const draft = await findDraft(db, ruleId, principal.id)
  if (draft && here(draft)) return deleteDraft(db, ruleId, principal.id)
  const rule = await findRule(db, ruleId)
  if (rule && !here(rule)) throw new NotFoundError('There is no such rule in this environment.')
  return false
}
