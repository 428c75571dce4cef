import {
  type ClauseOutcome,
  type CompiledVelocitySet,
  runClause,
  type Scope,
  testCondition,
  type VelocityAggregate,
} from '../../../fql/index.ts'
import { storageKey } from '../../lib/murmur-hash.ts'
import type { PublishedVelocity } from '../../resources/types.ts'
import type { CountedSet, CountedValue, VelocityContribution } from './contribution-types.ts'

/** The contribution of an event to a velocity, before the velocity has its number. */
export interface Contribution {
  velocity: PublishedVelocity
  group: string
  value: CountedValue
}

/**
 * Collects the contributions of an event to the velocities of these sets. `types`: names of the event, an assessment or
 * `assessment:observation`, in any case. When one velocity reads another, this event is not included yet. `failed` is
 * called for a definition that threw: it counts nothing.
 */
export async function collectContributions(
  sets: readonly CountedSet[],
  types: readonly string[],
  scopeOf: () => Scope,
  failed: (error: unknown) => void,
): Promise<Contribution[]> {
  const found: Contribution[] = []
  await visitContributions(sets, types, scopeOf, failed, (velocity, group, value) =>
    found.push({ velocity, group, value }),
  )
  return found
}

/** Visits the same contributions one by one. */
export async function visitContributions(
  sets: readonly CountedSet[],
  types: readonly string[],
  scopeOf: () => Scope,
  failed: (error: unknown) => void,
  visit: (velocity: PublishedVelocity, group: string, value: CountedValue) => void,
): Promise<void> {
  const lowerCaseTypes = types.map(type => type.toLowerCase())
  /** One program may serve several environments: it runs once. */
  const ran = new Map<CompiledVelocitySet, CountedValues>()
  /** Sets that were compiled together read the event once. */
  const scopes = new Map<object, Scope>()
  function scopeFor({ batch: together }: CompiledVelocitySet, velocities: number): Scope | undefined {
    let scope = scopes.get(together)
    try {
      if (scope === undefined) scopes.set(together, (scope = scopeOf()))
    } catch (error) {
      for (let each = 0; each < velocities; each++) failed(error)
    }
    return scope
  }
  for (const { compiled, velocities } of sets) {
    let counted = ran.get(compiled)
    if (counted === undefined) {
      const places = matchingVelocities(compiled, lowerCaseTypes)
      const scope = places.length === 0 ? undefined : scopeFor(compiled, places.length)
      const running =
        scope === undefined
          ? noValues
          : waits(compiled)
            ? countAsync(compiled, places, scope, failed)
            : countSync(compiled, places, scope, failed)
      ran.set(compiled, (counted = running instanceof Promise ? await running : running))
    }
    for (let at = 0; at < counted.length; at += 3) {
      const info = velocities[counted[at] as number]?.info
      if (info !== undefined) visit(info as PublishedVelocity, counted[at + 1] as string, counted[at + 2] ?? null)
    }
  }
}

/** Alternately the index of a velocity in its set, the group, and the value. */
type CountedValues = CountedValue[]
const noValues: CountedValues = []

const waits = ({ rule, velocities }: CompiledVelocitySet): boolean =>
  rule.conditionWaits || velocities.some(({ clause }) => clause.waits)

/** Returns the counts of an event in a set, all of whose readers are synchronous. `places`: of `matchingVelocities`. */
export function countSync(
  { rule, velocities }: CompiledVelocitySet,
  places: readonly number[],
  scope: Scope,
  failed: (error: unknown) => void,
): CountedValues {
  const counted: CountedValues = []
  try {
    if (!rule.condition(scope)) return noValues
  } catch (error) {
    failed(error)
    return noValues
  }
  for (const place of places) {
    const velocity = velocities[place]
    if (velocity === undefined) continue
    try {
      addCounted(counted, place, velocity.aggregate, velocity.clause.run(scope))
    } catch (error) {
      failed(error)
    }
  }
  return counted
}

