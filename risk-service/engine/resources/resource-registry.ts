import type { FunctionBody } from '../../contract/functions.ts'
import type { DefaultVelocitySet } from '../../contract/velocities/default-velocities.ts'
import type { VelocitySetBody } from '../../contract/velocities/velocities.ts'
import {
  type CheckEnvironment,
  type CompiledVelocitySet,
  type CompileOptions,
  compileVelocitySet,
  compileVelocitySets,
  type FunctionDefinition,
  type FunctionProperty,
  type VelocityInfo,
  type VelocitySetSource,
} from '../../fql/index.ts'
import type { Ports } from '../../ports/index.ts'
import { attributeMap } from '../assessments/attributes.ts'
import type { RuleLists } from '../rules/rule-registry.ts'
import { createDefaultSetCache } from './default-velocity-sets.ts'
import { functionDefinition } from './function-definition.ts'
import { type LoadedResources, loadResources, noResources, type PublishedVelocitySet } from './load-resources.ts'
import { type VelocityAssessmentLookup, type VelocityEvent, velocityEvents } from './velocity-events.ts'
import { type ParsedAggregate, parseVelocity } from './velocity-text.ts'

/** A velocity as readers are handed it. `environmentId` is the one of its set. */
export interface PublishedVelocity extends VelocityInfo {
  id: string
  environmentId: string
  aggregate: ParsedAggregate
}
interface ActiveVelocity {
  /** Stable per environment and name, kept over edits. */ id: string
  name: string /** The object of the check environment. */
  info: PublishedVelocity
}
/** `velocities` in the order of `compiled.velocities`. */
interface ActiveVelocitySet {
  setId: string
  environmentId: string
  version: number
  compiled: CompiledVelocitySet
  velocities: readonly ActiveVelocity[]
}

/** A set before it is compiled. `names`: of its velocities, in any order. */
export interface VelocitySource {
  id: string
  shared?: string | undefined
  source: VelocitySetSource
  names: readonly PublishedVelocity[]
  check: CheckEnvironment
}

/** Names that external calls and assessments have in an environment. */
export interface CallNames {
  reload: (environmentId?: string) => Promise<void>
  infos: (environmentId: string) => Pick<Required<CheckEnvironment>, 'externalCalls' | 'externalAssessments'>
  signature: (environmentId: string) => string
}
/** What rules of an environment can name beside lists. */
export type AvailableResources = Pick<
  CheckEnvironment,
  'velocities' | 'functions' | 'externalCalls' | 'externalAssessments'
>
/** A text that is not in force yet: it takes the place of the published one of its id. */
export interface ResourceTrial {
  functions?: { id: string | null; body: FunctionBody }
  velocitySet?: { id: string | null; body: VelocitySetBody }
}

export interface ResourceRegistry {
  reload: (environmentId?: string) => Promise<void>
  check: (environmentId: string, tried?: ResourceTrial) => AvailableResources
  /**
   * The same with the properties of functions that went or changed their type since they were published: they are their
   * former defaults, so that what uses them goes on. Null when there are none.
   */
  checkWithFormerProperties: (environmentId: string) => AvailableResources | null
  /** Lists beside them: everything that a text of the environment itself can name. */
  checkEnvironment: (environmentId: string, tried?: ResourceTrial) => Omit<CheckEnvironment, 'attributes' | 'kind'>
  /** Changes when names or meanings do: rules are compiled anew. */
  signature: (environmentId: string) => string
  /**
   * Active sets that count an event of this environment: its own and those of its ancestors. Default sets are one
   * program (`compiled`) in all environments: running it once serves them all.
   */
  velocitySets: (environmentId: string) => readonly ActiveVelocitySet[]
  /**
   * Active sets of the environment itself as they are written; those with the same `shared` are the same in all
   * environments.
   */
  velocitySources: (environmentId: string) => readonly VelocitySource[]
  /** Velocities that velocity sets read over seconds or minutes. */
  fineVelocities: () => readonly VelocityInfo[]
  /** The default sets of an environment with the ids they have there. */
  defaultSets: (environmentId: string) => readonly { id: string; set: DefaultVelocitySet }[]
  velocityEvents: (environmentId: string) => VelocityEvent[]
  /** Texts of functions and of the tenant's active velocity sets: rows of lists that they read are kept at hand. */
  texts: (
    environmentId: string,
  ) => readonly { condition: string; clauses: { name: string; section: 'prior'; text: string }[] }[]
}

export interface ResourceRegistryDeps extends Pick<Ports, 'db' | 'log'> {
  assessments: VelocityAssessmentLookup
  lists?: RuleLists | undefined
  calls?: CallNames | undefined
}

/** The events of a set, for the types of what it names. */
export function velocitySetAttributes(
  events: readonly VelocityEvent[],
  texts: readonly string[],
): CheckEnvironment['attributes'] {
  const named = new Set(texts.flatMap(text => parseVelocity(text)?.events.map(name => name.toLowerCase()) ?? []))
  return attributeMap(
    events.filter(({ name }) => named.has(name.toLowerCase())).flatMap(({ attributes }) => attributes),
  )
}

