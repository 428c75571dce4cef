import type { PublishedVelocity, ResourceRegistry, VelocitySource } from '../../../engine/resources/types.ts'
import { parseVelocity } from '../../../engine/resources/velocity-text.ts'
import { countSync, matchingVelocities } from '../../../engine/velocities/index.ts'
import {
  type CompiledVelocitySet,
  type CompileOptions,
  compileVelocitySets,
  FqlError,
  type RuleReads,
  type Scope,
  type VelocityInfo,
} from '../../../fql/index.ts'
import type { VelocityReplay } from './velocity-replay.ts'

/**
 * A velocity set reduced to the velocities that are read. `owners`: by velocity, one for each environment that the set
 * is part of.
 */
interface CountedVelocitySet {
  compiled: CompiledVelocitySet
  environmentIds: readonly string[]
  owners: readonly (readonly { environmentId: string; number: number }[])[]
}

export interface VelocityCounting {
  /** Environments whose velocities are read: their events and those of all environments below them count. */
  environmentIds: ReadonlySet<string>
  /** Assessments that count, in lower case. */
  eventTypes: ReadonlySet<string>
  /** Length of the time (ms) before the first decided event from which events have to be read. */
  reach: number
  reads: readonly RuleReads[]
  /** Observations count too, which are not part of the history. */
  others: boolean
  /**
   * Adds the contributions of an event to the velocities of its environment and of those above (`path`), all computed
   * before any is added. `types`: names of the event in lower case. A definition that fails contributes nothing.
   */
  add: (path: readonly string[], types: readonly string[], scopeOf: () => Scope, at: number) => void
}

/**
 * Returns the sets of an environment that define some of the required velocities, reduced to those; one set for all
 * environments that share it.
 */
function reduceSets(
  required: ReadonlySet<VelocityInfo>,
  resources: ResourceRegistry,
): { source: VelocitySource; owners: ReadonlyMap<string, PublishedVelocity>[] }[] {
  const found = new Map<
    string,
    { source: VelocitySource; names: Set<string>; owners: ReadonlyMap<string, PublishedVelocity>[] }
  >()
  for (const environmentId of new Set(
    [...required].flatMap(info => ('environmentId' in info ? [String(info.environmentId)] : [])),
  )) {
    for (const source of resources.velocitySources(environmentId)) {
      const own = new Map(source.names.filter(info => required.has(info)).map(info => [info.name.toLowerCase(), info]))
      if (own.size === 0) continue
      const place = source.shared ?? source.id
      const entry = found.get(place) ?? { source, names: new Set<string>(), owners: [] }
      found.set(place, entry)
      for (const name of own.keys()) entry.names.add(name)
      entry.owners.push(own)
    }
  }
  return [...found.values()].map(({ source, names, owners }) => {
    const velocities = source.source.velocities.filter(text => names.has(parseVelocity(text)?.name.toLowerCase() ?? ''))
    const { condition } = source.source
    return {
      owners,
      source: {
        ...source,
        source: {
          velocities,
          condition: source.shared === undefined ? condition : removeUnused(condition, velocities),
        },
      },
    }
  })
}

/**
 * Removes the LETs that nothing uses any more from a condition of the product's own sets: each is one line, and none
 * can fail.
 */
function removeUnused(condition: string, velocities: readonly string[]): string {
  const lines = condition.split('\n')
  return lines
    .filter((line, at) => {
      const name = /^LET (\$\w+) =/.exec(line)?.[1]
      return (
        name === undefined || [...lines.slice(at + 1), ...velocities].some(text => text.split(/[^$\w]/).includes(name))
      )
    })
    .join('\n')
}

/**
 * Creates the counting for rules that read these velocities, including those that the velocities read in turn. Null
 * when the rules read none.
 */
export function createVelocityCounting(
  reads: readonly RuleReads[],
  resources: ResourceRegistry,
  velocities: Pick<VelocityReplay, 'number' | 'add'>,
  mode: CompileOptions['mode'],
): VelocityCounting | null {
  const longest = new Map<VelocityInfo, number>()
  const note = (each: RuleReads): number => {
    for (const [info, time] of each.velocities) longest.set(info, Math.max(longest.get(info) ?? 0, time))
    return Math.max(0, ...each.velocities.values())
  }
  let reach = Math.max(0, ...reads.map(note))
  if (longest.size === 0) return null
  for (;;) {
    const before = longest.size
    const slim = reduceSets(new Set(longest.keys()), resources)
    const compiled = compileReducedSets(
      slim.map(each => each.source),
      mode,
    )
    const further = [...new Set(compiled.flatMap(each => (each === null ? [] : [each.rule.reads])))]
    // A velocity that reads another one depends on much earlier events of that one.
    reach += Math.max(0, ...further.map(note))
    if (longest.size > before) continue
    const sets = slim.flatMap(({ owners }, at): CountedVelocitySet[] => {
      const set = compiled[at]
      return set == null
        ? []
        : [
            {
              compiled: set,
              environmentIds: owners.flatMap(own => [...own.values()].slice(0, 1).map(info => info.environmentId)),
              owners: set.velocities.map(({ name, aggregate }) =>
                owners.flatMap(own => {
                  const info = own.get(name.toLowerCase())
                  return info === undefined
                    ? []
                    : [
                        {
                          environmentId: info.environmentId,
                          number: velocities.number(info, aggregate, longest.get(info) ?? 0),
                        },
                      ]
                }),
              ),
            },
          ]
    })
    const events = sets.flatMap(({ compiled: { velocities: own } }) => own.flatMap(velocity => velocity.events))
    return {
      environmentIds: new Set(sets.flatMap(set => set.environmentIds)),
      reach,
      reads: further,
      add: createAdder(sets, velocities),
      eventTypes: new Set(
        events.filter(event => event.observation === null).map(event => event.assessment.toLowerCase()),
      ),
      others: events.some(event => event.observation !== null),
    }
  }
}

/** Compiles the sets together, so that an event is read once for all; a set with errors counts nothing. */
function compileReducedSets(
  sources: readonly VelocitySource[],
  mode: CompileOptions['mode'],
): (CompiledVelocitySet | null)[] {
  const together = (some: readonly VelocitySource[]) =>
    compileVelocitySets(
      some.map(({ source, check }) => ({ source, env: check })),
      { mode },
    )
  try {
    return together(sources)
  } catch (error) {
    if (!(error instanceof FqlError)) throw error
    return sources.map(source => {
      try {
        return together([source])[0] ?? null
      } catch {
        return null
      }
    })
  }
}

function createAdder(
  sets: readonly CountedVelocitySet[],
  velocities: Pick<VelocityReplay, 'add'>,
): VelocityCounting['add'] {
  const found: (number | string | null)[] = []
  return (path, types, scopeOf, at) => {
    found.length = 0
    let shared: Scope | undefined
    for (const { compiled, environmentIds, owners } of sets) {
      if (!environmentIds.some(id => path.includes(id))) continue
      const places = matchingVelocities(compiled, types)
      if (places.length === 0) continue
      const counted = countSync(
        compiled,
        places,
        compiled.rule.reads.velocities.size > 0 ? scopeOf() : (shared ??= scopeOf()),
        () => undefined,
      )
      for (let index = 0; index < counted.length; index += 3) {
        for (const { environmentId, number } of owners[counted[index] as number] ?? [])
          if (path.includes(environmentId)) found.push(number, counted[index + 1] ?? '', counted[index + 2] ?? null)
      }
    }
    for (let index = 0; index < found.length; index += 3)
      velocities.add(found[index] as number, String(found[index + 1]), found[index + 2] ?? null, at)
  }
}
