import type { GraphViewInput } from '../../contract/graph/graph.ts'
import { graphLimits } from '../../contract/index.ts'
import { refKey } from '../../engine/graph/event-links.ts'
import type { GraphRef } from '../../engine/graph/types.ts'
import { levelIn } from '../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { limited } from '../search/search.ts'
import { type FoundKey, findKeys, type KeyPosition } from './store/event-keys.ts'
import { countHubLinks, type Figures, findBusy, loadFigures } from './store/figures.ts'
import { loadGraphEvents } from './store/graph-events.ts'
import { type GraphScope, graphScopeOf } from './store/graph-scope.ts'
import { type LoadedEvent, toLoadedEvent } from './store/loaded-event.ts'
import { loadNodeIds, type NodeIds } from './store/node-ids.ts'

/** Reads the graph for one call: what was read once is not read again. */
export interface GraphReader {
  call: EnvironmentCallContext
  input: GraphViewInput
  scope: GraphScope
  ids: NodeIds
  signal: AbortSignal
  /** Loads events in their order; what was removed meanwhile is missing. */
  load: (keys: readonly Omit<FoundKey, 'n'>[]) => Promise<LoadedEvent[]>
  find: (
    refs: readonly GraphRef[],
    options: { perNode: number; after?: KeyPosition | null; limit: number },
  ) => Promise<FoundKey[]>
  /** Figures of nodes by their key; of those that have events in the range. */
  figures: (refs: readonly GraphRef[]) => Promise<ReadonlyMap<string, Figures>>
  /** Keys of the hubs among nodes, with their figures. */
  hubs: (refs: readonly GraphRef[]) => Promise<ReadonlyMap<string, HubLinks>>
}
export type HubLinks = Awaited<ReturnType<typeof countHubLinks>>[number]

/**
 * Runs a query of the graph with the time limit of a search.
 * @throws ConflictError `search.off`, `search.timeout`; ValidationError for dates that cannot be searched
 */
export function readGraph<T>(
  call: EnvironmentCallContext,
  input: GraphViewInput,
  caller: AbortSignal | undefined,
  run: (reader: GraphReader) => Promise<T>,
): Promise<T> {
  return limited(caller, graphLimits.seconds, async signal => {
    const [scope, ids] = await Promise.all([graphScopeOf(call, input), loadNodeIds(call.db, call.principal.tenantId)])
    return run(createReader(call, input, scope, ids, signal))
  })
}

function createReader(
  call: EnvironmentCallContext,
  input: GraphViewInput,
  scope: GraphScope,
  ids: NodeIds,
  signal: AbortSignal,
): GraphReader {
  const { db } = call
  const loaded = new Map<string, LoadedEvent>()
  const figures = new Map<string, Figures | null>()
  const links = new Map<string, HubLinks>()
  const busyKeys = new Map<string, boolean>()

  const loadMissing = async (refs: readonly GraphRef[]): Promise<void> => {
    const missing = refs.filter(ref => !figures.has(refKey(ref)))
    const found = await loadFigures(db, scope, missing, signal)
    for (const [index, ref] of missing.entries()) figures.set(refKey(ref), found[index] ?? null)
  }
  const figuresOf = async (refs: readonly GraphRef[]): Promise<ReadonlyMap<string, Figures>> => {
    await loadMissing(refs)
    return new Map(
      refs.flatMap(ref => {
        const found = figures.get(refKey(ref))
        return found ? [[refKey(ref), found]] : []
      }),
    )
  }
  /** Returns the nodes that may be hubs: what has fewer events has fewer links. */
  const busyAmong = async (refs: readonly GraphRef[]): Promise<GraphRef[]> => {
    const unknown = refs.filter(ref => !busyKeys.has(refKey(ref)))
    const found = unknown.length === 0 ? new Set<number>() : await findBusy(db, scope, unknown, signal)
    for (const [index, ref] of unknown.entries()) busyKeys.set(refKey(ref), found.has(index))
    return refs.filter(ref => busyKeys.get(refKey(ref)))
  }
  return {
    call,
    input,
    scope,
    ids,
    signal,
    async load(keys) {
      const missing = keys.filter(({ event_id: id }) => !loaded.has(id))
      for (const stored of await loadGraphEvents(db, missing, signal)) {
        const event = toLoadedEvent(call, stored)
        loaded.set(event.eventId, event)
      }
      return keys.flatMap(({ event_id: id }) => loaded.get(id) ?? [])
    },
    find: (refs, options) => findKeys(db, scope, refs, options, signal),
    figures: figuresOf,
    async hubs(refs) {
      const busy = await busyAmong(refs)
      const missing = busy.filter(ref => !links.has(refKey(ref)))
      const counted = missing.length === 0 ? [] : await countHubLinks(db, scope, missing, signal)
      for (const [index, ref] of missing.entries()) {
        const found = counted[index]
        if (found) links.set(refKey(ref), found)
      }
      return new Map(
        busy.flatMap(ref => {
          const found = links.get(refKey(ref))
          return found && found.links > graphLimits.hubLinks ? [[refKey(ref), found]] : []
        }),
      )
    },
  }
}

/**
 * Environments of the tenant whose events the caller does not see, neither in searches nor in graphs, of the kind of the
 * environment of the call.
 */
export function hiddenEnvironments({ tree, principal }: EnvironmentCallContext, environmentId: string): string[] {
  const kind = tree.get(environmentId)?.kind
  return [...tree.values()]
    .filter(
      ({ id, kind: own }) =>
        own === kind &&
        (['search', 'graphexplorer'] as const).every(area => levelIn(principal, id, area, tree) === 'none'),
    )
    .map(({ id }) => id)
}