async function countAsync(
  { rule, velocities }: CompiledVelocitySet,
  places: readonly number[],
  scope: Scope,
  failed: (error: unknown) => void,
): Promise<CountedValues> {
  const counted: CountedValues = []
  try {
    if (!(await testCondition(rule, scope))) return noValues
  } catch (error) {
    failed(error)
    return noValues
  }
  for (const place of places) {
    const velocity = velocities[place]
    if (velocity === undefined) continue
    try {
      addCounted(counted, place, velocity.aggregate, await runClause(velocity.clause, scope))
    } catch (error) {
      failed(error)
    }
  }
  return counted
}

function addCounted(
  counted: CountedValues,
  place: number,
  aggregate: VelocityAggregate,
  { contribution }: ClauseOutcome,
): void {
  if (contribution === undefined || contribution.group === '') return
  const value =
    aggregate === 'distinct'
      ? storageKey(String(contribution.value ?? ''))
      : aggregate === 'sum'
        ? Number(contribution.value)
        : null
  if (value === '' || (typeof value === 'number' && !Number.isFinite(value))) return
  counted.push(place, storageKey(contribution.group), value)
}

/** By set and names of the event, in lower case: the velocities that count it. */
const byNames = new WeakMap<CompiledVelocitySet, Map<string, readonly number[]>>()
export function matchingVelocities(set: CompiledVelocitySet, types: readonly string[]): readonly number[] {
  let placesByName = byNames.get(set)
  if (placesByName === undefined) byNames.set(set, (placesByName = new Map()))
  const name = types.join('\n')
  let places = placesByName.get(name)
  if (places === undefined)
    placesByName.set(
      name,
      (places = set.velocities.flatMap(({ events }, place) =>
        events.some(event => types.includes(eventName(event))) ? [place] : [],
      )),
    )
  return places
}

const eventName = ({ assessment, observation }: { assessment: string; observation: string | null }): string =>
  (observation === null ? assessment : `${assessment}:${observation}`).toLowerCase()

/** Adds a value to the contributions of an event under a key. */
export function addContribution(
  contributions: VelocityContribution[],
  environmentId: string,
  group: string,
  series: number,
  value: CountedValue,
): void {
  // Velocities of a set mostly have the same key.
  let own = contributions.at(-1)
  if (own?.group !== group || own.environmentId !== environmentId)
    own = contributions.find(each => each.group === group && each.environmentId === environmentId)
  if (own === undefined) contributions.push({ environmentId, group, items: [series, value] })
  else own.items.push(series, value)
}

/** By key: its name, then number and value of each series. */
type SerialisedContributions = [group: string, ...rest: CountedValue[]][]

const serialisedTexts = new WeakMap<readonly VelocityContribution[], string>()
/**
 * Serialises the contributions of one event; done once, for the log and for the rows from which seconds and minutes are
 * rebuilt.
 */
export function serialiseContributions(contributions: readonly VelocityContribution[]): string {
  let text = serialisedTexts.get(contributions)
  if (text === undefined)
    serialisedTexts.set(
      contributions,
      (text = JSON.stringify(contributions.map(({ group, items }) => [group, ...items]))),
    )
  return text
}

/** Parses contributions. `find` returns the velocity of a series; contributions to an unknown series are left out. */
export function parseContributions(
  packed: unknown,
  find: (series: number) => Pick<VelocityContribution, 'environmentId'> | undefined,
): VelocityContribution[] {
  const contributions: VelocityContribution[] = []
  for (const [group, ...rest] of packed as SerialisedContributions) {
    for (let index = 0; index < rest.length; index += 2) {
      const series = Number(rest[index])
      const definition = find(series)
      if (definition !== undefined)
        addContribution(contributions, definition.environmentId, group, series, rest[index + 1] ?? null)
    }
  }
  return contributions
}
