import { graphLimits, strongEntityTypes } from '../../contract/index.ts'
import type { EventGraph } from '../../engine/graph/event-graph.ts'
import { refKey } from '../../engine/graph/event-links.ts'
import type { GraphRef } from '../../engine/graph/types.ts'
import type { GraphReader } from './graph-reader.ts'
import type { Origin } from './start.ts'
import type { FoundKey } from './store/event-keys.ts'
import type { LoadedEvent } from './store/loaded-event.ts'

type Graph = EventGraph<LoadedEvent>

/** Newest events of a neighbour that are read for the second step. */
const eventsPerNeighbour = 20
/** Neighbours whose events are read for the second step, those of the newest events first. */
const maxNeighbours = 200
/** Events that are read for the second step, and for a beginning of several nodes. */
const maxSecond = 2000
/** Events that are read at once. */
const perRead = 100

/** Returns the keys of the hubs that the caller wants to walk through. */
export async function readWalked({ ids }: GraphReader, walk: readonly string[]): Promise<ReadonlySet<string>> {
  const refs = await Promise.all(walk.map((id, index) => ids.decode(id, ['walk', index])))
  return new Set(refs.map(refKey))
}

/** Returns the nodes without the hubs that are not walked through. */
export async function withoutHubs(
  reader: GraphReader,
  refs: readonly GraphRef[],
  walked: ReadonlySet<string>,
): Promise<GraphRef[]> {
  const hubs = await reader.hubs(refs)
  return refs.filter(ref => walked.has(refKey(ref)) || !hubs.has(refKey(ref)))
}

/**
 * Adds the events of a beginning, and those of its users and strong entities.
 * @returns whether all of them fitted
 */
export async function walkFrom(
  reader: GraphReader,
  graph: Graph,
  origin: Origin,
  { walked, steps }: { walked: ReadonlySet<string>; steps: 1 | 2 },
): Promise<boolean> {
  const starts = [origin, ...(origin.beside ?? [])]
  const { keys: first, hubs } = await firstKeys(reader, starts, walked)
  await addAlone(reader, graph, hubs)
  if (first.length === 0) return true
  if (!(await addEvents(reader, graph, first))) return false
  const isWhole = first.length < maxSecond
  if (steps === 1) return isWhole
  const near = [...graph.nodes.values()]
    .map(({ ref }) => ref)
    .filter(ref => isWalked(ref) && !starts.some(start => isSame(ref, start.ref)))
  const refs = (await withoutHubs(reader, near, walked)).slice(0, maxNeighbours)
  const second = await reader.find(refs, { perNode: eventsPerNeighbour, limit: maxSecond })
  return (
    (await addEvents(reader, graph, second)) && isWhole && second.length < maxSecond && near.length <= maxNeighbours
  )
}

const walkedTypes: ReadonlySet<string> = new Set(['user', ...strongEntityTypes])
/** Whether the second step leads through a node: what many unrelated users share, such as a network, says little. */
const isWalked = ({ type }: GraphRef): boolean => walkedTypes.has(type)
const isSame = (a: GraphRef, b: GraphRef): boolean => refKey(a) === refKey(b)

/** Returns the keys of the events of a beginning, and those of its nodes that are hubs and are not walked through. */
async function firstKeys(
  reader: GraphReader,
  starts: readonly Origin[],
  walked: ReadonlySet<string>,
): Promise<{ keys: readonly Omit<FoundKey, 'n'>[]; hubs: readonly GraphRef[] }> {
  const refs = starts.flatMap(({ ref, event }) => (event === null ? [ref] : []))
  const events = starts.flatMap(({ event }) => event ?? [])
  const open = await withoutHubs(reader, refs, walked)
  const found = await reader.find(open, {
    perNode: graphLimits.hubLinks,
    limit: starts.length > 1 ? maxSecond : graphLimits.hubLinks,
  })
  return { keys: [...events, ...found], hubs: refs.filter(ref => !open.includes(ref)) }
}

/** Adds nodes by themselves, each as its newest event shows it; none where it has no event in the range. */
export async function addAlone(reader: GraphReader, graph: Graph, refs: readonly GraphRef[]): Promise<void> {
  if (refs.length === 0) return
  const keys = await reader.find(refs, { perNode: 1, limit: refs.length })
  const events = new Map((await reader.load(keys)).map(event => [event.eventId, event]))
  for (const { n, event_id: id } of keys) {
    const [ref, event] = [refs[n], events.get(id)]
    if (ref && event) graph.addAlone(ref, event)
  }
}

/** Adds events in their order. @returns whether all of them fitted */
async function addEvents(reader: GraphReader, graph: Graph, keys: readonly Omit<FoundKey, 'n'>[]): Promise<boolean> {
  for (let start = 0; start < keys.length; start += perRead)
    for (const event of await reader.load(keys.slice(start, start + perRead))) if (!graph.add(event)) return false
  return true
}
