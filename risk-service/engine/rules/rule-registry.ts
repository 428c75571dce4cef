import { runInSlices } from '../../contract/cooperative.ts'
import { productionBranch, type RuleBody, type RuleType } from '../../contract/index.ts'
import type { CheckEnvironment, CompileOptions, VelocityInfo } from '../../fql/index.ts'
import type { Ports } from '../../ports/index.ts'
import { type AssessmentLookup, createCheckEnvironment } from '../assessments/assessment-info.ts'
import { type ContainmentIndex, loadContainments } from '../attacks/containments.ts'
import type { SharingIndex } from '../booster/load-sharing.ts'
import type { RuleLists } from '../lists/types.ts'
import type { ResourceRegistry } from '../resources/types.ts'
import { assembleChains, branchKey, type ChainMap, type CompiledSet, setKey } from './assemble-chains.ts'
import { createChainStore } from './chain-store.ts'
import { compileStoredRules, type RuleRow } from './compile-rule-set.ts'
import { loadPublishedRules, type PublishedRules } from './load-published-rules.ts'
import { emptyChain, type PublishedChain } from './published-chain.ts'
import { queuesByEnvironment, systemQueues } from './queues.ts'
import type { SnoozeIndex } from './snoozes.ts'

export interface RuleRegistry {
  /**
   * Loads the chain of an assessment in an environment; read from the store once for an environment that is not loaded
   * yet. The rules of a branch replace those of production in its environment; null for an unknown branch.
   */
  loadChain: (
    environmentId: string,
    eventType: string,
    branch?: string,
  ) => PublishedChain | null | Promise<PublishedChain | null>
  /** Reads the published rules. Events in progress continue with their chain. */
  reload: () => Promise<void>
  /** Reads what is contained, without the rules: attacks take further keys every few seconds. */
  reloadContainments: () => Promise<void>
  /** Whether a repeated id is answered with 409 instead of the stored answer. */
  rejectsDuplicates: (environmentId: string) => boolean
  /** Snoozes of decision rules that can concern events of this environment; undefined for none. */
  snoozesIn: (environmentId: string) => ReturnType<SnoozeIndex['get']>
  /** Containments of attacks on this environment; undefined for none. */
  containmentsIn: (environmentId: string) => ReturnType<ContainmentIndex['get']>
  /** What this environment shares with the banks of its customers; undefined for nothing. */
  sharingIn: (environmentId: string) => ReturnType<SharingIndex['get']>
  /** Queues that a routing rule of this environment can name. */
  queuesOf: (environmentId: string) => readonly string[]
  /** The names that a rule of an environment can use; null for an assessment that the environment lacks. */
  checkOf: (environmentId: string, eventType: string, type: RuleType) => CheckEnvironment | null
}

export interface RuleRegistryDeps extends Pick<Ports, 'db' | 'log' | 'clock'> {
  assessments: AssessmentLookup
  /** None when absent. */
  lists?: RuleLists | undefined
  /** Velocities, functions and calls that rules can name; none when absent. */
  resources?: ResourceRegistry | undefined
  /** Receives the velocities that are read over seconds or minutes. */
  velocities?: { retainFineBuckets: (velocities: readonly VelocityInfo[]) => void } | undefined
}

/** `signature` changes with the rules of the set and with the names that they can use. */
interface CachedRuleSet extends CompiledSet {
  signature: string
}
interface State {
  chains: ChainMap
  branches: ChainMap
  compiled: ReadonlyMap<string, CachedRuleSet>
  rejecting: ReadonlySet<string>
  queues: ReadonlyMap<string, readonly string[]>
  snoozes: SnoozeIndex
  containments: ContainmentIndex
  sharing: SharingIndex
}

/**
 * Creates the registry of the compiled published rules of every environment; a publish compiles only the rules of its
 * own set.
 */
