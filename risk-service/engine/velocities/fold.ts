import { type Kysely, sql } from 'kysely'
import type { Database } from '../../store/schema.ts'
import type { Bucket } from './buckets.ts'
import { pack } from './contributions.ts'
import type { Generation, PendingEvent } from './memory.ts'
import { addedToStored, type Encode, entryParts, lockHours, readExact, writeHours } from './rows.ts'

/** Rows per statement: decisions get their turn between them, and a moment of work here is never a long one. */
const portion = 100
const idPortion = 500
/** Seconds and minutes are made of what was folded in this time. */
export const recentMs = 2 * 3_600_000

export interface Place {
  environmentId: string
  key: string
  hour: number
  buckets: ReadonlyMap<number, Bucket>
}

/** Adds buckets to the stored hours. Within a transaction that has `lockHours`. */
export async function addToHours(
  db: Kysely<Database>,
  places: Iterable<Place>,
  encode: Encode,
  rest: Rest = atOnce,
): Promise<void> {
  for await (const part of paced(portionsOf(places, portion), rest)) {
    const before = new Map((await readExact(db, part, encode)).map(row => [row.n, row.counts]))
    await writeHours(
      db,
      part.map(({ environmentId, key, hour, buckets }, index) => ({
        environmentId,
        key,
        hour,
        counts: addedToStored(before.get(index + 1) ?? {}, buckets),
      })),
      encode,
    )
  }
}

function* portionsOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let part: T[] = []
  for (const item of items) {
    if (part.push(item) < size) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/** Rests after work that took so many milliseconds. */
export type Rest = (busyMs: number) => Promise<void> | undefined
const atOnce: Rest = () => undefined

/** Gives the portions with a rest after each: the database has other work, too. */
async function* paced<T>(portions: Iterable<T>, rest: Rest): AsyncGenerator<T> {
  for (const part of portions) {
    const started = performance.now()
    yield part
    await rest(performance.now() - started)
  }
}

function* placesOf({ places }: Generation): Generator<Place> {
  for (const [entry, hours] of places)
    for (const [hour, buckets] of hours) yield { ...entryParts(entry), hour, buckets }
}

/**
 * Moves a generation from the log to the hour buckets, in one transaction: whatever is killed when, each event is in
 * one of them. Returns the events that somebody else had folded, and then does nothing else: the generation has to be
 * made without them.
 */
export async function fold(
  db: Kysely<Database>,
  owner: string,
  generation: Generation,
  now: Date,
  newId: () => string,
  encode: Encode,
  rest: Rest = atOnce,
): Promise<string[]> {
  return await db
    .transaction()
    .execute(async trx => {
      await lockHours(trx)
      const { folds } = await trx
        .selectFrom('velocity_fold')
        .select('folds')
        .where('owner', '=', owner)
        .executeTakeFirstOrThrow()
      // The commit of an earlier attempt was not heard of.
      if (folds >= generation.number) return []
      const foreign: string[] = []
      for await (const part of paced(portionsOf(generation.events, idPortion), rest)) {
        const { rows: gone } = await sql<{ event_id: string }>`
        delete from velocity_log l using unnest(${encode(
          'uuid',
          part.map(([, { environmentId }]) => environmentId),
        )}::uuid[], ${encode(
          'uuid',
          part.map(([id]) => id),
        )}::uuid[]) as x(environment_id, event_id)
        where l.environment_id = x.environment_id and l.event_id = x.event_id returning l.event_id`.execute(trx)
        if (gone.length === part.length) continue
        const mine = new Set(gone.map(row => row.event_id))
        for (const [id] of part) if (!mine.has(id)) foreign.push(id)
      }
      if (foreign.length > 0) throw new AlreadyFolded(foreign)
      await addToHours(trx, placesOf(generation), encode, rest)
      await keepRecent(trx, generation, now, newId, rest)
      await trx.updateTable('velocity_fold').set({ folds: generation.number }).where('owner', '=', owner).execute()
      return []
    })
    .catch((error: unknown) => {
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

async function keepRecent(
  db: Kysely<Database>,
  generation: Generation,
  now: Date,
  newId: () => string,
  rest: Rest,
): Promise<void> {
  const byEnvironment = Map.groupBy(recentOf(generation, now), ({ environmentId }) => environmentId)
  for (const [environmentId, events] of byEnvironment) {
    for await (const part of paced(portionsOf(events, portion), rest)) {
      const list = part.map(({ at, contributions }) => `[${at},${pack(contributions)}]`)
      await db
        .insertInto('velocity_recent')
        .values({
          environment_id: environmentId,
          folded_at: now,
          flush: newId(),
          contributions: sql`${`[${list.join(',')}]`}::json`,
        })
        .execute()
    }
  }
}

function* recentOf({ events }: Generation, now: Date): Generator<PendingEvent> {
  for (const event of events.values()) if (event.at >= now.getTime() - recentMs) yield event
}
