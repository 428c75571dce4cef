/** Published rules in executable form: a chain of the rule sets of an environment and its ancestors. */
import type { CompiledClause, CompiledRule, CompiledRuleSet } from '../../fql/index.ts'

/** A compiled published rule. */
export interface PublishedRule {
  id: string
  name: string
  environmentId: string
  version: number
  position: number
  compiled: CompiledRule
  /** Clauses in run order: sections, then list order. */
  clauses: readonly CompiledClause[]
}
/** The rules of one environment. `firstMatch`: the chain ends here, and after the first selected rule. */
export interface RuleSet {
  environmentId: string
  firstMatch: boolean
  rules: readonly PublishedRule[]
  /** The rules as programs, each at its position in `rules`; without programs they run one by one. */
  programs?: RuleSetPrograms | null
}
export type RuleSetPrograms = Pick<CompiledRuleSet, 'segments' | 'prefetchableReads'>
/** Rule sets from the root down to the environment itself. */
export type RuleChain = readonly RuleSet[]
/** An experiment: a share of the events runs through the chain of a branch, too, after the answer. */
export interface ExperimentChain {
  experimentId: string
  share: number
  endsAt: Date | null
  /** When false, calls return their default responses. */
  callExternal: boolean
  chain: PublishedChain
}
export interface PublishedChain {
  /** Decision rules, up to the first environment that ends the chain. */
  sets: RuleChain
  /** Post-decision actions. */
  actions: RuleChain
  routing: RuleChain
  /** A part of it may have to wait; a chain without such parts runs synchronously. */
  waits: boolean
  /** Id of the stored decision rules for explanations; null without rules. */
  storedChainId: string | null
  experiments: readonly ExperimentChain[]
}

/** A chain without rules. */
export const emptyChain: PublishedChain = {
  sets: [],
  actions: [],
  routing: [],
  waits: false,
  storedChainId: null,
  experiments: [],
}

/** Returns true when a part of the rule may have to wait. */
export const waits = ({ compiled }: Pick<PublishedRule, 'compiled'>): boolean =>
  compiled.conditionWaits || compiled.clauses.some(clause => clause.waits)
