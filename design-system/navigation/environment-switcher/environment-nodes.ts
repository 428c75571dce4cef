import type { ReactNode } from 'react'

export interface EnvironmentNode {
  id: string
  name: string
  /** Status badge; nothing for a node without one worth showing. */
  status?: ReactNode
  /** Why it cannot be chosen. It stays in the tree, because its children may be open. */
  disabledReason?: 'noAccess' | 'notActive'
  children?: readonly EnvironmentNode[]
}

/** Names from the root to a node; empty when the node is not in the tree. */
export function pathTo(nodes: readonly EnvironmentNode[], id: string): string[] {
  for (const node of nodes) {
    if (node.id === id) return [node.name]
    const below = pathTo(node.children ?? [], id)
    if (below.length > 0) return [node.name, ...below]
  }
  return []
}

/** Ids of all nodes that have children. */
export function parentIds(nodes: readonly EnvironmentNode[]): string[] {
  return nodes.flatMap(node => (node.children?.length ? [node.id, ...parentIds(node.children)] : []))
}
