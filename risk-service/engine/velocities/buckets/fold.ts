import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { includes, parseSnapshot, type Snapshot } from '../../../ports/snapshot.ts'
import { serialiseContributions } from '../events/contributions.ts'
import type { Bucket } from './buckets.ts'
import { countContributions, type PendingEvent, type Places } from './memory.ts'
import {
  type Encode,
  entryParts,
  lockHours,
  mergeIntoStored,
  readExactHours,
  tryLockHours,
  writeHours,
} from './rows.ts'

/** Rows per statement: decisions run between the statements, and each unit of work stays short. */
const rowsPerStatement = 100
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

function* hoursOf(places: Places): Generator<HourBuckets> {
  for (const [entry, hours] of places)
    for (const [hour, buckets] of hours) yield { ...entryParts(entry), hour, buckets }
}

export interface FoldOptions {
  /** What this process has read of the log; everything in it that the hours lack is added to them. */
  upTo: Snapshot
  /** Returns the events that the one snapshot sees and the other does not. */
  eventsBetween: (folded: Snapshot, upTo: Snapshot) => ReadonlyMap<string, PendingEvent>
  now: Date
  newId: () => string
  encode: Encode
  rest?: Pause
  /** Milliseconds since the last fold, of any process, before which there is none; 0: it waits for the others' folds. */
  sinceLastMs: number
}

/** `behind`: the hours contain events that this process has not read yet. */
export type FoldResult = { kind: 'folded'; folded: Snapshot } | { kind: 'recent' } | { kind: 'behind' }

/**
 * Adds events of the log to the hour buckets, in one transaction with the snapshot that says which they contain. A
 * process that is killed, or that hangs until its transaction is ended, has added nothing.
 */
export async function fold(db: Db, options: FoldOptions): Promise<FoldResult> {
  const { upTo, eventsBetween, now, newId, encode, rest = noPause, sinceLastMs } = options
  return await db.transaction().execute(async (trx): Promise<FoldResult> => {
    if (sinceLastMs > 0) {
      if (!(await tryLockHours(trx))) return { kind: 'recent' }
    } else await lockHours(trx)
    const {
      rows: [last],
    } = await sql<{ folded: string; recent: boolean }>`
      select folded::text as folded, folded_at > clock_timestamp() - ${sinceLastMs}::float8 * interval '1 millisecond' as recent
      from velocity_fold`.execute(trx)
    if (last === undefined) throw new Error('The row of folds is missing.')
    if (sinceLastMs > 0 && last.recent) return { kind: 'recent' }
    const folded = parseSnapshot(last.folded)
    if (!includes(upTo, folded)) return { kind: 'behind' }
    const events = eventsBetween(folded, upTo)
    if (events.size === 0) return { kind: 'folded', folded }
    const places: Places = new Map()
    for (const event of events.values()) countContributions(places, event)
    await addToHours(trx, hoursOf(places), encode, rest)
    await storeRecent(trx, events, now, newId, rest)
    await sql`update velocity_fold set folded = ${upTo.text}::pg_snapshot, folded_at = clock_timestamp()`.execute(trx)
    return { kind: 'folded', folded: upTo }
  })
}

async function storeRecent(
  db: Db,
  events: ReadonlyMap<string, PendingEvent>,
  now: Date,
  newId: () => string,
  rest: Pause,
): Promise<void> {
  const byEnvironment = Map.groupBy(recentOf(events, now), ({ environmentId }) => environmentId)
  for (const [environmentId, own] of byEnvironment) {
    for await (const part of withPauses(chunk(own, rowsPerStatement), rest)) {
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

function* recentOf(events: ReadonlyMap<string, PendingEvent>, now: Date): Generator<PendingEvent> {
  for (const event of events.values()) if (event.at >= now.getTime() - recentMs) yield event
}

/**
 * Deletes from the log what the hours have contained for long enough, and contributions from which seconds and minutes
 * are no longer rebuilt.
 */
export async function removeFolded(db: Db, now: Date, retainMs: number): Promise<void> {
  await db
    .deleteFrom('velocity_recent')
    .where('folded_at', '<', new Date(now.getTime() - recentMs))
    .execute()
  await db.transaction().execute(async trx => {
    const { rows } = await sql<{ removed: string }>`
      update velocity_fold set removed = earlier, earlier = folded, earlier_at = clock_timestamp()
      where earlier_at < clock_timestamp() - ${retainMs}::float8 * interval '1 millisecond'
      returning removed::text as removed`.execute(trx)
    const [row] = rows
    if (row === undefined) return
    await sql`
      delete from velocity_log
      where xid < pg_snapshot_xmax(${row.removed}::pg_snapshot) and pg_visible_in_snapshot(xid, ${row.removed}::pg_snapshot)`.execute(
      trx,
    )
  })
}
