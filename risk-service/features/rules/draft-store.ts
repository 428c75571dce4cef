import type { RuleBody, RuleType } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'
import type { RuleFilter } from './store.ts'

/** A user's draft of a rule, which no other user may see. */
export interface StoredRuleDraft {
  rule_id: string
  author_id: string
  environment_id: string
  event_type: string
  type: RuleType
  branch: string
  author_name: string
  body: RuleBody
  base_version: number
  saved_at: Date
}

/** Loads the author's drafts, the latest first. */
export async function loadDrafts(
  db: Db,
  authorId: string,
  { environmentIds, types, eventType, branch }: RuleFilter,
): Promise<StoredRuleDraft[]> {
  let query = db
    .selectFrom('rule_draft')
    .selectAll()
    .where('environment_id', 'in', environmentIds)
    .where('type', 'in', types)
    .where('author_id', '=', authorId)
  if (eventType !== undefined) query = query.where('event_type', '=', eventType)
  if (branch !== undefined) query = query.where('branch', '=', branch)
  return (await query.orderBy('saved_at', 'desc').orderBy('rule_id').execute()) as StoredRuleDraft[]
}

export async function findDraft(db: Db, ruleId: string, authorId: string): Promise<StoredRuleDraft | null> {
  const row = await db
    .selectFrom('rule_draft')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  return (row as StoredRuleDraft | undefined) ?? null
}

/** Saves the author's draft; the version it started from stays that of the first save, unless `rebase` is set. */
export async function upsertDraft(db: Db, draft: StoredRuleDraft, rebase = false): Promise<void> {
  const body = JSON.stringify(draft.body)
  await db
    .insertInto('rule_draft')
    .values({ ...draft, body })
    .onConflict(conflict =>
      conflict.columns(['rule_id', 'author_id']).doUpdateSet({
        body,
        saved_at: draft.saved_at,
        author_name: draft.author_name,
        ...(rebase ? { base_version: draft.base_version } : {}),
      }),
    )
    .execute()
}

export async function deleteDraft(db: Db, ruleId: string, authorId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('rule_draft')
    .where('rule_id', '=', ruleId)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
