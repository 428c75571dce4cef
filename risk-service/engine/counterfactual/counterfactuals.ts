import { runInSlices } from '../../contract/cooperative.ts'
import type { Counterfactuals, Decision, RuleBody } from '../../contract/index.ts'
import type { CheckEnvironment, ResourceReaders } from '../../fql/index.ts'
import type { ChainRule, RecordedInputs } from '../../ports/stored-explanation.ts'
import type { AssessmentType } from '../assessment-types/assessment-type.ts'
import type { CountryOf } from '../enrich/enrich-purchase.ts'
import type { FactProviders } from '../enrich/index.ts'
import type { Json } from '../lib/json.ts'
import { rebuildRuleInput, recordedScores } from '../replay/replay.ts'
import { searchCounterfactuals } from './counterfactual-search.ts'
import { recompileChain } from './recompile-chain.ts'

/** A decided event with the rules at the time of its decision, as they are stored. */
export interface StoredDecision {
  environmentId: string
  eventType: string
  at: Date
  correlationId: string | null
  decision: Decision
  reason: string
  ruleId: string | null
  rule: string | null
  clause: string | null
  riskScore: number
  request: Json
  enrichment: Json
  reads: RecordedInputs
  /** In run order; `body` is null when the version no longer exists. `current`: the version is the published one. */
  rules: readonly (ChainRule & { body: RuleBody | null; current: boolean })[]
}

export interface CounterfactualDeps {
  /** The names that a rule of an environment can use; null when the assessment no longer exists. */
  checkOf: (environmentId: string) => CheckEnvironment | null
  /** The assessment type of the event; null when the assessment no longer exists. */
  kind: AssessmentType | null
  readers: ResourceReaders
  countryOf: CountryOf
  providers: FactProviders
}

/** Returns the names of the lists that rules can use, by their ids. */
export const listNames = (checks: Iterable<CheckEnvironment | null>): ReadonlyMap<string, string> =>
  new Map(
    [...checks].flatMap(check =>
      [...(check?.lists?.custom.values() ?? []), ...(check?.lists?.support.values() ?? [])].map(
        list => [list.id ?? list.name, list.name] as const,
      ),
    ),
  )

/** Finds the changes that would have changed a decision; see `searchCounterfactuals`. */
export async function findCounterfactuals(
  stored: StoredDecision,
  { checkOf, kind, readers, countryOf, providers }: CounterfactualDeps,
): Promise<Counterfactuals> {
  const { rule, clause, rules } = stored
  const answer = (
    state: Counterfactuals['state'],
    counterfactuals: Counterfactuals['counterfactuals'] = [],
  ): Counterfactuals => ({
    state,
    rule,
    clause,
    changedSince: rules.some(each => !each.current),
    counterfactuals,
  })
  if (rules.length === 0) return answer('noRules')
  const checks = new Map([...new Set(rules.map(each => each.environmentId))].map(id => [id, checkOf(id)]))
  const recompiled = await runInSlices(recompileChain(rules, checks), 4)
  if (recompiled === null || kind === null) return answer('ruleChanged')
  const names = listNames(checks.values())
  const counterfactuals = await searchCounterfactuals({
    createRuleInput: rebuildRuleInput(kind, stored, countryOf, providers),
    request: stored.request,
    at: stored.at,
    correlationId: stored.correlationId,
    scores: recordedScores(checks.get(stored.environmentId)?.legacyScores, stored.riskScore, stored.reads),
    ...recompiled,
    recorded: stored.reads,
    live: readers,
    listName: id => names.get(id) ?? id,
    decision: stored.decision,
    ruleId: stored.ruleId,
  })
  return counterfactuals === null ? answer('notReproduced') : answer('ready', counterfactuals)
}
