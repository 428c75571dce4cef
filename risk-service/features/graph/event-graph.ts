import { type GraphNeighbourhood, neighbourhoodInputSchema } from '../../contract/graph/graph.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { readNeighbourhood } from './neighbourhood.ts'

interface EventInput {
  environmentId: string
  eventType: string
  /** The merchant's id. */
  id: string
  timeZone: string
}

/**
 * Returns what is around an event in the newest 90 days: its entities, and the events that share a strong one.
 * @throws ConflictError `search.off`, `search.timeout`
 */
export function readEventGraph(
  call: EnvironmentCallContext,
  { environmentId, eventType, id, timeZone }: EventInput,
  signal: AbortSignal | undefined,
): Promise<GraphNeighbourhood> {
  const input = neighbourhoodInputSchema.parse({ environmentId, timeZone, start: { kind: 'event', eventType, id } })
  return readNeighbourhood(call, input, signal)
}
