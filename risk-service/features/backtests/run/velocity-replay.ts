import type { VelocityAggregate, VelocityInfo, VelocityReader, VelocityWindow } from '../../../fql/index.ts'
import { windowStart } from '../../../fql/index.ts'

type Value = string | number | null

export interface VelocityReplay {
  /** Returns the velocity's number. `longest`: the longest window of its reads in milliseconds. */
  number: (velocity: VelocityInfo, aggregate: VelocityAggregate, longest: number) => number
  add: (series: number, group: string, value: Value, at: number) => void
  /** Returns a synchronous reader of the counts as of `now`. */
  reader: (now: () => number) => VelocityReader
}

/** Values of one key in order of time; the oldest ones are dropped. */
interface RetainedTimes {
  times: number[]
  values: Value[]
  from: number
  /** Number of the removed values. */
  removed: number
  distinct: Map<string, Distinct> | null
}
/** Distinct values between two indexes, which only increase. */
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

/** Number of values from which on the distinct values are cached between reads. */
const many = 32

/**
 * Creates the counts of velocities while the history is read in order of time: exact, and without values that no window
 * reaches any more. Keys that did not occur for the longest window are dropped together, so that no search is
 * necessary.
 */
export function createVelocityReplay(): VelocityReplay {
  const indexes = new Map<string, number>()
  const all: Series[] = []
  const idOf = (velocity: VelocityInfo): string => velocity.id ?? velocity.name.toLowerCase()
  const find = ({ young, old }: Series, group: string): RetainedTimes | undefined => young.get(group) ?? old.get(group)

  return {
    number(velocity, aggregate, longest) {
      const id = idOf(velocity)
      const number = indexes.get(id) ?? all.length
      const series = all[number]
      if (series === undefined) {
        indexes.set(id, number)
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
      let retained = series.young.get(group)
      if (retained === undefined) {
        retained = series.old.get(group) ?? { times: [], values: [], from: 0, removed: 0, distinct: null }
        series.young.set(group, retained)
      }
      retained.times.push(at)
      if (series.aggregate !== 'count') retained.values.push(value)
      dropBefore(retained, at - series.longest)
    },
    reader: now => ({
      read(velocity, group, window) {
        const series = all[indexes.get(idOf(velocity)) ?? -1]
        const retained = series === undefined ? undefined : find(series, group)
        if (series === undefined || retained === undefined) return 0
        const first = firstFrom(retained, windowStart(now(), window))
        if (series.aggregate === 'count') return retained.times.length - first
        if (series.aggregate === 'distinct')
          return retained.times.length - first < many
            ? new Set(retained.values.slice(first)).size
            : distinctFrom(retained, first, window)
        let sum = 0
        for (let index = first; index < retained.values.length; index++) sum += Number(retained.values[index])
        return sum
      },
    }),
  }
}

function dropBefore(retained: RetainedTimes, before: number): void {
  while (retained.from < retained.times.length && (retained.times[retained.from] ?? 0) < before) retained.from += 1
  if (retained.from < 64 || retained.from * 2 < retained.times.length) return
  retained.times.splice(0, retained.from)
  retained.values.splice(0, retained.from)
  retained.removed += retained.from
  retained.from = 0
  // The cached distinct values could include values that are removed.
  for (const [key, { from }] of retained.distinct ?? []) if (from < retained.removed) retained.distinct?.delete(key)
}

/** Returns the index of the first value that is not older. */
function firstFrom({ times, from }: RetainedTimes, start: number): number {
  let [low, high] = [from, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) < start) low = middle + 1
    else high = middle
  }
  return low
}

function distinctFrom(retained: RetainedTimes, first: number, { count, unit }: VelocityWindow): number {
  const { values, removed } = retained
  retained.distinct ??= new Map()
  const key = `${count}${unit}`
  let own = retained.distinct.get(key)
  if (own === undefined || own.from > removed + first)
    retained.distinct.set(key, (own = { from: removed + first, to: removed + first, counts: new Map() }))
  const { counts } = own
  for (; own.to < removed + values.length; own.to++) {
    const value = values[own.to - removed] ?? null
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  for (; own.from < removed + first; own.from++) {
    const value = values[own.from - removed] ?? null
    const left = (counts.get(value) ?? 0) - 1
    if (left > 0) counts.set(value, left)
    else counts.delete(value)
  }
  return counts.size
}
