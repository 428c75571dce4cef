import type { VelocityAggregate, VelocityInfo, VelocityReader, VelocityWindow } from '../../../fql/index.ts'
import { windowStart } from '../../../fql/index.ts'

type Value = string | number | null

export interface VelocityReplay {
  /** The velocity's number. `longest`: how far in milliseconds anything reads it back. */
  number: (velocity: VelocityInfo, aggregate: VelocityAggregate, longest: number) => number
  add: (series: number, group: string, value: Value, at: number) => void
  /** Counts as of `now`; at once. */
  reader: (now: () => number) => VelocityReader
}

/** Values of one key in the order of time; the first ones are forgotten. */
interface RetainedTimes {
  times: number[]
  values: Value[]
  from: number /** Values that were taken out. */
  gone: number
  distinct: Map<string, Distinct> | null
}
/** What is distinct between two places, which only move on. */
interface Distinct {
  from: number
  to: number
  counts: Map<Value, number>
}
interface Series {
  aggregate: VelocityAggregate
  longest: number
  since: number
  young: Map<string, RetainedTimes>
  old: Map<string, RetainedTimes>
}

/** From so many values on what is distinct is kept from read to read. */
const many = 32

/**
 * What velocities counted, while history passes in the order of time: exact, and forgetting what no window reaches any
 * more. Keys that were not seen for the longest window go all together, so that nothing has to be looked through.
 */
export function createVelocityReplay(): VelocityReplay {
  const known = new Map<string, number>()
  const all: Series[] = []
  const idOf = (velocity: VelocityInfo): string => velocity.id ?? velocity.name.toLowerCase()
  const find = ({ young, old }: Series, group: string): RetainedTimes | undefined => young.get(group) ?? old.get(group)

  return {
    number(velocity, aggregate, longest) {
      const id = idOf(velocity)
      const number = known.get(id) ?? all.length
      const series = all[number]
      if (series === undefined) {
        known.set(id, number)
        all.push({ aggregate, longest, since: 0, young: new Map(), old: new Map() })
      } else series.longest = Math.max(series.longest, longest)
      return number
    },
    add(number, group, value, at) {
      const series = all[number]
      if (series === undefined) return
      if (at - series.since > series.longest) {
        series.old = series.young
        series.young = new Map()
        series.since = at
      }
      let kept = series.young.get(group)
      if (kept === undefined) {
        kept = series.old.get(group) ?? { times: [], values: [], from: 0, gone: 0, distinct: null }
        series.young.set(group, kept)
      }
      kept.times.push(at)
      if (series.aggregate !== 'count') kept.values.push(value)
      dropBefore(kept, at - series.longest)
    },
    reader: now => ({
      read(velocity, group, window) {
        const series = all[known.get(idOf(velocity)) ?? -1]
        const kept = series === undefined ? undefined : find(series, group)
        if (series === undefined || kept === undefined) return 0
        const first = firstFrom(kept, windowStart(now(), window))
        if (series.aggregate === 'count') return kept.times.length - first
        if (series.aggregate === 'distinct')
          return kept.times.length - first < many
            ? new Set(kept.values.slice(first)).size
            : distinctFrom(kept, first, window)
        let sum = 0
        for (let index = first; index < kept.values.length; index++) sum += Number(kept.values[index])
        return sum
      },
    }),
  }
}

function dropBefore(kept: RetainedTimes, before: number): void {
  while (kept.from < kept.times.length && (kept.times[kept.from] ?? 0) < before) kept.from += 1
  if (kept.from < 64 || kept.from * 2 < kept.times.length) return
  kept.times.splice(0, kept.from)
  kept.values.splice(0, kept.from)
  kept.gone += kept.from
  kept.from = 0
  // What is kept of them could reach back to values that are gone.
  for (const [key, { from }] of kept.distinct ?? []) if (from < kept.gone) kept.distinct?.delete(key)
}

/** Place of the first value that is not older. */
function firstFrom({ times, from }: RetainedTimes, start: number): number {
  let [low, high] = [from, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) < start) low = middle + 1
    else high = middle
  }
  return low
}

function distinctFrom(kept: RetainedTimes, first: number, { count, unit }: VelocityWindow): number {
  const { values, gone } = kept
  kept.distinct ??= new Map()
  const key = `${count}${unit}`
  let own = kept.distinct.get(key)
  if (own === undefined || own.from > gone + first)
    kept.distinct.set(key, (own = { from: gone + first, to: gone + first, counts: new Map() }))
  const { counts } = own
  for (; own.to < gone + values.length; own.to++) {
    const value = values[own.to - gone] ?? null
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  for (; own.from < gone + first; own.from++) {
    const value = values[own.from - gone] ?? null
    const left = (counts.get(value) ?? 0) - 1
    if (left > 0) counts.set(value, left)
    else counts.delete(value)
  }
  return counts.size
}
