import type { Expr, Statement } from './syntax-tree.ts'

export type TreeNode = Expr | Statement

/**
 * Visits every expression and statement of a parsed tree, outer ones first.
 * @param visit called with each node and those that enclose it, the outermost first
 */
export function visitNodes(
  node: unknown,
  visit: (node: TreeNode, enclosing: readonly TreeNode[]) => void,
  enclosing: readonly TreeNode[] = [],
): void {
  if (Array.isArray(node)) {
    for (const each of node as unknown[]) visitNodes(each, visit, enclosing)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const isNode = 'kind' in node
  if (isNode) visit(node as TreeNode, enclosing)
  const inner = isNode ? [...enclosing, node as TreeNode] : enclosing
  for (const each of Object.values(node)) if (typeof each === 'object') visitNodes(each, visit, inner)
}
