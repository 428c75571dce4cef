import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { serialiseContributions } from '../events/contributions.ts'
import type { Bucket } from './buckets.ts'
import type { FoldGeneration, PendingEvent } from './memory.ts'
import { type Encode, entryParts, lockHours, mergeIntoStored, readExactHours, writeHours } from './rows.ts'

/** Rows per statement: decisions run between the statements, and each unit of work stays short. */
const rowsPerStatement = 100
const idsPerStatement = 500
/** Seconds and minutes are rebuilt from contributions that were folded in this time. */
export const recentMs = 2 * 3_600_000

export interface HourBuckets {
  environmentId: string
  key: string
  hour: number
  buckets: ReadonlyMap<number, Bucket>
}

/** Adds buckets to the stored hours. Within a transaction that holds `lockHours`. */
export async function addToHours(
  db: Db,
  places: Iterable<HourBuckets>,
  encode: Encode,
  rest: Pause = noPause,
): Promise<void> {
  for await (const part of withPauses(chunk(places, rowsPerStatement), rest)) {
    const before = new Map((await readExactHours(db, part, encode)).map(row => [row.n, row.counts]))
    await writeHours(
      db,
      part.map(({ environmentId, key, hour, buckets }, index) => ({
        environmentId,
        key,
        hour,
        counts: mergeIntoStored(before.get(index + 1) ?? {}, buckets),
      })),
      encode,
    )
  }
}

function* chunk<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let part: T[] = []
  for (const item of items) {
    if (part.push(item) < size) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/** Pauses after work of the given number of milliseconds. */
export type Pause = (busyMs: number) => Promise<void> | undefined
const noPause: Pause = () => undefined

/** Yields the portions with a pause after each: the database has other work, too. */
async function* withPauses<T>(portions: Iterable<T>, rest: Pause): AsyncGenerator<T> {
  for (const part of portions) {
    const started = performance.now()
    yield part
    await rest(performance.now() - started)
  }
}

function* placesOf({ places }: FoldGeneration): Generator<HourBuckets> {
  for (const [entry, hours] of places)
    for (const [hour, buckets] of hours) yield { ...entryParts(entry), hour, buckets }
}

/**
 * Moves a generation from the log to the hour buckets, in one transaction: whenever a process is killed, each event is
 * in one of them. Returns the events that another process had folded, and then does nothing else: the generation has to
 * be built without them.
 */
export async function fold(
  db: Db,
  owner: string,
  generation: FoldGeneration,
  now: Date,
  newId: () => string,
  encode: Encode,
  rest: Pause = noPause,
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
      // The result of an earlier attempt's commit did not arrive.
      if (folds >= generation.number) return []
      const foreign: string[] = []
      for await (const part of withPauses(chunk(generation.events, idsPerStatement), rest)) {
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
      if (foreign.length > 0) throw new AlreadyFoldedError(foreign)
      await addToHours(trx, placesOf(generation), encode, rest)
      await storeRecent(trx, generation, now, newId, rest)
      await trx.updateTable('velocity_fold').set({ folds: generation.number }).where('owner', '=', owner).execute()
      return []
    })
    .catch((error: unknown) => {
      if (error instanceof AlreadyFoldedError) return error.eventIds
      throw error
    })
}

class AlreadyFoldedError extends Error {
  readonly eventIds: string[]
  constructor(eventIds: string[]) {
    super('Events of the log were folded by somebody else.')
    this.eventIds = eventIds
  }
}

async function storeRecent(
  db: Db,
  generation: FoldGeneration,
  now: Date,
  newId: () => string,
  rest: Pause,
): Promise<void> {
  const byEnvironment = Map.groupBy(recentOf(generation, now), ({ environmentId }) => environmentId)
  for (const [environmentId, events] of byEnvironment) {
    for await (const part of withPauses(chunk(events, rowsPerStatement), rest)) {
      const list = part.map(({ at, contributions }) => `[${at},${serialiseContributions(contributions)}]`)
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

function* recentOf({ events }: FoldGeneration, now: Date): Generator<PendingEvent> {
  for (const event of events.values()) if (event.at >= now.getTime() - recentMs) yield event
}
