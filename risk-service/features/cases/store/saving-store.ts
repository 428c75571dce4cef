import { sql } from 'kysely'
import type { CaseEventKind } from '../../../contract/cases/case-definitions.ts'
import type { SavingEstimate } from '../../../contract/cases/case-saving.ts'
import type { Db } from '../../../ports/database.ts'
import { amountBands, type DecidedCases, scoreBands } from '../model/expected-saving.ts'
import { laterChargebacks, laterLabel } from './later-outcomes.ts'

const day = 24 * 60 * 60_000
/** Decisions of this time are measured, and of these the latest. */
const measuredMs = 365 * day
const measuredCases = 10_000
/** An approved event of which nothing bad was heard for this time was good. */
const maturityMs = 90 * day
/** Longer reviews were interrupted: they count as this many minutes. */
const longestReview = 60

/** What begins and what ends the review of a person. */
const starts = ['locked', 'undone'] as const satisfies CaseEventKind[]
const ends = [
  'lock-expired',
  'lock-released',
  'force-released',
  'decided',
  'approval-requested',
  'escalated',
  'held',
  'transferred',
  'timed-out',
] as const satisfies CaseEventKind[]

/** Decided cases of a queue in one band of score and amount. */
export interface MeasuredGroup extends DecidedCases {
  queueId: string
  scoreBand: number
  amountBand: number
}

/** Counts what people decided in an environment, by queue and band, and what became known of it. */
export async function measureDecisions(
  db: Db,
  { environmentId, eventType, now }: { environmentId: string; eventType: string; now: Date },
): Promise<MeasuredGroup[]> {
  const from = new Date(now.getTime() - measuredMs)
  const mature = new Date(now.getTime() - maturityMs)
  const { rows } = await sql<MeasuredGroup>`
    with decided as materialized (
      select c.id, c.environment_id, c.event_type, c.external_id, c.queue_id, c.decided_at,
        c.outcome ->> 'caseAction' = 'Reject' as rejected, c.outcome ->> 'via' <> 'Bulk' as single,
        width_bucket(c.risk_score::int, ${[...scoreBands]}::int[]) as score_band,
        coalesce(width_bucket(c.amount_usd, ${[...amountBands]}::bigint[]), 0) as amount_band
      from review_case c
      where c.environment_id = ${environmentId}::uuid and c.event_type = ${eventType} and c.state = 'Decided'
        and c.decided_at >= ${from}::timestamptz and c.outcome ->> 'via' in ('Single', 'Bulk', 'Approval')
        and c.outcome ->> 'caseAction' in ('Approve', 'Reject')
      order by c.decided_at desc limit ${measuredCases}
    ), known as (
      select c.*, case
          when label.is_fraud or exists (select from (${laterChargebacks}) b where b.fraud) then true
          when label.is_fraud = false or (not c.rejected and c.decided_at <= ${mature}::timestamptz) then false
        end as fraud
      from decided c left join lateral (${laterLabel}) label on true
    ), handled as (
      -- By case, through the index: a join of both sets would compare each case with each.
      select c.*, review.minutes from known c left join lateral (
        select least(sum(extract(epoch from ended_at - at)) / 60, ${longestReview}::float8) as minutes from (
          select e.kind, e.at, lead(e.at) over (order by e.at, e.id) as ended_at from case_event e
          where e.case_id = c.id and c.single and e.kind = any(${[...starts, ...ends]}::text[])
        ) step where kind = any(${[...starts]}::text[]) and ended_at is not null having count(*) > 0
      ) review on true
    )
    select queue_id as "queueId", score_band as "scoreBand", amount_band as "amountBand",
      count(*)::int as decided,
      count(*) filter (where rejected)::int as rejected,
      count(*) filter (where rejected and fraud is not null)::int as "rejectedKnown",
      count(*) filter (where rejected and fraud)::int as "rejectedFraud",
      count(*) filter (where not rejected and fraud is not null)::int as "approvedKnown",
      count(*) filter (where not rejected and not fraud)::int as "approvedGood",
      count(minutes)::int as handled,
      coalesce(sum(minutes), 0)::float8 as minutes
    from handled group by queue_id, score_band, amount_band`.execute(db)
  return rows
}

/** An estimate for the cases of one band. `scoreFrom` and `amountFrom`: its lower ends, the amount in US cents. */
export interface BandSaving {
  scoreFrom: number
  amountFrom: number
  estimate: SavingEstimate
}

export async function loadSavings(db: Db, queueId: string): Promise<BandSaving[]> {
  const rows = await db.selectFrom('case_saving').selectAll().where('queue_id', '=', queueId).execute()
  return rows.map(({ score_from, amount_from, estimate }) => ({
    scoreFrom: score_from,
    amountFrom: amount_from,
    estimate,
  }))
}

export async function putSavings(db: Db, queueId: string, savings: readonly BandSaving[], now: Date): Promise<void> {
  if (savings.length === 0) return
  await db
    .insertInto('case_saving')
    .values(
      savings.map(({ scoreFrom, amountFrom, estimate }) => ({
        queue_id: queueId,
        score_from: scoreFrom,
        amount_from: amountFrom,
        per_minute: estimate.perMinute,
        estimate: JSON.stringify(estimate),
        measured_at: now,
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['queue_id', 'score_from', 'amount_from']).doUpdateSet(({ ref }) => ({
        per_minute: ref('excluded.per_minute'),
        estimate: ref('excluded.estimate'),
        measured_at: ref('excluded.measured_at'),
      })),
    )
    .execute()
}

export async function deleteSavings(db: Db, queueId: string): Promise<void> {
  await db.deleteFrom('case_saving').where('queue_id', '=', queueId).execute()
}

/** Position of a case `c` in a queue `q` that is ordered by the expected saving. */
const savingRank = sql`coalesce(expected_saving(c.queue_id, c.risk_score, c.amount_usd)
  * case q.settings ->> 'direction' when 'ascending' then 1 else -1 end, 'Infinity'::float8)`
const bySaving = sql`q.id = c.queue_id and q.settings ->> 'orderBy' = 'expectedSaving'`

/**
 * Places cases of queues that are ordered by the expected saving, and leaves others; returns the positions by case.
 * Cases that another transaction changes at the moment are left, too.
 */
export async function placeBySaving(db: Db, caseIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; rank: number }>`
    with placed as (
      select c.id, ${savingRank} as rank from review_case c join case_queue q on ${bySaving}
      where c.id = any(${[...caseIds]}::uuid[]) for update of c skip locked
    ) update review_case c set rank = placed.rank from placed where c.id = placed.id returning c.id, c.rank`.execute(db)
  return new Map(rows.map(({ id, rank }) => [id, rank]))
}

/** Returns the open cases of a queue whose expected saving is not the one by which they are placed. */
export async function findMisplaced(db: Db, queueId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from review_case c join case_queue q on ${bySaving}
    where c.queue_id = ${queueId}::uuid and c.state in ('Pending', 'InReview', 'OnHold', 'AwaitingApproval')
      and c.rank is distinct from ${savingRank}`.execute(db)
  return rows.map(({ id }) => id)
}
