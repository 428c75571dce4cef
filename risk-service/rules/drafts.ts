import type { Kysely } from 'kysely'
import { productionBranch, type Rule, type RuleBody, ruleLimits } from '../contract/index.ts'
import type { Ports, Principal } from '../ports.ts'
import { Conflict, Missing, RefusedValue } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import { findBranch } from './branch-store.ts'
import { sameBody, toRule } from './rules.ts'
import {
  countRules,
  deleteDraft,
  draftsOf,
  findDraft,
  findRule,
  findSet,
  findVersion,
  lockRuleSet,
  nameTaken,
  type RuleSetKey,
  type StoredDraft,
  upsertDraft,
} from './store.ts'

/** Who edits, and with what. `routing`: the editor of routing rules, which sees no others. */
export interface Editor {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  principal: Principal
  environmentId: string
  routing?: boolean
}

/**
 * The set of a rule of this environment. @throws Missing also for an inherited rule: it is changed where it belongs.
 */
export async function ownSet(
  db: Kysely<Database>,
  { environmentId, routing = false }: Pick<Editor, 'environmentId' | 'routing'>,
  ruleId: string,
): Promise<RuleSetKey> {
  const found = await findSet(db, ruleId)
  if (found?.environmentId !== environmentId || (found.type === 'routing') !== routing)
    throw new Missing('There is no such rule in this environment.')
  return found
}

/**
 * The same under its lock, until the transaction ends. While the lock was waited for, a promotion may have moved the
 * rule to another set. @throws Missing
 */
export async function lockOwnSet(
  trx: Kysely<Database>,
  editor: Pick<Editor, 'environmentId' | 'routing'>,
  ruleId: string,
): Promise<RuleSetKey> {
  let set = await ownSet(trx, editor, ruleId)
  for (;;) {
    await lockRuleSet(trx, set)
    const locked = set
    set = await ownSet(trx, editor, ruleId)
    if (set.branch === locked.branch) return set
  }
}

/** @throws RefusedValue naming the field */
export async function requireFreeName(
  db: Kysely<Database>,
  set: RuleSetKey,
  name: string,
  ruleId: string,
  path: string[] = ['body', 'name'],
): Promise<void> {
  if (await nameTaken(db, set, name, ruleId)) throw new RefusedValue(path, 'A rule with this name already exists.')
}

/** @throws Conflict that names the limit */
export async function requireRoom(db: Kysely<Database>, set: RuleSetKey, drafts = true): Promise<void> {
  if ((await countRules(db, set, drafts)) < ruleLimits.rules) return
  const what =
    set.type === 'routing'
      ? 'An environment holds at most 200 routing rules.'
      : 'A branch of an assessment holds at most 200 rules in an environment.'
  throw new Conflict(`${what} Delete a rule first.`, { reason: 'rules.limit', limit: ruleLimits.rules })
}

const draftIn = (
  set: RuleSetKey,
  editor: Editor,
  ruleId: string,
  body: RuleBody,
  baseVersion: number,
): StoredDraft => ({
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
export async function createRule(editor: Editor, set: RuleSetKey, body: RuleBody): Promise<Rule> {
  const { ports, principal } = editor
  return ports.db.transaction().execute(async trx => {
    await lockRuleSet(trx, set)
    if (set.branch !== productionBranch && !(await findBranch(trx, set.environmentId, set.eventType, set.branch)))
      throw new Missing('There is no such branch.')
    const mine = await draftsOf(trx, principal.id, {
      environmentIds: [set.environmentId],
      types: [set.type],
      eventType: set.eventType,
      branch: set.branch,
    })
    const twin = mine.find(draft => draft.base_version === 0 && sameBody(draft.body, body))
    if (twin) return toRule(null, twin)
    const id = ports.newId()
    await requireFreeName(trx, set, body.name, id)
    await requireRoom(trx, set)
    const draft = draftIn(set, editor, id, body, 0)
    await upsertDraft(trx, draft)
    return toRule(null, draft)
  })
}

/**
 * Saves the caller's draft; its first save notes the published version it starts from. @throws Missing, RefusedValue
 */
export async function saveDraft(editor: Editor, ruleId: string, body: RuleBody): Promise<Rule> {
  const { ports, principal } = editor
  return ports.db.transaction().execute(async trx => {
    const set = await lockOwnSet(trx, editor, ruleId)
    const [rule, draft] = [await findRule(trx, ruleId), await findDraft(trx, ruleId, principal.id)]
    // A colleague's rule that was never published is not to be seen, and not to be drafted over.
    if (!rule && !draft) throw new Missing('There is no such rule in this environment.')
    await requireFreeName(trx, set, body.name, ruleId)
    const saved = draftIn(set, editor, ruleId, body, draft?.base_version ?? rule?.version ?? 0)
    await upsertDraft(trx, saved)
    return toRule(rule, saved)
  })
}

/**
 * Takes a version as the caller's draft, on top of what is published now. The name stays the one the rule has now when
 * another rule took the old one meanwhile.
 * @throws Conflict when the caller has a draft already, unless told to replace it
 */
export async function restoreVersion(
  editor: Editor,
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
      await findVersion(trx, ruleId, version),
    ]
    if (!rule || !found) throw new Missing('There is no such version of this rule.')
    const body = (await nameTaken(trx, set, found.body.name, ruleId)) ? { ...found.body, name: rule.name } : found.body
    if (draft && !overwrite && !sameBody(draft.body, body))
      throw new Conflict('You have a draft of this rule. Discard it, or have it replaced.', { reason: 'draft.exists' })
    const saved = draftIn(set, editor, ruleId, body, rule.version)
    await upsertDraft(trx, saved, true)
    return toRule(rule, saved)
  })
}

/** Deletes the caller's draft; the published version stays. False when there was none. */
export async function discardDraft(editor: Editor, ruleId: string): Promise<boolean> {
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
  if (rule && !here(rule)) throw new Missing('There is no such rule in this environment.')
  return false
}
