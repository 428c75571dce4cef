import type { z } from 'zod'
import type { expandInputSchema, GraphExpansion } from '../../contract/graph/graph.ts'
import { graphLimits } from '../../contract/index.ts'
import { createEventGraph, type EventGraph } from '../../engine/graph/event-graph.ts'
import { linksOf, refKey } from '../../engine/graph/event-links.ts'
import type { GraphLink, GraphRef } from '../../engine/graph/types.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { decodeCursor, encodeCursor, type Sort } from '../search/cursor.ts'
import { linkFilter } from './drawing-filter.ts'
import { type GraphReader, readGraph } from './graph-reader.ts'
import { describePicture } from './picture.ts'
import { originOf } from './start.ts'
import type { FoundKey, KeyPosition } from './store/event-keys.ts'
import type { LoadedEvent } from './store/loaded-event.ts'
import { addAlone, readWalked, withoutHubs } from './walk.ts'

type Input = z.output<typeof expandInputSchema>
type Graph = EventGraph<LoadedEvent>

/** Events that are read at once, and for one expansion. */
const perRead = 100
const maxReads = 10
const newestFirst: Sort = { column: 'at', direction: 'desc' }

/**
 * Returns neighbours of one node that the caller does not have yet, the newest first, with the edges among them and with
 * those that the caller has. A hub is not walked through, unless the input names it.
 * @throws ConflictError `search.off`, `search.timeout`; ValidationError for a faulty node or cursor
 */
export function expandNode(
  call: EnvironmentCallContext,
  input: Input,
  signal: AbortSignal | undefined,
): Promise<GraphExpansion> {
  const started = performance.now()
  const after = input.cursor === undefined ? null : decodeCursor(input.cursor, newestFirst)
  return readGraph(call, input, signal, async reader => {
    const ref = await reader.ids.decode(input.node, ['node'])
    const walked = await readWalked(reader, input.walk)
    const limits = { nodes: graphLimits.nodes * perRead, edges: graphLimits.edges * perRead }
    const graph = createEventGraph<LoadedEvent>(limits, linkFilter(input.filter))
    const isOpen = (await withoutHubs(reader, [ref], walked)).length > 0
    const { added, next } = isOpen
      ? await addNeighbours(reader, graph, ref, { ...input, after })
      : { added: new Set<string>(), next: null }
    if (!graph.nodes.has(refKey(ref))) await addAlone(reader, graph, [ref])
    const own = refKey(ref)
    const draws = (key: string): boolean => key === own || added.has(key)
    const { nodes, edges } = await describePicture(reader, graph, draws, await presentIn(reader, graph, input.present))
    return {
      nodes,
      edges,
      complete: next === null,
      nextCursor: next === null ? null : encodeCursor(newestFirst, { value: null, ...next }),
      queryMs: Math.round(performance.now() - started),
    }
  })
}

/** Adds events of a node until so many neighbours are new. `next`: the last event that was added, when more follow. */
async function addNeighbours(
  reader: GraphReader,
  graph: Graph,
  ref: GraphRef,
  {
    type,
    limit,
    present,
    after,
    filter,
  }: Pick<Input, 'type' | 'limit' | 'present' | 'filter'> & {
    after: KeyPosition | null
  },
): Promise<{ added: ReadonlySet<string>; next: KeyPosition | null }> {
  const added = new Set<string>()
  const has = new Set(present)
  const accepts = linkFilter(filter)
  let position = after
  for (let read = 0; read < maxReads; read += 1) {
    const keys = await keysOf(reader, ref, position)
    for (const event of await reader.load(keys)) {
      const neighbours = linksOf(event)
        .filter(accepts)
        .flatMap(link => neighbourIn(link, ref))
        .filter(neighbour => type === undefined || neighbour.type === type)
      const fresh = await newAmong(reader, neighbours, has, added)
      if (added.size > 0 && added.size + fresh.length > limit) return { added, next: position }
      for (const key of fresh) added.add(key)
      graph.add(event)
      position = { at: event.atText, eventId: event.eventId }
    }
    if (keys.length < perRead) return { added, next: null }
  }
  return { added, next: position }
}

async function keysOf(
  reader: GraphReader,
  ref: GraphRef,
  after: KeyPosition | null,
): Promise<readonly Omit<FoundKey, 'n'>[]> {
  if (ref.type !== 'transaction') return reader.find([ref], { perNode: perRead, after, limit: perRead })
  const origin = await originOf(reader, ref)
  return origin?.event ? [origin.event] : []
}

const neighbourIn = ({ source, target }: GraphLink, ref: GraphRef): GraphRef[] =>
  refKey(source) === refKey(ref) ? [target] : refKey(target) === refKey(ref) ? [source] : []

/** Returns the keys of the nodes that neither the caller nor the answer has. */
async function newAmong(
  { ids }: GraphReader,
  refs: readonly GraphRef[],
  present: ReadonlySet<string>,
  added: ReadonlySet<string>,
): Promise<string[]> {
  const fresh = new Set<string>()
  for (const ref of refs) if (!added.has(refKey(ref)) && !present.has(await ids.encode(ref))) fresh.add(refKey(ref))
  return [...fresh]
}

/** Returns the ids of the nodes of the graph that the caller has, by their keys. */
async function presentIn(
  { ids }: GraphReader,
  { nodes }: Graph,
  present: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const has = new Set(present)
  const found = await Promise.all([...nodes].map(async ([key, { ref }]) => [key, await ids.encode(ref)] as const))
  return new Map(found.filter(([, id]) => has.has(id)))
}
