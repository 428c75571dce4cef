import { type RawBuilder, sql } from 'kysely'
import { normaliseEntityValue } from '../../../engine/enrich/enrich-purchase.ts'
import type { Db } from '../../../ports/database.ts'
import { type DoomedEvent, eventsTable } from '../subjects/match-events.ts'

/**
 * What identifies a person, in lower case: `event` for the ids of the events, `session` for visits, `userId` for a user as
 * it was sent, otherwise the type of an entity.
 */
export interface OwnValue {
  kind: string
  value: string
}

/** Shorter texts stand for too much else to be replaced in texts. */
const shortest = 3

/** The query for what events identify a person by; `w` are the events. */
const valuesOf: RawBuilder<unknown> = sql`
  select distinct v.kind, left(case v.kind when 'userId' then v.value else lower(btrim(v.value)) end, 300) as value from (
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
      cross join lateral (values (b.request #>> '{deviceContext,deviceContextId}'), (b.request #>> '{device,deviceContextId}'),
        (b.request #>> '{deviceFingerprinting,id}')) as s(value)
  ) v where length(btrim(v.value)) >= ${shortest}`

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

/**
 * Returns those values that no other event of the tenant has: the address of a household, or the device of a library,
 * says nothing about one person.
 * @param environmentIds all environments of the tenant
 * @param doomed events that are going to be removed
 */
export async function findOwnValues(
  db: Db,
  values: readonly OwnValue[],
  environmentIds: readonly string[],
  doomed: readonly DoomedEvent[] = [],
): Promise<OwnValue[]> {
  const entities = values.filter(({ kind }) => kind !== 'event' && kind !== 'session')
  const { rows } = await sql<OwnValue>`
    select v.kind, v.value from unnest(${entities.map(({ kind }) => kind)}::text[], ${entities.map(({ value }) => value)}::text[],
      ${entities.map(({ value }) => normaliseEntityValue(value))}::text[]) as v(kind, value, indexed)
    where not exists (select from event_entity x where x.environment_id = any(${[...environmentIds]}::uuid[])
      and x.entity_type = case v.kind when 'userId' then 'user' else v.kind end and x.entity_value = v.indexed
      and not x.event_id = any(${doomed.map(each => each.event_id)}::uuid[]))`.execute(db)
  return [...values.filter(({ kind }) => kind === 'event' || kind === 'session'), ...rows]
}

/** Values of one expression: a longer one would be slow to match. */
const valuesPerPattern = 200

/** Returns regular expressions of PostgreSQL for whole occurrences of values in a text. */
export function patternsOf(values: readonly OwnValue[]): string[] {
  const texts = [...new Set(values.map(({ value }) => value))].toSorted((one, other) => other.length - one.length)
  const patterns: string[] = []
  for (let from = 0; from < texts.length; from += valuesPerPattern) {
    const part = texts.slice(from, from + valuesPerPattern).map(escape)
    patterns.push(`(?<![[:alnum:]_])(?:${part.join('|')})(?![[:alnum:]_])`)
  }
  return patterns
}

/** In documents a text stands as JSON writes it. */
const escape = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
