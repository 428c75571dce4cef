import type { z } from 'zod'
import type { GraphNeighbourhood, neighbourhoodInputSchema } from '../../contract/graph/graph.ts'
import type { GraphNode } from '../../contract/graph/graph-entities.ts'
import { graphLimits } from '../../contract/index.ts'
import { createEventGraph } from '../../engine/graph/event-graph.ts'
import { refKey } from '../../engine/graph/event-links.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { keptByShared, linkFilter } from './drawing-filter.ts'
import { readGraph } from './graph-reader.ts'
import { describePicture } from './picture.ts'
import { findOrigin } from './start.ts'
import type { LoadedEvent } from './store/loaded-event.ts'
import { readWalked, walkFrom } from './walk.ts'

type Input = z.output<typeof neighbourhoodInputSchema>

/**
 * Returns what is around a value, an event or a node: its events with all that they contain, then those of its users
 * and strong entities. Hubs are not walked through, unless the input names them.
 * @throws ConflictError `search.off`, `search.timeout`; ValidationError for an input that cannot be read
 */
export function readNeighbourhood(
  call: EnvironmentCallContext,
  input: Input,
  signal: AbortSignal | undefined,
): Promise<GraphNeighbourhood> {
  const started = performance.now()
  return readGraph(call, input, signal, async reader => {
    const walked = await readWalked(reader, input.walk)
    const origin = await findOrigin(reader, input.start)
    const limits = { nodes: input.nodes, edges: graphLimits.edges }
    const graph = createEventGraph<LoadedEvent>(limits, linkFilter(input.filter))
    const complete = origin === null || (await walkFrom(reader, graph, origin, { walked, steps: input.steps }))
    const start = origin && refKey(origin.ref)
    const starts = new Set(origin === null ? [] : [origin, ...(origin.beside ?? [])].map(({ ref }) => refKey(ref)))
    const { minShared } = input.filter
    const kept = minShared === undefined ? null : keptByShared(graph, minShared, starts)
    const { nodes, edges, ids } = await describePicture(reader, graph, key => kept?.has(key) ?? true)
    return {
      start: start === null ? null : (ids.get(start) ?? null),
      nodes,
      edges,
      hubs: hubsOf(nodes, input.walk),
      complete,
      queryMs: Math.round(performance.now() - started),
    }
  })
}

/** Returns the ids of the hubs that were not walked through, the largest first. */
const hubsOf = (nodes: readonly GraphNode[], walked: readonly string[]): string[] =>
  nodes
    .filter(({ id, hub }) => hub !== null && !walked.includes(id))
    .toSorted((a, b) => (b.hub?.accounts ?? 0) - (a.hub?.accounts ?? 0))
    .map(({ id }) => id)
