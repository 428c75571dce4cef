import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { foldForSearch } from '../../lib/typeahead/typeahead.ts'

export interface TreeNode {
  /** Unique in the whole tree. */
  id: string
  name: string
  children?: readonly TreeNode[]
  /** The children are fetched when the node is opened for the first time. */
  lazy?: boolean
  icon?: LucideIcon
  /** Badge at the end of the row; nothing for a node without a notable status. */
  status?: ReactNode
  /**
   * Reason why the node cannot be chosen, in the reader's language. It remains in the tree and can be opened, because
   * its children may be available to the reader.
   */
  disabledReason?: string
}

/** A visible node, with its position in the tree for assistive technology. */
export interface TreeRow {
  /** Unique even where the data repeats an id. */
  key: string
  node: TreeNode
  level: number
  position: number
  setSize: number
  parentId: string | undefined
  expanded: boolean | undefined
  /** Names of the ancestors, from the root down. */
  path: readonly string[]
}

export interface RowOptions {
  isExpanded: (node: TreeNode) => boolean
  /** Children that were fetched after the first render. */
  loaded?: ReadonlyMap<string, readonly TreeNode[]> | undefined
}

const noNodes: readonly TreeNode[] = []

export function childrenOf(node: TreeNode, fetched?: ReadonlyMap<string, readonly TreeNode[]>): readonly TreeNode[] {
  return node.children ?? fetched?.get(node.id) ?? noNodes
}

/** A lazy node counts as a parent until its children are fetched. */
export function isParent(node: TreeNode, fetched?: ReadonlyMap<string, readonly TreeNode[]>): boolean {
  return childrenOf(node, fetched).length > 0 || isNotLoaded(node, fetched)
}

export function isNotLoaded(node: TreeNode, fetched?: ReadonlyMap<string, readonly TreeNode[]>): boolean {
  return node.lazy === true && node.children === undefined && fetched?.has(node.id) !== true
}

/** The visible rows in reading order, without recursion: a very deep hierarchy must not overflow the stack. */
export function treeRows(nodes: readonly TreeNode[], { isExpanded, loaded: fetched }: RowOptions): TreeRow[] {
  const rows: TreeRow[] = []
  const used = new Set<string>()
  type Entry = {
    node: TreeNode
    level: number
    position: number
    setSize: number
    parentId: string | undefined
    path: readonly string[]
  }
  const stack: Entry[] = []
  const push = (
    children: readonly TreeNode[],
    level: number,
    parentId: string | undefined,
    path: readonly string[],
  ) => {
    for (let i = children.length - 1; i >= 0; i--) {
      const node = children[i]
      if (node) stack.push({ node, level, position: i + 1, setSize: children.length, parentId, path })
    }
  }
  push(nodes, 1, undefined, [])
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { node, level, path } = entry
    const expanded = isParent(node, fetched) ? isExpanded(node) : undefined
    const key = used.has(node.id) ? `${node.id} ${rows.length}` : node.id
    used.add(key)
    rows.push({ ...entry, key, expanded })
    if (expanded) push(childrenOf(node, fetched), level + 1, node.id, [...path, node.name])
  }
  return rows
}

/** The nodes whose name contains the text, with their ancestors, and the number of matches. */
export function filterNodes(
  nodes: readonly TreeNode[],
  text: string,
  fetched?: ReadonlyMap<string, readonly TreeNode[]>,
): { nodes: readonly TreeNode[]; matches: number } {
  const searchText = foldForSearch(text.trim())
  if (searchText === '') return { nodes, matches: 0 }
  let matches = 0
  const keep = (list: readonly TreeNode[]): TreeNode[] =>
    list.flatMap(node => {
      const hit = foldForSearch(node.name).includes(searchText)
      if (hit) matches++
      const children = keep(childrenOf(node, fetched))
      return hit || children.length > 0 ? [{ ...node, children }] : []
    })
  return { nodes: keep(nodes), matches }
}

/** Position of the text in a name, for highlighting; nothing when folding changed the length. */
export function matchOf(name: string, text: string): readonly [before: string, hit: string, after: string] | undefined {
  const searchText = text.trim().toLowerCase()
  const lower = name.toLowerCase()
  const at = searchText === '' || lower.length !== name.length ? -1 : lower.indexOf(searchText)
  return at < 0
    ? undefined
    : [name.slice(0, at), name.slice(at, at + searchText.length), name.slice(at + searchText.length)]
}

/** Ids of all nodes, each once; `among` filters them. */
function collectIds(
  nodes: readonly TreeNode[],
  fetched?: ReadonlyMap<string, readonly TreeNode[]>,
  among: (node: TreeNode) => boolean = () => true,
): string[] {
  const found = new Set<string>()
  const stack = [...nodes].reverse()
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (among(node)) found.add(node.id)
    stack.push(...[...childrenOf(node, fetched)].reverse())
  }
  return [...found]
}

/** Ids of the nodes with children: the value for a fully open tree. */
export function parentIds(nodes: readonly TreeNode[]): string[] {
  return collectIds(nodes, undefined, node => (node.children?.length ?? 0) > 0)
}

/** Ids from the root to a node, the node itself last. Empty when the node does not exist. */
export function pathIds(
  nodes: readonly TreeNode[],
  id: string,
  fetched?: ReadonlyMap<string, readonly TreeNode[]>,
): string[] {
  const stack = nodes.map(node => [node])
  for (let way = stack.pop(); way; way = stack.pop()) {
    const node = way.at(-1)
    if (!node) continue
    if (node.id === id) return way.map(each => each.id)
    for (const child of childrenOf(node, fetched)) stack.push([...way, child])
  }
  return []
}