/** Keeps the published velocity sets and functions of every environment at hand, and what they make nameable. */
export function createResourceRegistry(
  { db, log, assessments, lists, calls }: ResourceRegistryDeps,
  mode: CompileOptions['mode'],
): ResourceRegistry {
  let state: LoadedResources = { paths: new Map(), own: new Map() }
  let knowns = new Map<string, AvailableResources>()
  let compiled = new Map<string, { signature: string; set: CompiledVelocitySet | null }>()
  let active = new Map<string, readonly ActiveVelocitySet[]>()
  let product: ReadonlyMap<string, CompiledVelocitySet> | undefined
  const formers = new WeakMap<FunctionDefinition, readonly FunctionProperty[]>()
  const systemSets = createDefaultSetCache()

  async function load(): Promise<void> {
    state = await loadResources(db, systemSets)
    knowns = new Map()
    compileSets()
  }

  /** Compiles what changed; a set that does not compile counts nothing. */
  function compileSets(): void {
    const before = compiled
    compiled = new Map()
    active = new Map()
    for (const [environmentId, { sets }] of state.own) {
      const events = velocityEvents(environmentId, assessments)
      const known = signature(environmentId)
      const eventNames = JSON.stringify(events.map(({ name, attributes }) => [name, attributes.length]))
      const here: ActiveVelocitySet[] = []
      for (const set of sets) {
        if (set.status !== 'active') continue
        // Sets of the product name nothing of the environment, and the built-in events are the same everywhere.
        const place = set.shared ?? set.id
        const key = set.shared === undefined ? `${known}\n${eventNames}\n${set.version}` : ''
        const old = compiled.get(place) ?? before.get(place)
        const made =
          old?.signature === key
            ? old
            : {
                signature: key,
                set:
                  set.shared === undefined
                    ? compileOne(environmentId, set, events)
                    : (shared(environmentId, events, sets).get(set.shared) ?? null),
              }
        compiled.set(place, made)
        if (made.set === null) continue
        const infos = new Map(set.names.map(info => [info.name.toLowerCase(), info]))
        const velocities = made.set.velocities.map(({ name }): ActiveVelocity | null => {
          const info = infos.get(name.toLowerCase())
          return info === undefined ? null : { id: info.id, name, info }
        })
        // Every name got its id with the publish; a set without is one that was written past it.
        if (velocities.every((each): each is ActiveVelocity => each !== null))
          here.push({ setId: set.id, environmentId, version: set.version, compiled: made.set, velocities })
      }
      active.set(environmentId, here)
    }
    const along = new Map<string, readonly ActiveVelocitySet[]>()
    for (const [environmentId, path] of state.paths)
      along.set(
        environmentId,
        path.toReversed().flatMap(id => active.get(id) ?? []),
      )
    active = along
  }

  /** The sets of the product are compiled once, and together. */
  function shared(
    environmentId: string,
    events: readonly VelocityEvent[],
    sets: readonly PublishedVelocitySet[],
  ): ReadonlyMap<string, CompiledVelocitySet> {
    if (product !== undefined) return product
    const own = sets.flatMap(set => (set.shared === undefined ? [] : [{ ...set, shared: set.shared }]))
    try {
      const made = compileVelocitySets(
        own.map(({ source }) => ({ source, env: checkFor(environmentId, source, events) })),
        { mode },
      )
      product = new Map(own.flatMap(({ shared: name }, at) => (made[at] === undefined ? [] : [[name, made[at]]])))
    } catch {
      for (const { id } of own) log.write(3, 'velocities.not-compiled', { setId: id })
      product = new Map()
    }
    return product
  }

  const checkFor = (
    environmentId: string,
    { velocities }: VelocitySetSource,
    events: readonly VelocityEvent[],
  ): CheckEnvironment => ({
    ...environmentOf(environmentId),
    attributes: velocitySetAttributes(events, velocities),
    events: new Set(events.map(({ name }) => name.toLowerCase())),
    kind: 'velocity',
  })

  function compileOne(
    environmentId: string,
    { id, source }: PublishedVelocitySet,
    events: readonly VelocityEvent[],
  ): CompiledVelocitySet | null {
    try {
      return compileVelocitySet(source, checkFor(environmentId, source, events), { mode })
    } catch {
      // Publishing checks sets, so something that it names is gone: it alone must not stop the others.
      log.write(3, 'velocities.not-compiled', { setId: id })
      return null
    }
  }

  function velocitiesOf(environmentId: string, tried: ResourceTrial | undefined): ReadonlyMap<string, VelocityInfo> {
    const own = state.own.get(environmentId) ?? noResources
    const { velocitySet } = tried ?? {}
    if (velocitySet === undefined) return own.velocities
    const names = own.sets.filter(({ id }) => id !== velocitySet.id).flatMap((set): VelocityInfo[] => [...set.names])
    const drafted = velocitySet.body.velocities.flatMap(({ text }): VelocityInfo[] => {
      const found = parseVelocity(text)
      return found === null ? [] : [{ name: found.name }]
    })
    return new Map([...drafted, ...names].map(info => [info.name.toLowerCase(), info]))
  }

  /** The functions of one environment; their code names what `around` has. */
  function functionsIn(
    environmentId: string,
    around: () => CheckEnvironment,
    tried: ResourceTrial['functions'],
  ): ReadonlyMap<string, FunctionDefinition> {
    const known = (state.own.get(environmentId) ?? noResources).functions.filter(({ id }) => id !== tried?.id)
    return new Map(
      [...known, ...(tried === undefined ? [] : [{ body: tried.body, former: [] }])].map(({ body, former }) => {
        const definition = functionDefinition(body, around)
        if (former.length > 0) formers.set(definition, former)
        return [body.name.toLowerCase(), definition]
      }),
    )
  }

  function check(environmentId: string, tried?: ResourceTrial): AvailableResources {
    const cached = tried === undefined ? knowns.get(environmentId) : undefined
    if (cached !== undefined) return cached
    const path = state.paths.get(environmentId) ?? [environmentId]
    const ancestors = path.slice(0, -1)
    const around = (): CheckEnvironment => ({ ...environmentOf(environmentId), ...made, attributes: new Map() })
    const own = functionsIn(environmentId, around, tried?.functions)
    const above = ancestors.map(id => [id, check(id).functions?.own ?? new Map<string, FunctionDefinition>()] as const)
    const made: AvailableResources = {
      velocities: velocitiesOf(environmentId, tried),
      ...calls?.infos(environmentId),
      functions: {
        own,
        root: above[0]?.[1] ?? own,
        ...(above.length === 0 ? {} : { parent: above[above.length - 1]?.[1] ?? own }),
        environments: new Map(above.map(([id, functions]) => [id.toLowerCase(), functions])),
      },
    }
    if (tried === undefined) knowns.set(environmentId, made)
    return made
  }

  function formerly(environmentId: string): AvailableResources | null {
    const known = check(environmentId)
    let some = false
    const back = (
      functions: ReadonlyMap<string, FunctionDefinition> | undefined,
    ): ReadonlyMap<string, FunctionDefinition> =>
      new Map(
        [...(functions ?? [])].map(([key, definition]) => {
          const old = formers.get(definition)
          if (old === undefined) return [key, definition]
          some = true
          const gone = new Set(old.map(({ name }) => name.toLowerCase()))
          return [
            key,
            {
              ...definition,
              properties: [...definition.properties.filter(({ name }) => !gone.has(name.toLowerCase())), ...old],
            },
          ]
        }),
      )
    const { own, root, parent, environments } = known.functions ?? {}
    const functions = {
      own: back(own),
      root: back(root),
      ...(parent === undefined ? {} : { parent: back(parent) }),
      environments: new Map([...(environments ?? [])].map(([id, each]) => [id, back(each)])),
    }
    return some ? { ...known, functions } : null
  }

  function environmentOf(environmentId: string, tried?: ResourceTrial): Omit<CheckEnvironment, 'attributes' | 'kind'> {
    return {
      ...check(environmentId, tried),
      ...(lists === undefined ? {} : { lists: lists.checkLists(environmentId) }),
    } as Omit<CheckEnvironment, 'attributes' | 'kind'>
  }

  function signature(environmentId: string): string {
    const path = state.paths.get(environmentId) ?? [environmentId]
    return path
      .map(id => {
        const { velocities, functions } = state.own.get(id) ?? noResources
        // What ancestors have matters only through their functions.
        if (id !== environmentId && functions.length === 0) return ''
        return JSON.stringify([
          [...velocities.values()].map(info => [info.id, info.name, info.aggregate]),
          functions.map(({ id: functionId, version }) => [functionId, version]),
          calls?.signature(id),
          lists?.signature(id),
        ])
      })
      .join('\n')
  }

  return {
    async reload(environmentId) {
      await calls?.reload(environmentId)
      await load()
    },
    check,
    checkWithFormerProperties: formerly,
    checkEnvironment: environmentOf,
    signature,
    velocitySets: environmentId => active.get(environmentId) ?? [],
    velocitySources(environmentId) {
      const events = velocityEvents(environmentId, assessments)
      return (state.own.get(environmentId) ?? noResources).sets
        .filter(({ status }) => status === 'active')
        .map(({ id, shared: name, source, names }) => ({
          id,
          shared: name,
          source,
          names,
          check: checkFor(environmentId, source, events),
        }))
    },
    fineVelocities: () => [...compiled.values()].flatMap(({ set }) => set?.rule.fineVelocities ?? []),
    defaultSets: environmentId => systemSets.cached(environmentId),
    velocityEvents: environmentId => velocityEvents(environmentId, assessments),
    texts(environmentId) {
      const { sets, functions } = state.own.get(environmentId) ?? noResources
      const asClauses = (texts: readonly string[]) => texts.map(text => ({ name: '', section: 'prior' as const, text }))
      return [
        ...sets
          .filter(({ status, shared }) => status === 'active' && shared === undefined)
          .map(({ source }) => ({ condition: source.condition, clauses: asClauses(source.velocities) })),
        ...functions.map(({ body }) => ({
          condition: '',
          clauses: asClauses(body.properties.map(({ code }) => code)),
        })),
      ]
    },
  }
}
