import type { ContrastCell } from '../../engine/contrast/types.ts'
import { isObject } from '../../engine/lib/json.ts'

/** Names of a document; a leaf has the index of the attribute whose values stand there. */
interface Node {
  index: number | null
  /** Members that no schema lists are attributes, too. */
  open: boolean
  members: Map<string, Node>
}

const emptyNode = (): Node => ({ index: null, open: false, members: new Map() })

/** Reads many attributes of a document in one pass. */
export interface RequestReader {
  addPath: (path: string, index: number) => void
  /** Members of the block under this path are read under names that its schema does not list. */
  openBlock: (path: string) => void
  /** Writes the values of a document into the cells of its event. */
  read: (request: unknown, cells: ContrastCell[]) => void
}

/** Deepest block of custom data whose members are attributes. */
const maxDepth = 6

/**
 * Creates a reader without attributes.
 * @param indexOfOpen returns the index of an attribute that no schema lists by its path and first value; null when it is
 * not to be compared
 */
export function createRequestReader(
  indexOfOpen: (path: string, value: string | number | boolean) => number | null,
): RequestReader {
  const root = emptyNode()
  const nodeAt = (path: string): Node => {
    let node = root
    for (const name of path.split('.')) {
      const member = node.members.get(name) ?? emptyNode()
      node.members.set(name, member)
      node = member
    }
    return node
  }

  function walk(value: unknown, node: Node, cells: ContrastCell[]): void {
    if (value === null || value === undefined) return
    if (Array.isArray(value)) for (const each of value) walk(each, node, cells)
    else if (isObject(value)) {
      // A document has fewer members than its schema has names.
      for (const name in value) {
        const member = node.members.get(name)
        if (member !== undefined) walk(value[name], member, cells)
      }
    } else if (node.index !== null) put(cells, node.index, value)
  }

  /** Makes nodes of the members of an open block that were not met before. */
  function learn(value: unknown, node: Node, path: string, depth: number): void {
    if (Array.isArray(value)) for (const each of value) learn(each, node, path, depth)
    else if (isObject(value)) {
      if (depth > maxDepth) return
      for (const [name, each] of Object.entries(value)) {
        const member = node.members.get(name) ?? emptyNode()
        node.members.set(name, member)
        learn(each, member, `${path}.${name}`, depth + 1)
      }
    } else if (node.index === null && isScalar(value)) node.index = indexOfOpen(path, value)
  }

  const openPaths: string[] = []
  return {
    addPath: (path, index) => {
      nodeAt(path).index = index
    },
    openBlock: path => openPaths.push(path),
    read(request, cells) {
      for (const path of openPaths) {
        const block = path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : null), request)
        if (block) learn(block, nodeAt(path), path, path.split('.').length)
      }
      walk(request, root, cells)
    },
  }
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function put(cells: ContrastCell[], index: number, value: unknown): void {
  if (!isScalar(value)) return
  const scalar = typeof value === 'boolean' ? String(value) : value
  const before = cells[index] ?? null
  cells[index] =
    before === null ? scalar : ([...(Array.isArray(before) ? before : [before]), scalar] as string[] | number[])
}
