import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { includes, parseSnapshot, type Snapshot } from '../../../ports/snapshot.ts'
import type { TailSource } from '../tail/tail.ts'

/**
 * What changes: `rules` everything that decisions follow in an environment (the key; null: in any), `support` entries of
 * its support lists, `containments` keys of attacks, `environments` an environment itself, `rights` roles, clients and
 * ends of sessions, `tenants` the directory of tenants, `live` changes for browsers.
 */
export type ChangeTopic = 'rules' | 'support' | 'containments' | 'environments' | 'rights' | 'tenants' | 'live'

export interface ServiceChange {
  seq: number
  /** The transaction that wrote it. */
  xid: number
  /** The process that wrote it; null: the database itself. */
  origin: string | null
  topic: ChangeTopic
  key: string | null
  payload: unknown
}

/** The transactions of one poll: those that are visible in `to` and not in `from`. */
export interface PolledRange {
  from: Snapshot
  to: Snapshot
}

/** Neither function may throw or wait: other subscribers follow. */
interface ChangeSubscriber {
  topics: readonly ChangeTopic[]
  /** Changes of one poll, in the order in which they were written; at least one. */
  onChanges: (changes: readonly ServiceChange[], range: PolledRange) => void
  /** Changes may be gone before they were read: everything may have changed. */
  onMissed: (to: Snapshot) => void
  /** Changes of the last minutes before `begin`, which all caches know; not called where there are too many of them. */
  onBegun?: (changes: readonly ServiceChange[], range: PolledRange) => void
  /** Called after each poll, whether anything changed or not. */
  onPolled?: (to: Snapshot) => void
}

export interface ServiceChanges {
  /** Follows changes from now on: to be called before the caches are filled. */
  begin: (db: Db) => Promise<void>
  subscribe: (subscriber: ChangeSubscriber) => void
  source: TailSource
}

interface PolledRow {
  snapshot: string
  trimmed: string
  changes: ServiceChange[] | null
}

const columns = `json_build_object('seq', seq, 'xid', xid::text::bigint, 'origin', origin, 'topic', topic, 'key', key,
  'payload', payload)`
/** Rows of a backup that was restored into another server may have transactions of the future: they are never read. */
const past = `xid < pg_snapshot_xmax(pg_current_snapshot())`

/**
 * The rows that a snapshot did not see, read in one statement with the next snapshot: those of transactions that had not
 * begun, and of those that had not ended. Others are not looked at, however old the oldest of them is.
 */
const pollSql = `select pg_current_snapshot()::text as snapshot, h.trimmed::text as trimmed,
  (select json_agg(${columns} order by seq) from service_change
    where (xid >= $1::xid8 or xid = any($2::xid8[])) and ${past}) as changes
  from service_change_horizon h`

/** What a process that starts tells its browsers when they go on here. */
const begunTopic: ChangeTopic = 'live'
const maxBegun = 1000

/** Reads what processes tell each other, in every process once, and passes it on by topic. */
export function createServiceChanges(): ServiceChanges {
  const subscribers: ChangeSubscriber[] = []
  let reached: Snapshot | null = null
  let last: object | null = null
  let begun: { changes: readonly ServiceChange[]; range: PolledRange } | null = null

  function dispatch(changes: readonly ServiceChange[], range: PolledRange): void {
    const byTopic = Map.groupBy(changes, change => change.topic)
    for (const { topics, onChanges } of subscribers) {
      const [first] = topics
      const own =
        topics.length === 1 && first !== undefined
          ? (byTopic.get(first) ?? [])
          : changes.filter(({ topic }) => topics.includes(topic))
      if (own.length > 0) onChanges(own, range)
    }
  }

  return {
    subscribe(subscriber) {
      subscribers.push(subscriber)
      if (begun !== null && subscriber.topics.includes(begunTopic)) subscriber.onBegun?.(begun.changes, begun.range)
    },
    async begin(db) {
      const { rows } = await sql<PolledRow>`
        select pg_current_snapshot()::text as snapshot, h.trimmed::text as trimmed,
          (select json_agg(c order by seq) from (
            select seq, ${sql.raw(columns)} as c from service_change where topic = ${begunTopic} and ${sql.raw(past)}
            order by seq desc limit ${maxBegun + 1}) l) as changes
        from service_change_horizon h`.execute(db)
      const { snapshot = '', trimmed = '', changes } = rows[0] ?? {}
      reached = parseSnapshot(snapshot)
      if ((changes?.length ?? 0) > maxBegun) return
      // All others are still there.
      begun = { changes: changes ?? [], range: { from: parseSnapshot(trimmed), to: reached } }
    },
    source: {
      name: 'changes',
      async poll(client) {
        const from = reached
        const { rows } = await client.query<PolledRow>({
          name: 'service-changes',
          text: pollSql,
          values: [from?.xmax ?? 1, [...(from?.running ?? [])]],
        })
        const [row] = rows
        // Somebody emptied the table: nothing is known without it.
        if (row === undefined) throw new Error('The horizon of changes is missing.')
        const [to, trimmed] = [parseSnapshot(row.snapshot), parseSnapshot(row.trimmed)]
        const isOther = last !== null && last !== client
        last = client
        reached = to
        const isTrimmed = from !== null && !includes(from, trimmed) && trimmed.xmax <= to.xmax
        // Another connection may lead to a server that took over, and lacks what the former one had at last.
        const missed = from === null || isTrimmed || isOther || !includes(to, from)
        if (missed) for (const { onMissed } of subscribers) onMissed(to)
        else if (row.changes !== null) dispatch(row.changes, { from, to })
        for (const { onPolled } of subscribers) onPolled?.(to)
      },
    },
  }
}
