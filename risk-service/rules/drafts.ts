import type { Kysely } from 'kysely'
import type { EventType, Rule, RuleBody } from '../contract/index.ts'
import type { Ports, Principal } from '../ports.ts'
import { Conflict, Missing, RefusedValue } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import { sameBody, toRule } from './rules.ts'
import { countRules, deleteDraft, draftsOf, findDraft, findRule, lockRuleSet, nameTaken, ruleSetOf, upsertDraft } from './store.ts'

/** Rules of one environment and event type, drafts included. */
export const ruleLimit = 200

/** Who edits, and with what. */
export interface Editor { ports: Pick<Ports, 'db' | 'clock' | 'newId'>; principal: Principal; environmentId: string }

/** The rule set of a rule of this environment. @throws Missing also for an inherited rule: it is changed where it belongs. */
export async function ownRuleSet(db: Kysely<Database>, environmentId: string, ruleId: string): Promise<EventType> {
  const found = await ruleSetOf(db, ruleId)
  if (found?.environment_id !== environmentId) throw new Missing('There is no such rule in this environment.')
  return found.event_type
}

/** @throws RefusedValue naming the field */
export async function requireFreeName(db: Kysely<Database>, environmentId: string, eventType: EventType, name: string, ruleId: string): Promise<void> {
  if (await nameTaken(db, environmentId, eventType, name, ruleId)) {
    throw new RefusedValue(['body', 'name'], 'A rule with this name already exists.')
  }
}

/** A new rule as the caller's draft. Asking again with the same content answers with the draft that the first call made. */
export async function createRule(editor: Editor, eventType: EventType, body: RuleBody): Promise<Rule> {
  const { ports, principal, environmentId } = editor
  return ports.db.transaction().execute(async trx => {
    await lockRuleSet(trx, environmentId, eventType)
    const mine = await draftsOf(trx, environmentId, eventType, principal.id)
    const twin = mine.find(draft => draft.base_version === 0 && sameBody(draft.body, body))
    if (twin) return toRule(null, twin)
    const id = ports.newId()
    await requireFreeName(trx, environmentId, eventType, body.name, id)
    if ((await countRules(trx, environmentId, eventType)) >= ruleLimit) {
      throw new Conflict(`An environment holds at most ${ruleLimit} rules of one kind. Delete a rule first.`, { reason: 'rules.limit' })
    }
    const draft = {
      rule_id: id, author_id: principal.id, environment_id: environmentId, event_type: eventType, author_name: principal.name, body,
      base_version: 0, saved_at: ports.clock(),
    }
    await upsertDraft(trx, draft)
    return toRule(null, draft)
  })
}

/** Saves the caller's draft; its first save notes the published version it starts from. @throws Missing, RefusedValue */
export async function saveDraft(editor: Editor, ruleId: string, body: RuleBody): Promise<Rule> {
  const { ports, principal, environmentId } = editor
  return ports.db.transaction().execute(async trx => {
    const eventType = await ownRuleSet(trx, environmentId, ruleId)
    await lockRuleSet(trx, environmentId, eventType)
    const [rule, draft] = [await findRule(trx, ruleId), await findDraft(trx, ruleId, principal.id)]
    // A colleague's rule that was never published is not to be seen, and not to be drafted over.
    if (!rule && !draft) throw new Missing('There is no such rule in this environment.')
    await requireFreeName(trx, environmentId, eventType, body.name, ruleId)
    const saved = {
      rule_id: ruleId, author_id: principal.id, environment_id: environmentId, event_type: eventType, author_name: principal.name, body,
      base_version: draft?.base_version ?? rule?.version ?? 0, saved_at: ports.clock(),
    }
    await upsertDraft(trx, saved)
    return toRule(rule, saved)
  })
}

/** Deletes the caller's draft; the published version stays. False when there was none. */
export async function discardDraft(editor: Editor, ruleId: string): Promise<boolean> {
  const { ports, principal, environmentId } = editor
  const draft = await findDraft(ports.db, ruleId, principal.id)
  if (draft?.environment_id === environmentId) return deleteDraft(ports.db, ruleId, principal.id)
  await ownPublishedOrNone(ports.db, environmentId, ruleId)
  return false
}

async function ownPublishedOrNone(db: Kysely<Database>, environmentId: string, ruleId: string): Promise<void> {
  const rule = await findRule(db, ruleId)
  if (rule && rule.environment_id !== environmentId) throw new Missing('There is no such rule in this environment.')
}
