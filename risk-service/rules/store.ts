import { sql, type Kysely } from 'kysely'
import { decisions, type EventType, type RuleBody } from '../contract/index.ts'
import type { Database } from '../store/schema.ts'

type Db = Kysely<Database>

export interface StoredRule {
  id: string; environment_id: string; event_type: string; name: string; status: 'active' | 'inactive'; position: number; version: number
  body: RuleBody; published_by: string; published_by_name: string; published_at: Date
}
export interface StoredDraft {
  rule_id: string; author_id: string; environment_id: string; event_type: string; author_name: string; body: RuleBody
  base_version: number; saved_at: Date
}

/** One writer at a time per rule set: names, numbers and order are decided over the whole of it. Held until the transaction ends. */
export async function lockRuleSet(db: Db, environmentId: string, eventType: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rules ${environmentId} ${eventType}`}, 0))`.execute(db)
}

export async function publishedRules(db: Db, environmentIds: readonly string[], eventType: EventType): Promise<StoredRule[]> {
  if (environmentIds.length === 0) return []
  const rows = await db.selectFrom('rule').selectAll().where('environment_id', 'in', environmentIds).where('event_type', '=', eventType)
    .orderBy('position').orderBy('id').execute()
  return rows as StoredRule[]
}

export async function draftsOf(db: Db, environmentId: string, eventType: EventType, authorId: string): Promise<StoredDraft[]> {
  const rows = await db.selectFrom('rule_draft').selectAll().where('environment_id', '=', environmentId).where('event_type', '=', eventType)
    .where('author_id', '=', authorId).orderBy('saved_at', 'desc').orderBy('rule_id').execute()
  return rows as StoredDraft[]
}

export async function findRule(db: Db, ruleId: string): Promise<StoredRule | null> {
  return ((await db.selectFrom('rule').selectAll().where('id', '=', ruleId).executeTakeFirst()) as StoredRule | undefined) ?? null
}

export async function findDraft(db: Db, ruleId: string, authorId: string): Promise<StoredDraft | null> {
  const row = await db.selectFrom('rule_draft').selectAll().where('rule_id', '=', ruleId).where('author_id', '=', authorId).executeTakeFirst()
  return (row as StoredDraft | undefined) ?? null
}

/** The rule set a rule belongs to, whoever holds it as a draft. */
export async function ruleSetOf(db: Db, ruleId: string): Promise<{ environment_id: string; event_type: EventType } | null> {
  const { rows } = await sql<{ environment_id: string; event_type: EventType }>`
    select environment_id, event_type from rule where id = ${ruleId}::uuid
    union all select environment_id, event_type from rule_draft where rule_id = ${ruleId}::uuid limit 1`.execute(db)
  return rows[0] ?? null
}

/** True when another rule of the set, published or anybody's draft, has this name in any letter case. */
export async function nameTaken(db: Db, environmentId: string, eventType: string, name: string, exceptRuleId: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select
    exists (select 1 from rule where environment_id = ${environmentId}::uuid and event_type = ${eventType}
      and lower(name) = lower(${name}::text) and id <> ${exceptRuleId}::uuid)
    or exists (select 1 from rule_draft where environment_id = ${environmentId}::uuid and event_type = ${eventType}
      and lower(body ->> 'name') = lower(${name}::text) and rule_id <> ${exceptRuleId}::uuid) as taken`.execute(db)
  return rows[0]?.taken ?? false
}

/** Published rules and unpublished drafts of the set. */
export async function countRules(db: Db, environmentId: string, eventType: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select id from rule where environment_id = ${environmentId}::uuid and event_type = ${eventType}
    union select rule_id from rule_draft where environment_id = ${environmentId}::uuid and event_type = ${eventType}) as r`.execute(db)
  return rows[0]?.count ?? 0
}

/** Saves the author's draft; the version it started from stays as it was at its first save. */
export async function upsertDraft(
  db: Db, draft: Omit<StoredDraft, 'saved_at'> & { saved_at: Date },
): Promise<void> {
  const body = JSON.stringify(draft.body)
  await db.insertInto('rule_draft').values({ ...draft, body })
    .onConflict(conflict => conflict.columns(['rule_id', 'author_id']).doUpdateSet({ body, saved_at: draft.saved_at, author_name: draft.author_name }))
    .execute()
}

export async function deleteDraft(db: Db, ruleId: string, authorId: string): Promise<boolean> {
  const result = await db.deleteFrom('rule_draft').where('rule_id', '=', ruleId).where('author_id', '=', authorId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Writes the published version and keeps it in the history. */
export async function savePublished(db: Db, rule: StoredRule): Promise<void> {
  const values = { ...rule, body: JSON.stringify(rule.body) }
  const { id, environment_id: _environment, event_type: _type, ...changes } = values
  await db.insertInto('rule').values(values).onConflict(conflict => conflict.column('id').doUpdateSet(changes)).execute()
  await db.insertInto('rule_version').values({
    rule_id: id, version: rule.version, environment_id: rule.environment_id, name: rule.name, status: rule.status, body: values.body,
    published_by: rule.published_by, published_by_name: rule.published_by_name, published_at: rule.published_at,
  }).execute()
}

export async function lastPosition(db: Db, environmentId: string, eventType: string): Promise<number> {
  const row = await db.selectFrom('rule').select(select => select.fn.max('position').as('last')).where('environment_id', '=', environmentId)
    .where('event_type', '=', eventType).executeTakeFirst()
  return row?.last ?? 0
}

export async function updateStatus(db: Db, ruleId: string, status: 'active' | 'inactive'): Promise<void> {
  await db.updateTable('rule').set({ status }).where('id', '=', ruleId).execute()
}

export async function updateOrder(db: Db, ruleIds: readonly string[]): Promise<void> {
  await sql`update rule set position = o.position from unnest(${ruleIds}::uuid[]) with ordinality as o (id, position) where rule.id = o.id`.execute(db)
}

/** Deletes a rule and everybody's drafts of it; the history of its versions stays. */
export async function deleteRule(db: Db, ruleId: string): Promise<void> {
  await db.deleteFrom('rule_draft').where('rule_id', '=', ruleId).execute()
  await db.deleteFrom('rule').where('id', '=', ruleId).execute()
}

/** Events decided per rule since `since` in these environments. */
export async function decidedSince(db: Db, scope: readonly string[], eventType: EventType, since: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ rule_id: string; events: number }>`select rule_id, sum(events)::bigint as events from rule_hour
    where environment_id = any(${scope}::uuid[]) and event_type = ${eventType} and hour >= ${since}::timestamptz
      and decision = any(${[...decisions]}::text[])
    group by rule_id`.execute(db)
  return new Map(rows.map(row => [row.rule_id, row.events]))
}
