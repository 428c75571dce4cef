/** A search for the shortest paths between two nodes, breadth-first from both ends. */
export interface PathSearch {
  /** Returns the side and the nodes whose neighbours are needed next; null: the search is over. */
  next: () => { side: 0 | 1; frontier: readonly string[] } | null
  /** Takes the neighbours of the frontier of a side. */
  add: (side: 0 | 1, links: readonly (readonly [from: string, to: string])[]) => void
  /** Returns the shortest paths, each from the first node to the second, at most so many; empty: none was found. */
  paths: (limit: number) => string[][]
}

interface Side {
  depths: Map<string, number>
  parents: Map<string, string[]>
  frontier: string[]
  depth: number
}

const createSide = (start: string): Side => ({
  depths: new Map([[start, 0]]),
  parents: new Map(),
  frontier: [start],
  depth: 0,
})

/**
 * Creates a search between two nodes, by their keys.
 * @param maxSteps edges of the longest path
 */
export function createPathSearch(from: string, to: string, maxSteps: number): PathSearch {
  const sides: [Side, Side] = [createSide(from), createSide(to)]
  let meetings: string[] = from === to ? [from] : []

  /** Nodes that both sides have reached in the fewest steps. */
  const findMeetings = (side: Side, other: Side): string[] => {
    const reached = side.frontier.filter(key => other.depths.has(key))
    const lengthOf = (key: string): number => side.depth + (other.depths.get(key) ?? 0)
    const shortest = Math.min(...reached.map(lengthOf))
    return reached.filter(key => lengthOf(key) === shortest)
  }
  return {
    next() {
      const [a, b] = sides
      if (meetings.length > 0 || a.depth + b.depth >= maxSteps) return null
      // The smaller side is cheaper; a side without a frontier has seen all that it can reach.
      if (a.frontier.length === 0 || b.frontier.length === 0) return null
      const side = a.frontier.length <= b.frontier.length ? 0 : 1
      return { side, frontier: sides[side].frontier }
    },
    add(index, links) {
      const side = sides[index]
      const depth = side.depth + 1
      const frontier: string[] = []
      for (const [parent, key] of links) {
        const reached = side.depths.get(key)
        if (reached === undefined) {
          side.depths.set(key, depth)
          side.parents.set(key, [parent])
          frontier.push(key)
        } else if (reached === depth && !side.parents.get(key)?.includes(parent)) side.parents.get(key)?.push(parent)
      }
      side.depth = depth
      side.frontier = frontier
      meetings = findMeetings(side, sides[index === 0 ? 1 : 0])
    },
    paths(limit) {
      const found: string[][] = []
      for (const key of meetings)
        for (const head of waysTo(sides[0], key, limit))
          for (const tail of waysTo(sides[1], key, limit)) {
            if (found.length === limit) return found
            found.push([...head, ...tail.toReversed().slice(1)])
          }
      return found
    },
  }
}

/** Returns the shortest ways from the start of a side to a node, at most so many. */
function waysTo(side: Side, key: string, limit: number): string[][] {
  const parents = side.parents.get(key)
  if (parents === undefined) return [[key]]
  const ways: string[][] = []
  for (const parent of parents)
    for (const way of waysTo(side, parent, limit - ways.length)) {
      if (ways.length === limit) return ways
      ways.push([...way, key])
    }
  return ways
}
