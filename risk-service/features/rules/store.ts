import { type RawBuilder, sql } from 'kysely'
import { decisions, type RuleBody, type RuleType } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'

/**
 * The position of a rule, within which its order counts. Routing rules of an environment are one list over all
 * assessments.
 */
export interface RuleSetKey {
  environmentId: string
  eventType: string
  branch: string
  type: RuleType
}
export interface StoredRule {
  id: string
  environment_id: string
  event_type: string
  type: RuleType
  branch: string
  name: string
  status: 'active' | 'inactive'
  position: number
  version: number
  body: RuleBody
  published_by: string
  published_by_name: string
  published_at: Date
  /** The first rule of a line of copies; null or absent: the rule is no copy. */
  copied_from?: string | null
}

/** Returns the set of a stored rule or draft. */
export const setOf = (row: Pick<StoredRule, 'environment_id' | 'event_type' | 'branch' | 'type'>): RuleSetKey => ({
  environmentId: row.environment_id,
  eventType: row.event_type,
  branch: row.branch,
  type: row.type,
})

/**
 * Condition of the rules that share names and the limit: both types of a branch, or all routing rules of the
 * environment.
 */
const sameNamesCondition = (set: RuleSetKey): RawBuilder<boolean> =>
  set.type === 'routing'
    ? sql<boolean>`environment_id = ${set.environmentId}::uuid and type = 'routing'`
    : sql<boolean>`environment_id = ${set.environmentId}::uuid and event_type = ${set.eventType} and branch = ${set.branch} and type <> 'routing'`

/** Locks a rule set until the transaction ends: names, limits and order are decided over all its rules. */
export async function lockRuleSet(db: Db, set: RuleSetKey): Promise<void> {
  const name = set.type === 'routing' ? 'routing' : `${set.eventType} ${set.branch}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rules ${set.environmentId} ${name}`}, 0))`.execute(db)
}

export interface RuleFilter {
  environmentIds: readonly string[]
  types: readonly RuleType[]
  eventType?: string | undefined
  branch?: string | undefined
}

/** Loads published rules in run order, type by type. */
export async function loadPublishedRules(
  db: Db,
  { environmentIds, types, eventType, branch }: RuleFilter,
): Promise<StoredRule[]> {
  if (environmentIds.length === 0) return []
  let query = db.selectFrom('rule').selectAll().where('environment_id', 'in', environmentIds).where('type', 'in', types)
  if (eventType !== undefined) query = query.where('event_type', '=', eventType)
  if (branch !== undefined) query = query.where('branch', '=', branch)
  return (await query.orderBy('type').orderBy('position').orderBy('id').execute()) as StoredRule[]
}

/** Loads the published rules of one set in run order. */
export function loadRulesOfSet(db: Db, set: RuleSetKey): Promise<StoredRule[]> {
  return loadPublishedRules(db, {
    environmentIds: [set.environmentId],
    types: [set.type],
    ...(set.type === 'routing' ? {} : { eventType: set.eventType, branch: set.branch }),
  })
}

export async function findRule(db: Db, ruleId: string): Promise<StoredRule | null> {
  return (
    ((await db.selectFrom('rule').selectAll().where('id', '=', ruleId).executeTakeFirst()) as StoredRule | undefined) ??
    null
  )
}

/** Returns the set of a rule, whoever the author of its draft is. */
export async function findRuleSetKey(db: Db, ruleId: string): Promise<RuleSetKey | null> {
  const { rows } = await sql<Pick<StoredRule, 'environment_id' | 'event_type' | 'branch' | 'type'>>`
    select environment_id, event_type, branch, type from rule where id = ${ruleId}::uuid
    union all select environment_id, event_type, branch, type from rule_draft where rule_id = ${ruleId}::uuid limit 1`.execute(
    db,
  )
  return rows[0] === undefined ? null : setOf(rows[0])
}

/** Whether another rule in the scope of names, published or any user's draft, has this name in any letter case. */
export async function isNameTaken(db: Db, set: RuleSetKey, name: string, exceptRuleId: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select
    exists (select 1 from rule where ${sameNamesCondition(set)} and lower(name) = lower(${name}::text) and id <> ${exceptRuleId}::uuid)
    or exists (select 1 from rule_draft where ${sameNamesCondition(set)} and lower(body ->> 'name') = lower(${name}::text) and rule_id <> ${exceptRuleId}::uuid) as used`.execute(
    db,
  )
  return rows[0]?.used ?? false
}

/** Counts the published rules, and the drafts of unpublished ones, that count towards the limit. */
export async function countRules(db: Db, set: RuleSetKey, drafts = true): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select id from rule where ${sameNamesCondition(set)}
    union select rule_id from rule_draft where ${sameNamesCondition(set)} and ${drafts}) as r`.execute(db)
  return rows[0]?.count ?? 0
}

/** Writes the published version and stores it in the history. */
export async function savePublished(db: Db, rule: StoredRule): Promise<void> {
  const values = { ...rule, body: JSON.stringify(rule.body) }
  const { id, environment_id: _environment, event_type: _eventType, type: _type, branch: _branch, ...changes } = values
  await db
    .insertInto('rule')
    .values(values)
    .onConflict(conflict => conflict.column('id').doUpdateSet(changes))
    .execute()
  await db
    .insertInto('rule_version')
    .values({
      rule_id: id,
      version: rule.version,
      environment_id: rule.environment_id,
      event_type: rule.event_type,
      type: rule.type,
      branch: rule.branch,
      name: rule.name,
      status: rule.status,
      body: values.body,
      published_by: rule.published_by,
      published_by_name: rule.published_by_name,
      published_at: rule.published_at,
    })
    .execute()
}

export async function lastPosition(db: Db, set: RuleSetKey): Promise<number> {
  return (await loadRulesOfSet(db, set)).reduce((last, rule) => Math.max(last, rule.position), 0)
}

export async function updateStatus(db: Db, ruleId: string, status: 'active' | 'inactive'): Promise<void> {
  await db.updateTable('rule').set({ status }).where('id', '=', ruleId).execute()
}

export async function updateOrder(db: Db, ruleIds: readonly string[]): Promise<void> {
  await sql`update rule set position = o.position from unnest(${ruleIds}::uuid[]) with ordinality as o (id, position) where rule.id = o.id`.execute(
    db,
  )
}

/** Deletes a rule and the drafts of all users; the history of its versions stays. */
export async function deleteRule(db: Db, ruleId: string): Promise<void> {
  await db.deleteFrom('rule_draft').where('rule_id', '=', ruleId).execute()
  await db.deleteFrom('rule').where('id', '=', ruleId).execute()
}

/** Counts the events that each rule decided since `since` in these environments. */
export async function countDecisionsSince(
  db: Db,
  scope: readonly string[],
  eventType: string,
  since: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{
    rule_id: string
    events: number
  }>`select rule_id, sum(events)::bigint as events from rule_hour
    where environment_id = any(${scope}::uuid[]) and event_type = ${eventType} and hour >= ${since}::timestamptz
      and decision = any(${[...decisions]}::text[])
    group by rule_id`.execute(db)
  return new Map(rows.map(row => [row.rule_id, row.events]))
}
