import { sql } from 'kysely'
import type { EntityType, Explanation, RuleBody } from '../../contract/index.ts'
import { normaliseEntityValue } from '../../engine/enrich/enrich-purchase.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import { labelTypes } from '../../kernel/store/events/event-records.ts'
import { rowColumns, type StoredRow } from '../../kernel/store/events/event-row.ts'
import { isUuid } from '../../kernel/store/new-id.ts'
import type { Db } from '../../ports/database.ts'
import type { ChainRule, CompactExplanation } from '../../ports/stored-explanation.ts'

export interface EventKey {
  environment_id: string
  event_type: string
  external_id: string
  at_text: string
  event_id: string
  answer: string
}

/**
 * Finds the events of these assessments with this id of the merchant, else the one with this event id. Times stay
 * texts: a JavaScript date would lose microseconds.
 */
export async function findEventKeys(
  db: Db,
  environmentId: string,
  eventTypes: readonly string[],
  id: string,
): Promise<EventKey[]> {
  // No text of the store contains U+0000, so that no event has such an id.
  if (id.includes('\u0000')) return []
  const columns = sql`environment_id, event_type, external_id, at::text as at_text, event_id, answer`
  const byExternal = await sql<EventKey>`select ${columns} from event_key
    where environment_id = ${environmentId}::uuid and event_type = any(${eventTypes}::text[]) and external_id = ${id} order by at desc, event_id`.execute(
    db,
  )
  if (byExternal.rows.length > 0 || !isUuid(id)) return byExternal.rows
  const byEvent = await sql<EventKey>`select ${columns} from event_key
    where event_id = ${id}::uuid and environment_id = ${environmentId}::uuid and event_type = any(${eventTypes}::text[])`.execute(
    db,
  )
  return byEvent.rows
}

/** Finds the event of an assessment with this id of the merchant, or with this event id. */
export const findEventKey = async (
  db: Db,
  environmentId: string,
  eventType: string,
  id: string,
): Promise<EventKey | null> => (await findEventKeys(db, environmentId, [eventType], id))[0] ?? null

export interface StoredBody {
  rule_id: string | null
  received_at: Date
  correlation_id: string | null
  latency_ms: number | null
  request: Record<string, unknown>
  enrichment: Record<string, unknown>
  explanation: Explanation | CompactExplanation
  chain_rules: ChainRule[] | null
}

