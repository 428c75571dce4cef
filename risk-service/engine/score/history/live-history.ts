import { sql } from 'kysely'
import type { Ports } from '../../../ports/index.ts'
import {
  appendEvent,
  type EntityHistories,
  type EntityHistory,
  type EntityValues,
  type HistoryKind,
  historyKinds,
  historyMs,
  maxHistoryEvents,
  type PastEvent,
} from './entity-history.ts'

/** The earlier events of entities, at decision speed. */
export interface LiveHistory {
  /**
   * Synchronous when all of it is in memory. Never rejects: a history that could not be read in time is `undefined`.
   */
  histories: (environmentId: string, entities: EntityValues) => EntityHistories | Promise<EntityHistories>
  /** After the commit of an event: adds it to the histories in memory. */
  add: (environmentId: string, entities: EntityValues, event: PastEvent) => void
  /** Reads that failed or timed out, since the start. */
  failedReads: () => number
}

/** A history in memory gets labels by being read again: no later than after this time. */
const refreshMs = 60_000
/** The same where other processes decide, too: their events are in no memory but theirs. */
const sharedRefreshMs = 1000
const maxInMemory = 40_000
/** Longest wait of a decision. */
const defaultTimeoutMs = 40
const maxBatchSize = 400

interface CachedHistory {
  past: EntityHistory
  readAt: number
}
interface HistoryKey {
  environmentId: string
  kind: HistoryKind
  value: string
}
interface Batch {
  keys: Map<string, HistoryKey>
  added: Map<string, PastEvent[]>
  done: Promise<void>
}

/**
 * Histories in memory, the most recently used last; missing ones are read in one statement for all waiting decisions,
 * one statement at a time: under load the batches grow, not the number of reads.
 */
export function createLiveHistory(
  { db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>,
  patienceMs = defaultTimeoutMs,
  isShared: () => boolean = () => false,
): LiveHistory {
  const memory = new Map<string, CachedHistory>()
  let waiting: Batch | null = null
  let running: Batch | null = null
  let failed = 0

  const keyOf = (environmentId: string, kind: HistoryKind, value: string): string => `${environmentId} ${kind} ${value}`

  function keep(key: string, past: EntityHistory): void {
    memory.delete(key)
    memory.set(key, { past, readAt: clock().getTime() })
    if (memory.size > maxInMemory) memory.delete(memory.keys().next().value as string)
  }

  async function read(batch: Batch): Promise<void> {
    const entries = [...batch.keys]
    for (let from = 0; from < entries.length; from += maxBatchSize) {
      const part = entries.slice(from, from + maxBatchSize)
      const found = await loadHistories(
        { db, clock },
        part.map(([, key]) => key),
      )
      part.forEach(([key], index) => {
        const past = found[index] as EntityHistory
        // The result may lack events that were committed while the statement ran.
        for (const event of batch.added.get(key) ?? []) appendEvent(past, event)
        keep(key, past)
      })
    }
  }

  function enqueue(): Batch {
    if (waiting) return waiting
    const batch: Batch = { keys: new Map(), added: new Map(), done: Promise.resolve() }
    const before = running?.done ?? Promise.resolve()
    batch.done = before.then(async () => {
      waiting = null
      running = batch
      try {
        await read(batch)
      } catch {
        failed++
        log.write(2, 'scoring.history-unread', { entities: batch.keys.size })
      } finally {
        if (running === batch) running = null
      }
    })
    waiting = batch
    return batch
  }

  return {
    failedReads: () => failed,
    histories(environmentId, entities) {
      const pasts: EntityHistories = {}
      const missing: [HistoryKind, string][] = []
      const now = clock().getTime()
      const freshMs = isShared() ? sharedRefreshMs : refreshMs
      let batch: Batch | null = null
      for (const kind of historyKinds) {
        const value = entities[kind]
        if (value == null || kind === 'terminal') {
          pasts[kind] = null
          continue
        }
        const key = keyOf(environmentId, kind, value)
        const cached = memory.get(key)
        if (cached !== undefined && now - cached.readAt < freshMs) {
          pasts[kind] = cached.past
          continue
        }
        batch ??= enqueue()
        batch.keys.set(key, { environmentId, kind, value })
        missing.push([kind, key])
      }
      if (batch === null) return pasts
      const { done } = batch
      return endsWithin(done, patienceMs).then(inTime => {
        if (!inTime) failed++
        for (const [kind, key] of missing) pasts[kind] = memory.get(key)?.past
        return pasts
      })
    },
    add(environmentId, entities, event) {
      for (const kind of historyKinds) {
        const value = entities[kind]
        if (value == null) continue
        const key = keyOf(environmentId, kind, value)
        const cached = memory.get(key)
        if (cached) appendEvent(cached.past, event)
        for (const batch of [waiting, running]) {
          if (!batch?.keys.has(key)) continue
          batch.added.set(key, [...(batch.added.get(key) ?? []), event])
        }
      }
    },
  }
}

function endsWithin(work: Promise<void>, patienceMs: number): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), patienceMs)
    void work.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}

