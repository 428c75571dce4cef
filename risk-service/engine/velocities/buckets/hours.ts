import type { CountedValue } from '../events/contribution-types.ts'
import { addToBucket, type Bucket, mergeBucket, sizeOf, total } from './buckets.ts'

/**
 * Buckets of one series of one key in the order of time, `hours` counted from 1970. Two arrays of numbers need a third
 * of the memory of a map, and the latest hours, which are read and counted most, are at their ends.
 */
export interface HourSeries {
  hours: number[]
  buckets: Bucket[]
}
/** Buckets of one key by series. */
export type SeriesCounts = Map<number, HourSeries>

/** Returns the index of the first hour that is not before this one. */
function findHourIndex(hours: readonly number[], hour: number): number {
  let from = 0
  let to = hours.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((hours[middle] as number) < hour) from = middle + 1
    else to = middle
  }
  return from
}

/** Changes the bucket of an hour; returns the growth of memory. */
function changeBucket(
  counts: SeriesCounts,
  series: number,
  hour: number,
  make: (bucket: Bucket | undefined) => Bucket,
): number {
  const own = counts.get(series)
  if (own === undefined) {
    const bucket = make(undefined)
    // Arrays of one: most keys occur in a single hour.
    counts.set(series, { hours: [hour], buckets: [bucket] })
    return sizeOf(bucket)
  }
  const { hours, buckets } = own
  const place = findHourIndex(hours, hour)
  const there = hours[place] === hour
  const before = there ? sizeOf(buckets[place]) : 0
  const bucket = make(there ? buckets[place] : undefined)
  if (there) {
    buckets[place] = bucket
  } else if (place === hours.length) {
    hours.push(hour)
    buckets.push(bucket)
  } else {
    hours.splice(place, 0, hour)
    buckets.splice(place, 0, bucket)
  }
  return sizeOf(bucket) - before
}

/** Adds one contribution; returns the growth of memory. */
export const addToHour = (counts: SeriesCounts, series: number, hour: number, value: CountedValue): number =>
  changeBucket(counts, series, hour, bucket => addToBucket(bucket, value))

/** Adds a bucket; returns the growth of memory. Nothing of `other` is shared. */
export const mergeIntoHour = (counts: SeriesCounts, series: number, hour: number, other: Bucket): number =>
  changeBucket(counts, series, hour, bucket => mergeBucket(bucket, other))

/** Returns the value of the buckets of these hours together, both included. */
export function totalOf(own: HourSeries | undefined, from: number, to: number): number {
  if (own === undefined) return 0
  const { hours, buckets } = own
  let sum = 0
  let others: Bucket[] | undefined
  for (let place = hours.length - 1; place >= 0; place--) {
    const hour = hours[place] as number
    if (hour < from) break
    if (hour > to) continue
    const bucket = buckets[place] as Bucket
    if (typeof bucket === 'number') sum += bucket
    else (others ??= []).push(bucket)
  }
  return others === undefined ? sum : sum + total(others)
}