export function createRuleRegistry(deps: RuleRegistryDeps, mode: CompileOptions['mode']): RuleRegistry {
  const { db, log, assessments, lists, resources, velocities } = deps
  let state: State = {
    chains: new Map(),
    branches: new Map(),
    compiled: new Map(),
    rejecting: new Set(),
    queues: new Map(),
    snoozes: new Map(),
    containments: new Map(),
    sharing: new Map(),
  }
  const storeChains = createChainStore(db)
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function load(): Promise<void> {
    await resources?.reload()
    const published = await loadPublishedRules(deps)
    const { environments, rows, settings } = published
    const pathOf = createPathLookup(environments)
    const queues = queuesByEnvironment(published.queues)
    const rulesIn = Map.groupBy(rows, row => row.environment_id)
    for (const { id } of environments) {
      const texts = [...(rulesIn.get(id) ?? []).map(row => row.body as RuleBody), ...(resources?.texts(id) ?? [])]
      if (texts.length > 0) await lists?.loadForRules(id, texts)
    }
    const compiled = await runInSlices(compileSets(rows, queues))
    const { chains, branches } = assembleChains(published, compiled, pathOf)
    const rejecting = new Set(settings.filter(row => row.value === true).map(row => row.scope))
    const stored = await storeChains(chains)
    // Before the first run of rules that read them.
    velocities?.retainFineBuckets([
      ...new Set([
        ...[...compiled.values()].flatMap(({ rules }) => rules.flatMap(rule => rule.compiled.fineVelocities)),
        ...(resources?.fineVelocities() ?? []),
      ]),
    ])
    const { snoozes, containments, sharing } = published
    state = { chains: stored, branches, compiled, rejecting, queues, snoozes, containments, sharing }
  }

  /** Compiles the sets whose rules, or the names that these can use, changed; decisions go on meanwhile. */
  function* compileSets(
    rows: PublishedRules['rows'],
    queues: ReadonlyMap<string, readonly string[]>,
  ): Generator<undefined, Map<string, CachedRuleSet>> {
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
          : {
              signature,
              ...(yield* compileStoredRules(list, check, () => withFormerProperties(environmentId, check), mode, log)),
            },
      )
    }
    return compiled
  }

  function checkIn(
    environmentId: string,
    eventType: string,
    type: RuleType,
    queues: readonly string[] | undefined,
  ): CheckEnvironment | null {
    const assessment = assessments.find(environmentId, eventType)
    if (assessment === null) return null
    const checkLists = lists?.checkLists(environmentId)
    return {
      ...createCheckEnvironment(assessment, type),
      ...(checkLists === undefined ? {} : { lists: checkLists }),
      ...resources?.check(environmentId),
      ...(type === 'routing' ? { queues: new Set((queues ?? systemQueues).map(name => name.toLowerCase())) } : {}),
    }
  }

  /** Returns the names that rules can use, with properties of functions in their form before they changed. */
  function withFormerProperties(environmentId: string, check: CheckEnvironment | null): CheckEnvironment | null {
    const available = check === null ? null : (resources?.checkWithFormerProperties(environmentId) ?? null)
    return available === null ? null : ({ ...check, ...available } as CheckEnvironment)
  }

  /** One load at a time; a call during a load gets the next one, which sees everything committed before the call. */
  function reload(): Promise<void> {
    if (running === null) {
      running = load().finally(() => {
        running = null
      })
      return running
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        return reload()
      })
    return next
  }

  async function reloadContainments(): Promise<void> {
    for (;;) {
      while (running !== null) await running.catch(() => undefined)
      const before = state
      const containments = await loadContainments(db, deps.clock())
      // A load meanwhile may have read a later state than this.
      if (running !== null || state !== before) continue
      state = { ...state, containments }
      return
    }
  }

  function find(
    environmentId: string,
    eventType: string,
    branch: string | undefined,
  ): PublishedChain | null | undefined {
    const chains = state.chains.get(environmentId)
    if (chains === undefined) return undefined
    if (branch === undefined || branch === productionBranch) return chains.get(eventType) ?? emptyChain
    return state.branches.get(environmentId)?.get(branchKey(eventType, branch)) ?? null
  }

  return {
    reload,
    reloadContainments,
    rejectsDuplicates: environmentId => state.rejecting.has(environmentId),
    snoozesIn: environmentId => state.snoozes.get(environmentId),
    containmentsIn: environmentId => state.containments.get(environmentId),
    sharingIn: environmentId => state.sharing.get(environmentId),
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

/** Creates a look-up of the path from the root to an environment. */
function createPathLookup(environments: PublishedRules['environments']): (id: string) => string[] {
  const parents = new Map(environments.map(row => [row.id, row.parent_id]))
  return id => {
    const path: string[] = []
    for (let at: string | null | undefined = id; at != null && !path.includes(at); at = parents.get(at))
      path.unshift(at)
    return path
  }
}
