import { CompiledQuery, type Expression, type SqlBool, sql } from 'kysely'
import type { Decision } from '../../../contract/index.ts'
import type { Json } from '../../../engine/lib/json.ts'
import type { StoredFacts } from '../../../engine/replay/replay.ts'
import type { ScoredFacts } from '../../../engine/replay/stream-stored-event.ts'
import type { Db } from '../../../ports/database.ts'
import type { RecordedInputs } from '../../../ports/stored-explanation.ts'

/** An event as it is stored; fields that were not requested are null. */
export interface RecordedEvent {
  /** Milliseconds. */
  at: number
  environmentId: string
  eventId: string
  externalId: string
  eventType: string
  decision: Decision
  riskScore: number
  amountUsd: number | null
  label: 'Fraud' | 'NonFraud' | null
  request: Json
  enrichment: Json
  recordedInputs: RecordedInputs | null
  facts: StoredFacts | null
  reason: string
  rule: string | null
  clause: string | null
  /** A model scored it when it came, and rules decided it; both are false for events of an uploaded file. */
  isScored: boolean
  isDecided: boolean
  /** What a model reads of it. */
  scoring: ScoredFacts | null
}
/** The parts to be read beside those of every event. `device`: only the device of the enrichment. */
export interface RequiredParts {
  enrichment: boolean
  device: boolean
  recordedInputs: boolean
  facts: boolean
  evaluation: boolean
  origin: boolean
  scoring: boolean
}
/** Events of these environments and assessments (in lower case; null for all). */
export interface EventSlice {
  environmentIds: readonly string[]
  eventTypes: readonly string[] | null
  from: Date
  to: Date
  /** Only events with this decision. */
  decision?: Decision | undefined
}

/**
 * Runs a query and passes its rows to a callback as they arrive; values are those of the driver, or the texts of the
 * wire.
 */
export type ReadRows = (
  text: string,
  values: readonly unknown[],
  visit: (row: readonly unknown[]) => void,
) => Promise<void>

/** For a driver that returns whole results only. */
export const readWholeResult =
  (db: Db): ReadRows =>
  async (text, values, visit) => {
    const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))
    for (const row of rows) visit(Object.values(row))
  }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Rows of one statement: some tenths of a second, so that the reading blocks nothing else in the database for long. */
const rowsPerSlice = 12_000

const common =
  'extract(epoch from e.at) as at, e.environment_id, e.event_id, e.external_id, e.event_type, e.decision, e.risk_score, e.amount_usd, e.label, b.request'
const parts: Readonly<Record<keyof RequiredParts, readonly string[]>> = {
  enrichment: ['b.enrichment'],
  device: ["b.enrichment -> 'deviceAttributes' as device"],
  recordedInputs: ["b.explanation -> 'reads' as reads"],
  evaluation: ['e.reason', 'e.rule', 'e.clause'],
  facts: [
    'e.ip',
    'e.ip_country',
    'e.bin',
    'e.currency',
    'e.phone',
    'e.billing_country',
    'e.shipping_country',
    'e.device_id',
  ],
  // Without a model, 0 stands for no score. An event of an uploaded file has the score -1 and the decision None.
  origin: [
    "e.risk_score > 0 or (e.risk_score = 0 and b.explanation -> 'contributions' ->> 0 is not null) as scored",
    "e.decision <> 'None' as decided",
  ],
  scoring: [
    'e.email as scored_email',
    'e.ip as scored_ip',
    'e.ip_country as scored_ip_country',
    'e.billing_country as scored_billing_country',
    'e.shipping_country as scored_shipping_country',
    'e.item_count',
    'e.bin as scored_bin',
    'e.last_four',
  ],
}
const order = ['enrichment', 'device', 'recordedInputs', 'evaluation', 'facts', 'origin', 'scoring'] as const

/** Returns a function that decodes an event from a row. */
function createDecoder(required: RequiredParts): (row: readonly unknown[]) => RecordedEvent {
  let next = 10
  const place = (part: keyof RequiredParts): number => {
    const first = next
    if (required[part]) next += parts[part].length
    return required[part] ? first : -1
  }
  const [enrichment, device, recordedInputs, evaluation, facts, origin, scoring] = [
    place('enrichment'),
    place('device'),
    place('recordedInputs'),
    place('evaluation'),
    place('facts'),
    place('origin'),
    place('scoring'),
  ]
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  // A result of the wire has a letter for a truth value.
  const flag = (value: unknown): boolean => value === true || value === 't'
  const json = (value: unknown): Json | null =>
    typeof value === 'string' ? (JSON.parse(value) as Json | null) : ((value ?? null) as Json | null)
  return row => {
    const amountUsd = row[7] == null ? null : Number(row[7])
    return {
      // The database has microseconds, dates here milliseconds; the small addition is for times that were milliseconds.
      at: Math.floor(Number(row[0]) * 1000 + 0.0005),
      environmentId: row[1] as string,
      eventId: row[2] as string,
      externalId: row[3] as string,
      eventType: row[4] as string,
      decision: row[5] as Decision,
      riskScore: Math.max(0, Number(row[6])),
      amountUsd,
      label: row[8] as RecordedEvent['label'],
      request: json(row[9]) ?? {},
      enrichment:
        enrichment >= 0 ? (json(row[enrichment]) ?? {}) : device >= 0 ? { deviceAttributes: json(row[device]) } : {},
      recordedInputs: recordedInputs < 0 ? null : json(row[recordedInputs]),
      reason: evaluation < 0 ? '' : (row[evaluation] as string),
      rule: evaluation < 0 ? null : text(row[evaluation + 1]),
      clause: evaluation < 0 ? null : text(row[evaluation + 2]),
      isScored: origin < 0 || flag(row[origin]),
      isDecided: origin < 0 || flag(row[origin + 1]),
      scoring:
        scoring < 0
          ? null
          : {
              email: text(row[scoring]),
              ip: text(row[scoring + 1]),
              ipCountry: text(row[scoring + 2]),
              billingCountry: text(row[scoring + 3]),
              shippingCountry: text(row[scoring + 4]),
              itemCount: row[scoring + 5] == null ? null : Number(row[scoring + 5]),
              bin: text(row[scoring + 6]),
              lastFour: text(row[scoring + 7]),
            },
      facts:
        facts < 0
          ? null
          : {
              ip: text(row[facts]),
              ipCountry: text(row[facts + 1]),
              bin: text(row[facts + 2]),
              currency: text(row[facts + 3]),
              phone: text(row[facts + 4]),
              billingCountry: text(row[facts + 5]),
              shippingCountry: text(row[facts + 6]),
              deviceId: text(row[facts + 7]),
              amountUsd,
            },
    }
  }
}

