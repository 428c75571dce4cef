import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { type Bucket, mergeBucket } from './buckets.ts'
import { mergeIntoHour, type SeriesCounts } from './hours.ts'
import { emptySketch, type Sketch } from './hyperloglog.ts'

/** The stored form of buckets, and the statements over it. */

/** A count or a sum; members; or members and a sketch. */
type StoredBucket = number | string[] | { m: string[]; s: string }
/** By series. */
export type StoredCounts = Record<string, StoredBucket>
type ArrayKind = 'uuid' | 'text' | 'time' | 'number' | 'json'
/** Encodes the values of one column as a parameter; unchanged by default. */
export type Encode = (kind: ArrayKind, values: readonly (string | number)[]) => unknown

const hourMs = 3_600_000
export const hourOf = (at: number): number => Math.floor(at / hourMs)
export const entryKey = (environmentId: string, key: string): string => `${environmentId}${key}`
export const entryParts = (entry: string): { environmentId: string; key: string } => ({
  environmentId: entry.slice(0, 36),
  key: entry.slice(36),
})

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const sketchText = (sketch: Sketch): string => Array.from(sketch, value => alphabet[value]).join('')
function sketchOf(text: string): Sketch {
  const sketch = emptySketch()
  for (let index = 0; index < sketch.length; index++) sketch[index] = Math.max(0, alphabet.indexOf(text[index] ?? 'A'))
  return sketch
}

function storedOf(bucket: Bucket): StoredBucket {
  if (typeof bucket === 'number') return bucket
  if (typeof bucket === 'string') return [bucket]
  return bucket.sketch === null ? [...bucket.members] : { m: [...bucket.members], s: sketchText(bucket.sketch) }
}

function bucketOf(stored: StoredBucket): Bucket {
  if (typeof stored === 'number') return stored
  if (!Array.isArray(stored)) return { members: new Set(stored.m), sketch: sketchOf(stored.s) }
  const [only] = stored
  return only !== undefined && stored.length === 1 ? only : { members: new Set(stored), sketch: null }
}

/** Buckets of a stored hour. */
export const bucketsOf = (stored: StoredCounts): Map<number, Bucket> =>
  new Map(Object.entries(stored).map(([series, bucket]) => [Number(series), bucketOf(bucket)]))

/** Serialises the buckets of an hour. */
export function serialiseBuckets(buckets: Iterable<[number, Bucket]>): string {
  const stored: StoredCounts = {}
  for (const [series, bucket] of buckets) stored[series] = storedOf(bucket)
  return JSON.stringify(stored)
}

/** Serialises the buckets merged with the stored ones; stored series without new buckets stay unchanged. */
export function mergeIntoStored(before: StoredCounts, buckets: Iterable<[number, Bucket]>): string {
  const stored = { ...before }
  for (const [series, bucket] of buckets) {
    const own = stored[series]
    stored[series] = storedOf(mergeBucket(own === undefined ? undefined : bucketOf(own), bucket))
  }
  return JSON.stringify(stored)
}

/** Adds stored hours to the counts of their key; returns their memory. `hours`: of `KeyRow`. */
export function parseHoursInto(into: SeriesCounts, hours: string): number {
  const stored = JSON.parse(hours) as (number | StoredCounts)[]
  let size = 0
  for (let index = 0; index < stored.length; index += 2) {
    const hour = stored[index] as number
    const counts = stored[index + 1] as StoredCounts
    for (const series in counts)
      size += mergeIntoHour(into, Number(series), hour, bucketOf(counts[series] as StoredBucket))
  }
  return size
}

export interface RequestedKey {
  environmentId: string
  key: string
  fromHour: number
}
/**
 * A requested key, the `n`th from 1. `hours`: alternately each hour and its counts, as one JSON text, which takes half
 * the time of a row for each.
 */
export interface KeyRow {
  n: number
  /** Snapshot of the events that the hours contain. */
  folded: string | null
  hours: string | null
}
export interface HourRow {
  n: number
  counts: StoredCounts | null
}

/** Reads the hours of keys from an hour on, in one round trip. Every row says which events they contain. */
export async function readHours(db: Db, requested: readonly RequestedKey[], encode: Encode): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select x.n::int as n, (select folded::text from velocity_fold) as folded, h.hours
    from unnest(${encode(
      'uuid',
      requested.map(each => each.environmentId),
    )}::uuid[], ${encode(
      'text',
      requested.map(each => each.key),
    )}::text[],
      ${encode(
        'number',
        requested.map(each => each.fromHour),
      )}::float8[]) with ordinality as x(environment_id, key, from_hour, n)
    left join lateral (
      select '[' || string_agg(v.hour || ',' || v.counts::text, ',') || ']' as hours from velocity_hour v
      where v.environment_id = x.environment_id and v.key = x.key and v.hour >= x.from_hour::int offset 0
    ) h on true`.execute(db)
  return rows
}

/** Reads the stored content of these hours. */
export async function readExactHours(
  db: Db,
  places: readonly { environmentId: string; key: string; hour: number }[],
  encode: Encode,
): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select x.n::int as n, h.counts
    from unnest(${encode(
      'uuid',
      places.map(each => each.environmentId),
    )}::uuid[], ${encode(
      'text',
      places.map(each => each.key),
    )}::text[],
      ${encode(
        'number',
        places.map(each => each.hour),
      )}::float8[]) with ordinality as x(environment_id, key, hour, n)
    join lateral (
      select counts from velocity_hour v where v.environment_id = x.environment_id and v.key = x.key and v.hour = x.hour::int offset 0
    ) h on true`.execute(db)
  return rows
}

export async function writeHours(
  db: Db,
  rows: readonly { environmentId: string; key: string; hour: number; counts: string }[],
  encode: Encode,
): Promise<void> {
  await sql`
    insert into velocity_hour (environment_id, key, hour, counts)
    select x.environment_id, x.key, x.hour::int, x.counts
    from unnest(${encode(
      'uuid',
      rows.map(row => row.environmentId),
    )}::uuid[], ${encode(
      'text',
      rows.map(row => row.key),
    )}::text[],
      ${encode(
        'number',
        rows.map(row => row.hour),
      )}::float8[], ${encode(
        'json',
        rows.map(row => row.counts),
      )}::json[]) as x(environment_id, key, hour, counts)
    on conflict (environment_id, key, hour) do update set counts = excluded.counts`.execute(db)
}

/**
 * Locks the hours: folds run one after another, in any process. Until the end of the transaction, which ends by itself
 * when its process hangs.
 */
export async function lockHours(db: Db): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = '30s'`.execute(db)
  await sql`select pg_advisory_xact_lock(7103, 14)`.execute(db)
}

/** Locks the hours unless somebody else does; returns whether it did. */
export async function tryLockHours(db: Db): Promise<boolean> {
  await sql`set local idle_in_transaction_session_timeout = '30s'`.execute(db)
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(7103, 14) as locked`.execute(db)
  return rows[0]?.locked === true
}

/**
 * Tells every process that series or hours were changed by something else than events. In the transaction of the
 * change: the others clear their memory and read the series again.
 */
export async function announceChangedHours(db: Db): Promise<void> {
  await db
    .updateTable('velocity_fold')
    .set(({ eb }) => ({ generation: eb('generation', '+', 1) }))
    .execute()
}
