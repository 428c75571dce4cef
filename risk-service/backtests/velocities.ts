import type { VelocityInfo, VelocityReader } from '../fql/index.ts'
import { windowStart } from '../fql/index.ts'

type Aggregate = 'count' | 'distinct' | 'sum'
interface Kept { times: number[]; values: (string | number | null)[]; /** The first ones are forgotten. */ from: number }

export interface ReplayedVelocities {
  add: (velocity: VelocityInfo, aggregate: Aggregate, group: string, value: string | number | null, at: number) => void
  /** Counts as of the time of the event that runs; at once. */
  reader: (now: number) => VelocityReader
  /** Values that are kept. */
  size: () => number
}

/**
 * What velocities counted, while history passes in the order of time: exact, and forgetting what no window of `longest`
 * milliseconds reaches any more. Groups are looked through for old values as they are used, and all of them once in a while.
 */
export function replayVelocities(longest: number): ReplayedVelocities {
  const known = new Map<string, { aggregate: Aggregate; groups: Map<string, Kept> }>()
  let size = 0
  let swept = 0
  const idOf = (velocity: VelocityInfo): string => velocity.id ?? velocity.name.toLowerCase()

  function forget(kept: Kept, before: number): void {
    while (kept.from < kept.times.length && (kept.times[kept.from] ?? 0) < before) {
      kept.from += 1
      size -= 1
    }
    if (kept.from < 64 || kept.from * 2 < kept.times.length) return
    kept.times.splice(0, kept.from)
    kept.values.splice(0, kept.from)
    kept.from = 0
  }
  function sweep(before: number): void {
    for (const { groups } of known.values()) {
      for (const [group, kept] of groups) {
        forget(kept, before)
        if (kept.from === kept.times.length) groups.delete(group)
      }
    }
  }

  return {
    add(velocity, aggregate, group, value, at) {
      const id = idOf(velocity)
      let own = known.get(id)
      if (own === undefined) known.set(id, own = { aggregate, groups: new Map() })
      let kept = own.groups.get(group)
      if (kept === undefined) own.groups.set(group, kept = { times: [], values: [], from: 0 })
      kept.times.push(at)
      kept.values.push(value)
      size += 1
      forget(kept, at - longest)
      // Groups that are never seen again would stay.
      if (at - swept > longest / 4) {
        swept = at
        sweep(at - longest)
      }
    },
    reader: now => ({
      read(velocity, group, window) {
        const own = known.get(idOf(velocity))
        const kept = own?.groups.get(group)
        if (own === undefined || kept === undefined) return 0
        const first = firstFrom(kept, windowStart(now, window))
        if (own.aggregate === 'count') return kept.times.length - first
        if (own.aggregate === 'distinct') return new Set(kept.values.slice(first)).size
        let sum = 0
        for (let index = first; index < kept.values.length; index++) sum += Number(kept.values[index])
        return sum
      },
    }),
    size: () => size,
  }
}

/** Place of the first value that is not older. */
function firstFrom({ times, from }: Kept, start: number): number {
  let [low, high] = [from, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) < start) low = middle + 1
    else high = middle
  }
  return low
}
