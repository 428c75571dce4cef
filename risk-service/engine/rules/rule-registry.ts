import { productionBranch, type RuleBody, type RuleType, systemQueue } from '../../contract/index.ts'
import type {
  CheckEnvironment,
  CompiledClause,
  CompiledRule,
  CompiledRuleSet,
  CompileOptions,
  ListReader,
  RuleSource,
  VelocityInfo,
} from '../../fql/index.ts'
import type { Ports } from '../../ports/index.ts'
import { type AssessmentLookup, createCheckEnvironment } from '../assessments/assessment-info.ts'
import { createChainStore } from '../explain/chain-store.ts'
import type { ResourceRegistry } from '../resources/resource-registry.ts'
import { compileStoredRules, type RuleRow } from './compile-rule-set.ts'

/** A published rule ready to run. */
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
/** The rules of one environment. `firstMatch`: the chain ends here, and after the first rule that is selected. */
export interface RuleSet {
  environmentId: string
  firstMatch: boolean
  rules: readonly PublishedRule[]
  /** The rules as programs, each at its place in `rules`; without them they run one by one. */
  programs?: RuleSetPrograms | null
}
export type RuleSetPrograms = Pick<CompiledRuleSet, 'segments' | 'prefetchableReads'>
/** Rule sets from the root down to the environment itself. */
export type RuleChain = readonly RuleSet[]
/** An experiment: a share of the events runs through the chain of a branch, too, after they were answered. */
export interface ExperimentChain {
  experimentId: string
  share: number
  endsAt: Date | null /** Else calls give their default responses. */
  callExternal: boolean
  chain: PublishedChain
}
export interface PublishedChain {
  /** Decision rules, as far as they are reached. */
  sets: RuleChain
  /** Post-decision actions. */
  actions: RuleChain
  routing: RuleChain
  /** Something in it may have to be waited for; without, it runs at once. */
  waits: boolean
  /** Names what the store keeps of the decision rules for explanations; null without rules. */
  storedChainId: string | null
  experiments: readonly ExperimentChain[]
}

export interface RuleRegistry {
  /**
   * Chain of an assessment in an environment; read from the store once for an environment that is not known yet. With a
   * branch its rules stand in for those of production where it belongs; null when there is no such branch.
   */
  loadChain: (
    environmentId: string,
    eventType: string,
    branch?: string,
  ) => PublishedChain | null | Promise<PublishedChain | null>
  /** Reads what is published. Running events keep the chain they began with. */
  reload: () => Promise<void>
  /** Answer 409 instead of the stored answer for a repeated id. */
  rejectsDuplicates: (environmentId: string) => boolean
  /** Queues that a routing rule of this environment can name. */
  queuesOf: (environmentId: string) => readonly string[]
  /** What a rule of an environment can name; null for an assessment that it does not have. */
  checkOf: (environmentId: string, eventType: string, type: RuleType) => CheckEnvironment | null
}

/** Setting (scope: environment id): true answers 409 to a repeated assessment id. */
const duplicateSetting = 'rejectRepeatedIds'
/** Setting (scope: environment id): names of its queues beside the system's. */
export const queuesSetting = 'caseManagement.queues'

/** The lists of all environments. */
export interface RuleLists {
  /** Reads names and columns, before rules are compiled with them. */
  reload: (environmentId?: string) => Promise<void>
  checkLists: (environmentId: string) => CheckEnvironment['lists']
  /** Changes when names or columns do. */
  signature: (environmentId: string) => string
  /** Has the rows at hand that published rules read. */
  loadForRules: (environmentId: string, rules: readonly RuleSource[]) => Promise<void>
  /** The same for a rule that is tried once. */
  loadForTrial: (environmentId: string, rules: readonly RuleSource[]) => Promise<void>
  reader: ListReader
}

export interface RuleRegistryDeps extends Pick<Ports, 'db' | 'log' | 'clock'> {
  assessments: AssessmentLookup
  /** None when absent. */
  lists?: RuleLists | undefined
  /** Velocities, functions and calls that rules can name; none when absent. */
  resources?: ResourceRegistry | undefined
  /** Hears which velocities are read over seconds or minutes. */
  velocities?: { keepFine: (velocities: readonly VelocityInfo[]) => void } | undefined
}

