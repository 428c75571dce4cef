import { type RawBuilder, sql } from 'kysely'
import { accountSubjectAttribute, eventSubjectAttribute } from '../../../contract/index.ts'
import { normaliseEntityValue } from '../../../engine/enrich/enrich-purchase.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { Subject } from './resolve-subject.ts'

/** An event of a person. Times stay texts: a JavaScript date would lose microseconds. */
export interface DoomedEvent {
  environment_id: string
  at: string
  event_id: string
  event_type: string
  external_id: string
}

const columns = sql`k.environment_id, k.at, k.event_id, k.event_type, k.external_id`

/**
 * Returns the query for the events of a person in some environments: the value is compared as it was sent. A user of
 * the built-in assessments and the id of an event are found by an index; any other attribute by reading the events of
 * its assessment.
 */
export function matchingEvents(
  { eventTypes, attribute, value, since }: Pick<Subject, 'eventTypes' | 'attribute' | 'value' | 'since'>,
  environmentIds: readonly string[],
): RawBuilder<unknown> {
  const scope = (table: string) => sql`${sql.ref(table)}.environment_id = any(${[...environmentIds]}::uuid[])
    and ${sql.ref(table)}.event_type = any(${[...eventTypes]}::text[])`
  const later = since === null ? sql`true` : sql`k.at >= ${since}::timestamptz`
  if (attribute === eventSubjectAttribute)
    return sql`select ${columns} from event_key k where ${scope('k')} and k.external_id = ${value} and ${later}`
  const sent = sql`b.request #>> ${attribute.split('.')}::text[] = ${value}`
  if (attribute === accountSubjectAttribute)
    return sql`select distinct ${columns} from event_entity x
      join event_key k on k.event_id = x.event_id and k.environment_id = x.environment_id and k.event_type = x.event_type
      join event_body b on b.environment_id = x.environment_id and b.at = x.at and b.event_id = x.event_id
      where ${scope('x')} and x.entity_type = 'user' and x.entity_value = ${normaliseEntityValue(value)} and ${sent}
        and ${later}`
  return sql`select ${columns} from event_key k
    join event_body b on b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id
    where ${scope('k')} and ${sent} and ${later}`
}

/** Whether events of a person are found by an index, and so within a call. */
export const isIndexed = ({ attribute }: Pick<Subject, 'attribute'>): boolean =>
  attribute === eventSubjectAttribute || attribute === accountSubjectAttribute

/** Counts the events of a person; at most `limit`. */
export async function countMatches(
  db: Db,
  subject: Subject,
  environmentIds: readonly string[],
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n
    from (select 1 from (${matchingEvents(subject, environmentIds)}) m limit ${limit}) c`.execute(db)
  return rows[0]?.n ?? 0
}

/** Loads the events of a person, the newest first; at most `limit`. */
export async function loadMatches(
  db: Db,
  subject: Subject,
  environmentIds: readonly string[],
  { limit, signal }: { limit: number; signal?: AbortSignal | undefined },
): Promise<DoomedEvent[]> {
  const { rows } = await sql<DoomedEvent>`
    select m.environment_id, m.at::text as at, m.event_id, m.event_type, m.external_id
    from (${matchingEvents(subject, environmentIds)}) m order by m.at desc, m.event_id desc limit ${limit}`.execute(
    db,
    cancellable(signal),
  )
  return rows
}

/** Returns the common table expression `w` of events, for statements about what belongs to them. */
export const eventsTable = (events: readonly DoomedEvent[]): RawBuilder<unknown> => sql`
  w (environment_id, at, event_id, event_type, external_id) as materialized (
    select * from unnest(${events.map(each => each.environment_id)}::uuid[], ${events.map(({ at }) => at)}::timestamptz[],
      ${events.map(each => each.event_id)}::uuid[], ${events.map(each => each.event_type)}::text[],
      ${events.map(each => each.external_id)}::text[]))`
