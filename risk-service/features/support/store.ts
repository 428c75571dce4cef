import { type RawBuilder, sql } from 'kysely'
import type { EntityType } from '../../contract/index.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import { rowColumns, type StoredRow } from '../../kernel/store/events/event-row.ts'
import { newestOfEntity } from '../../kernel/store/events/newest-of-entity.ts'
import type { Db } from '../../ports/database.ts'

/** Limits of the transaction date, both inclusive. */
export interface TimeRange {
  from: Date | null
  to: Date | null
}

const inRange = ({ from, to }: TimeRange): RawBuilder<unknown> =>
  sql`${from === null ? sql`` : sql`and e.at >= ${from}::timestamptz`} ${to === null ? sql`` : sql`and e.at <= ${to}::timestamptz`}`

/** The purchases of an entity, by its normalised value. */
export interface EntitySource {
  entity: EntityType
  value: string
}

/** The purchases to look among: those of an entity, of an id of the merchant, or of the last digits of a card. */
export type EventSource =
  /** With `newest`, the newest so many of its purchases alone. */
  (EntitySource & { newest?: number }) | { externalId: string; folded: boolean } | { lastFour: string }

/** Selects the purchases of a source in these environments as the event table `e`. */
export function purchasesOf(environmentIds: readonly string[], source: EventSource): RawBuilder<unknown> {
  if ('entity' in source && source.newest !== undefined)
    return sql`(${newestOfEntity(
      environmentIds,
      { type: source.entity, value: source.value },
      { condition: sql`and event_type = 'purchase'`, limit: source.newest },
    )}) x join event e on e.environment_id = x.environment_id and e.at = x.at and e.event_id = x.event_id where true`
  if ('entity' in source)
    return sql`event_entity x join event e on e.environment_id = x.environment_id and e.at = x.at and e.event_id = x.event_id
      where x.environment_id = any(${environmentIds}::uuid[]) and x.entity_type = ${source.entity} and x.entity_value = ${source.value}
        and x.event_type = 'purchase'`
  if ('externalId' in source)
    return sql`event_key k join event e on e.environment_id = k.environment_id and e.at = k.at and e.event_id = k.event_id
      where k.environment_id = any(${environmentIds}::uuid[]) and k.event_type = 'purchase'
        and ${source.folded ? sql`lower(btrim(k.external_id) collate "C") = ${source.externalId}` : sql`k.external_id = ${source.externalId}`}`
  return sql`event e where e.environment_id = any(${environmentIds}::uuid[]) and e.last_four = ${source.lastFour} and e.event_type = 'purchase'`
}

export interface FoundGroup {
  user_id: string | null
  email: string | null
  user_name: string | null
  external_id: string
  events: number
  last_at: Date
}

/** Groups the purchases of a source by user id and e-mail address, newest first. */
export async function groupPurchases(
  db: Db,
  environmentIds: readonly string[],
  source: EventSource,
  range: TimeRange,
  limit: number,
  signal?: AbortSignal,
): Promise<FoundGroup[]> {
  const { rows } = await sql<FoundGroup>`
    select e.user_id, e.email, (array_agg(e.user_name order by e.at desc))[1] as user_name,
      (array_agg(e.external_id order by e.at desc))[1] as external_id, count(*)::int as events, max(e.at) as last_at
    from ${purchasesOf(environmentIds, source)} ${inRange(range)}
    group by e.user_id, e.email, case when e.user_id is null and e.email is null then e.event_id end
    order by max(e.at) desc limit ${limit}`.execute(db, cancellable(signal))
  return rows
}

/** The sums of one currency; amounts in its minor units, and in US cents. */
export interface CurrencySums {
  currency: string | null
  first_at: Date
  events: number
  events_month: number
  events_day: number
  amount: number
  amount_month: number
  amount_day: number
  usd: number
  usd_month: number
  usd_day: number
}

const day = 86_400_000
/** Returns from when figures of 30 days and of 24 hours count. */
export const windowsBefore = (now: Date): { month: Date; day: Date } => ({
  month: new Date(now.getTime() - 30 * day),
  day: new Date(now.getTime() - day),
})

/** Sums all purchases of an account, those since `month` and those since `day`, by currency. */
export async function sumPurchases(
  db: Db,
  environmentIds: readonly string[],
  source: EventSource,
  { month, day }: { month: Date; day: Date },
  signal?: AbortSignal,
): Promise<CurrencySums[]> {
  const since = (at: Date) => sql`filter (where e.at >= ${at}::timestamptz)`
  const sum = (column: RawBuilder<unknown>, filter = sql``) => sql`coalesce(sum(${column}) ${filter}, 0)::float8`
  const [amount, usd] = [sql.ref('e.amount'), sql.ref('e.amount_usd')]
  const { rows } = await sql<CurrencySums>`
    select e.currency, min(e.at) as first_at, count(*)::int as events, (count(*) ${since(month)})::int as events_month, (count(*) ${since(day)})::int as events_day,
      ${sum(amount)} as amount, ${sum(amount, since(month))} as amount_month, ${sum(amount, since(day))} as amount_day,
      ${sum(usd)} as usd, ${sum(usd, since(month))} as usd_month, ${sum(usd, since(day))} as usd_day
    from ${purchasesOf(environmentIds, source)} group by e.currency`.execute(db, cancellable(signal))
  return rows
}