interface CachedRuleSet {
  signature: string
  rules: readonly PublishedRule[]
  programs: RuleSetPrograms | null
}
interface State {
  /** By environment, then by assessment. */
  chains: ReadonlyMap<string, ReadonlyMap<string, PublishedChain>>
  /** By environment, then by assessment and branch. */
  branches: ReadonlyMap<string, ReadonlyMap<string, PublishedChain>>
  compiled: ReadonlyMap<string, CachedRuleSet>
  rejecting: ReadonlySet<string>
  queues: ReadonlyMap<string, readonly string[]>
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
const systemQueues: readonly string[] = [systemQueue]
const setKey = (environmentId: string, eventType: string, branch: string, type: RuleType): string =>
  `${environmentId}\n${eventType}\n${type === 'routing' ? '' : branch}\n${type}`
const branchKey = (eventType: string, branch: string): string => `${eventType}\n${branch}`

/** Keeps the published rules of every environment compiled; a publish compiles only the rules of its own set. */
export function createRuleRegistry(deps: RuleRegistryDeps, mode: CompileOptions['mode']): RuleRegistry {
  const { db, log, clock, assessments, lists, resources, velocities } = deps
  let state: State = {
    chains: new Map(),
    branches: new Map(),
    compiled: new Map(),
    rejecting: new Set(),
    queues: new Map(),
  }
  const storeChains = createChainStore(db)
  let running: Promise<void> | null = null
  let again: Promise<void> | null = null

  async function load(): Promise<void> {
    await resources?.reload()
    const [environments, rows, settings, evaluations, branches, experiments] = await Promise.all([
      db.selectFrom('environment').select(['id', 'parent_id']).execute(),
      db
        .selectFrom('rule')
        .select(['id', 'environment_id', 'event_type', 'type', 'branch', 'name', 'version', 'position', 'body'])
        .where('status', '=', 'active')
        .orderBy('environment_id')
        .orderBy('position')
        .orderBy('id')
        .execute(),
      db
        .selectFrom('setting')
        .select(['scope', 'key', 'value'])
        .where('key', 'in', [duplicateSetting, queuesSetting])
        .execute(),
      db
        .selectFrom('rule_setting')
        .select(['environment_id', 'event_type'])
        .where('evaluation', '=', 'first')
        .execute(),
      db.selectFrom('rule_branch').select(['id', 'environment_id', 'event_type', 'api_name']).execute(),
      db
        .selectFrom('rule_experiment')
        .select(['id', 'branch_id', 'share', 'ends_at', 'call_external'])
        .where('stopped_at', 'is', null)
        .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', clock())]))
        .execute(),
    ])
    const parents = new Map(environments.map(row => [row.id, row.parent_id]))
    const pathOf = (id: string): string[] => {
      const path: string[] = []
      for (let at: string | null | undefined = id; at != null && !path.includes(at); at = parents.get(at))
        path.unshift(at)
      return path
    }
    const queues = queuesByEnvironment(
      settings.filter(row => row.key === queuesSetting),
      environments.map(({ id }) => id),
      pathOf,
    )
    const rulesIn = Map.groupBy(rows, row => row.environment_id)
    for (const { id } of environments) {
      const texts = [...(rulesIn.get(id) ?? []).map(row => row.body as RuleBody), ...(resources?.texts(id) ?? [])]
      if (texts.length > 0) await lists?.loadForRules(id, texts)
    }
    const compiled = new Map<string, CachedRuleSet>()
    for (const [key, list] of Map.groupBy(rows as RuleRow[], row =>
      setKey(row.environment_id, row.event_type, row.branch, row.type),
    )) {
      const { environment_id: environmentId, event_type: eventType, type } = list[0] as RuleRow
      const check = checkIn(environmentId, eventType, type, queues.get(environmentId))
      const signature = JSON.stringify([
        list.map(({ id, version, position }) => [id, version, position]),
        check?.attributes.size,
        [...(check?.queues ?? [])],
        lists?.signature(environmentId),
        resources?.signature(environmentId),
      ])
      const before = state.compiled.get(key)
      compiled.set(
        key,
        before?.signature === signature
          ? before
          : { signature, ...compileStoredRules(list, check, () => former(environmentId, check), mode, log) },
      )
    }

    const first = new Set(evaluations.map(row => `${row.environment_id}\n${row.event_type}`))
    /** The rules along a path; `at` names the environment whose production rules a branch stands in for. */
    const chainAlong = (
      path: readonly string[],
      eventType: string,
      at?: { environmentId: string; branch: string },
    ): PublishedChain => {
      const setsOf = (type: RuleType): RuleSet[] =>
        path.flatMap(environmentId => {
          const set = compiled.get(
            setKey(environmentId, eventType, environmentId === at?.environmentId ? at.branch : productionBranch, type),
          )
          return set === undefined
            ? []
            : [
                {
                  environmentId,
                  firstMatch: first.has(`${environmentId}\n${eventType}`),
                  rules: set.rules,
                  programs: set.programs,
                },
              ]
        })
      // Below an environment that takes the first matching rule only, no rules run.
      const end = path.findIndex(environmentId => first.has(`${environmentId}\n${eventType}`))
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
    const chains = new Map<string, Map<string, PublishedChain>>()
    const branched = new Map<string, Map<string, PublishedChain>>()
    for (const { id } of environments) {
      const path = pathOf(id)
      const own = new Map<string, PublishedChain>()
      const of = new Map<string, PublishedChain>()
      for (const branch of branches) {
        if (!path.includes(branch.environment_id)) continue
        of.set(
          branchKey(branch.event_type, branch.api_name),
          chainAlong(path, branch.event_type, { environmentId: branch.environment_id, branch: branch.api_name }),
        )
      }
      const shadowsOf = (eventType: string): ExperimentChain[] =>
        branches.flatMap((branch): ExperimentChain[] => {
          const experiment =
            branch.event_type === eventType ? experiments.find(each => each.branch_id === branch.id) : undefined
          const chain = of.get(branchKey(branch.event_type, branch.api_name))
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
      const eventTypes = new Set([
        ...path.flatMap(environmentId => rulesIn.get(environmentId)?.map(row => row.event_type) ?? []),
        ...branches.map(branch => branch.event_type),
      ])
      for (const eventType of eventTypes)
        own.set(eventType, { ...chainAlong(path, eventType), experiments: shadowsOf(eventType) })
      if (own.size > 0 || !chains.has(id)) chains.set(id, own)
      if (of.size > 0) branched.set(id, of)
    }
    const rejecting = new Set(
      settings.filter(row => row.key === duplicateSetting && row.value === true).map(row => row.scope),
    )
    const stored = await storeChains(chains)
    // Before the rules run that read them.
    velocities?.keepFine([
      ...new Set([
        ...[...compiled.values()].flatMap(({ rules }) => rules.flatMap(rule => rule.compiled.fineVelocities)),
        ...(resources?.fineVelocities() ?? []),
      ]),
    ])
    state = { chains: stored, branches: branched, compiled, rejecting, queues }
  }

  function checkIn(
    environmentId: string,
    eventType: string,
    type: RuleType,
    queues: readonly string[] | undefined,
  ): CheckEnvironment | null {
    const assessment = assessments.find(environmentId, eventType)
    if (assessment === null) return null
    const own = lists?.checkLists(environmentId)
    return {
      ...createCheckEnvironment(assessment, type),
      ...(own === undefined ? {} : { lists: own }),
      ...resources?.check(environmentId),
      ...(type === 'routing' ? { queues: new Set((queues ?? systemQueues).map(name => name.toLowerCase())) } : {}),
    }
  }

  /** What rules can name, with properties of functions as they were before they changed. */
  function former(environmentId: string, check: CheckEnvironment | null): CheckEnvironment | null {
    const known = check === null ? null : (resources?.checkWithFormerProperties(environmentId) ?? null)
    return known === null ? null : ({ ...check, ...known } as CheckEnvironment)
  }

  /** One load at a time; who asks while one runs gets the next, which sees what was committed before the asking. */
  function reload(): Promise<void> {
    if (running === null) {
      running = load().finally(() => {
        running = null
      })
      return running
    }
    again ??= running
      .catch(() => undefined)
      .then(() => {
        again = null
        return reload()
      })
    return again
  }

  function find(
    environmentId: string,
    eventType: string,
    branch: string | undefined,
  ): PublishedChain | null | undefined {
    const own = state.chains.get(environmentId)
    if (own === undefined) return undefined
    if (branch === undefined || branch === productionBranch) return own.get(eventType) ?? emptyChain
    return state.branches.get(environmentId)?.get(branchKey(eventType, branch)) ?? null
  }

  return {
    reload,
    rejectsDuplicates: environmentId => state.rejecting.has(environmentId),
    queuesOf: environmentId => state.queues.get(environmentId) ?? systemQueues,
    checkOf: (environmentId, eventType, type) =>
      checkIn(environmentId, eventType, type, state.queues.get(environmentId)),
    loadChain(environmentId, eventType, branch) {
      const found = find(environmentId, eventType, branch)
      return found === undefined
        ? reload().then(() => find(environmentId, eventType, branch) ?? (branch === undefined ? emptyChain : null))
        : found
    },
  }
}

/** The system's queue, and what settings of the environment and its ancestors name. */
function queuesByEnvironment(
  settings: readonly { scope: string; value: unknown }[],
  environmentIds: readonly string[],
  pathOf: (id: string) => string[],
): Map<string, readonly string[]> {
  const own = new Map(
    settings.map(row => [
      row.scope,
      Array.isArray(row.value) ? row.value.filter((name): name is string => typeof name === 'string') : [],
    ]),
  )
  const result = new Map<string, readonly string[]>()
  if (own.size === 0) return result
  for (const id of environmentIds) {
    const names = pathOf(id).flatMap(at => own.get(at) ?? [])
    if (names.length > 0) result.set(id, [...new Set([systemQueue, ...names])])
  }
  return result
}

/** True when a part of the rule may have to wait. */
export const waits = ({ compiled }: Pick<PublishedRule, 'compiled'>): boolean =>
  compiled.conditionWaits || compiled.clauses.some(clause => clause.waits)
