import type { CountedValue } from '../events/contribution-types.ts'
import { addToSketch, emptySketch, estimate, mergeSketch, type Sketch } from './hyperloglog.ts'

/**
 * Distinct values of one bucket: exact up to `maxExactMembers`, then estimated. `members` are those that are not in the
 * sketch.
 */
interface Distinct {
  members: Set<string>
  sketch: Sketch | null
}
/** A count or a sum, a single value, or distinct values. */
export type Bucket = number | string | Distinct

/** Maximum of exact members of a bucket. */
const maxExactMembers = 1_000
/** Maximum of exact members when several exact buckets are merged. */
const maxExactUnion = 20_000

/** Moves the members into the sketch when they are too many. */
function compact(bucket: Distinct, most = maxExactMembers): void {
  if (bucket.members.size <= most) return
  bucket.sketch ??= emptySketch()
  for (const member of bucket.members) addToSketch(bucket.sketch, member)
  bucket.members.clear()
}

/** Returns the bucket with one more contribution; `bucket` may be changed and returned. `most`: exact members. */
export function addToBucket(bucket: Bucket | undefined, value: CountedValue, most = maxExactMembers): Bucket {
  if (typeof value !== 'string') return (typeof bucket === 'number' ? bucket : 0) + (value ?? 1)
  if (bucket === undefined || bucket === value) return value
  const distinct = asDistinct(bucket)
  distinct.members.add(value)
  compact(distinct, most)
  return distinct
}

/** Adds one contribution to the bucket at a place; returns the growth of memory. */
export function addToPlace<K>(buckets: Map<K, Bucket>, place: K, value: CountedValue, most = maxExactMembers): number {
  const bucket = buckets.get(place)
  const before = sizeOf(bucket)
  const after = addToBucket(bucket, value, most)
  if (after !== bucket) buckets.set(place, after)
  return sizeOf(after) - before
}

/** Returns a bucket of distinct values that can be extended. */
function asDistinct(bucket: Bucket | undefined): Distinct {
  return typeof bucket === 'object'
    ? bucket
    : { members: new Set(typeof bucket === 'string' ? [bucket] : []), sketch: null }
}
/** Returns the values that a bucket stores exactly. */
const membersOf = (bucket: string | Distinct): Iterable<string> =>
  typeof bucket === 'string' ? [bucket] : bucket.members

/** Merges two buckets. `own` may be changed and returned; nothing of `other` is shared. */
export function mergeBucket(own: Bucket | undefined, other: Bucket): Bucket {
  if (typeof other === 'number') return (typeof own === 'number' ? own : 0) + other
  if (typeof other === 'string' && (own === undefined || own === other)) return other
  const distinct = asDistinct(own)
  for (const member of membersOf(other)) distinct.members.add(member)
  if (typeof other === 'object' && other.sketch !== null) mergeSketch((distinct.sketch ??= emptySketch()), other.sketch)
  compact(distinct)
  return distinct
}

/** Returns the memory of a bucket: a number in an array is one, a member of a set about five times as much. */
export const sizeOf = (bucket: Bucket | undefined): number =>
  bucket === undefined
    ? 0
    : typeof bucket === 'number'
      ? 1
      : typeof bucket === 'string'
        ? 4
        : 4 + 5 * bucket.members.size + (bucket.sketch === null ? 0 : bucket.sketch.length / 16)

/** Returns the value of several buckets together. */
export function total(buckets: Iterable<Bucket>): number {
  let sum = 0
  const distinct: (string | Distinct)[] = []
  for (const bucket of buckets) {
    if (typeof bucket === 'number') sum += bucket
    else distinct.push(bucket)
  }
  const [only] = distinct
  if (only === undefined) return sum
  if (distinct.length === 1 && typeof only === 'string') return 1
  if (distinct.length === 1 && typeof only === 'object' && only.sketch === null) return only.members.size
  const members = new Set<string>()
  const all: Distinct = { members, sketch: null }
  for (const bucket of distinct) {
    if (typeof bucket === 'object' && bucket.sketch !== null) mergeSketch((all.sketch ??= emptySketch()), bucket.sketch)
    for (const member of membersOf(bucket)) members.add(member)
    if (members.size > maxExactUnion) compact(all, 0)
  }
  if (all.sketch === null) return members.size
  compact(all, 0)
  return estimate(all.sketch)
}
