import {
  type CheckEnvironment,
  type CompiledVelocitySet,
  type CompileOptions,
  compileVelocitySets,
  compileVelocitySetsInSteps,
  type VelocityInfo,
  type VelocitySetSource,
} from '../../fql/index.ts'
import type { Logger } from '../../ports/index.ts'
import { attributeMap } from '../ingest/attributes.ts'
import type { LoadedResources, PublishedVelocitySet } from './load-resources.ts'
import type { ActiveVelocity, ActiveVelocitySet, ResourceRegistry } from './types.ts'
import { type VelocityAssessmentLookup, type VelocityEvent, velocityEvents } from './velocity-events.ts'
import { parseVelocity } from './velocity-text.ts'

/** Returns the attributes of the events of a set, for the types in its texts. */
export function velocitySetAttributes(
  events: readonly VelocityEvent[],
  texts: readonly string[],
): CheckEnvironment['attributes'] {
  const named = new Set(texts.flatMap(text => parseVelocity(text)?.events.map(name => name.toLowerCase()) ?? []))
  return attributeMap(
    events.filter(({ name }) => named.has(name.toLowerCase())).flatMap(({ attributes }) => attributes),
  )
}

export interface VelocitySetCompiler {
  /**
   * Compiles changed sets, and yields between their texts; the previous sets count until it ends. A set that does not
   * compile counts nothing.
   */
  compile: (state: LoadedResources) => Generator<undefined, void>
  /** Returns the active sets that count an event of an environment: its own and those of its ancestors. */
  activeSets: (environmentId: string) => readonly ActiveVelocitySet[]
  /** Returns the names that a set of an environment can use. */
  checkFor: (environmentId: string, source: VelocitySetSource, events: readonly VelocityEvent[]) => CheckEnvironment
  /** Returns the velocities that velocity sets read over seconds or minutes. */
  fineVelocities: () => readonly VelocityInfo[]
}

/** Creates the compiler of active velocity sets; default sets are compiled once for all environments. */
export function createVelocitySetCompiler({
  log,
  mode,
  assessments,
  signature,
  checkEnvironment,
}: {
  log: Logger
  mode: CompileOptions['mode']
  assessments: VelocityAssessmentLookup
} & Pick<ResourceRegistry, 'signature' | 'checkEnvironment'>): VelocitySetCompiler {
  let compiled = new Map<string, { signature: string; set: CompiledVelocitySet | null }>()
  let active = new Map<string, readonly ActiveVelocitySet[]>()
  let product: ReadonlyMap<string, CompiledVelocitySet> | undefined

  function* compile(state: LoadedResources): Generator<undefined, void> {
    const next = new Map<string, { signature: string; set: CompiledVelocitySet | null }>()
    const own = new Map<string, readonly ActiveVelocitySet[]>()
    for (const [environmentId, { sets }] of state.own) {
      const events = velocityEvents(environmentId, assessments)
      const names = signature(environmentId)
      const eventNames = JSON.stringify(events.map(({ name, attributes }) => [name, attributes.length]))
      const here: ActiveVelocitySet[] = []
      for (const set of sets) {
        if (set.status !== 'active') continue
        // Default sets name nothing of the environment, and the built-in events are the same everywhere.
        const place = set.shared ?? set.id
        const key = set.shared === undefined ? `${names}\n${eventNames}\n${set.version}` : ''
        const old = next.get(place) ?? compiled.get(place)
        const entry =
          old?.signature === key
            ? old
            : {
                signature: key,
                set:
                  set.shared === undefined
                    ? yield* compileOne(environmentId, set, events)
                    : (shared(environmentId, events, sets).get(set.shared) ?? null),
              }
        next.set(place, entry)
        if (entry.set === null) continue
        const infos = new Map(set.names.map(info => [info.name.toLowerCase(), info]))
        const velocities = entry.set.velocities.map(({ name }): ActiveVelocity | null => {
          const info = infos.get(name.toLowerCase())
          return info === undefined ? null : { id: info.id, name, info }
        })
        // Every name got its id with the publish; a set without one was written by other means.
        if (velocities.every((each): each is ActiveVelocity => each !== null))
          here.push({ setId: set.id, environmentId, version: set.version, compiled: entry.set, velocities })
      }
      own.set(environmentId, here)
    }
    const along = new Map<string, readonly ActiveVelocitySet[]>()
    for (const [environmentId, path] of state.paths)
      along.set(
        environmentId,
        path.toReversed().flatMap(id => own.get(id) ?? []),
      )
    compiled = next
    active = along
  }

  /** Compiles the default sets once, and together. */
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
    ...checkEnvironment(environmentId),
    attributes: velocitySetAttributes(events, velocities),
    events: new Set(events.map(({ name }) => name.toLowerCase())),
    kind: 'velocity',
  })

  function* compileOne(
    environmentId: string,
    { id, source }: PublishedVelocitySet,
    events: readonly VelocityEvent[],
  ): Generator<undefined, CompiledVelocitySet | null> {
    try {
      const env = checkFor(environmentId, source, events)
      const [set = null] = yield* compileVelocitySetsInSteps([{ source, env }], { mode })
      return set
    } catch {
      // Publishing checks sets, so a resource that it names no longer exists: this set must not stop the others.
      log.write(3, 'velocities.not-compiled', { setId: id })
      return null
    }
  }

  return {
    compile,
    activeSets: environmentId => active.get(environmentId) ?? [],
    checkFor,
    fineVelocities: () => [...compiled.values()].flatMap(({ set }) => set?.rule.fineVelocities ?? []),
  }
}
