/** Disjoint sets of keys. */
export interface UnionFind {
  /** Joins the sets of two keys. */
  union: (a: string, b: string) => void
  /** Returns the key that stands for the set of a key; the key itself where it was never joined. */
  find: (key: string) => string
}

/** Creates disjoint sets, with union by size and path halving. */
export function createUnionFind(): UnionFind {
  const parents = new Map<string, string>()
  const sizes = new Map<string, number>()
  const find = (key: string): string => {
    let current = key
    for (let parent = parents.get(current); parent !== undefined; parent = parents.get(current)) {
      const above = parents.get(parent)
      if (above === undefined) return parent
      parents.set(current, above)
      current = above
    }
    return current
  }
  return {
    find,
    union(a, b) {
      const [x, y] = [find(a), find(b)]
      if (x === y) return
      const [sizeX, sizeY] = [sizes.get(x) ?? 1, sizes.get(y) ?? 1]
      const [small, large] = sizeX < sizeY ? [x, y] : [y, x]
      parents.set(small, large)
      sizes.set(large, sizeX + sizeY)
    },
  }
}
