import type { EntityType, GraphNodeType } from '../../contract/index.ts'
import { refKey } from '../../engine/graph/event-links.ts'
import type { GraphRef } from '../../engine/graph/types.ts'
import type { GraphReader, HubLinks } from './graph-reader.ts'
import type { Figures } from './store/figures.ts'
import { countEntities } from './store/neighbours.ts'

/** Neighbours of a node. */
export interface Degree {
  /** Values of those that the caller has or gets, by their types. */
  present: Map<GraphNodeType, Set<string>>
  /** Whether the events that were read have others. */
  omits: boolean
}
type Counts = Partial<Record<GraphNodeType, number>>

/** What the neighbours of nodes are counted from. */
export interface NeighbourSources {
  figures: ReadonlyMap<string, Figures>
  hubs: ReadonlyMap<string, Pick<HubLinks, 'accounts'>>
  degrees: ReadonlyMap<string, Degree>
  /** Entities of users by the keys of the users. */
  entities: ReadonlyMap<string, Partial<Record<EntityType, number>>>
}

const sizeOf = (degree: Degree | undefined, type: GraphNodeType): number => degree?.present.get(type)?.size ?? 0

/** Counts the entities of users that have events outside the answer, or of which it omits neighbours. */
export async function countOwned(
  { call, scope, signal }: GraphReader,
  refs: readonly GraphRef[],
  { figures, degrees }: Pick<NeighbourSources, 'figures' | 'degrees'>,
): Promise<NeighbourSources['entities']> {
  const users = refs.filter(ref => {
    const degree = degrees.get(refKey(ref))
    const events = figures.get(refKey(ref))?.events ?? 0
    return ref.type === 'user' && (degree?.omits === true || events > sizeOf(degree, 'transaction'))
  })
  const counted = users.length === 0 ? [] : await countEntities(call.db, scope, users, signal)
  return new Map(users.map((user, index) => [refKey(user), counted[index] ?? {}]))
}

/**
 * Returns how many neighbours of an entity the caller does not get, by their types: transactions and entities of a
 * user, users and transactions without one of everything else.
 * @param drawnTypes types that the filter draws; undefined: all
 */
export function missingNeighbours(
  ref: GraphRef,
  { figures, hubs, degrees, entities }: NeighbourSources,
  drawnTypes: readonly GraphNodeType[] | undefined,
): Counts {
  const key = refKey(ref)
  const own = figures.get(key)
  if (own === undefined) return {}
  const totals: Counts =
    ref.type === 'user'
      ? { transaction: own.events, ...entities.get(key) }
      : { user: hubs.get(key)?.accounts ?? own.users.size, transaction: own.guests }
  const missing: Counts = {}
  for (const [type, total] of Object.entries(totals) as [GraphNodeType, number][]) {
    const left = total - sizeOf(degrees.get(key), type)
    if (left > 0 && (drawnTypes?.includes(type) ?? true)) missing[type] = left
  }
  return missing
}