interface HistoryRow {
  n: number
  first_at: Date | null
  at: Date | null
  event_id: string | null
  amount_usd: number | null
  user_id: string | null
  device_id: string | null
  bin: string | null
  last_four: string | null
  label: 'Fraud' | 'NonFraud' | null
  label_at: Date | null
}

/**
 * Reads the stored history: the newest events of each entity with the present labels. Times of labels are those of
 * their arrival.
 */
export async function loadHistories(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  keys: readonly HistoryKey[],
): Promise<EntityHistory[]> {
  const now = clock()
  const from = new Date(now.getTime() - historyMs)
  const pasts: EntityHistory[] = keys.map(() => ({ firstAt: null, events: [] }))
  const { rows } = await sql<HistoryRow>`
    select q.n, f.at as first_at, p.at, p.event_id, e.amount_usd, e.user_id, e.device_id, e.bin, e.last_four, e.label,
      case when e.label is not null then (
        select max(l.received_at) from event_label l where l.environment_id = e.environment_id and l.is_fraud is not null
          and l.object_type in ('Purchase', 'AccountCreation', 'AccountLogin', 'GenericEvent', 'Event:' || e.event_type, 'Account', 'Email')
          and l.object_id in (e.external_id, lower(btrim(e.user_id)), lower(btrim(e.email)))
      ) end as label_at
    from unnest(${keys.map(({ environmentId }) => environmentId)}::uuid[], ${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ value }) => value)}::text[])
      with ordinality as q(environment_id, type, value, n)
    left join lateral (
      select x.at from event_entity x where x.environment_id = q.environment_id and x.entity_type = q.type and x.entity_value = q.value order by x.at limit 1
    ) f on true
    left join lateral (
      select x.at, x.event_id from event_entity x
      where x.environment_id = q.environment_id and x.entity_type = q.type and x.entity_value = q.value and x.at > ${from}
      order by x.at desc limit ${maxHistoryEvents}
    ) p on true
    left join event e on e.environment_id = q.environment_id and e.at = p.at and e.event_id = p.event_id and e.at > ${from}`.execute(
    db,
  )
  await addLabelTimes(db, rows, keys)
  for (const row of rows) {
    const past = pasts[row.n - 1] as EntityHistory
    past.firstAt = row.first_at?.getTime() ?? null
    if (row.at !== null && row.event_id !== null)
      past.events.push(parseHistoryRow(row as HistoryRow & { at: Date; event_id: string }, now.getTime()))
  }
  for (const past of pasts) past.events.sort((a, b) => a.at - b.at)
  return pasts
}

/**
 * Adds the times of labels that no column of the event row leads to, such as one on the payment instrument: by the
 * entities in the body. A separate statement, since few events need it and every read would pay for its plan.
 */
async function addLabelTimes(db: Ports['db'], rows: readonly HistoryRow[], keys: readonly HistoryKey[]): Promise<void> {
  const unknown = rows.filter(({ label, label_at }) => label !== null && label_at === null)
  if (unknown.length === 0) return
  const { rows: found } = await sql<{ n: number; label_at: Date | null }>`
    select q.n, max(l.received_at) as label_at
    from unnest(${unknown.map(({ n }) => keys[n - 1]?.environmentId ?? null)}::uuid[], ${unknown.map(({ at }) => at)}::timestamptz[], ${unknown.map(({ event_id }) => event_id)}::uuid[]) with ordinality as q(environment_id, at, event_id, n)
    join event_body b on b.environment_id = q.environment_id and b.at >= q.at and b.at < q.at + interval '1 millisecond' and b.event_id = q.event_id
    cross join json_to_recordset(coalesce(b.enrichment -> 'entities', '[]')) as e(type text, value text)
    join event_label l on l.environment_id = q.environment_id and l.is_fraud is not null and l.object_id = e.value
      and l.object_type = case e.type when 'user' then 'Account' when 'payment' then 'PI' when 'email' then 'Email' end
    group by q.n`.execute(db)
  for (const { n, label_at } of found) (unknown[n - 1] as HistoryRow).label_at = label_at
}

/** Converts an event row to a past event. */
function parseHistoryRow(
  row: Omit<HistoryRow, 'n' | 'first_at' | 'at' | 'event_id'> & { at: Date; event_id: string },
  now: number,
): PastEvent {
  return {
    id: row.event_id,
    at: row.at.getTime(),
    amount: row.amount_usd === null ? null : row.amount_usd / 100,
    user: normaliseValue(row.user_id),
    device: normaliseValue(row.device_id),
    card: cardOf(row.bin, row.last_four),
    fraud: row.label === null ? null : row.label === 'Fraud',
    labelAt: row.label_at?.getTime() ?? now,
  }
}

const normaliseValue = (value: string | null): string | null => (value === null ? null : value.trim().toLowerCase())
/** Returns the identification of a card in event rows. */
export const cardOf = (bin: string | null, lastFour: string | null): string | null =>
  bin === null && lastFour === null ? null : `${bin ?? ''} ${lastFour ?? ''}`
