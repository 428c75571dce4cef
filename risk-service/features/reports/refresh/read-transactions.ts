import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { LaterEvent, LaterLabel } from './later-events.ts'
import type { ReportedType } from './reported-type.ts'
import type { EvaluatedTransaction } from './rule-results.ts'

/** A transaction as it is stored. */
export interface StoredTransaction extends EvaluatedTransaction {
  event_id: string
  external_id: string
  decision: string
  risk_score: number
  amount_usd: number | null
  /** Numbers that make up the amount, in the currency; null: it is the stored one. */
  amounts: readonly unknown[] | null
  currency: string | null
  /** Values of the fields by which reports are filtered, in their order; null: the type has none. */
  data_values: readonly unknown[] | null
  payment_type: string | null
  card_type: string | null
  ip_country: string | null
  segment: string | null
  category: string | null
  user_agent: string | null
  /** Whether scripts ran in the browser. */
  java_script: string | null
  bot_score: number | null
  /** Whether a risk model gave the score: it runs for a tenant assessment only where a rule asks for it. */
  modelled: boolean
}
/** The place in the order of time up to which transactions were read. */
export type Cursor = Pick<StoredTransaction, 'at' | 'event_id'>

/** Changed keys that are in memory at once. */
const changedPage = 50_000

/** A time as texts that sort by time. */
const iso = (time: RawBuilder<unknown>): RawBuilder<unknown> => sql`to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Whether a clause observed an event. Earlier versions stored outputs alone, which a clause that sets variables has not. */
const observes = sql`c.value -> 'observes' is not null
  or (c.value ->> 'effect' = 'observe' and coalesce(c.value ->> 'outputs', '{}') <> '{}')`

/**
 * The clauses that had an effect on an event beside its decision, each with the position of its rule and whether it
 * observed. Most events have none: they are not parsed.
 */
const effects = sql`case when b.explanation::text like '%"observe%' then (
    select json_agg(json_build_array(r.key::int, c.value ->> 'clause', ${observes}))
    from json_each(b.explanation -> 'clauses') r, json_array_elements(r.value) c
    where c.value ->> 'effect' = 'observe' or ${observes}) end`

/** What is read of the body of an event: one that is not needed is not unpacked. */
const bodyColumns = (eventType: string): RawBuilder<unknown> =>
  eventType === 'purchase'
    ? sql`b.request ->> 'merchantBusinessSegment' as segment, b.request ->> 'merchantProductCategory' as category,
        null as user_agent, null as java_script, null as bot_score`
    : sql`null as segment, null as category, b.enrichment -> 'deviceAttributes' ->> 'browserUserAgent' as user_agent,
        b.enrichment -> 'deviceAttributes' ->> 'javaScriptEnabled' as java_script,
        -- Releases that did not store it beside the event have it in the body, where rules ran.
        coalesce(e.bot_score, case when b.explanation -> 'reads' ->> 'bot' ~ '^-?[0-9]{1,4}$'
          then (b.explanation -> 'reads' ->> 'bot')::int end) as bot_score`

/** The risk model runs for every event of these types; its contributions show where it ran for others. */
const alwaysModelled: readonly string[] = ['purchase', 'accountcreation', 'accountlogin']
const modelled = (eventType: string): RawBuilder<unknown> =>
  alwaysModelled.includes(eventType)
    ? sql`true as modelled`
    : sql`coalesce(json_array_length(b.explanation -> 'contributions') > 0, false) as modelled`

/** The numbers of an amount that an assessment has chosen. */
const amountColumns = (paths: ReportedType['amountPaths']): RawBuilder<unknown> =>
  paths === null
    ? sql`null as amounts, null as currency`
    : sql`json_build_array(${sql.join(paths.map(path => sql`b.request #> ${[...path]}::text[]`))}) as amounts,
        b.request #>> '{transaction,currency}' as currency`

/** The fields by which reports are filtered. */
const dataColumn = (paths: ReportedType['dataPaths']): RawBuilder<unknown> =>
  paths.length === 0
    ? sql`null as data_values`
    : sql`json_build_array(${sql.join(paths.map(path => sql`b.request #> ${[...path]}::text[]`))}) as data_values`

