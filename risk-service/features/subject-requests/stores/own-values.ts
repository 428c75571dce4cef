import { type RawBuilder, sql } from 'kysely'
import { normaliseEntityValue } from '../../../engine/enrich/enrich-purchase.ts'
import type { Db } from '../../../ports/database.ts'
import { type DoomedEvent, eventsTable } from '../subjects/match-events.ts'

/**
 * What identifies a person: `event` for the ids of the events and `userId` for the user, both as they were sent, and in
 * lower case `session` for visits, otherwise the type of an entity.
 */
export interface OwnValue {
  kind: string
  value: string
}

/** Where the body of an event names its visit. */
const sessionsOf = (body: string) => sql`(${sql.ref(`${body}.request`)} #>> '{deviceContext,deviceContextId}'),
  (${sql.ref(`${body}.request`)} #>> '{device,deviceContextId}'), (${sql.ref(`${body}.request`)} #>> '{deviceFingerprinting,id}')`

/** The query for what events identify a person by; `w` are the events. */
const valuesOf: RawBuilder<unknown> = sql`
  select distinct v.kind, left(case when v.kind in ('event', 'userId') then v.value else lower(btrim(v.value)) end, 300) as value from (
    select 'event' as kind, w.external_id as value from w
    union all
    select x.kind, x.value from w
      join event e on e.environment_id = w.environment_id and e.at = w.at and e.event_id = w.event_id
      cross join lateral (values ('userId', e.user_id), ('user', e.user_id), ('email', e.email), ('phone', e.phone), ('device', e.device_id),
        ('ip', e.ip)) as x(kind, value)
    union all
    select n.type, n.value from w
      join event_body b on b.environment_id = w.environment_id and b.at = w.at and b.event_id = w.event_id
      cross join lateral json_to_recordset(case json_typeof(b.enrichment -> 'entities') when 'array'
        then b.enrichment -> 'entities' else '[]' end) as n(type text, value text)
      where n.type <> 'postalCode'
    union all
    select 'session', s.value from w
      join event_body b on b.environment_id = w.environment_id and b.at = w.at and b.event_id = w.event_id
      cross join lateral (values ${sessionsOf('b')}) as s(value)
  ) v where btrim(v.value) <> ''`

/** Loads what events identify a person by. */
export async function loadValues(db: Db, events: readonly DoomedEvent[]): Promise<OwnValue[]> {
  if (events.length === 0) return []
  const { rows } = await sql<OwnValue>`with ${eventsTable(events)} ${valuesOf}`.execute(db)
  return rows
}

/** Stores what events identify a person by, so that it can be found when they are removed. */
export async function storeValues(trx: Db, requestId: string, events: readonly DoomedEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`with ${eventsTable(events)}, v as (${valuesOf})
    insert into subject_request_value (request_id, kind, value) select ${requestId}::uuid, v.kind, v.value from v
    on conflict do nothing`.execute(trx)
}

/** The digits by which events with a phone number are found. */
const digitsOf = (phone: string): string => {
  const digits = phone.replace(/\D/g, '')
  return digits.length < 5 ? phone : digits
}

/**
 * Returns those values that no other event of the tenant has: the address of a household, or the device of a library,
 * says nothing about one person, and neither does an id that another event has, too. Upper and lower case differ for
 * users as they were sent alone.
 * @param environmentIds all environments of the tenant
 * @param doomed events that are going to be removed
 */
export async function findOwnValues(
  db: Db,
  values: readonly OwnValue[],
  environmentIds: readonly string[],
  doomed: readonly DoomedEvent[] = [],
): Promise<OwnValue[]> {
  const indexed = values.map(({ kind, value }) => normaliseEntityValue(kind === 'phone' ? digitsOf(value) : value))
  const devices = values
    .filter(({ kind }) => kind === 'device' || kind === 'session')
    .map(({ value }) => normaliseEntityValue(value))
  const other = (event: string) => sql`${sql.ref(`${event}.environment_id`)} = any(${[...environmentIds]}::uuid[])
    and not ${sql.ref(`${event}.event_id`)} = any(${doomed.map(each => each.event_id)}::uuid[])`
  // A visit is found by its device, because bodies have no index; among events that device sessions may belong to.
  const { rows } = await sql<OwnValue>`
    with shared_session as materialized (select distinct lower(btrim(s.value)) as value from event_entity x
      join event_body b on b.environment_id = x.environment_id and b.at = x.at and b.event_id = x.event_id
      cross join lateral (values ${sessionsOf('b')}) as s(value)
      where ${other('x')} and x.entity_type = 'device' and x.entity_value = any(${devices}::text[])
        and x.at >= (select min(d.at) - interval '1 day' from device_session d))
    select v.kind, v.value from unnest(${values.map(({ kind }) => kind)}::text[], ${values.map(({ value }) => value)}::text[],
      ${indexed}::text[]) as v(kind, value, indexed)
    where case v.kind
      when 'event' then not exists (select from event_key k where ${other('k')}
        and lower(btrim(k.external_id) collate "C") = lower(btrim(v.value) collate "C"))
      when 'session' then not exists (select from shared_session s where s.value = v.value)
      when 'userId' then not exists (select from event_entity x
        join event e on e.environment_id = x.environment_id and e.at = x.at and e.event_id = x.event_id
        where ${other('x')} and x.entity_type = 'user' and x.entity_value = v.indexed and e.user_id = v.value)
      else not exists (select from event_entity x where ${other('x')} and x.entity_type = v.kind and x.entity_value = v.indexed)
    end`.execute(db)
  return rows
}

/** Removes values of a request that are not the person's own. Returns those that are. */
export async function storeOwnValues(
  trx: Db,
  requestId: string,
  environmentIds: readonly string[],
): Promise<OwnValue[]> {
  const own = await findOwnValues(trx, await loadStoredValues(trx, requestId), environmentIds)
  await sql`delete from subject_request_value t where t.request_id = ${requestId}::uuid
    and not exists (select from unnest(${own.map(({ kind }) => kind)}::text[], ${own.map(({ value }) => value)}::text[]) as o(kind, value)
      where o.kind = t.kind and o.value = t.value)`.execute(trx)
  return own
}

/** Loads the values of a request. */
export const loadStoredValues = (db: Db, requestId: string): Promise<OwnValue[]> =>
  db
    .selectFrom('subject_request_value')
    .select(['kind', 'value'])
    .where('request_id', '=', requestId)
    .orderBy('kind')
    .orderBy('value')
    .execute()
