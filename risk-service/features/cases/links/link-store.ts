import { type RawBuilder, sql } from 'kysely'
import type { LinkAttribute } from '../../../contract/cases/link-analysis.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import { rowColumns, type StoredRow } from '../../../kernel/store/events/event-row.ts'
import type { Db } from '../../../ports/database.ts'

/** Where and since when linked events are looked for. */
export interface LinkScope {
  environmentIds: readonly string[]
  since: Date
  /** The event itself, which is not linked with itself. */
  eventId: string
  eventType: string
}

/** A purchase is compared with purchases, as search finds them; an account event with all events of the account. */
const sameEvents = (eventType: string) => (eventType === 'purchase' ? sql`and x.event_type = 'purchase'` : sql``)

/** The newest events with an attribute, in every environment through its own index. */
function eventsWith(
  { type, value }: LinkAttribute,
  { environmentIds, since, eventId, eventType }: LinkScope,
  columns: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const parts = environmentIds.map(
    environmentId => sql`(select ${columns} from event_entity x
      where x.environment_id = ${environmentId}::uuid and x.entity_type = ${type} and x.entity_value = ${value}
        and x.at >= ${since}::timestamptz and x.event_id <> ${eventId}::uuid ${sameEvents(eventType)}
      order by x.at desc, x.event_id desc limit ${limit})`,
  )
  return sql.join(parts, sql` union all `)
}

/** Counts the events with each attribute up to a limit, in the order of the attributes. */
export async function countLinks(
  db: Db,
  attributes: readonly LinkAttribute[],
  scope: LinkScope,
  limit: number,
  signal?: AbortSignal,
): Promise<number[]> {
  if (attributes.length === 0) return []
  const parts = attributes.map(
    (attribute, index) => sql`select ${index}::int as position, (select count(*) from (
      select 1 from (${eventsWith(attribute, scope, sql`1`, limit)}) as everywhere limit ${limit}) as counted)::int as count`,
  )
  const { rows } = await sql<{ count: number }>`select count from (${sql.join(parts, sql` union all `)}) as counts
    order by position`.execute(db, cancellable(signal))
  return rows.map(({ count }) => count)
}

/** Counts the events with any of the attributes up to a limit, each once. */
export async function countDistinctLinks(
  db: Db,
  attributes: readonly LinkAttribute[],
  scope: LinkScope,
  limit: number,
  signal?: AbortSignal,
): Promise<number> {
  if (attributes.length === 0) return 0
  const parts = attributes.map(attribute => eventsWith(attribute, scope, sql`x.event_id`, limit))
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select distinct event_id from (${sql.join(parts, sql` union all `)}) as shared limit ${limit}) as counted`.execute(
    db,
    cancellable(signal),
  )
  return rows[0]?.count ?? 0
}

type LinkKind = 'open' | 'decided' | 'others'
export type StoredLink = StoredRow & { kind: LinkKind; total: number; links: number[]; case_id: string | null }

/**
 * Returns the newest events of each kind that share any of the attributes, or all of them.
 * @param candidates events of one attribute that are looked at
 * @param rows events of each kind that are returned
 */
export async function findLinks(
  db: Db,
  attributes: readonly LinkAttribute[],
  match: 'any' | 'all',
  scope: LinkScope,
  { candidates, rows: limit }: { candidates: number; rows: number },
  signal?: AbortSignal,
): Promise<StoredLink[]> {
  const parts = attributes.map((attribute, index) =>
    eventsWith(attribute, scope, sql`${index}::int as link, x.environment_id, x.at, x.event_id`, candidates),
  )
  const needed = match === 'all' ? attributes.length : 1
  const { rows } = await sql<StoredLink>`
    with matched as materialized (
      select environment_id, at, event_id, array_agg(distinct link order by link) as links
      from (${sql.join(parts, sql` union all `)}) as shared
      group by environment_id, at, event_id having count(distinct link) >= ${needed}
      order by at desc, event_id desc limit ${candidates}),
    ranked as materialized (
      select m.*, k.kind, k.case_id, count(*) over (partition by k.kind)::int as total,
        row_number() over (partition by k.kind order by m.at desc, m.event_id desc) as position
      from matched m
      join event_key e on e.event_id = m.event_id
      left join review_case c on c.environment_id = e.environment_id and c.event_type = e.event_type and c.external_id = e.external_id
      cross join lateral (select
        case when c.state in ('Pending', 'InReview', 'OnHold', 'AwaitingApproval') then 'open'
          when c.state = 'Decided' then 'decided' else 'others' end as kind,
        case when c.state in ('Pending', 'InReview', 'OnHold', 'AwaitingApproval', 'Decided') then c.id end as case_id) k)
    select r.kind, r.total, r.links, r.case_id, ${rowColumns('e')} from ranked r
    join event e on e.environment_id = r.environment_id and e.at = r.at and e.event_id = r.event_id
    where r.position <= ${limit} order by r.position`.execute(db, cancellable(signal))
  return rows
}