/**
 * Passes every event of the slice to a callback in order of time. Reads intervals whose length follows the number of
 * events; `between` is awaited after each.
 */
export async function visitEvents(
  db: Db,
  readRows: ReadRows,
  slice: EventSlice,
  required: RequiredParts,
  visit: (event: RecordedEvent) => void,
  between: () => Promise<void>,
): Promise<void> {
  const { environmentIds, eventTypes, to, decision } = slice
  const decode = createDecoder(required)
  const filters = [...(eventTypes === null ? [] : [eventTypes]), ...(decision === undefined ? [] : [decision])]
  const statement = `select ${[common, ...order.flatMap(part => (required[part] ? parts[part] : []))].join(', ')}
    from event e join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
    where e.environment_id = any($1::uuid[]) and e.at >= $2 and e.at < $3 and b.at >= $2 and b.at < $3 ${eventTypes === null ? '' : 'and lower(e.event_type) = any($4::text[])'} ${decision === undefined ? '' : `and e.decision = $${4 + filters.length - 1}`}
    order by e.at, e.event_id`
  let from = await findFirstEventTime(db, slice, slice.from)
  let length = hour
  while (from !== null && from < to) {
    const end = new Date(Math.min(to.getTime(), from.getTime() + length))
    let rows = 0
    await readRows(statement, [environmentIds, from, end, ...filters], row => {
      rows += 1
      visit(decode(row))
    })
    await between()
    if (rows < rowsPerSlice / 2) length = Math.min(day, length * 2)
    else if (rows > rowsPerSlice * 2) length = Math.max(minute, length / 2)
    from = rows === 0 ? await findFirstEventTime(db, slice, end) : end
  }
}

/** Returns the latest events of a slice, newest first. The index of each environment is read from its end. */
export async function loadLatestEvents(
  readRows: ReadRows,
  { environmentIds, from, to }: Omit<EventSlice, 'eventTypes'>,
  eventType: string,
  required: RequiredParts,
  limit: number,
): Promise<RecordedEvent[]> {
  const decode = createDecoder(required)
  const events: RecordedEvent[] = []
  await readRows(
    `select ${[common, ...order.flatMap(part => (required[part] ? parts[part] : []))].join(', ')}
    from (select l.* from unnest($1::uuid[]) as s (id) cross join lateral (select * from event where environment_id = s.id
      and at >= $2 and at < $3 and event_type = $4 order by at desc limit $5) l order by l.at desc limit $5) e
    join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
      and b.at >= $2 and b.at < $3
    order by e.at desc, e.event_id`,
    [environmentIds, from, to, eventType, limit],
    row => events.push(decode(row)),
  )
  return events
}

/** Returns the number of events of a slice, or one more than `most` where there are more. */
export async function countEventsUpTo(
  db: Db,
  { environmentIds, from, to }: Omit<EventSlice, 'eventTypes'>,
  eventType: string,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    select count(*)::int as events from (select 1 from unnest(${environmentIds}::uuid[]) as s (id) cross join lateral
      (select 1 from event where environment_id = s.id and at >= ${from} and at < ${to} and event_type = ${eventType}
        limit ${most + 1}) l limit ${most + 1}) found`.execute(db)
  return rows[0]?.events ?? 0
}

/** Returns the time of the first event from a given time on; null without one. Empty months cost nothing. */
async function findFirstEventTime(db: Db, { environmentIds, to }: EventSlice, from: Date): Promise<Date | null> {
  const { rows } = await sql<{
    at: Date | null
  }>`select min(x.at) as at from unnest(${environmentIds}::uuid[]) as s (id)
    cross join lateral (select e.at from event e where e.environment_id = s.id and e.at >= ${from} and e.at < ${to} order by e.at limit 1) x`.execute(
    db,
  )
  const at = rows[0]?.at
  return at == null ? null : new Date(Math.max(from.getTime(), at.getTime() - 1))
}

export async function countPastEvents(db: Db, { environmentIds, eventTypes, from, to }: EventSlice): Promise<number> {
  const types: Expression<SqlBool> =
    eventTypes === null ? sql<SqlBool>`true` : sql<SqlBool>`lower(event_type) = any(${eventTypes}::text[])`
  const { rows } = await sql<{
    events: number
  }>`select count(*) as events from event where environment_id = any(${environmentIds}::uuid[]) and at >= ${from} and at < ${to} and ${types}`.execute(
    db,
  )
  return rows[0]?.events ?? 0
}

/** Returns the environment and all those below it. */
export async function loadEnvironmentScope(db: Db, environmentId: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`with recursive down as (select id from environment where id = ${environmentId}::uuid
    union select e.id from environment e join down on e.parent_id = down.id) select id from down`.execute(db)
  return rows.map(row => row.id)
}