/** Returns the time of the first purchase of an entity; null when it has none. */
export async function firstPurchaseAt(
  db: Db,
  environmentIds: readonly string[],
  { entity, value }: EntitySource,
  signal?: AbortSignal,
): Promise<Date | null> {
  // Each environment through its own index, so that one row is read of it.
  const first = environmentIds.map(
    environmentId => sql`(select at from event_entity where environment_id = ${environmentId}::uuid
      and entity_type = ${entity} and entity_value = ${value} and event_type = 'purchase' order by at limit 1)`,
  )
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from (${sql.join(first, sql` union all `)}) as every_environment`.execute(
    db,
    cancellable(signal),
  )
  return rows[0]?.at ?? null
}

/** Days (UTC) on which an account bought something: all, since `month`, and since `day`. */
export interface DaysOfUse {
  total: number
  month: number
  day: number
}

/** Counts the days with a purchase of an account. */
export async function countDaysOfUse(
  db: Db,
  environmentIds: readonly string[],
  source: EventSource,
  { month, day }: { month: Date; day: Date },
  signal?: AbortSignal,
): Promise<DaysOfUse> {
  const days = (from?: Date) =>
    sql`(count(distinct (e.at at time zone 'UTC')::date) ${from === undefined ? sql`` : sql`filter (where e.at >= ${from}::timestamptz)`})::int`
  const { rows } = await sql<DaysOfUse>`
    select ${days()} as total, ${days(month)} as month, ${days(day)} as day
    from ${purchasesOf(environmentIds, source)}`.execute(db, cancellable(signal))
  return rows[0] ?? { total: 0, month: 0, day: 0 }
}

export type NewestPurchase = StoredRow & { user: Record<string, unknown> | null; instruments: unknown }

/** Loads the newest purchases of an account with the customer and the payment instruments of their requests. */
export async function newestPurchases(
  db: Db,
  environmentIds: readonly string[],
  source: EventSource,
  limit: number,
  signal?: AbortSignal,
): Promise<NewestPurchase[]> {
  const { rows } = await sql<NewestPurchase>`
    select ${rowColumns('n')}, b.request -> 'user' as "user", b.request -> 'paymentInstrumentList' as instruments
    from (select e.* from ${purchasesOf(environmentIds, source)} order by e.at desc, e.event_id desc limit ${limit}) as n
    join event_body b on b.environment_id = n.environment_id and b.at = n.at and b.event_id = n.event_id
    order by n.at desc, n.event_id desc`.execute(db, cancellable(signal))
  return rows
}

export interface HistoryQuery extends TimeRange {
  search: string
  after: { at: string; eventId: string } | null
  limit: number
}
export type HistoryRow = StoredRow & { at_text: string; chargebacks: number; refunds: number }

const laterEvents = (eventType: 'chargeback' | 'refund') =>
  sql`(select count(distinct d.entity_id) from data_event d where d.environment_id = e.environment_id
    and d.subject_type = 'purchase' and d.subject_id = e.external_id and d.event_type = ${eventType})::int`

const containing = (search: string): RawBuilder<unknown> => {
  if (search === '') return sql``
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql`and (e.external_id ilike ${like} or e.reason ilike ${like})`
}

/** Loads one page of the purchases of an account, newest first, and the number of all. */
export async function historyPage(
  db: Db,
  environmentIds: readonly string[],
  source: EventSource,
  { after, limit, search, ...range }: HistoryQuery,
  signal?: AbortSignal,
): Promise<{ rows: HistoryRow[]; total: number }> {
  const matching = sql`${purchasesOf(environmentIds, source)} ${inRange(range)} ${containing(search)}`
  const beyond =
    after === null ? sql`` : sql`and (e.at, e.event_id) < (${after.at}::timestamptz, ${after.eventId}::uuid)`
  const [page, total] = await Promise.all([
    sql<HistoryRow>`select ${rowColumns('e')}, e.at::text as at_text, ${laterEvents('chargeback')} as chargebacks, ${laterEvents('refund')} as refunds
      from (select e.* from ${matching} ${beyond} order by e.at desc, e.event_id desc limit ${limit}) as e
      order by e.at desc, e.event_id desc`.execute(db, cancellable(signal)),
    sql<{ total: number }>`select count(*)::int as total from ${matching}`.execute(db, cancellable(signal)),
  ])
  return { rows: page.rows, total: page.rows.length === 0 && after === null ? 0 : (total.rows[0]?.total ?? 0) }
}

/** Counts chargebacks and refunds of one purchase. */
export async function countLaterEvents(
  db: Db,
  environmentId: string,
  externalId: string,
): Promise<{ chargebacks: number; refunds: number }> {
  const { rows } = await sql<{ chargebacks: number; refunds: number }>`
    select ${laterEvents('chargeback')} as chargebacks, ${laterEvents('refund')} as refunds
    from (select ${environmentId}::uuid as environment_id, ${externalId}::text as external_id) as e`.execute(db)
  return rows[0] ?? { chargebacks: 0, refunds: 0 }
}

/** Finds the environment of a purchase by its event id or the merchant's id, the newest first; null for an unknown id. */
export async function findPurchase(
  db: Db,
  environmentIds: readonly string[],
  id: string,
): Promise<{ environment_id: string; event_id: string } | null> {
  // No text of the store contains U+0000.
  if (id.includes('\u0000')) return null
  const eventId = uuid.test(id) ? sql`or event_id = ${id}::uuid` : sql``
  const { rows } = await sql<{ environment_id: string; event_id: string }>`
    select environment_id, event_id from event_key
    where environment_id = any(${environmentIds}::uuid[]) and event_type = 'purchase' and (external_id = ${id} ${eventId})
    order by external_id = ${id} desc, at desc limit 1`.execute(db)
  return rows[0] ?? null
}
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
