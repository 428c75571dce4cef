import { type RawBuilder, sql } from 'kysely'
import type { EventKind, MonitoringKind } from '../../../contract/index.ts'
import { isUploaded } from '../../../kernel/store/events/upload-query.ts'
import type { Db } from '../../../ports/database.ts'
import type { HistoryCursor } from '../../../ports/tables/review/event-tracing.ts'
import { rowKindsOf } from '../delivery/read-events.ts'
import type { TracedRow } from '../messages/traced-message.ts'

type RowKind = TracedRow['kind']

/** Events of monitoring, which are stored as they are sent. */
const monitoring = (kind: MonitoringKind) => ({
  from: sql`monitoring_event s where s.environment_id = e.id and s.kind = ${kind}`,
  time: sql`s.at`,
  ref: sql`s.id::text`,
})

/**
 * Where what happened is stored, by kind of row, with the time by which it is ordered. What was uploaded is left out: it
 * is delivered to nobody when it is stored either, and an uploaded purchase has no answer.
 */
const sources: Readonly<
  Record<RowKind, { from: RawBuilder<unknown>; time: RawBuilder<unknown>; ref: RawBuilder<unknown> }>
> = {
  decision: {
    from: sql`event s where s.environment_id = e.id and not ${isUploaded.event('s')}`,
    time: sql`s.at`,
    ref: sql`s.event_id::text`,
  },
  data: {
    from: sql`data_event s where s.environment_id = e.id and not ${isUploaded.data('s')}`,
    time: sql`s.at`,
    ref: sql`s.data_id::text`,
  },
  label: {
    from: sql`event_label s where s.environment_id = e.id and not ${isUploaded.label('s')}`,
    time: sql`s.received_at`,
    ref: sql`s.label_key`,
  },
  case: {
    from: sql`case_follow_up s where s.environment_id = e.id and s.kind = 'trace'`,
    time: sql`s.created_at`,
    ref: sql`s.id::text`,
  },
  audit: {
    from: sql`audit_log s where s.tenant_id = e.tenant_id and s.environment_id = e.id`,
    time: sql`s.at`,
    ref: sql`s.id::text`,
  },
  latency: monitoring('latency'),
  externalCall: monitoring('externalCall'),
  externalCallError: monitoring('externalCallError'),
}

/** Stored events of some environments, of some kinds, in a range of time. */
export interface HistoryRange {
  scope: readonly string[]
  kinds: readonly EventKind[]
  /** Null: from the first one on. */
  from: Date | null
  until: Date
}

interface HistoryRow extends TracedRow {
  /** The time with microseconds, and the order among those of the same time. */
  exact: string
  rank: string
}

const environmentsOf = (scope: readonly string[]) =>
  sql`(select v.id, v.tenant_id from environment v where v.id = any(${scope}::uuid[])) e`

/** Returns the number of rows. */
export async function countHistory(db: Db, { scope, kinds, from, until }: HistoryRange): Promise<number> {
  let total = 0
  for (const kind of rowKindsOf(kinds)) {
    const source = sources[kind]
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${environmentsOf(scope)} cross join lateral (
        select 1 from ${source.from} and ${source.time} < ${until}::timestamptz
          and (${from}::timestamptz is null or ${source.time} >= ${from}::timestamptz)
      ) s`.execute(db)
    total += Number(rows[0]?.count ?? 0)
  }
  return total
}

/**
 * Returns rows after a cursor, the oldest first, and the cursor of the last one. What stands in the outbox after a
 * number is left out: it is delivered from there.
 * @param cursor null: the first page
 */
export async function readHistory(
  db: Db,
  { scope, kinds, from, until }: HistoryRange,
  {
    cursor,
    limit,
    notAfter,
  }: { cursor: HistoryCursor | null; limit: number; notAfter: { seq: number; from: Date } | null },
): Promise<{ rows: TracedRow[]; count: number; cursor: HistoryCursor | null }> {
  const start = cursor?.at ?? from?.toISOString() ?? '-infinity'
  const parts = rowKindsOf(kinds).map(kind => {
    const { from: source, time, ref } = sources[kind]
    // Ids are in the order of time; the key of a label may contain an address, and a cursor is stored.
    const rank = kind === 'label' ? sql`md5(${ref})` : ref
    // Of rows with the time of the cursor, those that follow it.
    const follows =
      cursor === null
        ? sql``
        : sql`and (${time} > ${cursor.at}::timestamptz or (${kind}::text, ${rank}) > (${cursor.kind}::text, ${cursor.rank}::text))`
    return sql`
      select e.id as environment_id, ${kind}::text as kind, s.at, s.ref, s.rank from ${environmentsOf(scope)} cross join lateral (
        select ${time} as at, ${ref} as ref, ${rank} as rank from ${source}
          and ${time} >= ${start}::timestamptz and ${time} < ${until}::timestamptz ${follows}
        order by ${time}, ${rank} limit ${limit}
      ) s`
  })
  const { rows } = await sql<HistoryRow>`
    select environment_id, kind, at, ref, rank, at as created_at, row_number() over (order by at, kind, rank) as seq,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exact
    from (${sql.join(parts, sql` union all `)}) h order by at, kind, rank limit ${limit}`.execute(db)
  const last = rows.at(-1)
  return {
    rows: notAfter === null ? rows : await withoutTraced(db, rows, notAfter),
    count: rows.length,
    cursor: last === undefined ? cursor : { at: last.exact, kind: last.kind, rank: last.rank },
  }
}

/** Returns the rows without those that were written to the outbox after a number. */
async function withoutTraced(
  db: Db,
  rows: readonly HistoryRow[],
  { seq, from }: { seq: number; from: Date },
): Promise<HistoryRow[]> {
  const recent = rows.filter(({ at }) => at >= from)
  if (recent.length === 0) return [...rows]
  const keys = JSON.stringify(recent.map(({ environment_id, kind, ref }) => ({ environment_id, kind, ref })))
  const { rows: traced } = await sql<{ kind: string; ref: string }>`
    select r.kind, r.ref from jsonb_to_recordset(${keys}::jsonb) as r(environment_id uuid, kind text, ref text)
    where exists (select from traced_event t where t.seq > ${seq} and t.environment_id = r.environment_id and t.kind = r.kind and t.ref = r.ref)
      or exists (select from event_outbox o where o.environment_id = r.environment_id and o.kind = r.kind
        and (o.ref = r.ref or r.ref = any(o.refs)))`.execute(db)
  const keysOf = new Set(traced.map(({ kind, ref }) => `${kind}\n${ref}`))
  return rows.filter(({ kind, ref }) => !keysOf.has(`${kind}\n${ref}`))
}
