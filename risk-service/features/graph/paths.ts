import type { z } from 'zod'
import type { GraphPaths, pathInputSchema } from '../../contract/graph/graph.ts'
import { entityTypes, graphLimits } from '../../contract/index.ts'
import { createEventGraph } from '../../engine/graph/event-graph.ts'
import { linksOf, refKey } from '../../engine/graph/event-links.ts'
import { createPathSearch } from '../../engine/graph/path-search.ts'
import type { GraphLink, GraphRef } from '../../engine/graph/types.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { type GraphReader, readGraph } from './graph-reader.ts'
import { describePicture } from './picture.ts'
import { originOf } from './start.ts'
import type { FoundKey } from './store/event-keys.ts'
import type { LoadedEvent } from './store/loaded-event.ts'
import { loadEntities } from './store/neighbours.ts'
import { addAlone, readWalked } from './walk.ts'

type Input = z.output<typeof pathInputSchema>
type EventKey = Omit<FoundKey, 'n'>

/** Newest events of a node through which its neighbours are found, and events that are read in one step. */
const eventsPerNode = 100
const eventsPerStep = 10_000
/** Hubs that are drawn: those of most links. */
const maxHubs = 20
/** Nodes whose neighbours are read in one step. */
const maxFrontier = 2000

/**
 * Returns the shortest paths between two nodes, breadth-first from both ends: never through a hub, unless the input
 * names it.
 * @throws ConflictError `search.off`, `search.timeout`; ValidationError for a faulty node, or twice the same one
 */
export function findPaths(
  call: EnvironmentCallContext,
  input: Input,
  signal: AbortSignal | undefined,
): Promise<GraphPaths> {
  const started = performance.now()
  if (input.from === input.to) throw new ValidationError(['to'], 'A path leads to another node.')
  return readGraph(call, input, signal, async reader => {
    const ends = [await reader.ids.decode(input.from, ['from']), await reader.ids.decode(input.to, ['to'])] as const
    const walk = createWalk(reader, ends, await readWalked(reader, input.walk))
    const search = createPathSearch(refKey(ends[0]), refKey(ends[1]), input.steps)
    for (let step = search.next(); step !== null; step = search.next())
      search.add(step.side, await walk.neighbours(step.frontier))
    const paths = search.paths(graphLimits.paths)
    const graph = createEventGraph<LoadedEvent>({ nodes: graphLimits.nodes, edges: graphLimits.edges })
    const drawn = new Set(paths.flat())
    for (const event of await reader.load(walk.eventsOf(paths))) graph.add(event)
    const alone = [...ends.map(refKey), ...walk.hubs]
    for (const key of alone) drawn.add(key)
    const absent = alone.flatMap(key => (graph.nodes.has(key) ? [] : (walk.refOf(key) ?? [])))
    await addAlone(reader, graph, absent)
    const { nodes, edges, ids } = await describePicture(reader, graph, key => drawn.has(key))
    return {
      nodes,
      edges,
      paths: paths.map(path => path.map(key => ids.get(key) ?? '')),
      hubs: walk.hubs.flatMap(key => ids.get(key) ?? []),
      complete: walk.isComplete(),
      queryMs: Math.round(performance.now() - started),
    }
  })
}

