import type { GraphSnapshot, GraphSnapshotNode } from '../../../contract/graph/graph-snapshots.ts'
import { entityTypes, graphLimits, graphSnapshotType, hiddenPart } from '../../../contract/index.ts'
import { refKey } from '../../../engine/graph/event-links.ts'
import type { GraphRef } from '../../../engine/graph/types.ts'
import { authorize } from '../../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { scopeOf } from '../../../kernel/environments/environment-tree.ts'
import { loadVisibleCases, type VisibleCase } from '../../cases/links/visible-cases.ts'
import { createMissingError, openAttachment } from '../../notes/attachments.ts'
import { eventOf } from '../../notes/event-of-call.ts'
import { limited } from '../../search/search.ts'
import { findKeys } from '../store/event-keys.ts'
import { findEventKeysById, loadGraphEvents } from '../store/graph-events.ts'
import { graphScopeOf } from '../store/graph-scope.ts'
import { type LoadedEvent, toLoadedEvent } from '../store/loaded-event.ts'
import { loadNodeIds } from '../store/node-ids.ts'
import type { StoredSnapshot, StoredSnapshotNode } from './stored-snapshot.ts'

type SnapshotInput = Parameters<typeof eventOf>[1] & { attachmentId: string }

/**
 * Returns a picture of the graph that is attached to a note, as the caller may see it: without what was removed from the
 * store since then, without cases of queues that the caller does not see, and masked.
 * @throws NotFoundError for another attachment; AccessError for a caller who may not see the events of the environment
 *   that the graph was read in; ConflictError `search.off`, `search.timeout`
 */
export async function readSnapshot(
  call: EnvironmentCallContext,
  input: SnapshotInput,
  signal: AbortSignal | undefined,
): Promise<GraphSnapshot> {
  const { attachment, content } = await openAttachment(call, await eventOf(call, input), input.attachmentId)
  if (attachment.media_type !== graphSnapshotType) throw createMissingError()
  const { environmentId, nodes, edges, dates } = JSON.parse(new TextDecoder().decode(content)) as StoredSnapshot
  authorize(call.principal, environmentId, 'search', 'read', call.tree)
  const scoped = { ...call, scope: scopeOf(call.tree, environmentId) }
  const present = await limited(signal, graphLimits.seconds, within => findPresent(scoped, nodes, within))
  const linked = new Set(
    edges.flatMap(({ source, target }) => [
      ...(present.has(source) ? [target] : []),
      ...(present.has(target) ? [source] : []),
    ]),
  )
  const shown = nodes.flatMap((node): GraphSnapshotNode[] => {
    const { text, person, visible } = present.get(node.id) ?? unnamed
    if (isStored(node.type) ? !present.has(node.id) : !linked.has(node.id)) return []
    return [{ ...node, text, person, event: describeEvent(node.event, visible) }]
  })
  const ids = new Set(shown.map(({ id }) => id))
  return {
    takenAt: attachment.created_at.toISOString(),
    dates,
    nodes: shown,
    edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
    missing: nodes.length - shown.length,
  }
}

/** What the caller sees of a node today. */
interface PresentNode {
  text: string
  person: string | null
  /** The case of a transaction or a case; null: there is none, or the caller does not see its queue. */
  visible: VisibleCase | null
}
const unnamed: PresentNode = { text: hiddenPart, person: null, visible: null }

/** The decision of a person is that of a case: those who do not see the case do not see it. */
const describeEvent = (event: StoredSnapshotNode['event'], visible: VisibleCase | null): StoredSnapshotNode['event'] =>
  event && { ...event, reviewDecision: visible === null ? null : event.reviewDecision }

const isEntity = (type: GraphRef['type']): boolean => (entityTypes as readonly string[]).includes(type)
/** Whether a node is found by itself; a BIN, a network or a product is there while one of its neighbours is. */
const isStored = (type: GraphRef['type']): boolean => isEntity(type) || type === 'transaction' || type === 'case'

/** Returns what the caller sees of the nodes in the events that are stored today, by the ids of the nodes. */
async function findPresent(
  call: EnvironmentCallContext,
  nodes: readonly StoredSnapshotNode[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PresentNode>> {
  const { db, principal } = call
  const nodeIds = await loadNodeIds(db, principal.tenantId)
  const refs = await Promise.all(nodes.map(({ id }, index) => nodeIds.decode(id, ['nodes', index])))
  const indexed = refs.flatMap((ref, n) => (isEntity(ref.type) || ref.type === 'bin' ? [{ ref, n }] : []))
  const eventIds = refs.flatMap(({ type, value }) => (type === 'transaction' || type === 'case' ? [value] : []))
  const scope = await graphScopeOf(call, { timeZone: 'UTC', filter: {} })
  const [newest, named, cases] = await Promise.all([
    findKeys(
      db,
      // Whether there is any event at all: the range of the picture has passed.
      { ...scope, from: new Date(0), to: null },
      indexed.map(({ ref }) => ref),
      { perNode: 1, limit: indexed.length },
      signal,
    ),
    findEventKeysById(db, call.scope, eventIds, signal),
    loadVisibleCases(call, eventIds),
  ])
  const searched = named.filter(({ event_type: type }) => !scope.excludedTypes.includes(type))
  const keys = new Map([...newest, ...searched].map(key => [key.event_id, key]))
  const events = (await loadGraphEvents(db, [...keys.values()], signal)).map(stored => toLoadedEvent(call, stored))
  const eventById = new Map(events.map(event => [event.eventId, event]))
  const eventByNode = new Map(newest.map(key => [indexed[key.n]?.n, eventById.get(key.event_id)]))
  // Products have no index: they are found in the events of the other nodes.
  const anyShown = new Map(events.flatMap(({ shown }) => [...shown]))
  return new Map(
    refs.flatMap((ref, n): [string, PresentNode][] => {
      const visible = cases.get(ref.value) ?? null
      const event = ref.type === 'transaction' ? eventById.get(ref.value) : eventByNode.get(n)
      if (ref.type === 'case' ? visible === null : isStored(ref.type) && event === undefined) return []
      return [
        [
          nodes[n]?.id ?? '',
          {
            text: textOf(ref, event?.shown ?? anyShown, visible),
            person: ref.type === 'user' ? (event?.person ?? null) : null,
            visible,
          },
        ],
      ]
    }),
  )
}

function textOf(ref: GraphRef, shown: LoadedEvent['shown'], visible: VisibleCase | null): string {
  if (ref.type === 'case' && visible !== null) return visible.found.external_id
  // What is shown of a masked address is its network.
  return ref.type === 'ipNetwork' ? ref.value : (shown.get(refKey(ref))?.text ?? hiddenPart)
}
