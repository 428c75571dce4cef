import type { CountedValue, VelocityContribution } from '../events/contribution-types.ts'
import { addToPlace, type Bucket, total } from './buckets.ts'

/** Buckets of one unit of time by series, then by key. */
type Slice = Map<number, Map<string, Bucket>>
const none: ReadonlySet<number> = new Set()
interface Ring {
  size: number
  keep: number
  slices: Map<number, Slice>
  floor: number
}

export interface FineBuckets {
  add: (at: number, now: number, contribution: VelocityContribution) => void
  /** Undefined when the window begins before the retained buckets. */
  read: (series: number, key: string, unit: 's' | 'm', from: number, to: number, now: number) => number | undefined
  /** Retains only these series from now on, and those that were read in spite of it; all before the first call. */
  restrictTo: (series: ReadonlySet<number>, now: number) => void
  /** Records that a series began to count at this time. */
  startAt: (series: number, at: number) => void
  /** Records that all buckets before this time are unknown. */
  forgetBefore: (at: number) => void
  size: () => number
  /** Replaces the buckets by those of others, which are not used any more. */
  adopt: (other: FineBuckets) => void
  /** The buckets themselves, for `adopt`. */
  contents: () => FineContents
}
interface FineContents {
  rings: Record<'s' | 'm', Ring>
  from: Map<number, number>
  bucketCount: number
}

/**
 * Creates the buckets of the last two minutes by second and of the last two hours by minute, in memory, for the
 * velocities that are read over seconds and minutes. With more than `most` buckets, those of series that were never
 * read so are dropped first, then the oldest: a dropped bucket is known to be missing and never read as 0.
 */
export function createFineBuckets(most: number): FineBuckets {
  let rings: Record<'s' | 'm', Ring> = {
    s: { size: 1000, keep: 120, slices: new Map(), floor: -Infinity },
    m: { size: 60_000, keep: 120, slices: new Map(), floor: -Infinity },
  }
  /** Retained series; null for all. */
  let restriction: ReadonlySet<number> | null = null
  /** Series that were read over seconds or minutes. */
  const readSeries = new Set<number>()
  /** Series with missing buckets, with the time from which they are complete again. */
  let from = new Map<number, number>()
  let bucketCount = 0

  function age(ring: Ring, now: number): void {
    const oldest = Math.floor(now / ring.size) - ring.keep
    for (const index of ring.slices.keys()) if (index < oldest) drop(ring, index)
  }
  function drop(ring: Ring, index: number): void {
    for (const series of ring.slices.get(index)?.values() ?? []) bucketCount -= series.size
    ring.slices.delete(index)
  }

  function giveUp(spare: ReadonlySet<number>): void {
    for (const ring of Object.values(rings)) {
      for (const slice of ring.slices.values()) {
        for (const [series, keys] of slice) {
          if (readSeries.has(series) || spare.has(series)) continue
          bucketCount -= keys.size
          slice.delete(series)
          from.set(series, Infinity)
        }
      }
    }
  }

  function makeRoom(now: number): void {
    giveUp(restriction ?? none)
    while (bucketCount > most * 0.9) {
      const ring = rings.s.slices.size > 60 ? rings.s : rings.m.slices.size > 0 ? rings.m : rings.s
      const index = Math.min(...ring.slices.keys())
      if (!Number.isFinite(index)) return
      drop(ring, index)
      ring.floor = Math.max(ring.floor, (index + 1) * ring.size)
    }
    for (const ring of Object.values(rings)) age(ring, now)
  }

  /** Retains a series with missing buckets again; the current moment counts as missing. */
  function resume(series: number, now: number): void {
    if (from.get(series) === Infinity) from.set(series, now + 1)
  }

  function one(at: number, now: number, series: number, group: string, value: CountedValue): void {
    if (from.get(series) === Infinity) return
    if (restriction !== null && !restriction.has(series) && !readSeries.has(series)) {
      from.set(series, Infinity)
      return
    }
    for (const ring of [rings.m, rings.s]) {
      const index = Math.floor(at / ring.size)
      if (index < Math.floor(now / ring.size) - ring.keep || at < ring.floor) continue
      let slice = ring.slices.get(index)
      if (slice === undefined) {
        age(ring, now)
        ring.slices.set(index, (slice = new Map()))
      }
      let keys = slice.get(series)
      if (keys === undefined) slice.set(series, (keys = new Map()))
      bucketCount += addToPlace(keys, group, value)
    }
  }

  return {
    add(at, now, { group, items }) {
      for (let index = 0; index < items.length; index += 2)
        one(at, now, items[index] as number, group, items[index + 1] ?? null)
      if (bucketCount > most) makeRoom(now)
    },
    read(series, key, unit, start, to, now) {
      readSeries.add(series)
      resume(series, now)
      const ring = rings[unit]
      const first = Math.floor(start / ring.size)
      if (
        start < ring.floor ||
        first < Math.floor(now / ring.size) - ring.keep ||
        start < (from.get(series) ?? -Infinity)
      )
        return undefined
      const buckets: Bucket[] = []
      for (let index = first; index * ring.size <= to; index++) {
        const bucket = ring.slices.get(index)?.get(series)?.get(key)
        if (bucket !== undefined) buckets.push(bucket)
      }
      return total(buckets)
    },
    restrictTo(series, now) {
      restriction = series
      giveUp(series)
      for (const each of series) resume(each, now)
    },
    startAt: (series, at) => {
      from.set(series, Math.max(at, from.get(series) ?? at))
    },
    forgetBefore(at) {
      for (const ring of Object.values(rings))
        ring.floor = Math.max(ring.floor, (Math.floor(at / ring.size) + 1) * ring.size)
    },
    size: () => bucketCount,
    contents: () => ({ rings, from, bucketCount }),
    adopt(other) {
      ;({ rings, from, bucketCount } = other.contents())
      if (restriction !== null) giveUp(restriction)
    },
  }
}
