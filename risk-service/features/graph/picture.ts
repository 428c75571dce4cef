import type { GraphEdge, GraphHub, GraphNode } from '../../contract/graph/graph-entities.ts'
import { entityTypes } from '../../contract/index.ts'
import type { DrawnEdge, DrawnNode, EventGraph } from '../../engine/graph/event-graph.ts'
import { refKey } from '../../engine/graph/event-links.ts'
import type { GraphRef } from '../../engine/graph/types.ts'
import { loadVisibleCases, type VisibleCase } from '../cases/links/visible-cases.ts'
import { type GraphReader, type HubLinks, hiddenEnvironments } from './graph-reader.ts'
import {
  countOwned,
  type Degree,
  type DrawnFilter,
  missingNeighbours,
  type NeighbourSources,
} from './neighbour-totals.ts'
import { figureMembers, figuresOfLoaded } from './node-figures.ts'
import { countHidden, loadBaseRate } from './store/figures.ts'
import { loadListStatuses } from './store/list-statuses.ts'
import type { LoadedEvent, ShownValue } from './store/loaded-event.ts'

type Graph = EventGraph<LoadedEvent>

/** Hidden events of a node that are counted. */
const maxHidden = 100

/** What nodes are described with. */
interface Context extends NeighbourSources {
  graph: Graph
  hubs: ReadonlyMap<string, GraphHub>
  cases: ReadonlyMap<string, VisibleCase>
  filter: DrawnFilter
}

/** A picture in which nodes have their ids. */
export interface DescribedPicture {
  nodes: GraphNode[]
  edges: GraphEdge[]
  /** Ids of the nodes by their keys. */
  ids: ReadonlyMap<string, string>
}

/**
 * Describes nodes and edges as the caller may see them.
 * @param draws whether a node is in the answer
 * @param present ids of nodes that the caller has, by their keys: edges lead to them, too
 */
export async function describePicture(
  reader: GraphReader,
  graph: Graph,
  draws: (key: string) => boolean = () => true,
  present: ReadonlyMap<string, string> = new Map(),
): Promise<DescribedPicture> {
  const { call, scope, input, signal } = reader
  const visible = await loadVisibleCases(call, casesOf(graph))
  const drawn = [...graph.nodes].filter(
    ([key, { ref }]) => draws(key) && (ref.type !== 'case' || visible.has(ref.value)),
  )
  const refs = drawn.map(([, { ref }]) => ref)
  const degrees = degreesOf(graph, key => draws(key) || present.has(key))
  const entities = refs.filter(ref => isCounted(ref, degrees))
  const hiddenIds = hiddenEnvironments(call, input.environmentId)
  const [figures, hubs, statuses, hidden, ids] = await Promise.all([
    reader.figures(entities),
    describeHubs(reader, entities),
    loadListStatuses(call.db, input.environmentId, refs, call.ports.clock()),
    countHidden(call.db, { ...scope, environmentIds: hiddenIds }, entities, maxHidden, signal),
    Promise.all(refs.map(ref => reader.ids.encode(ref))),
  ])
  const owned = await countOwned(reader, entities, { figures, degrees })
  const context: Context = { graph, figures, hubs, cases: visible, degrees, entities: owned, filter: input.filter }
  const hiddenByKey = new Map(entities.map((ref, index) => [refKey(ref), hidden[index] ?? 0]))
  const idByKey = new Map(drawn.map(([key], index) => [key, ids[index] ?? '']))
  return {
    ids: idByKey,
    nodes: drawn.map(([key, node], index) => ({
      id: ids[index] ?? '',
      ...describeNode(context, key, node),
      hidden: hiddenByKey.get(key) ?? 0,
      listStatus: statuses[index] ?? null,
    })),
    edges: describeEdges(graph.edges.values(), new Map([...present, ...idByKey])),
  }
}

const isEntity = ({ type }: GraphRef): boolean => (entityTypes as readonly string[]).includes(type)

/**
 * Whether figures of a node are read: of entities, and of a BIN or a network that is drawn by itself, which may be a hub.
 * Of other nodes all is loaded that their events say.
 */
const isCounted = (ref: GraphRef, degrees: ReadonlyMap<string, Degree>): boolean =>
  isEntity(ref) || ((ref.type === 'bin' || ref.type === 'ipNetwork') && !degrees.has(refKey(ref)))

const casesOf = (graph: Graph): string[] =>
  [...graph.nodes.values()].flatMap(({ ref }) => (ref.type === 'case' ? [ref.value] : []))

