import { adjacency, type GraphEdge, type GraphNodeKind, type GraphRelation, nodeKinds } from '../model/graph-model.ts'
import type { VisibleNode } from '../model/graph-state.ts'

export interface ListRow {
  /** Identity of the row across renders: a node may be listed under several others. */
  key: string
  level: 1 | 2 | 3
  kind: GraphNodeKind
  /** Undefined for the header of a kind. */
  node?: VisibleNode
  /** Relation between the node of a third-level row and the one above it. */
  relation?: GraphRelation
  /** Number of nodes of a kind, or of links of a node. */
  count: number
  position: number
  size: number
  expanded?: boolean
}

/** The tree as rows: kinds, their nodes (riskiest first), the connections of each open node. */
export function listRows(
  nodes: readonly VisibleNode[],
  edges: readonly GraphEdge[],
  closedKinds: ReadonlySet<string>,
  openNodes: ReadonlySet<string>,
): ListRow[] {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const around = adjacency(edges)
  const kinds = nodeKinds.flatMap(kind => {
    const members = nodes.filter(node => node.kind === kind)
    return members.length === 0
      ? []
      : [
          {
            kind,
            members: members.sort(
              (a, b) => (b.score ?? -1) - (a.score ?? -1) || (a.label < b.label ? -1 : a.label > b.label ? 1 : 0),
            ),
          },
        ]
  })
  return kinds.flatMap(({ kind, members }, place) => {
    const expanded = !closedKinds.has(kind)
    const head: ListRow = {
      key: kind,
      level: 1,
      kind,
      count: members.length,
      position: place + 1,
      size: kinds.length,
      expanded,
    }
    if (!expanded) return [head]
    return [
      head,
      ...members.flatMap((node, i) => {
        const linked = around.get(node.id) ?? []
        const open = linked.length > 0 && openNodes.has(node.id)
        const row: ListRow = {
          key: `${kind} ${node.id}`,
          level: 2,
          kind,
          node,
          count: linked.length,
          position: i + 1,
          size: members.length,
          ...(linked.length > 0 ? { expanded: open } : {}),
        }
        if (!open) return [row]
        return [
          row,
          ...linked.flatMap((id, j): ListRow[] => {
            const other = byId.get(id)
            const edge = edges.find(
              ({ source, target }) => (source === node.id && target === id) || (source === id && target === node.id),
            )
            return other && edge
              ? [
                  {
                    key: `${kind} ${node.id} ${id}`,
                    level: 3,
                    kind: other.kind,
                    node: other,
                    relation: edge.relation,
                    count: (around.get(id) ?? []).length,
                    position: j + 1,
                    size: linked.length,
                  },
                ]
              : []
          }),
        ]
      }),
    ]
  })
}

/** Index of the parent row of a row. */
export function parentOf(rows: readonly ListRow[], at: number): number {
  const level = rows[at]?.level ?? 1
  for (let i = at - 1; i >= 0; i--) if ((rows[i]?.level ?? 1) < level) return i
  return at
}
