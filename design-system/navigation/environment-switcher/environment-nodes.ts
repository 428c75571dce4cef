import type { ReactNode } from 'react'

export interface EnvironmentNode {
  id: string
  name: string
  /** Status badge; nothing for a node without a notable status. */
  status?: ReactNode
  /** Reason why it cannot be chosen. It remains in the tree, because its children may be available. */
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

/** Ids of all nodes with children. */
export function parentIds(nodes: readonly EnvironmentNode[]): string[] {
  return nodes.flatMap(node => (node.children?.length ? [node.id, ...parentIds(node.children)] : []))
}