function describeEdges(edges: Iterable<DrawnEdge>, ids: ReadonlyMap<string, string>): GraphEdge[] {
  const described: GraphEdge[] = []
  for (const { source, target, kind, first, last, count } of edges) {
    const [from, to] = [ids.get(refKey(source)), ids.get(refKey(target))]
    if (from === undefined || to === undefined) continue
    const times = { firstSeen: new Date(first).toISOString(), lastSeen: new Date(last).toISOString() }
    described.push({ source: from, target: to, kind, ...times, count })
  }
  return described
}

/** Returns the hubs among entities by their keys, with the base rate of the range. */
export async function describeHubs(
  reader: GraphReader,
  entities: readonly GraphRef[],
): Promise<ReadonlyMap<string, GraphHub>> {
  const hubs = await reader.hubs(entities)
  if (hubs.size === 0) return new Map()
  const base = await loadBaseRate(reader.call.db, reader.scope, reader.signal)
  const describe = ({ accounts, events, complete, fraud }: HubLinks): GraphHub => ({
    accounts,
    events,
    complete,
    fraud: { events: fraud, share: events === 0 ? 0 : fraud / events },
    base,
  })
  return new Map([...hubs].map(([key, found]) => [key, describe(found)]))
}

function degreesOf({ edges }: Graph, isNamed: (key: string) => boolean): Map<string, Degree> {
  const degrees = new Map<string, Degree>()
  const add = (node: GraphRef, neighbour: GraphRef): void => {
    const key = refKey(node)
    const degree: Degree = degrees.get(key) ?? { present: new Map(), omits: false }
    degrees.set(key, degree)
    if (!isNamed(refKey(neighbour))) degree.omits = true
    else degree.present.set(neighbour.type, (degree.present.get(neighbour.type) ?? new Set()).add(neighbour.value))
  }
  for (const { source, target } of edges.values()) {
    add(source, target)
    add(target, source)
  }
  return degrees
}

function describeNode(context: Context, key: string, node: DrawnNode): Omit<GraphNode, 'id' | 'hidden' | 'listStatus'> {
  const { graph, figures, hubs, cases, degrees, filter } = context
  const { ref } = node
  const own = node.events.flatMap(position => graph.events[position] ?? [])
  const all = figures.get(key) ?? figuresOfLoaded(node, graph.events)
  const hub = hubs.get(key) ?? null
  const moreByType = isCounted(ref, degrees) ? missingNeighbours(ref, context, filter) : {}
  return {
    type: ref.type,
    ...shownOf(own, key),
    person: ref.type === 'user' ? (own.find(({ person }) => person !== null)?.person ?? null) : null,
    event: ref.type === 'transaction' && own[0] ? describeEvent(own[0], cases.get(ref.value)) : null,
    case: ref.type === 'case' ? describeCase(cases.get(ref.value)) : null,
    ...figureMembers(all),
    accounts: ref.type === 'user' ? 0 : (hub?.accounts ?? all.users.size),
    hub,
    more: Object.values(moreByType).reduce((sum, count) => sum + count, 0),
    // The neighbours of a BIN are instruments, those of a network addresses: both are counted by their accounts.
    moreByType: isEntity(ref) ? moreByType : {},
  }
}

/** The value of a node as its events show it: whole, where it was revealed for one of them. */
function shownOf(events: readonly LoadedEvent[], key: string): ShownValue {
  const shown = events.flatMap(event => event.shown.get(key) ?? [])
  return shown.find(value => value.key !== null) ?? shown[0] ?? { text: '', key: null }
}

function describeEvent({ row, chargedBack }: LoadedEvent, visible: VisibleCase | undefined): GraphNode['event'] {
  const { environmentId, eventType, externalId, eventId, decision, label } = row
  const action = visible?.found.outcome?.caseAction
  return {
    environmentId,
    eventType,
    externalId,
    eventId,
    decision,
    label,
    reviewDecision: visible?.found.state === 'Decided' ? (action ?? 'None') : null,
    chargedBack,
  }
}

function describeCase(visible: VisibleCase | undefined): GraphNode['case'] {
  if (visible === undefined) return null
  const { found, queue } = visible
  return {
    environmentId: found.environment_id,
    eventType: found.event_type,
    externalId: found.external_id,
    state: found.state,
    queueId: queue.id,
    queueName: queue.name,
  }
}
