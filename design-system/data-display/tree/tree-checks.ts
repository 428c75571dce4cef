import { childrenOf, type TreeNode } from './tree-nodes.ts'

type LoadedChildren = ReadonlyMap<string, readonly TreeNode[]>
export type CheckState = boolean | 'mixed'

/** State of every box: that of a parent is derived from its children, that of a leaf from the selection. */
export function checkStates(
  nodes: readonly TreeNode[],
  selected: ReadonlySet<string>,
  fetched?: LoadedChildren,
): Map<string, CheckState> {
  const states = new Map<string, CheckState>()
  const visit = (node: TreeNode): CheckState => {
    const children = childrenOf(node, fetched).map(visit)
    const state =
      children.length === 0
        ? selected.has(node.id)
        : children.every(child => child === true)
          ? true
          : children.every(child => child === false)
            ? false
            : 'mixed'
    states.set(node.id, state)
    return state
  }
  nodes.forEach(visit)
  return states
}

/**
 * The chosen ids after a box was pressed. A parent includes its children, except those that cannot be chosen. A mixed
 * parent becomes checked, unless everything below it that can be checked already is.
 */
export function toggleChecks(
  nodes: readonly TreeNode[],
  selected: ReadonlySet<string>,
  node: TreeNode,
  fetched?: LoadedChildren,
): string[] {
  const leaves: TreeNode[] = []
  const collect = (each: TreeNode) => {
    const children = childrenOf(each, fetched)
    if (children.length === 0 && each.disabledReason === undefined) leaves.push(each)
    children.forEach(collect)
  }
  collect(node)
  const check = !leaves.every(leaf => selected.has(leaf.id))
  const next = new Set(selected)
  for (const leaf of leaves) {
    if (check) next.add(leaf.id)
    else next.delete(leaf.id)
  }
  // A parent is listed when everything below it is chosen, so that a caller may read whole branches.
  const states = checkStates(nodes, next, fetched)
  const settle = (each: TreeNode) => {
    const children = childrenOf(each, fetched)
    if (children.length > 0) {
      if (states.get(each.id) === true && each.disabledReason === undefined) next.add(each.id)
      else next.delete(each.id)
    }
    children.forEach(settle)
  }
  nodes.forEach(settle)
  return [...next]
}
