import type { NumberColumn } from './contrast-table.ts'

/** Most ranges that the numbers of an attribute are divided into. */
const maxBins = 16

/** Adjacent ranges of the numbers of an attribute: range `i` is at least `cuts[i - 1]` and less than `cuts[i]`. */
export interface Bins {
  cuts: readonly number[]
  /** Returns the index of the range of a number. */
  binOf: (value: number) => number
}

/**
 * Divides the numbers of an attribute into ranges of about as many events each. The limits come from all events
 * together, whatever their set: chosen by the difference of the sets, the ranges would find one where there is none.
 */
export function binsOf(column: NumberColumn): Bins {
  const sorted = Float64Array.from([
    ...column.numbers.filter(each => !Number.isNaN(each)),
    ...[...column.several.values()].flat(),
  ]).sort()
  const cuts = cutsOf(sorted)
  return {
    cuts,
    binOf(value) {
      let bin = 0
      while (bin < cuts.length && value >= (cuts[bin] ?? 0)) bin++
      return bin
    },
  }
}

function cutsOf(sorted: Float64Array): number[] {
  const distinct = distinctOf(sorted, maxBins)
  // A count of items, or a scale of few steps: each number is a range of its own.
  if (distinct !== null) return distinct.slice(1)
  const lowest = sorted[0] ?? 0
  const highest = sorted.at(-1) ?? 0
  const cuts = Array.from({ length: maxBins - 1 }, (_, index) =>
    rounded(sorted[Math.floor(((index + 1) * sorted.length) / maxBins)] ?? 0),
  )
  return [...new Set(cuts)].filter(cut => cut > lowest && cut <= highest)
}

/** The distinct numbers, ascending; null where there are more than `limit`. */
function distinctOf(sorted: Float64Array, limit: number): number[] | null {
  const distinct: number[] = []
  for (const value of sorted) {
    if (value === distinct.at(-1)) continue
    if (distinct.length === limit) return null
    distinct.push(value)
  }
  return distinct
}

/** Two significant digits: a limit that can be read, and typed into a search. */
const rounded = (value: number): number => Number(value.toPrecision(2))
