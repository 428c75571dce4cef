import { sql } from 'kysely'
import { type SimilarCase, similarityKinds } from '../../../contract/cases/similar-cases.ts'
import type { Db } from '../../../ports/database.ts'
import type { EntityLink } from '../../../ports/index.ts'
import type { StoredCase } from '../model/case-record.ts'
import { amountBands, scoreBands } from '../model/expected-saving.ts'
import { laterChargebacks, laterLabel } from './later-outcomes.ts'

/** Events of one entity that are looked at, the newest first. */
const eventsPerEntity = 200
/** Decided cases of the environment that are looked at beside those with a shared entity, the latest first. */
const latestDecided = 1000
const shown = 5

/** A similar case as it is stored; times as dates. */
export type StoredSimilarCase = Pick<StoredCase, 'environment_id' | 'event_type' | 'external_id'> &
  Pick<SimilarCase, 'shared' | 'sameRule' | 'sameScoreBand' | 'sameAmountBand'> & {
    outcome: NonNullable<StoredCase['outcome']>
    decided_at: Date
    charged_at: Date | null
    charge_reason: string | null
    is_fraud: boolean | null
    label_at: Date | null
  }

/** Returns the request of the event of a case; null when the event was removed. */
export async function loadCaseRequest(db: Db, { environment_id, at, id }: StoredCase) {
  const row = await db
    .selectFrom('event_body')
    .select('request')
    .where('environment_id', '=', environment_id)
    .where('at', '=', at)
    .where('event_id', '=', id)
    .executeTakeFirst()
  return row?.request ?? null
}

/**
 * Returns the decided cases of the same environment and assessment that are closest to a case: by the number of kinds of
 * shared entities, then by rule, score band and amount band, the latest first.
 * @param hiddenQueues queues that the caller does not see
 */
export async function findSimilarCases(
  db: Db,
  found: StoredCase,
  entities: readonly EntityLink[],
  hiddenQueues: readonly string[],
): Promise<StoredSimilarCase[]> {
  const {
    environment_id: environmentId,
    event_type: eventType,
    id,
    rule,
    risk_score: score,
    amount_usd: amount,
  } = found
  const linked = entities.filter(({ type }) => (similarityKinds as readonly string[]).includes(type))
  const parts = linked.map(
    ({ type, value }) => sql`(select x.event_id, x.entity_type from event_entity x
      where x.environment_id = ${environmentId}::uuid and x.entity_type = ${type} and x.entity_value = ${value}
      order by x.at desc, x.event_id desc limit ${eventsPerEntity})`,
  )
  const none = sql`select null::uuid as event_id, null::text as entity_type where false`
  const scoreBand = (value: unknown) => sql`width_bucket(${value}::int, ${[...scoreBands]}::int[])`
  const amountBand = (value: unknown) => sql`width_bucket(${value}::bigint, ${[...amountBands]}::bigint[])`
  const { rows } = await sql<StoredSimilarCase>`
    with links as (
      select event_id, array_agg(distinct entity_type) as shared
      from (${parts.length === 0 ? none : sql.join(parts, sql` union all `)}) l group by event_id
    ), latest as (
      select id from review_case
      where environment_id = ${environmentId}::uuid and state = 'Decided' and event_type = ${eventType}
      order by decided_at desc limit ${latestDecided}
    ), near as (
      select c.*, coalesce(l.shared, '{}') as shared, c.rule is not null and c.rule = ${rule}::text as "sameRule",
        ${scoreBand(sql`c.risk_score`)} = ${scoreBand(score)} as "sameScoreBand",
        coalesce(${amountBand(sql`c.amount_usd`)} = ${amountBand(amount)}, false) as "sameAmountBand"
      from review_case c left join links l on l.event_id = c.id
      where c.id in (select event_id from links union all select id from latest)
        and c.environment_id = ${environmentId}::uuid and c.event_type = ${eventType} and c.state = 'Decided'
        and c.id <> ${id}::uuid and not (c.queue_id = any(${[...hiddenQueues]}::uuid[]))
    ), closest as (
      select * from near
      where cardinality(shared) > 0 or "sameRule" or ("sameScoreBand" and "sameAmountBand")
      order by cardinality(shared) desc, "sameRule" desc, "sameScoreBand" desc, "sameAmountBand" desc, decided_at desc, id
      limit ${shown}
    )
    select c.environment_id, c.event_type, c.external_id, c.outcome, c.decided_at, c.shared, c."sameRule", c."sameScoreBand",
      c."sameAmountBand", b.happened_at as charged_at, b.reason as charge_reason, label.is_fraud, label.label_at
    from closest c
    left join lateral (${laterLabel}) label on true
    left join lateral (select * from (${laterChargebacks}) each order by fraud desc, happened_at desc limit 1) b on true
    order by cardinality(c.shared) desc, c."sameRule" desc, c."sameScoreBand" desc, c."sameAmountBand" desc, c.decided_at desc, c.id`.execute(
    db,
  )
  return rows
}
