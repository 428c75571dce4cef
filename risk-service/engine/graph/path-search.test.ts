import { describe, expect, it } from 'vitest'
import { createPathSearch } from './path-search.ts'

type Graph = Record<string, string[]>

function search(graph: Graph, from: string, to: string, steps = 6): string[][] {
  const found = createPathSearch(from, to, steps)
  for (let step = found.next(); step !== null; step = found.next())
    found.add(
      step.side,
      step.frontier.flatMap(key => (graph[key] ?? []).map(other => [key, other] as const)),
    )
  return found.paths(1000).toSorted()
}

/** All shortest paths by trying every way, the shorter ones first. */
function slowSearch(graph: Graph, from: string, to: string, steps: number): string[][] {
  let ways = [[from]]
  for (let length = 0; length <= steps; length += 1) {
    const arrived = ways.filter(way => way.at(-1) === to)
    if (arrived.length > 0) return arrived.toSorted()
    ways = ways.flatMap(way =>
      (graph[way.at(-1) ?? ''] ?? []).filter(key => !way.includes(key)).map(key => [...way, key]),
    )
  }
  return []
}

/** Numbers of a linear congruential generator: the same in every run. */
function createNumbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

describe('a search for paths', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))('finds what trying every way finds (%i)', seed => {
    const number = createNumbers(seed + 1)
    const size = 6 + number(8)
    const graph: Record<string, Set<string>> = {}
    for (let n = 0; n < size * 1.5; n += 1) {
      const [a, b] = [`n${number(size)}`, `n${number(size)}`]
      if (a === b) continue
      ;(graph[a] ??= new Set()).add(b)
      ;(graph[b] ??= new Set()).add(a)
    }
    const plain = Object.fromEntries(Object.entries(graph).map(([key, others]) => [key, [...others]]))
    const steps = 1 + number(6)
    expect(search(plain, 'n0', 'n1', steps)).toEqual(slowSearch(plain, 'n0', 'n1', steps))
  })
  it('stops at the number of paths that is asked for', () => {
    const found = createPathSearch('a', 'd', 6)
    found.add(0, [
      ['a', 'b'],
      ['a', 'c'],
    ])
    found.add(1, [
      ['d', 'b'],
      ['d', 'c'],
    ])
    expect(found.paths(1)).toEqual([['a', 'b', 'd']])
  })
})
