import type { GraphSnapshot, GraphSnapshotNode } from '../../../contract/graph/graph-snapshots.ts'
import { entityTypes, graphLimits, graphSnapshotType, hiddenPart } from '../../../contract/index.ts'
import type { GraphRef } from '../../../engine/graph/types.ts'
import { authorize } from '../../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { scopeOf } from '../../../kernel/environments/environment-tree.ts'
import type { Masking } from '../../../kernel/personal-data/masking.ts'
import { loadVisibleCases } from '../../cases/links/visible-cases.ts'
import { createMissingError, openAttachment } from '../../notes/attachments.ts'
import { eventOf } from '../../notes/event-of-call.ts'
import { limited } from '../../search/search.ts'
import { findKeys } from '../store/event-keys.ts'
import { findEventKeysById } from '../store/graph-events.ts'
import { graphScopeOf } from '../store/graph-scope.ts'
import { loadNodeIds } from '../store/node-ids.ts'
import type { StoredSnapshot } from './stored-snapshot.ts'

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
  const shown = nodes.filter(({ id, type }) => (isStored(type) ? present.has(id) : linked.has(id)))
  const ids = new Set(shown.map(({ id }) => id))
  return {
    takenAt: attachment.created_at.toISOString(),
    dates,
    nodes: maskNodes(call.masking, shown),
    edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
    missing: nodes.length - shown.length,
  }
}

const isEntity = (type: GraphRef['type']): boolean => (entityTypes as readonly string[]).includes(type)
/** Whether a node is found by itself; a BIN, a network or a product is there while one of its neighbours is. */
const isStored = (type: GraphRef['type']): boolean => isEntity(type) || type === 'transaction' || type === 'case'

/** Returns the ids of the nodes that still have an event that the caller sees. */
async function findPresent(
  call: EnvironmentCallContext,
  nodes: readonly GraphSnapshotNode[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const { db, principal } = call
  const nodeIds = await loadNodeIds(db, principal.tenantId)
  const refs = await Promise.all(nodes.map(({ id }, index) => nodeIds.decode(id, ['nodes', index])))
  const found = refs.map((ref, index) => ({ ref, id: nodes[index]?.id ?? '' }))
  const entities = found.filter(({ ref }) => isEntity(ref.type))
  const eventIds = (type: GraphRef['type']): string[] =>
    found.flatMap(({ ref }) => (ref.type === type ? [ref.value] : []))
  const scope = await graphScopeOf(call, { timeZone: 'UTC', filter: {} })
  const [keys, events, cases] = await Promise.all([
    findKeys(
      db,
      // Whether there is any event at all: the range of the picture has passed.
      { ...scope, from: new Date(0), to: null },
      entities.map(({ ref }) => ref),
      { perNode: 1, limit: entities.length },
      signal,
    ),
    findEventKeysById(db, call.scope, eventIds('transaction'), signal),
    loadVisibleCases(call, eventIds('case')),
  ])
  const searched = events.filter(({ event_type: type }) => !scope.excludedTypes.includes(type))
  const transactions = new Set(searched.map(({ event_id: id }) => id))
  return new Set([
    ...keys.flatMap(({ n }) => entities[n]?.id ?? []),
    ...found.flatMap(({ ref, id }) =>
      (ref.type === 'transaction' && transactions.has(ref.value)) || (ref.type === 'case' && cases.has(ref.value))
        ? [id]
        : [],
    ),
  ])
}

/** Masks all values together: a masked address that is also the id of a user is hidden there, too. */
function maskNodes(masking: Masking, nodes: readonly GraphSnapshotNode[]): GraphSnapshotNode[] {
  const visible = masking.apply(
    nodes.map(({ type, text, person }) =>
      type === 'bin' ? { bin: text, userName: person } : { type, display: text, userName: person },
    ),
  )
  return nodes.map((node, index) => {
    // The merchant's id of an event finds its page, whatever it is made of.
    if (node.type === 'transaction' || node.type === 'case') return node
    const { bin, display, userName } = visible[index] ?? {}
    return { ...node, text: bin ?? display ?? hiddenPart, person: userName ?? null }
  })
}
