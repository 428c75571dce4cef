import type { GraphViewInput } from '../../contract/graph/graph.ts'
import { strongEntityTypes } from '../../contract/index.ts'
import type { DrawnEdge, EventGraph } from '../../engine/graph/event-graph.ts'
import { refKey } from '../../engine/graph/event-links.ts'
import type { GraphEvent, GraphLink } from '../../engine/graph/types.ts'

type Filter = Pick<GraphViewInput['filter'], 'nodeTypes' | 'edgeKinds' | 'minShared'>

/** Returns whether a filter draws a link: its kind, and the types of both its nodes. */
export function linkFilter({ nodeTypes, edgeKinds }: Filter): (link: GraphLink) => boolean {
  const types = nodeTypes && new Set<string>(nodeTypes)
  const kinds = edgeKinds && new Set<string>(edgeKinds)
  return ({ source, target, kind }) =>
    (kinds?.has(kind) ?? true) && (types === undefined || (types.has(source.type) && types.has(target.type)))
}

const strong: ReadonlySet<string> = new Set(strongEntityTypes)

/**
 * Returns the keys of nodes that stay when other users have to share so many strong entities with users of the picture:
 * those users, and what hangs on one of them or on no user at all.
 * @param starts keys of nodes that stay in any case
 */
export function keptByShared<Event extends GraphEvent>(
  { nodes, edges }: EventGraph<Event>,
  minShared: number,
  starts: ReadonlySet<string>,
): ReadonlySet<string> {
  const usersOf = Map.groupBy(
    [...edges.values()].filter(({ source }) => source.type === 'user'),
    ({ target }) => refKey(target),
  )
  const shared = new Map<string, Set<string>>()
  for (const [key, found] of usersOf) {
    const users = new Set(found.map(({ source }) => refKey(source)))
    if (users.size < 2 || !strong.has(found[0]?.target.type ?? '')) continue
    for (const user of users) shared.set(user, (shared.get(user) ?? new Set()).add(key))
  }
  const drops = (key: string): boolean => !starts.has(key) && (shared.get(key)?.size ?? 0) < minShared
  const dropped = new Set([...nodes].flatMap(([key, { ref }]) => (ref.type === 'user' && drops(key) ? [key] : [])))
  const kept = new Set([...nodes.keys()].filter(key => !dropped.has(key)))
  // What is reached through dropped users alone goes with them.
  for (const key of orphansOf([...edges.values()], dropped)) if (!starts.has(key)) kept.delete(key)
  return kept
}

/** Returns the nodes all of whose parents are dropped, and those that hang on these. */
function orphansOf(edges: readonly DrawnEdge[], dropped: ReadonlySet<string>): Set<string> {
  const parents = Map.groupBy(edges, ({ target }) => refKey(target))
  const children = Map.groupBy(edges, ({ source }) => refKey(source))
  const removed = new Set(dropped)
  const orphans = new Set<string>()
  // A set is read to its end, with what is added meanwhile.
  for (const key of removed)
    for (const { target } of children.get(key) ?? []) {
      const next = refKey(target)
      if (removed.has(next) || (parents.get(next) ?? []).some(({ source }) => !removed.has(refKey(source)))) continue
      removed.add(next)
      orphans.add(next)
    }
  return orphans
}