/** Reads transactions among the rows of `event` that a query selects, in the order of time. */
async function readSelected(
  db: Db,
  { eventType, amountPaths, dataPaths }: ReportedType,
  selected: RawBuilder<unknown>,
): Promise<StoredTransaction[]> {
  const { rows } = await sql<StoredTransaction>`
    select e.event_id, e.external_id, e.at, e.decision, e.risk_score, e.amount_usd, e.payment_type, e.card_type,
      e.ip_country, ${bodyColumns(eventType)}, e.rule_id, e.rule, e.clause, b.explanation ->> 'chain' as chain,
      b.explanation ->> 'selected' as selected, ${effects} as effects, ${modelled(eventType)}, ${amountColumns(amountPaths)},
      ${dataColumn(dataPaths)}
    from (${selected}) e left join event_body b using (environment_id, at, event_id)
    order by e.at, e.event_id`.execute(db)
  return rows
}

/** Reads the next events of a type from a cursor on, in the order of time. */
export function readTransactions(
  db: Db,
  environmentId: string,
  type: ReportedType,
  { from, to, after, limit }: { from: Date; to: Date; after: Cursor | null; limit: number },
): Promise<StoredTransaction[]> {
  const beyond =
    after === null ? sql`` : sql`and (e.at, e.event_id) > (${after.at}::timestamptz, ${after.event_id}::uuid)`
  return readSelected(
    db,
    type,
    sql`select * from event e
      where e.environment_id = ${environmentId}::uuid and e.event_type = ${type.eventType}
        and e.at >= ${after?.at ?? from}::timestamptz and e.at < ${to}::timestamptz ${beyond}
      order by e.at, e.event_id limit ${limit}`,
  )
}

/** Reads transactions by their keys. */
export const readTransactionsOf = (
  db: Db,
  environmentId: string,
  type: ReportedType,
  keys: readonly Cursor[],
): Promise<StoredTransaction[]> =>
  readSelected(
    db,
    type,
    sql`select e.* from unnest(${keys.map(({ at }) => at)}::timestamptz[], ${keys.map(({ event_id }) => event_id)}::uuid[]) as k(at, event_id)
      join event e on e.environment_id = ${environmentId}::uuid and e.at = k.at and e.event_id = k.event_id`,
  )

/**
 * Returns the keys of the transactions of a type in a window of which something was said since a time: by statuses,
 * bank events, chargebacks, refunds and reviews, and by labels of their own or of their users, instruments and addresses;
 * in pages, since an upload says something of millions.
 */
export async function* readChangedKeys(
  db: Db,
  environmentId: string,
  { eventType, laterEvents, observed, labelObjects }: ReportedType,
  { from, to, since }: { from: Date; to: Date; since: Date },
): AsyncGenerator<Cursor[]> {
  const types = [...new Set([...Object.keys(laterEvents), ...observed.flatMap(({ type }) => type ?? [])])]
  const statement = sql`select d.subject_id from data_event d where d.environment_id = ${environmentId}::uuid
    and d.subject_type = ${eventType} and d.event_type = any(${types}::text[])`
  for (let after: Cursor | null = null; ; ) {
    const { rows }: { rows: Cursor[] } = await sql<Cursor>`
      with subject as materialized (
        ${statement} and d.at >= ${since}::timestamptz
        union ${statement} and d.received_at <> d.at and d.received_at >= ${since}::timestamptz
        union select l.object_id from event_label l where l.environment_id = ${environmentId}::uuid
          and l.received_at >= ${since}::timestamptz and l.object_type = any(${[...labelObjects]}::text[])
      ), found as (
        select k.at, k.event_id from subject s join event_key k on k.environment_id = ${environmentId}::uuid
          and k.event_type = ${eventType} and k.external_id = s.subject_id
        union
        select n.at, n.event_id from event_label l
        join event_entity n on n.environment_id = l.environment_id and n.event_type = ${eventType} and n.entity_value = l.object_id
          and n.entity_type = ${labelledEntity} and n.at >= ${from}::timestamptz and n.at < ${to}::timestamptz
        where l.environment_id = ${environmentId}::uuid and l.received_at >= ${since}::timestamptz
          and l.object_type in ('Account', 'PI', 'Email')
      )
      select at, event_id from found where at >= ${from}::timestamptz and at < ${to}::timestamptz
        ${after === null ? sql`` : sql`and (at, event_id) > (${after.at}::timestamptz, ${after.event_id}::uuid)`}
      order by at, event_id limit ${changedPage}::int`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < changedPage) return
    after = rows.at(-1) ?? null
  }
}

