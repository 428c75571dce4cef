import type { RuleBody, RuleType } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'

/** A publish of a rule in its history. */
export interface StoredRuleVersion {
  rule_id: string
  version: number
  environment_id: string
  event_type: string
  type: RuleType
  branch: string
  name: string
  status: 'active' | 'inactive'
  body: RuleBody
  published_by: string
  published_by_name: string
  published_at: Date
}

/** Loads publishes of a rule before a version, newest first; one more than requested shows that further ones exist. */
export async function loadRuleVersions(
  db: Db,
  ruleId: string,
  before: number | undefined,
  limit: number,
): Promise<Omit<StoredRuleVersion, 'body'>[]> {
  let query = db
    .selectFrom('rule_version')
    .select([
      'rule_id',
      'version',
      'environment_id',
      'event_type',
      'type',
      'branch',
      'name',
      'status',
      'published_by',
      'published_by_name',
      'published_at',
    ])
    .where('rule_id', '=', ruleId)
  if (before !== undefined) query = query.where('version', '<', before)
  return (await query
    .orderBy('version', 'desc')
    .limit(limit + 1)
    .execute()) as Omit<StoredRuleVersion, 'body'>[]
}

export async function findRuleVersion(db: Db, ruleId: string, version: number): Promise<StoredRuleVersion | null> {
  const row = await db
    .selectFrom('rule_version')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .where('version', '=', version)
    .executeTakeFirst()
  return (row as StoredRuleVersion | undefined) ?? null
}
