import path from 'node:path'
import { isInWorkspace, notCode } from './imports.ts'

/** A file and its imports, as reported by dependency-cruiser. */
export interface ImportingModule {
  source: string
  /** `dynamic`: by `import()`. */
  dependencies: readonly { resolved: string; dynamic: boolean }[]
}

interface FolderImport {
  from: string
  to: string
}

/** Folders that all reach one another by imports. */
export interface FolderCircle {
  folders: readonly string[]
  /**
   * Imports between the folders; first those of a pair of folders with few imports, which are the easiest to remove.
   */
  imports: readonly FolderImport[]
}

/** The routes of a section name its pages and are fetched by `import()` only: they are a separate node. */
const sectionRoutes = /^console\/sections\/.+\/routes\.ts$/
const nodeOf = (file: string): string => (sectionRoutes.test(file) ? file : path.dirname(file))

/**
 * Circles in the graph of folders. A folder represents the files directly in it, so it and a folder inside it are a
 * circle when each imports the other. Imports of types count; tests, stories and `import()` do not, because code
 * fetched on demand may import its origin.
 */
export function findFolderCircles(modules: readonly ImportingModule[]): FolderCircle[] {
  const isCode = (file: string): boolean => isInWorkspace(file) && !notCode.test(file)
  const imports = modules
    .filter(({ source }) => isCode(source))
    .flatMap(({ source, dependencies }) => {
      const files = dependencies.filter(({ resolved, dynamic }) => !dynamic && isCode(resolved))
      return [...new Set(files.map(({ resolved }) => resolved))].map((to): FolderImport => ({ from: source, to }))
    })
    .filter(({ from, to }) => nodeOf(from) !== nodeOf(to))
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const folder = nodeOf(from)
    targets.set(folder, (targets.get(folder) ?? new Set()).add(nodeOf(to)))
  }
  return stronglyConnected(targets).map(folders => {
    const members = new Set(folders)
    const inside = imports.filter(({ from, to }) => members.has(nodeOf(from)) && members.has(nodeOf(to)))
    const arrowOf = ({ from, to }: FolderImport): string => `${nodeOf(from)} ${nodeOf(to)}`
    const counts = Map.groupBy(inside, arrowOf)
    const countOf = (each: FolderImport): number => counts.get(arrowOf(each))?.length ?? 0
    return {
      folders,
      imports: inside.sort(
        (a, b) => countOf(a) - countOf(b) || a.from.localeCompare(b.from) || a.to.localeCompare(b.to),
      ),
    }
  })
}

/** Strongly connected components of more than one node (Tarjan 1972), each sorted, in the order of their first node. */
function stronglyConnected(targets: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const numbers = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const components: string[][] = []
  /** Visits a node, and returns the lowest number that it reaches on the stack. */
  const visit = (node: string): number => {
    const number = numbers.size
    let lowest = number
    numbers.set(node, number)
    stack.push(node)
    onStack.add(node)
    for (const target of targets.get(node) ?? []) {
      const seen = numbers.get(target)
      if (seen === undefined) lowest = Math.min(lowest, visit(target))
      else if (onStack.has(target)) lowest = Math.min(lowest, seen)
    }
    if (lowest === number) {
      const component = stack.splice(stack.indexOf(node))
      for (const member of component) onStack.delete(member)
      if (component.length > 1) components.push(component.sort())
    }
    return lowest
  }
  for (const node of targets.keys()) if (!numbers.has(node)) visit(node)
  return components.sort(([a = ''], [b = '']) => a.localeCompare(b))
}
