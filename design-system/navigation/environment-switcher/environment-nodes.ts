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

export interface EnvironmentRow {
  node: EnvironmentNode
  level: number
  position: number
  setSize: number
  parentId: string | undefined
  expanded: boolean | undefined
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

/** Keeps the nodes whose name contains the text, and the way to them. */
export function filterTree(nodes: readonly EnvironmentNode[], text: string): readonly EnvironmentNode[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return nodes
  return nodes.flatMap(node => {
    const children = filterTree(node.children ?? [], text)
    return children.length > 0 || node.name.toLowerCase().includes(wanted) ? [{ ...node, children }] : []
  })
}

/** The rows that are in view, in reading order, with what a tree must say about each. */
export function visibleRows(nodes: readonly EnvironmentNode[], expanded: ReadonlySet<string>, level = 1, parentId?: string): EnvironmentRow[] {
  return nodes.flatMap((node, index) => {
    const parent = (node.children?.length ?? 0) > 0
    const open = parent && expanded.has(node.id)
    const row: EnvironmentRow = { node, level, position: index + 1, setSize: nodes.length, parentId, expanded: parent ? open : undefined }
    return [row, ...(open ? visibleRows(node.children ?? [], expanded, level + 1, node.id) : [])]
  })
}
