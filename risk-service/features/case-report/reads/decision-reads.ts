import { type RawBuilder, sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { Decision } from '../figures/decision.ts'
import type { DayRange } from '../figures/periods.ts'
import type { OpenCase } from '../figures/times.ts'
import type { ReportFilter } from '../scope/report-scope.ts'
import { readColumns } from './read-columns.ts'
import { during, finalKinds, has, inEnvironments, ms } from './read-conditions.ts'

/** The person who chose: of two persons the first. */
const reviewerId = sql`case when d.kind = 'approved' then coalesce(d.details #>> '{reviewer,id}', c.outcome #>> '{by,id}') else d.by_id::text end`
const queueId = sql`coalesce(d.details ->> 'queueId', c.queue_id::text)`

/** Decisions of a range that were not taken back, from the history `d` of the cases `c`. */
const decisionsOf = (filter: ReportFilter, range: DayRange): RawBuilder<unknown> => sql`
  from case_event d join review_case c on c.id = d.case_id
  where ${inEnvironments('d', filter.environmentIds)} and d.kind in (${finalKinds}) and ${during(sql`d.at`, range)}
    ${has(sql`c.event_type`, filter.eventTypes)} ${has(queueId, filter.queueIds)} ${has(reviewerId, filter.reviewerIds)}
    and not exists (select 1 from case_event u where u.environment_id = d.environment_id and u.case_id = d.case_id
      and u.kind = 'undone' and u.at >= d.at)`

/** Where each field of a decision is, in its entry `d` of the history and its case `c`. */
const decisionColumns: { readonly [Field in keyof Decision]: RawBuilder<unknown> } = {
  caseId: sql`d.case_id`,
  environmentId: sql`c.environment_id`,
  eventType: sql`c.event_type`,
  externalId: sql`c.external_id`,
  queueId,
  eventAt: ms(sql`c.at`),
  enteredAt: ms(sql`c.entered_queue_at`),
  firstLockedAt: ms(sql`c.first_locked_at`),
  decidedAt: ms(sql`d.at`),
  decision: sql`d.details ->> 'decision'`,
  caseAction: sql`coalesce(d.details ->> 'caseAction', c.outcome ->> 'caseAction', 'None')`,
  reason: sql`d.details ->> 'reason'`,
  via: sql`d.details ->> 'via'`,
  reviewerId,
  reviewerName: sql`case when d.kind = 'approved' then coalesce(d.details #>> '{reviewer,name}', c.outcome #>> '{by,name}') else d.by_name end`,
  usefulness: sql`d.details ->> 'usefulness'`,
  amountUsd: sql`c.amount_usd`,
  score: sql`c.risk_score`,
  rule: sql`c.rule`,
  clause: sql`c.clause`,
  slaResolutionAt: ms(sql`c.sla_resolution_at`),
}
/** Every field of a decision. */
export const decisionFields = Object.keys(decisionColumns) as (keyof Decision)[]

/**
 * Returns the final decisions of a range as they were made, with their cases; corrections do not change them.
 * @param fields those that the figures need: each takes its share of the time
 */
export async function readDecisions<Field extends keyof Decision>(
  db: Db,
  filter: ReportFilter,
  range: DayRange,
  fields: readonly Field[],
  signal?: AbortSignal,
): Promise<Pick<Decision, Field>[]> {
  const columns = Object.fromEntries(fields.map(field => [field, decisionColumns[field]])) as {
    [Name in Field]: RawBuilder<unknown>
  }
  return await readColumns<Pick<Decision, Field>>(db, columns, decisionsOf(filter, range), signal)
}

/** Returns the cases that are open now. */
export async function readOpenCases(
  db: Db,
  { environmentIds, eventTypes, queueIds }: ReportFilter,
  signal?: AbortSignal,
): Promise<OpenCase[]> {
  const { rows } = await sql<OpenCase>`
    select c.id as "caseId", c.environment_id as "environmentId", c.event_type as "eventType", c.external_id as "externalId",
      c.queue_id::text as "queueId", c.state, c.priority, c.risk_score as score, c.amount_usd as "amountUsd",
      ${ms(sql`coalesce(c.entered_queue_at, c.hold_until)`)} as "enteredAt", ${ms(sql`c.sla_resolution_at`)} as "slaResolutionAt"
    from review_case c
    where ${inEnvironments('c', environmentIds)} and c.state in ('Pending', 'InReview', 'OnHold', 'AwaitingApproval')
      ${has(sql`c.event_type`, eventTypes)} ${has(sql`c.queue_id::text`, queueIds)}`.execute(db, cancellable(signal))
  return rows
}

/** Returns the number of assessed events of a range, and of those that were sent to review. */
export async function readAssessed(
  db: Db,
  { environmentIds, eventTypes }: ReportFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<{ assessed: number; reviewed: number }> {
  const { rows } = await sql<{ assessed: number; reviewed: number }>`
    select coalesce(sum(events), 0)::int as assessed, coalesce(sum(events) filter (where decision = 'Review'), 0)::int as reviewed
    from event_hour h
    where ${inEnvironments('h', environmentIds)} and ${during(sql`h.hour`, range)} ${has(sql`h.event_type`, eventTypes)}`.execute(
    db,
    cancellable(signal),
  )
  return rows[0] ?? { assessed: 0, reviewed: 0 }
}
