import { productionBranch, type RuleType } from '../../contract/index.ts'
import type { PublishedRules } from './load-published-rules.ts'
import {
  type ExperimentChain,
  emptyChain,
  type PublishedChain,
  type PublishedRule,
  type RuleSet,
  type RuleSetPrograms,
  waits,
} from './published-chain.ts'

/** The rules of one environment, assessment, branch and type, ready to run. */
export interface CompiledSet {
  rules: readonly PublishedRule[]
  programs: RuleSetPrograms | null
}
/** By environment, then by assessment; for branches by assessment and branch (`branchKey`). */
export type ChainMap = ReadonlyMap<string, ReadonlyMap<string, PublishedChain>>

/** Returns the key of a compiled set. Branches have no routing rules of their own. */
export const setKey = (environmentId: string, eventType: string, branch: string, type: RuleType): string =>
  `${environmentId}\n${eventType}\n${type === 'routing' ? '' : branch}\n${type}`
export const branchKey = (eventType: string, branch: string): string => `${eventType}\n${branch}`

/** Assembles compiled sets along the path from the root to each environment; `compiled` is by `setKey`. */
export function assembleChains(
  { environments, rows, evaluations, branches, experiments }: PublishedRules,
  compiled: ReadonlyMap<string, CompiledSet>,
  pathOf: (environmentId: string) => readonly string[],
): { chains: ChainMap; branches: ChainMap } {
  const rulesIn = Map.groupBy(rows, row => row.environment_id)
  const firstMatching = new Set(evaluations.map(row => `${row.environment_id}\n${row.event_type}`))

  /** Returns the rules along a path; `replaced` names the environment whose production rules a branch replaces. */
  function chainAlong(
    path: readonly string[],
    eventType: string,
    replaced?: { environmentId: string; branch: string },
  ): PublishedChain {
    const isFirstMatch = (environmentId: string): boolean => firstMatching.has(`${environmentId}\n${eventType}`)
    const setsOf = (type: RuleType): RuleSet[] =>
      path.flatMap(environmentId => {
        const branch = environmentId === replaced?.environmentId ? replaced.branch : productionBranch
        const set = compiled.get(setKey(environmentId, eventType, branch, type))
        return set === undefined
          ? []
          : [{ environmentId, firstMatch: isFirstMatch(environmentId), rules: set.rules, programs: set.programs }]
      })
    // Below an environment that uses only the first matching rule, no rules run.
    const end = path.findIndex(isFirstMatch)
    const reached = new Set(end < 0 ? path : path.slice(0, end + 1))
    const [sets, actions, routing] = [
      setsOf('decision').filter(set => reached.has(set.environmentId)),
      setsOf('postDecision'),
      setsOf('routing'),
    ]
    return {
      ...emptyChain,
      sets,
      actions,
      routing,
      waits: [...sets, ...actions, ...routing].some(set => set.rules.some(waits)),
    }
  }

  function branchChains(path: readonly string[]): Map<string, PublishedChain> {
    return new Map(
      branches
        .filter(branch => path.includes(branch.environment_id))
        .map(branch => [
          branchKey(branch.event_type, branch.api_name),
          chainAlong(path, branch.event_type, { environmentId: branch.environment_id, branch: branch.api_name }),
        ]),
    )
  }

  function experimentChains(eventType: string, ofBranches: ReadonlyMap<string, PublishedChain>): ExperimentChain[] {
    return branches.flatMap((branch): ExperimentChain[] => {
      const experiment =
        branch.event_type === eventType ? experiments.find(each => each.branch_id === branch.id) : undefined
      const chain = ofBranches.get(branchKey(branch.event_type, branch.api_name))
      return experiment === undefined || chain === undefined
        ? []
        : [
            {
              experimentId: experiment.id,
              share: experiment.share,
              endsAt: experiment.ends_at,
              callExternal: experiment.call_external,
              chain,
            },
          ]
    })
  }

  const chains = new Map<string, Map<string, PublishedChain>>()
  const branched = new Map<string, Map<string, PublishedChain>>()
  for (const { id } of environments) {
    const path = pathOf(id)
    const ofBranches = branchChains(path)
    const eventTypes = new Set([
      ...path.flatMap(environmentId => rulesIn.get(environmentId)?.map(row => row.event_type) ?? []),
      ...branches.map(branch => branch.event_type),
    ])
    const ofEvents = new Map(
      [...eventTypes].map(eventType => [
        eventType,
        { ...chainAlong(path, eventType), experiments: experimentChains(eventType, ofBranches) },
      ]),
    )
    if (ofEvents.size > 0 || !chains.has(id)) chains.set(id, ofEvents)
    if (ofBranches.size > 0) branched.set(id, ofBranches)
  }
  return { chains, branches: branched }
}