/** Creates the reader of neighbours, which remembers through which event it found them. */
function createWalk(reader: GraphReader, between: readonly GraphRef[], walked: ReadonlySet<string>) {
  const refs = new Map(between.map(ref => [refKey(ref), ref]))
  const ends = new Set(refs.keys())
  const events = new Map<string, EventKey>()
  /** Links of the hubs that were met. */
  const hubs = new Map<string, number>()
  let complete = true
  const pairOf = (a: string, b: string): string => (a < b ? `${a}\n\n${b}` : `${b}\n\n${a}`)

  async function findHubs(found: readonly GraphRef[]): Promise<void> {
    const entities = new Map(found.filter(isEntity).map(ref => [refKey(ref), ref]))
    for (const [key, { links }] of await reader.hubs([...entities.values()])) if (!walked.has(key)) hubs.set(key, links)
  }
  async function openRefs(frontier: readonly string[]): Promise<GraphRef[]> {
    const found = frontier.flatMap(key => refs.get(key) ?? [])
    await findHubs(found)
    const open = found.filter(ref => !hubs.has(refKey(ref)))
    if (open.length > maxFrontier) complete = false
    return open.slice(0, maxFrontier)
  }
  async function linksFrom(open: readonly GraphRef[]): Promise<{ link: GraphLink; event: EventKey }[]> {
    const { call, scope, signal } = reader
    const own = open.filter(({ type }) => type === 'transaction' || type === 'case')
    const keys = (await Promise.all(own.map(ref => originOf(reader, ref)))).flatMap(origin => origin?.event ?? [])
    const loaded = await reader.load(keys)
    const stored = await loadEntities(
      call.db,
      scope,
      open.filter(ref => !own.includes(ref)),
      { perNode: eventsPerNode, limit: eventsPerStep },
      signal,
    )
    const perNode = [...Map.groupBy(stored, ({ n }) => n).values()]
    if (stored.length === eventsPerStep || perNode.some(found => found.length >= eventsPerNode)) complete = false
    return [
      ...loaded.flatMap(event =>
        linksOf(event).map(link => ({
          link,
          event: { environment_id: event.row.environmentId, at_text: event.atText, event_id: event.eventId },
        })),
      ),
      ...stored.flatMap(event => linksOf(toPlainEvent(event)).map(link => ({ link, event }))),
    ]
  }
  return {
    get hubs() {
      const largest = [...hubs].toSorted(([, a], [, b]) => b - a).slice(0, maxHubs)
      return largest.map(([key]) => key)
    },
    isComplete: () => complete,
    refOf: (key: string) => refs.get(key),
    /** Returns the links from the nodes of a frontier; none leads to a hub, except to an end. */
    async neighbours(frontier: readonly string[]): Promise<[string, string][]> {
      const open = await openRefs(frontier)
      const keys = new Set(open.map(refKey))
      const found: [string, string][] = []
      for (const { link, event } of await linksFrom(open)) {
        const [source, target] = [refKey(link.source), refKey(link.target)]
        for (const [key, other, ref] of [
          [source, target, link.target],
          [target, source, link.source],
        ] as const) {
          if (!keys.has(key)) continue
          refs.set(other, ref)
          if (!events.has(pairOf(key, other))) events.set(pairOf(key, other), event)
          found.push([key, other])
        }
      }
      await findHubs(found.flatMap(([, other]) => refs.get(other) ?? []))
      return found.filter(([, other]) => !hubs.has(other) || ends.has(other))
    },
    /** Returns the events that prove the edges of paths. */
    eventsOf(paths: readonly (readonly string[])[]): EventKey[] {
      const proofs = paths.flatMap(path =>
        path.slice(1).flatMap((key, index) => events.get(pairOf(path[index] ?? '', key)) ?? []),
      )
      return [...new Map(proofs.map(event => [event.event_id, event])).values()]
    },
  }
}

const isEntity = ({ type }: GraphRef): boolean => (entityTypes as readonly string[]).includes(type)

/** The event in the terms of the graph, as far as its stored entities go. */
function toPlainEvent({
  event_id: eventId,
  entities,
}: {
  event_id: string
  entities: { type: string; value: string }[]
}) {
  const user = entities.find(({ type }) => type === 'user')?.value ?? null
  const others = entities.filter(({ type }) => type !== 'user') as GraphRef[]
  return {
    eventId,
    at: 0,
    user,
    entities: others.map(ref => ({ ...ref, kinds: ['used' as const] })),
    bin: null,
    ipNetwork: null,
    products: [],
    hasCase: false,
    chargedBack: false,
  }
}
