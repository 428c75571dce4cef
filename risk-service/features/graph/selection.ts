import type { z } from 'zod'
import type { GraphSelection, selectionInputSchema } from '../../contract/graph/graph.ts'
import { graphLimits, openCaseStates } from '../../contract/index.ts'
import type { GraphRef } from '../../engine/graph/types.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { findRefusal, loadVisibleCases } from '../cases/links/visible-cases.ts'
import { type GraphReader, readGraph } from './graph-reader.ts'
import { type EventAddress, findEventKeysById, loadLabels } from './store/graph-events.ts'

type Input = z.output<typeof selectionInputSchema>

const isEvent = ({ type }: GraphRef): boolean => type === 'transaction' || type === 'case'

/**
 * Returns the events of selected nodes and the open cases among them: transactions and cases themselves, of users and
 * entities the newest ones of the range.
 * @throws ConflictError `search.off`, `search.timeout`; ValidationError for an id that is none
 */
export function readSelection(
  call: EnvironmentCallContext,
  input: Input,
  signal: AbortSignal | undefined,
): Promise<GraphSelection> {
  const started = performance.now()
  return readGraph(call, input, signal, async reader => {
    const { events, complete, missing } = await selectedEvents(reader, input.nodes)
    const chosen = events.map(toChosen)
    const [labels, cases] = await Promise.all([
      loadLabels(call.db, events, reader.signal),
      loadVisibleCases(
        call,
        chosen.map(({ eventId }) => eventId),
      ),
    ])
    const open = chosen.flatMap(event => {
      const visible = cases.get(event.eventId)
      if (visible === undefined || !isOpen(visible.found.state)) return []
      const { found, queue } = visible
      return [{ ...event, queueId: queue.id, state: found.state, refusal: findRefusal(call, visible, null) }]
    })
    return {
      events: chosen.map(event => ({ ...event, label: labels.get(event.eventId) ?? null })),
      complete,
      openCases: open,
      missing: input.nodes.filter((_, index) => missing.has(index)),
      queryMs: Math.round(performance.now() - started),
    }
  })
}

const isOpen = (state: string): boolean => (openCaseStates as readonly string[]).includes(state)

const toChosen = ({ environment_id, event_type, external_id, event_id }: EventAddress) => ({
  environmentId: environment_id,
  eventType: event_type,
  externalId: external_id,
  eventId: event_id,
})

/** Events that were found for nodes; `missing`: positions of nodes that have none. */
interface FoundEvents {
  events: EventAddress[]
  /** False: only the newest events of some nodes, or of all together. */
  complete: boolean
  missing: ReadonlySet<number>
}

/**
 * Finds the events of nodes by their ids.
 * @param eventType the only type of events to be found; null: all
 * @throws ValidationError for an id that is none
 */
export async function selectedEvents(
  reader: GraphReader,
  nodes: readonly string[],
  eventType: string | null = null,
): Promise<FoundEvents & { refs: readonly GraphRef[] }> {
  const refs = await Promise.all(nodes.map((id, index) => reader.ids.decode(id, ['nodes', index])))
  return { refs, ...(await eventsOfNodes(reader, refs, eventType)) }
}

/**
 * Finds the events of nodes: transactions and cases themselves, of users and entities the newest ones of the range.
 * @param eventType of transactions and cases, too, only those of this type
 */
export async function eventsOfNodes(
  { call, scope, signal, find }: GraphReader,
  refs: readonly GraphRef[],
  eventType: string | null = null,
): Promise<FoundEvents> {
  const entities = refs.flatMap((ref, index) => (isEvent(ref) ? [] : [{ ref, index }]))
  const { selectedEvents, hubLinks } = graphLimits
  const keys = await find(
    entities.map(({ ref }) => ref),
    { perNode: hubLinks, limit: selectedEvents },
  )
  const ids = new Set([...refs.filter(isEvent).map(({ value }) => value), ...keys.map(({ event_id: id }) => id)])
  const searched = (await findEventKeysById(call.db, scope.environmentIds, [...ids], signal)).filter(
    ({ event_type: type }) => !scope.excludedTypes.includes(type) && (eventType === null || type === eventType),
  )
  const found = new Set(searched.map(({ event_id: id }) => id))
  const perNode = Map.groupBy(keys, ({ n }) => n)
  const missing = new Set([
    ...refs.flatMap((ref, index) => (isEvent(ref) && !found.has(ref.value) ? [index] : [])),
    // Where there were too many, those of a node may be among the ones that were not read.
    ...(keys.length < selectedEvents
      ? entities.flatMap(({ ref, index }, n) => (hasEvents(ref) && !perNode.has(n) ? [index] : []))
      : []),
  ])
  return {
    events: searched.slice(0, selectedEvents),
    complete:
      searched.length <= selectedEvents &&
      keys.length < selectedEvents &&
      [...perNode.values()].every(each => each.length < hubLinks),
    missing,
  }
}

/** Products are not looked up by themselves. */
const hasEvents = ({ type }: GraphRef): boolean => type !== 'product'