/** Reads the events about transactions of a type, by the merchant’s id of the transaction. */
export async function readLaterEvents(
  db: Db,
  environmentId: string,
  { eventType, laterEvents }: ReportedType,
  externalIds: readonly string[],
): Promise<Map<string, LaterEvent[]>> {
  const types = Object.keys(laterEvents)
  if (types.length === 0) return new Map()
  const { rows } = await sql<Omit<LaterEvent, 'kind'> & { subject_id: string; event_type: string }>`
    select subject_id, event_type, ${iso(sql`happened_at`)} as time, ${iso(sql`received_at`)} as received,
      coalesce(body ->> 'type', body -> 'bank' ->> 'type') as type,
      coalesce(body ->> 'status', body ->> 'statusType', body -> 'statusDetails' ->> 'statusType',
        body -> 'bank' ->> 'status', body -> 'chargeback' ->> 'status') as status,
      body ->> 'reason' as reason
    from data_event
    where environment_id = ${environmentId}::uuid and subject_type = ${eventType}
      and subject_id = any(${[...externalIds]}::text[]) and event_type = any(${types}::text[])
    order by happened_at, received_at, data_id`.execute(db)
  const named = rows.flatMap(({ event_type, ...row }) => {
    const kind = laterEvents[event_type]
    return kind === undefined ? [] : [{ ...row, kind }]
  })
  return Map.groupBy(named, row => row.subject_id)
}

const showsLabels = ({ observed }: ReportedType): boolean => observed.some(({ type }) => type === null)

const labelColumns = (type: ReportedType): RawBuilder<unknown> => sql`
  l.is_fraud, l.body ->> 'labelState' as state, ${iso(sql`l.label_at`)} as time, ${iso(sql`l.received_at`)} as received,
  ${showsLabels(type) ? sql`l.body` : sql`null`} as body`

/** Condition: a label is read. Without a verdict it counts only where reports show fields of labels. */
const isRead = (type: ReportedType): RawBuilder<unknown> =>
  showsLabels(type) ? sql`true` : sql`l.is_fraud is not null`

/** Reads the labels of transactions themselves, by the merchant’s id of the transaction. */
export async function readOwnLabels(
  db: Db,
  environmentId: string,
  type: ReportedType,
  externalIds: readonly string[],
): Promise<Map<string, LaterLabel[]>> {
  const { eventType, labelObjects } = type
  const { rows } = await sql<LaterLabel & { object_id: string }>`
    select l.object_id, ${labelColumns(type)} from event_label l
    join event_key k on k.environment_id = l.environment_id and k.event_type = ${eventType} and k.external_id = l.object_id
    where l.environment_id = ${environmentId}::uuid and l.object_type = any(${[...labelObjects]}::text[]) and ${isRead(type)}
      and l.object_id = any(${[...externalIds]}::text[]) and ${inEffect(sql`k.at`)}
    order by l.label_at, l.received_at, l.label_key`.execute(db)
  return Map.groupBy(rows, row => row.object_id)
}

/** The type of the entity that a label names. */
const labelledEntity = sql`case l.object_type when 'Account' then 'user' when 'PI' then 'payment' else 'email' end`

/**
 * Reads the labels of users, instruments and e-mail addresses, by the id of the transactions with them.
 * @param only transactions; without it all of the window
 */
export async function readEntityLabels(
  db: Db,
  environmentId: string,
  type: ReportedType,
  { from, to, only }: { from: Date; to: Date; only?: readonly string[] },
): Promise<Map<string, LaterLabel[]>> {
  const { rows } = await sql<LaterLabel & { event_id: string }>`
    select n.event_id, ${labelColumns(type)} from event_label l
    join event_entity n on n.environment_id = l.environment_id and n.event_type = ${type.eventType} and n.entity_value = l.object_id
      and n.entity_type = ${labelledEntity}
      and n.at >= ${from}::timestamptz and n.at < ${to}::timestamptz and ${inEffect(sql`n.at`)}
      ${only === undefined ? sql`` : sql`and n.event_id = any(${[...only]}::uuid[])`}
    where l.environment_id = ${environmentId}::uuid and l.object_type in ('Account', 'PI', 'Email') and ${isRead(type)}
    order by l.label_at, l.received_at, l.label_key`.execute(db)
  return Map.groupBy(rows, row => row.event_id)
}

/** Condition: a label is in effect at the time of a transaction. */
const inEffect = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (l.body ->> 'effectiveStartDate' is null or (l.body ->> 'effectiveStartDate')::timestamptz <= ${at})
  and (l.body ->> 'effectiveEndDate' is null or (l.body ->> 'effectiveEndDate')::timestamptz >= ${at})`