/** Loads row and body of one event, by its whole key, so that one partition is read. */
export async function loadEvent(db: Db, key: EventKey): Promise<(StoredRow & StoredBody) | null> {
  const { rows } = await sql<StoredRow & StoredBody>`
    select ${rowColumns('e')}, e.rule_id, b.received_at, b.correlation_id, b.latency_ms, b.request, b.enrichment, b.explanation, c.rules as chain_rules
    from event e join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
    left join rule_chain c on c.id = (b.explanation ->> 'chain')::uuid
    where e.environment_id = ${key.environment_id}::uuid and e.at = ${key.at_text}::timestamptz and e.event_id = ${key.event_id}::uuid`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Loads rows and bodies of many events by their whole keys; in the order of the store. */
export async function loadEvents(
  db: Db,
  keys: readonly Pick<EventKey, 'environment_id' | 'at_text' | 'event_id'>[],
): Promise<(StoredRow & StoredBody & { chain_id: string | null })[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<StoredRow & StoredBody & { chain_id: string | null }>`
    select ${rowColumns('e')}, e.rule_id, b.received_at, b.correlation_id, b.latency_ms, b.request, b.enrichment, b.explanation, c.rules as chain_rules, c.id as chain_id
    from unnest(${keys.map(key => key.environment_id)}::uuid[], ${keys.map(key => key.at_text)}::timestamptz[], ${keys.map(key => key.event_id)}::uuid[]) as k (environment_id, at, event_id)
    join event e on e.environment_id = k.environment_id and e.at = k.at and e.event_id = k.event_id
    join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
    left join rule_chain c on c.id = (b.explanation ->> 'chain')::uuid`.execute(db)
  return rows
}

/**
 * Loads versions of rules as they were published, by rule and version; those of production are available even without
 * history.
 */
export async function loadEventVersions(
  db: Db,
  rules: readonly ChainRule[],
): Promise<{ rule_id: string; version: number; body: RuleBody; current: boolean }[]> {
  if (rules.length === 0) return []
  const { rows } = await sql<{ rule_id: string; version: number; body: RuleBody; current: boolean }>`
    select w.rule_id, w.version, coalesce(v.body, r.body) as body, r.id is not null as current
    from unnest(${rules.map(rule => rule.ruleId)}::uuid[], ${rules.map(rule => rule.version)}::int[]) as w (rule_id, version)
    left join rule_version v on v.rule_id = w.rule_id and v.version = w.version
    left join rule r on r.id = w.rule_id and r.version = w.version and r.status = 'active'
    where v.rule_id is not null or r.id is not null`.execute(db)
  return rows
}

export async function loadRequest(db: Db, key: EventKey): Promise<Record<string, unknown> | null> {
  const { rows } = await sql<{ request: Record<string, unknown> }>`select request from event_body
    where environment_id = ${key.environment_id}::uuid and at = ${key.at_text}::timestamptz and event_id = ${key.event_id}::uuid`.execute(
    db,
  )
  return rows[0]?.request ?? null
}

export interface StoredLabel {
  label_key: string
  is_fraud: boolean | null
  label_at: Date
  received_at: Date
  body: Record<string, unknown>
  /** It is on the user, not on the event. */
  of_user: boolean
}

/** Loads the labels on an event and those on its user, the latest first. */
export async function loadLabels(
  db: Db,
  { environment_id: environmentId, event_type: eventType, external_id: externalId }: EventKey,
  userId: string | null,
): Promise<StoredLabel[]> {
  const user = userId === null ? null : normaliseEntityValue(userId)
  const { rows } = await sql<StoredLabel>`
    select label_key, is_fraud, label_at, received_at, body, object_type = 'Account' as of_user from event_label
    where environment_id = ${environmentId}::uuid
      and ((object_type = any(${labelTypes(eventType)}::text[]) and object_id = ${externalId})
        or (object_type = 'Account' and object_id = ${user}::text))
    order by label_at desc, received_at desc, label_key`.execute(db)
  return rows
}

export interface StoredDataEvent {
  data_id: string
  event_type: string
  happened_at: Date
  received_at: Date
  body: Record<string, unknown>
}
/** A data event with the correlation id of its call. */
export type ReportedDataEvent = StoredDataEvent & { correlation_id: string | null }

/** The latest are enough for a page: a stream of them is no reason to load all. */
const maxDataEvents = 200

/** Loads the data events that refer to an event, the latest first. */
export async function loadDataEvents(
  db: Db,
  { environment_id: environmentId, event_type: eventType, external_id: externalId }: EventKey,
): Promise<ReportedDataEvent[]> {
  return await db
    .selectFrom('data_event')
    .select(['data_id', 'event_type', 'happened_at', 'received_at', 'correlation_id', 'body'])
    .where('environment_id', '=', environmentId)
    .where('subject_type', '=', eventType)
    .where('subject_id', '=', externalId)
    .orderBy('happened_at', 'desc')
    .orderBy('data_id', 'desc')
    .limit(maxDataEvents)
    .execute()
}

export interface EntityReference {
  type: EntityType
  value: string
}
export interface EntityFigures {
  type: EntityType
  value: string
  events: number
  first_seen: Date | null
}

/** A purchase is compared with purchases, as search finds them; an account event with all events of the account. */
export const sameEntityEvents = (eventType: string) =>
  eventType === 'purchase' ? sql`and x.event_type = 'purchase'` : sql``

/**
 * Returns the number of events per entity in these environments since `since`, and when it was first seen in that time.
 */
export async function loadEntityFigures(
  db: Db,
  { event_type: eventType }: EventKey,
  environmentIds: readonly string[],
  entities: readonly EntityReference[],
  since: Date,
  signal?: AbortSignal,
): Promise<EntityFigures[]> {
  if (entities.length === 0) return []
  const parts = entities.map(
    entity => sql`select ${entity.type}::text as type, ${entity.value}::text as value, count(*) as events, min(x.at) as first_seen
    from event_entity x where x.environment_id = any(${environmentIds}::uuid[]) and x.entity_type = ${entity.type} and x.entity_value = ${entity.value}
      and x.at >= ${since}::timestamptz ${sameEntityEvents(eventType)}`,
  )
  const { rows } = await sql<EntityFigures>`${sql.join(parts, sql` union all `)}`.execute(db, cancellable(signal))
  return rows
}

/** Returns the newest events of each entity in these environments, except the event itself. */
export async function newestOfEntities(
  db: Db,
  { event_type: eventType, event_id: eventId }: EventKey,
  environmentIds: readonly string[],
  entities: readonly EntityReference[],
  limit: number,
  signal?: AbortSignal,
): Promise<(StoredRow & { link: number })[]> {
  if (entities.length === 0) return []
  // Each environment through its own index, so that no more than the newest are read.
  const newest = (entity: EntityReference, index: number, environmentId: string) =>
    sql`(select ${index}::int as link, x.environment_id, x.at, x.event_id from event_entity x
    where x.environment_id = ${environmentId}::uuid and x.entity_type = ${entity.type} and x.entity_value = ${entity.value}
      and x.event_id <> ${eventId}::uuid ${sameEntityEvents(eventType)}
    order by x.at desc, x.event_id desc limit ${limit})`
  const parts = entities.map((entity, index) => {
    const places = environmentIds.map(environmentId => newest(entity, index, environmentId))
    return sql`(select * from (${sql.join(places, sql` union all `)}) as p order by p.at desc, p.event_id desc limit ${limit})`
  })
  const { rows } = await sql<
    StoredRow & { link: number }
  >`with newest as materialized (${sql.join(parts, sql` union all `)})
    select n.link, ${rowColumns('e')} from newest n
    join event e on e.environment_id = n.environment_id and e.at = n.at and e.event_id = n.event_id
    order by n.link, n.at desc, n.event_id desc`.execute(db, cancellable(signal))
  return rows
}
