import { productionBranch } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'
import { loadPublishedRules, type StoredRule } from './store.ts'

export { findRuleSetKey as setOfRule } from './store.ts'

export interface EnvironmentRules {
  /**
   * Published rules of every assessment and type in the production branch, and routing rules, each set in run order.
   */
  rules: StoredRule[]
  /** Saved settings; `payload` null: the sample of the product. */
  settings: { eventType: string; evaluation: 'all' | 'first'; payload: Record<string, unknown> | null }[]
}

/** Routing rules have one order over all assessments. */
const setOrder = (rule: StoredRule): string => (rule.type === 'routing' ? '' : `${rule.event_type} ${rule.type}`)

/** Loads all rules and settings of the environment itself, without inherited rules. */
export async function loadEnvironmentRules(db: Db, environmentId: string): Promise<EnvironmentRules> {
  const [rules, settings] = await Promise.all([
    loadPublishedRules(db, {
      environmentIds: [environmentId],
      types: ['decision', 'postDecision', 'routing'],
      branch: productionBranch,
    }),
    db
      .selectFrom('rule_setting')
      .select(['event_type', 'evaluation', 'payload'])
      .where('environment_id', '=', environmentId)
      .where('version', '>', 0)
      .orderBy('event_type')
      .execute(),
  ])
  return {
    // Sorting preserves the run order inside each set.
    rules: rules.toSorted((a, b) => (setOrder(a) < setOrder(b) ? -1 : setOrder(a) > setOrder(b) ? 1 : 0)),
    settings: settings.map(row => ({ eventType: row.event_type, evaluation: row.evaluation, payload: row.payload })),
  }
}
