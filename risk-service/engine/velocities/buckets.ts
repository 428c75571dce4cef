import { addToSketch, emptySketch, estimate, mergeSketch, type Sketch } from './hyperloglog.ts'
import type { CountedValue } from './types.ts'

/** Different values of one bucket: exact up to `exactMembers`, then estimated. `members` are those that are not in the sketch. */
export interface Distinct { members: Set<string>; sketch: Sketch | null }
/** A count or a sum, a single value, or different ones. */
export type Bucket = number | string | Distinct

/** A bucket holds so many members exactly. */
export const exactMembers = 1_000
/** Members of several exact buckets are joined exactly up to so many. */
const exactUnion = 20_000

/** Buckets of one key by series, then by hour since 1970. */
export type Counts = Map<number, Map<number, Bucket>>

/** Moves the members into the sketch when they are too many. */
export function compact(bucket: Distinct, most = exactMembers): void {
  if (bucket.members.size <= most) return
  bucket.sketch ??= emptySketch()
  for (const member of bucket.members) addToSketch(bucket.sketch, member)
  bucket.members.clear()
}

/** Adds one contribution to the bucket at a place; returns how much memory grew, in buckets and members. `most`: exact members. */
export function addTo<K>(buckets: Map<K, Bucket>, place: K, value: CountedValue, most = exactMembers): number {
  const bucket = buckets.get(place)
  if (typeof value !== 'string') {
    buckets.set(place, (typeof bucket === 'number' ? bucket : 0) + (value ?? 1))
    return bucket === undefined ? 1 : 0
  }
  if (bucket === value) return 0
  if (bucket === undefined) {
    buckets.set(place, value)
    return 2
  }
  const distinct = asDistinct(bucket)
  if (distinct !== bucket) buckets.set(place, distinct)
  const before = distinct.members.size
  distinct.members.add(value)
  const grown = distinct.members.size - before
  compact(distinct, most)
  return grown
}

/** A bucket of different values that more can be added to. */
function asDistinct(bucket: Bucket | undefined): Distinct {
  return typeof bucket === 'object' ? bucket : { members: new Set(typeof bucket === 'string' ? [bucket] : []), sketch: null }
}
/** The values that a bucket holds exactly. */
export const membersOf = (bucket: string | Distinct): Iterable<string> => (typeof bucket === 'string' ? [bucket] : bucket.members)

/** Both together. `own` may be changed and given back; nothing of `other` is shared. */
export function mergeBucket(own: Bucket | undefined, other: Bucket): Bucket {
  if (typeof other === 'number') return (typeof own === 'number' ? own : 0) + other
  if (typeof other === 'string' && (own === undefined || own === other)) return other
  const distinct = asDistinct(own)
  for (const member of membersOf(other)) distinct.members.add(member)
  if (typeof other === 'object' && other.sketch !== null) mergeSketch(distinct.sketch ??= emptySketch(), other.sketch)
  compact(distinct)
  return distinct
}

/** What a bucket takes of memory, in buckets and members. */
const sizeOf = (bucket: Bucket | undefined): number => (bucket === undefined ? 0 : typeof bucket === 'number' ? 1 : typeof bucket === 'string' ? 2 : 1 + bucket.members.size)

/** Adds buckets to others of the same hours; returns how much memory grew. Nothing of `from` is shared. */
export function mergeHours(into: Map<number, Bucket>, from: ReadonlyMap<number, Bucket>): number {
  let grown = 0
  for (const [hour, bucket] of from) {
    const own = into.get(hour)
    const before = sizeOf(own)
    const merged = mergeBucket(own, bucket)
    into.set(hour, merged)
    grown += sizeOf(merged) - before
  }
  return grown
}

/** Value of the buckets of these hours together, both included. */
export function totalOf(hours: ReadonlyMap<number, Bucket> | undefined, from: number, to: number): number {
  if (hours === undefined) return 0
  let sum = 0
  let others: Bucket[] | undefined
  for (const [hour, bucket] of hours) {
    if (hour < from || hour > to) continue
    if (typeof bucket === 'number') sum += bucket
    else (others ??= []).push(bucket)
  }
  return others === undefined ? sum : sum + total(others)
}

/** Value of several buckets together. */
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
    if (typeof bucket === 'object' && bucket.sketch !== null) mergeSketch(all.sketch ??= emptySketch(), bucket.sketch)
    for (const member of membersOf(bucket)) members.add(member)
    if (members.size > exactUnion) compact(all, 0)
  }
  if (all.sketch === null) return members.size
  compact(all, 0)
  return estimate(all.sketch)
}
