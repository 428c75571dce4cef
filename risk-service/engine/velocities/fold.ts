import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/schema.ts'
import { exactMembers, mergeHours, type Bucket, type Counts } from './buckets.ts'
import { pack } from './contributions.ts'
import type { Generation } from './memory.ts'
import { entryParts, fromStored, lockHours, readExact, toStored, writeHours, type Encode, type StoredCounts } from './rows.ts'

/** Rows per statement: the loop gets its turn between them. */
const portion = 100
/** Seconds and minutes are made of what was folded in this time. */
export const recentMs = 2 * 3_600_000

export interface Place { environmentId: string; key: string; hour: number; buckets: ReadonlyMap<number, Bucket> }

/** Adds buckets to the stored hours. Within a transaction that has `lockHours`. */
export async function addToHours(db: Kysely<Database>, places: readonly Place[], encode: Encode): Promise<void> {
  for (let from = 0; from < places.length; from += portion) {
    const part = places.slice(from, from + portion)
    const before = new Map((await readExact(db, part, encode)).map(row => [row.n, row.counts]))
    await writeHours(db, part.map(({ environmentId, key, hour, buckets }, index) => ({
      environmentId, key, hour, counts: toStored(joined(hour, before.get(index + 1), buckets)),
    })), encode)
  }
}

function joined(hour: number, stored: StoredCounts | null | undefined, buckets: ReadonlyMap<number, Bucket>): Iterable<[number, Bucket]> {
  if (stored == null && ![...buckets.values()].some(bucket => typeof bucket === 'object' && bucket.members.size > exactMembers)) return buckets
  const counts: Counts = new Map()
  fromStored(counts, hour, stored ?? {})
  for (const [series, bucket] of buckets) {
    let hours = counts.get(series)
    if (hours === undefined) counts.set(series, hours = new Map())
    mergeHours(hours, new Map([[hour, bucket]]))
  }
  return [...counts].flatMap(([series, hours]) => [...hours.values()].map((bucket): [number, Bucket] => [series, bucket]))
}

/**
 * Moves a generation from the log to the hour buckets, in one transaction: whatever is killed when, each event is in one of
 * them. Returns the events that somebody else had folded, and then does nothing else: the generation has to be made without them.
 */
export async function fold(db: Kysely<Database>, owner: string, generation: Generation, now: Date, newId: () => string, encode: Encode): Promise<string[]> {
  return await db.transaction().execute(async trx => {
    await lockHours(trx)
    const { folds } = await trx.selectFrom('velocity_fold').select('folds').where('owner', '=', owner).executeTakeFirstOrThrow()
    // The commit of an earlier attempt was not heard of.
    if (folds >= generation.number) return []
    const ids = [...generation.events.keys()]
    const { rows: gone } = await sql<{ event_id: string }>`
      delete from velocity_log l using unnest(${encode('uuid', ids.map(id => generation.events.get(id)?.environmentId ?? ''))}::uuid[], ${encode('uuid', ids)}::uuid[]) as x(environment_id, event_id)
      where l.environment_id = x.environment_id and l.event_id = x.event_id returning l.event_id`.execute(trx)
    if (gone.length !== ids.length) {
      const mine = new Set(gone.map(row => row.event_id))
      throw new AlreadyFolded(ids.filter(id => !mine.has(id)))
    }
    const places: Place[] = []
    for (const [entry, hours] of generation.places) for (const [hour, buckets] of hours) places.push({ ...entryParts(entry), hour, buckets })
    await addToHours(trx, places, encode)
    await keepRecent(trx, generation, now, newId)
    await trx.updateTable('velocity_fold').set({ folds: generation.number }).where('owner', '=', owner).execute()
    return []
  }).catch((error: unknown) => {
    if (error instanceof AlreadyFolded) return error.eventIds
    throw error
  })
}

class AlreadyFolded extends Error {
  readonly eventIds: string[]
  constructor(eventIds: string[]) {
    super('Events of the log were folded by somebody else.')
    this.eventIds = eventIds
  }
}

async function keepRecent(db: Kysely<Database>, generation: Generation, now: Date, newId: () => string): Promise<void> {
  const byEnvironment = new Map<string, string[]>()
  for (const { environmentId, at, contributions } of generation.events.values()) {
    if (at < now.getTime() - recentMs) continue
    const one = `[${at},${pack(contributions)}]`
    const list = byEnvironment.get(environmentId)
    if (list === undefined) byEnvironment.set(environmentId, [one])
    else list.push(one)
  }
  for (const [environmentId, list] of byEnvironment) {
    await db.insertInto('velocity_recent').values({ environment_id: environmentId, folded_at: now, flush: newId(), contributions: sql`${`[${list.join(',')}]`}::json` }).execute()
  }
}
