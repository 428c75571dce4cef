import { sql } from 'kysely'
import type { SubjectStore } from '../../../contract/index.ts'
import { postalCodesOf, postalCodeType } from '../../../engine/enrich/postal-codes.ts'
import { listOf, objectOf } from '../../../engine/lib/json.ts'
import type { Db } from '../../../ports/database.ts'
import { type DoomedEvent, eventsTable } from '../subjects/match-events.ts'
import { type EventTable, eventTables, labelOfEvent } from './event-tables.ts'

/** Rows by store. */
export type StoreCounts = Partial<Record<SubjectStore, number>>

/** Adds rows to the count of a store. */
export function addCount(counts: StoreCounts, store: SubjectStore, rows: number): void {
  counts[store] = (counts[store] ?? 0) + rows
}

/** Stores that have one thing of each event, however far their tables have read it. */
const storesOfEvents = ['searchEntries', 'reportValues'] as const satisfies readonly SubjectStore[]

/** Counts what belongs to events, by store. */
export async function countEventRows(db: Db, events: readonly DoomedEvent[]): Promise<StoreCounts> {
  const counts: StoreCounts = { events: 0 }
  for (const store of storesOfEvents) addCount(counts, store, events.length)
  if (events.length === 0) return counts
  for (const { table, store, on, using = null, counted } of eventTables) {
    if (!counted) continue
    const { rows } = await sql<{ n: number }>`with ${eventsTable(events)}
      select count(distinct t.ctid::text || t.tableoid::text)::int as n from ${sql.table(table)} t, w ${using === null ? sql`` : sql`, ${using}`}
      where ${on}`.execute(db)
    addCount(counts, store, rows[0]?.n ?? 0)
  }
  return counts
}

