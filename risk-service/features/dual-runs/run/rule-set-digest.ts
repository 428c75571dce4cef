import { sql } from 'kysely'
import type { DualRunReport } from '../../../contract/dual-runs/dual-run-report.ts'
import { sha256 } from '../../../engine/lib/sha256.ts'
import type { Db } from '../../../ports/database.ts'

/**
 * Returns a digest of what decides in these environments: the published decision rules in their order, settings,
 * velocity sets, functions, the versions of lists, and the models. It is equal while nothing of it changes.
 */
export async function digestRuleSet(db: Db, environmentIds: readonly string[]): Promise<string> {
  const { rows } = await sql<{ part: string }>`
    select 'rule ' || environment_id || ' ' || event_type || ' ' || position || ' ' || id || ' ' || body::text as part
      from rule where environment_id = any(${environmentIds}::uuid[]) and type = 'decision' and status = 'active' and branch = 'production'
    union all select 'setting ' || environment_id || ' ' || event_type || ' ' || evaluation
      from rule_setting where environment_id = any(${environmentIds}::uuid[])
    union all select 'velocities ' || environment_id || ' ' || id || ' ' || body::text
      from velocity_set where environment_id = any(${environmentIds}::uuid[]) and status = 'active'
    union all select 'function ' || environment_id || ' ' || id || ' ' || body::text
      from function where environment_id = any(${environmentIds}::uuid[]) and status = 'active'
    union all select 'list ' || environment_id || ' ' || id || ' ' || version
      from list where environment_id = any(${environmentIds}::uuid[])
    union all select 'model ' || environment_id || ' ' || kind || ' ' || version || ' ' || id
      from model_version where environment_id = any(${environmentIds}::uuid[]) and state = 'active'
    union all select 'support ' || environment_id || ' ' || list || ' ' || status || ' ' || count(*)
      from support_entry where environment_id = any(${environmentIds}::uuid[]) group by environment_id, list, status`.execute(
    db,
  )
  const parts = rows.map(({ part }) => part).toSorted()
  return sha256(new TextEncoder().encode(parts.join('\n')))
}

/** Loads the kinds and versions of the active models. */
export async function loadModels(
  db: Db,
  environmentIds: readonly string[],
): Promise<NonNullable<DualRunReport['ruleSet']['models']>> {
  const rows = await db
    .selectFrom('model_version')
    .select(['environment_id', 'kind', 'version'])
    .where('environment_id', 'in', environmentIds)
    .where('state', '=', 'active')
    .orderBy('environment_id')
    .orderBy('kind')
    .execute()
  return rows.map(({ environment_id: environmentId, kind, version }) => ({ environmentId, kind, version }))
}
