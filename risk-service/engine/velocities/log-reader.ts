import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import { includes, isVisible, parseSnapshot, type Snapshot } from '../../ports/snapshot.ts'
import { type TailClient, type TailSource, unseen, unseenValues } from '../../ports/tail.ts'
import { createFineBuckets, type FineBuckets } from './buckets/fine-buckets.ts'
import type { BucketMemory, PendingEvent } from './buckets/memory.ts'
import { lockHours } from './buckets/rows.ts'
import { parseContributions } from './events/contributions.ts'
import { recoverFineBuckets } from './recover.ts'
import type { SeriesRegistry } from './series-registry.ts'

interface LogState {
  snapshot: string
  folded: string
  removed: string
  generation: number
  timeline: string
}
interface LogRow {
  xid: string
  environment_id: string
  event_id: string
  at: Date
  contributions: unknown
  /** Milliseconds since the event. */
  lag: number
}

/**
 * The state of the log and its rows. After a failover the new primary may use transaction ids again that the old one
 * assigned and never wrote: its timeline shows it.
 */
const stateColumns = `pg_current_snapshot()::text as snapshot, folded::text as folded, removed::text as removed, generation,
  left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`
const rowColumns = `xid::text as xid, environment_id, event_id, at, contributions,
  extract(epoch from clock_timestamp() - at)::float8 * 1000 as lag`
/** An event that counts further back is an import, at a date of its own. */
const longestLagMs = 60_000

const pollLog = `select s.*, r.* from (select ${stateColumns} from velocity_fold) s
  left join lateral (select ${rowColumns} from velocity_log where ${unseen}) r on true`

export interface LogReaderDeps {
  /** Reads everything that a start needs. */
  db: Db
  clock: () => Date
  memory: BucketMemory
  fine: FineBuckets
  series: SeriesRegistry
  maxFineBuckets: number
  /** Called when series were read again. */
  onSeriesChange: () => void
  /** Receives how long an event of another process was not visible in this one, in milliseconds. */
  onLag: (ms: number) => void
}

export interface LogReader extends TailSource {
  /** What was read of the log. */
  readUpTo: () => Snapshot
  /** Polls over the connections of jobs. */
  pollNow: () => Promise<void>
  /** Adds an event of this process as soon as it is committed, unless it was read already. */
  add: (eventId: string, event: PendingEvent) => void
}

/** Reads the log from its beginning: what the hours lack, and the seconds and minutes of the last two hours. */
export async function openLogReader(deps: LogReaderDeps): Promise<LogReader> {
  const { db, clock, memory, fine, series, maxFineBuckets, onSeriesChange, onLag } = deps
  let readUpTo: Snapshot
  let timeline: string
  let generation: number
  let polling: Promise<void> = Promise.resolve()

  function addEvent(eventId: string, event: PendingEvent): boolean {
    if (memory.has(eventId)) return false
    memory.add(eventId, event)
    const now = clock().getTime()
    for (const contribution of event.contributions) fine.add(event.at, now, contribution)
    return true
  }

  const eventOf = ({ environment_id, at, xid, contributions }: LogRow): PendingEvent => ({
    environmentId: environment_id,
    at: new Date(at).getTime(),
    transaction: Number(xid),
    contributions: parseContributions(contributions, series.find),
  })

  /** Series of another process are known as soon as one of its events is. */
  async function readNewSeries(rows: readonly LogRow[]): Promise<void> {
    const isKnown = ({ contributions }: LogRow): boolean =>
      (contributions as unknown[][]).every(([, ...items]) =>
        items.every((item, index) => index % 2 === 1 || series.find(Number(item)) !== undefined),
      )
    if (!rows.every(isKnown)) await series.reload()
  }

  async function readAll(): Promise<void> {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async trx => {
        const { rows: states } = await trx.executeQuery<LogState>(
          CompiledQuery.raw(`select ${stateColumns} from velocity_fold`),
        )
        const state = states[0] ?? missing()
        const { rows } = await trx.executeQuery<LogRow>(
          CompiledQuery.raw(
            `select ${rowColumns} from velocity_log where ${unseen} order by xid`,
            unseenValues(parseSnapshot(state.folded)),
          ),
        )
        await series.reload(trx)
        // Events of this process are added meanwhile: those that this read lacks are added again by the next poll.
        const recovered = createFineBuckets(maxFineBuckets)
        for (const { series: id, since } of series.startedLater()) recovered.startAt(id, since)
        await recoverFineBuckets({ db: trx, clock }, series, recovered, maxFineBuckets)
        fine.adopt(recovered)
        readUpTo = parseSnapshot(state.snapshot)
        memory.reset(parseSnapshot(state.folded))
        for (const row of rows) addEvent(row.event_id, eventOf(row))
        ;({ timeline, generation } = state)
      })
    onSeriesChange()
  }

  async function poll(client: TailClient): Promise<void> {
    const { rows } = await client.query<LogState & { [K in keyof LogRow]: LogRow[K] | null }>({
      name: 'poll-velocity-log',
      text: pollLog,
      values: unseenValues(readUpTo),
    })
    const state = rows[0] ?? missing()
    // Rows that this process has not read are gone: it was suspended for a long time.
    if (state.timeline !== timeline || !includes(readUpTo, parseSnapshot(state.removed))) return await readAll()
    const events = rows.filter((row): row is LogState & LogRow => row.xid !== null)
    if (state.generation !== generation) {
      await series.reload()
      generation = state.generation
      memory.clear()
      onSeriesChange()
    } else await readNewSeries(events)
    for (const row of events) {
      const event = eventOf(row)
      if (addEvent(row.event_id, event) && row.lag < longestLagMs) onLag(row.lag)
    }
    readUpTo = parseSnapshot(state.snapshot)
    memory.setFolded(parseSnapshot(state.folded))
  }

  const next = (client: TailClient): Promise<void> => {
    const promise = polling.catch(() => undefined).then(() => poll(client))
    polling = promise.catch(() => undefined)
    return promise
  }

  await restartTransactionIds(db)
  await readAll()
  return {
    name: 'velocity log',
    poll: next,
    readUpTo: () => readUpTo,
    pollNow: () =>
      next({
        query: async <Row extends object>({ text, values }: { text: string; values: unknown[] }) =>
          await db.executeQuery<Row>(CompiledQuery.raw(text, values)),
      }),
    add(eventId, event) {
      if (!isVisible(event.transaction, readUpTo)) addEvent(eventId, event)
    },
  }
}

/**
 * A dump that was restored in another cluster names transactions that have not begun there: what of it is in the hours
 * leaves the log, and the rest becomes that of a new transaction.
 */
async function restartTransactionIds(db: Db): Promise<void> {
  await db.transaction().execute(async trx => {
    await lockHours(trx)
    const { rows } = await sql<{ ahead: boolean }>`
      select pg_snapshot_xmax(folded) > pg_snapshot_xmax(pg_current_snapshot()) as ahead from velocity_fold`.execute(
      trx,
    )
    if (rows[0]?.ahead !== true) return
    await sql`delete from velocity_log l using velocity_fold f where pg_visible_in_snapshot(l.xid, f.folded)`.execute(
      trx,
    )
    await sql`update velocity_log set xid = pg_current_xact_id()`.execute(trx)
    await sql`update velocity_fold set folded = '1:1:', earlier = '1:1:', removed = '1:1:'`.execute(trx)
  })
}

const missing = (): never => {
  throw new Error('The row of folds is missing.')
}
