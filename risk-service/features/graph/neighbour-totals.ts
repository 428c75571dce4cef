import type { GraphViewInput } from '../../contract/graph/graph.ts'
import type { EntityType, GraphEdgeKind, GraphNodeType } from '../../contract/index.ts'
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
/** What of a picture is drawn. */
export type DrawnFilter = Pick<GraphViewInput['filter'], 'nodeTypes' | 'edgeKinds'>
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
 * Kinds of the edges that lead to the nodes of a type; where none are listed, 'used' alone. The few transactions that are
 * charged back count with the others.
 */
const edgeKindsOf: Partial<Record<GraphNodeType, readonly GraphEdgeKind[]>> = {
  transaction: ['owns'],
  payment: ['paidWith'],
  email: ['owns'],
  phone: ['owns'],
  ip: ['used', 'signedInFrom'],
  address: ['shippedTo', 'billedTo', 'used', 'owns'],
  bin: ['owns', 'paidWith'],
  ipNetwork: ['owns'],
}

/** Whether a filter draws all edges between a node and neighbours of a type, so that their total counts none that it leaves out. */
function drawsAll({ nodeTypes, edgeKinds }: DrawnFilter, ref: GraphRef, type: GraphNodeType): boolean {
  if (nodeTypes !== undefined && !nodeTypes.includes(type)) return false
  const kinds = edgeKindsOf[ref.type === 'user' ? type : ref.type] ?? ['used']
  return edgeKinds === undefined || kinds.every(kind => edgeKinds.includes(kind))
}

/**
 * Returns how many neighbours of an entity the caller does not get, by their types: transactions and entities of a
 * user, users and transactions without one of everything else.
 * @param filter what is drawn; neighbours that it does not draw are not missing
 */
export function missingNeighbours(
  ref: GraphRef,
  { figures, hubs, degrees, entities }: NeighbourSources,
  filter: DrawnFilter,
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
    if (left > 0 && drawsAll(filter, ref, type)) missing[type] = left
  }
  return missing
}
