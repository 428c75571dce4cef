import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { RingMemory } from './ring-memory.ts'
import { oldestAt, type RingScopes } from './ring-scope.ts'
import { strongEntitiesOf } from './take-events.ts'

/** Milliseconds between two looks, and those after a start that are looked back. */
const everyMs = 5000
const startMs = 600_000
/** What is younger may be part of a transaction that has not ended. */
const settledMs = 1000
/** Outcomes that are taken in one run, and newest events of a labelled user, instrument or email address. */
const perRun = 500
const eventsPerLabel = 20

interface Outcome {
  /** Null where outcomes are of no event that rings are made of. */
  environment_id: string | null
  event_type: string
  entities: { type: string; value: string }[]
  until: Date
}

/**
 * Notes the entities of events that turned out bad after they were decided: labelled fraud, charged back, or rejected by a
 * person. Their ring need not wait for its next event.
 */
export async function takeOutcomes(db: Db, memory: RingMemory, scopes: RingScopes, now: Date): Promise<void> {
  const until = new Date(now.getTime() - settledMs)
  const since = memory.outcomesUntil ?? new Date(until.getTime() - startMs)
  if (until.getTime() - since.getTime() < everyMs) return
  const outcomes = await readOutcomes(db, since, until, oldestAt(now))
  for (const { environment_id: environmentId, event_type: type, entities } of outcomes) {
    const scope = environmentId === null ? null : await scopes(environmentId)
    if (environmentId === null || scope === null || scope.excludedTypes.includes(type)) continue
    for (const entity of strongEntitiesOf(entities)) memory.addPending({ environmentId, entity }, true)
  }
  memory.outcomesUntil = outcomes[0]?.until ?? until
}

/** Returns the events behind the outcomes of a time, each with the time up to which outcomes were read. */
async function readOutcomes(db: Db, since: Date, until: Date, oldest: Date): Promise<Outcome[]> {
  const within = (time: string) =>
    sql`${sql.ref(time)} > ${since}::timestamptz and ${sql.ref(time)} <= ${until}::timestamptz`
  const { rows } = await sql<Outcome>`
    with outcome as materialized (
      select o.* from environment v cross join lateral (
        (select l.environment_id, l.received_at as time, l.object_type as kind, l.object_id as id, null::timestamptz as at, null::uuid as event_id
          from event_label l where l.environment_id = v.id and ${within('l.received_at')} and l.is_fraud
          order by l.received_at fetch first ${perRun} rows with ties)
        union all
        (select c.environment_id, c.decided_at, 'case', c.external_id, c.at, c.id
          from review_case c where c.environment_id = v.id and ${within('c.decided_at')} and c.state = 'Decided'
            and c.outcome ->> 'caseAction' = 'Reject'
          order by c.decided_at fetch first ${perRun} rows with ties)
        union all
        (select d.environment_id, d.at, d.subject_type, d.subject_id, null, null
          from data_event d where d.environment_id = v.id and ${within('d.at')} and d.event_type = 'chargeback'
          order by d.at fetch first ${perRun} rows with ties)
      ) as o order by o.time fetch first ${perRun} rows with ties
    ), last as (
      select case when count(*) < ${perRun} then ${until}::timestamptz else max(time) end as until from outcome
    ), hit as (
      select environment_id, at, event_id from outcome where event_id is not null
      union
      select k.environment_id, k.at, k.event_id from outcome o
      cross join unnest(case o.kind when 'Purchase' then array['purchase'] when 'AccountCreation' then array['accountcreation', 'signup']
        when 'AccountLogin' then array['accountlogin', 'signin'] else array[regexp_replace(o.kind, '^Event:', '')] end) as t (event_type)
      join event_key k on k.environment_id = o.environment_id and k.event_type = t.event_type and k.external_id = o.id
      where o.event_id is null
      union
      select x.environment_id, x.at, x.event_id from outcome o cross join lateral (
        select n.environment_id, n.at, n.event_id from event_entity n where n.environment_id = o.environment_id
          and n.entity_type = case o.kind when 'Account' then 'user' when 'PI' then 'payment' else 'email' end
          and n.entity_value = o.id and n.at >= ${oldest}::timestamptz
        order by n.at desc limit ${eventsPerLabel}) as x
      where o.kind in ('Account', 'PI', 'Email')
    )
    select found.*, last.until from last left join (
      select h.environment_id, e.event_type, coalesce(b.enrichment -> 'entities', '[]') as entities from hit h
      join event e on e.environment_id = h.environment_id and e.at = h.at and e.event_id = h.event_id
      join event_body b on b.environment_id = h.environment_id and b.at = h.at and b.event_id = h.event_id
      where h.at >= ${oldest}::timestamptz
    ) as found on true`.execute(db)
  return rows
}