/** Counts the cases of events that nobody has decided yet. */
export async function countOpenCases(db: Db, events: readonly DoomedEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const { rows } = await sql<{ n: number }>`with ${eventsTable(events)}
    select count(*)::int as n from review_case t, w where t.environment_id = w.environment_id and t.id = w.event_id
      and t.state not in ('Decided', 'NotRouted', 'Removed')`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Removes what belongs to events, in one transaction with what counts it: whenever the process is killed, an event is
 * there with everything, or is gone. Returns the rows by store.
 */
export async function removeEventRows(
  trx: Db,
  events: readonly DoomedEvent[],
  { now, newId }: { now: Date; newId: () => string },
): Promise<StoreCounts> {
  const counts: StoreCounts = {}
  if (events.length === 0) return counts
  await sql`with ${eventsTable(events)} insert into erased_hour (environment_id, hour)
    select distinct environment_id, date_trunc('hour', at, 'UTC') from w on conflict do nothing`.execute(trx)
  // An export that is being completed: its file is there, or it finds that events are gone.
  await sql`with ${eventsTable(events)} select t.id from subject_request t where t.type = 'export' and t.id in (
    select s.request_id from subject_request_event s join w on w.event_id = s.event_id) order by t.id for update of t`.execute(
    trx,
  )
  addCount(counts, 'deliveries', await removeDeliveries(trx, events))
  await closeCases(trx, events, { now, newId })
  await removeLinks(trx, events)
  for (const store of storesOfEvents) addCount(counts, store, events.length)
  for (const table of eventTables) {
    const rows = await removeRows(trx, table, events)
    if (table.counted) addCount(counts, table.store, rows)
  }
  return counts
}

async function removeRows(
  trx: Db,
  { table, on, using, set }: EventTable,
  events: readonly DoomedEvent[],
): Promise<number> {
  const more = using === undefined ? sql`` : sql`, ${using}`
  const statement =
    set === undefined
      ? sql`with ${eventsTable(events)} delete from ${sql.table(table)} t using w ${more} where ${on}`
      : sql`with ${eventsTable(events)} update ${sql.table(table)} t set ${set} from w ${more} where ${on}`
  const { numAffectedRows } = await statement.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Removes events for other systems that wait, with those about observations and labels. */
async function removeDeliveries(trx: Db, events: readonly DoomedEvent[]): Promise<number> {
  const { rows } = await sql<{ ref: string }>`with ${eventsTable(events)}
    select event_id::text as ref from w
    union select d.data_id::text from w join data_event d on d.environment_id = w.environment_id
      and d.subject_type = w.event_type and d.subject_id = w.external_id
    union select t.label_key from w join event_label t on ${labelOfEvent}
    union select f.id::text from w join case_follow_up f on f.environment_id = w.environment_id and f.case_id = w.event_id`.execute(
    trx,
  )
  const refs = rows.map(({ ref }) => ref)
  const environments = [...new Set(events.map(each => each.environment_id))]
  const scope = sql`t.environment_id = any(${environments}::uuid[])`
  const traced = await sql`delete from traced_event t where ${scope} and t.ref = any(${refs}::text[])`.execute(trx)
  const single = await sql`delete from event_outbox t where ${scope} and t.ref = any(${refs}::text[])`.execute(trx)
  // A row has several references; the others of it stay.
  const several = await sql`update event_outbox t set
      refs = coalesce((select array_agg(r.ref order by r.n) from unnest(t.refs) with ordinality as r(ref, n) where not r.ref = any(${refs}::text[])), '{}'),
      ats = coalesce((select array_agg(r.at order by r.n) from unnest(t.refs, t.ats) with ordinality as r(ref, at, n) where not r.ref = any(${refs}::text[])), '{}')
    where ${scope} and t.refs && ${refs}::text[]`.execute(trx)
  await sql`delete from event_outbox t where ${scope} and t.refs = '{}'`.execute(trx)
  return [traced, single, several].reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0)
}

/** Writes the end of cases that are open into their history. */
async function closeCases(
  trx: Db,
  events: readonly DoomedEvent[],
  { now, newId }: { now: Date; newId: () => string },
): Promise<void> {
  const { rows } = await sql<{ environment_id: string; id: string }>`with ${eventsTable(events)}
    select t.environment_id, t.id from review_case t, w where t.environment_id = w.environment_id and t.id = w.event_id
      and t.state not in ('Decided', 'NotRouted', 'Removed') for update of t`.execute(trx)
  if (rows.length === 0) return
  await trx
    .insertInto('case_event')
    .values(
      rows.map(row => ({
        environment_id: row.environment_id,
        case_id: row.id,
        id: newId(),
        at: now,
        kind: 'removed' as const,
        by_id: null,
        by_name: null,
        correlation_id: null,
        details: '{}',
      })),
    )
    .execute()
}

interface BodyRow {
  environment_id: string
  at: string
  event_id: string
  request: unknown
  entities: unknown
}

/** Removes what events are found by. Their bodies name it; the entries of one that does not are found by its time. */
async function removeLinks(trx: Db, events: readonly DoomedEvent[]): Promise<void> {
  const { rows } = await sql<BodyRow>`with ${eventsTable(events)}
    select b.environment_id, b.at::text as at, b.event_id, b.request, b.enrichment -> 'entities' as entities
    from w join event_body b on b.environment_id = w.environment_id and b.at = w.at and b.event_id = w.event_id`.execute(
    trx,
  )
  const links = rows.flatMap(({ request, entities, ...place }) => [
    ...listOf(entities).map(entity => ({ ...place, type: String(entity.type), value: String(entity.value) })),
    ...postalCodesOf(objectOf(request)).map(value => ({ ...place, type: postalCodeType, value })),
  ])
  await sql`delete from event_entity n using unnest(${links.map(each => each.environment_id)}::uuid[],
      ${links.map(({ type }) => type)}::text[], ${links.map(({ value }) => value)}::text[],
      ${links.map(({ at }) => at)}::timestamptz[], ${links.map(each => each.event_id)}::uuid[]) as x(environment_id, type, value, at, event_id)
    where n.environment_id = x.environment_id and n.entity_type = x.type and n.entity_value = x.value and n.at = x.at
      and n.event_id = x.event_id`.execute(trx)
  const unnamed = rows.filter(({ entities }) => !Array.isArray(entities)).map(row => row.event_id)
  if (unnamed.length > 0)
    await sql`with ${eventsTable(events.filter(each => unnamed.includes(each.event_id)))}
      delete from event_entity n using w where n.environment_id = w.environment_id and n.at = w.at and n.event_id = w.event_id`.execute(
      trx,
    )
}
