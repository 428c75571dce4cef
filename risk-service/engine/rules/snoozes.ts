import type { Explanation } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'
import type { EntityLink } from '../../ports/index.ts'
import type { PublishedChain, PublishedRule } from './published-chain.ts'
import type { RuleResult } from './rule-result.ts'

/** A rule that does not apply to one value of an entity. */
interface Snooze {
  ruleId: string
  until: Date
}
/** Snoozes by environment and value. An environment without any is absent. */
export type SnoozeIndex = ReadonlyMap<string, ReadonlyMap<string, readonly Snooze[]>>

const keyOf = (type: string, value: string): string => `${type}\n${value}`

/** Reads the snoozes of all environments that have not ended. */
export async function loadSnoozes(db: Db, now: Date): Promise<SnoozeIndex> {
  const rows = await db
    .selectFrom('rule_snooze')
    .select(['environment_id', 'rule_id', 'entity_type', 'entity_value', 'until'])
    .where('until', '>', now)
    .execute()
  const index = new Map<string, Map<string, Snooze[]>>()
  for (const { environment_id: environmentId, rule_id: ruleId, entity_type, entity_value, until } of rows) {
    const ofEnvironment = index.get(environmentId) ?? new Map<string, Snooze[]>()
    index.set(environmentId, ofEnvironment)
    const key = keyOf(entity_type, entity_value)
    ofEnvironment.set(key, [...(ofEnvironment.get(key) ?? []), { ruleId, until }])
  }
  return index
}

/** Rules that are suppressed for an event, with the value that each is suppressed for. */
export type SnoozedRules = NonNullable<Explanation['snoozed']>

/** Returns the snoozes of an environment that concern an event at a time, each rule once; empty for most events. */
export function findSnoozed(
  snoozes: ReadonlyMap<string, readonly Snooze[]>,
  entities: readonly EntityLink[],
  at: Date,
): SnoozedRules {
  const found = new Map<string, SnoozedRules[number]>()
  for (const { type, value, display } of entities)
    for (const { ruleId, until } of snoozes.get(keyOf(type, value)) ?? [])
      if (until > at && !found.has(ruleId))
        found.set(ruleId, { ruleId, type, value: display, until: until.toISOString() })
  return [...found.values()]
}

/**
 * Returns a chain whose snoozed decision rules are never selected. They keep their positions, by which explanations are
 * stored. Rules run one by one then.
 */
export function withoutSnoozed(chain: PublishedChain, snoozed: SnoozedRules): PublishedChain {
  const ids = new Set(snoozed.map(({ ruleId }) => ruleId))
  if (!chain.sets.some(({ rules }) => rules.some(({ id }) => ids.has(id)))) return chain
  const suppress = (rule: PublishedRule): PublishedRule =>
    ids.has(rule.id) ? { ...rule, compiled: { ...rule.compiled, condition: () => false, conditionWaits: false } } : rule
  return { ...chain, sets: chain.sets.map(set => ({ ...set, programs: null, rules: set.rules.map(suppress) })) }
}

/** Adds the rules of the chain that were suppressed to what explains the decision. */
export const explainSnoozed = (result: RuleResult, snoozed: SnoozedRules): RuleResult => ({
  ...result,
  explanation: {
    ...result.explanation,
    snoozed: snoozed.filter(({ ruleId }) => result.explanation.rules.some(rule => rule.ruleId === ruleId)),
  },
})
