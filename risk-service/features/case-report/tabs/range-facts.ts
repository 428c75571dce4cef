import type { Decision } from '../figures/decision.ts'
import type { DayRange } from '../figures/periods.ts'
import { handlingTimes, type Review } from '../figures/times.ts'
import { type JudgedDecision, judge } from '../figures/truth.ts'
import { readDecisions } from '../reads/decision-reads.ts'
import { readEvidence } from '../reads/evidence-reads.ts'
import { readReviews } from '../reads/review-reads.ts'
import type { ReportCall, ReportFilter, ReportScope } from '../scope/report-scope.ts'

/** Fields of decisions that every tab needs. */
const baseFields = ['caseId', 'eventType', 'decidedAt', 'caseAction', 'via'] as const satisfies (keyof Decision)[]
type BaseField = (typeof baseFields)[number]

/** What most figures of a range are computed from. `Field`: fields of decisions beyond those that every tab needs. */
export interface RangeFacts<Field extends keyof Decision = never> {
  /** Final decisions with what is known of their events. */
  decisions: JudgedDecision<Field | BaseField>[]
  /** Reviews of the cases of which one ended in the range. */
  reviews: Review[]
  /** Handling time of each case, by its id. */
  times: ReadonlyMap<string, number>
}

/**
 * Reads decisions, reviews and what arrived about the events.
 * @param fields further fields of the decisions; queue and name also of the reviews
 */
export async function readFacts<Field extends keyof Decision>(
  { db }: Pick<ReportCall, 'db'>,
  scope: ReportScope,
  range: DayRange,
  fields: readonly Field[],
  signal?: AbortSignal,
): Promise<RangeFacts<Field>> {
  const { filter } = scope
  const names: readonly string[] = filter.queueIds === null ? fields : [...fields, 'queueId']
  const reviewFields = (['queueId', 'reviewerName'] as const).filter(field => names.includes(field))
  const [decisions, evidence, reviews] = await Promise.all([
    readDecisions<Field | BaseField>(db, filter, range, [...baseFields, ...fields], signal),
    readEvidence(db, filter, range, signal),
    readReviews(db, filter, range, reviewFields, signal),
  ])
  return {
    decisions: judge(decisions, evidence, scope),
    reviews: reviews.filter(review => covers(filter, review)),
    times: handlingTimes(reviews),
  }
}

/** Whether a report covers a review, which may be in another queue than the decision of its case. */
export const covers = (
  { queueIds, reviewerIds }: Pick<ReportFilter, 'queueIds' | 'reviewerIds'>,
  { queueId, reviewerId }: Pick<Review, 'queueId' | 'reviewerId'>,
): boolean =>
  (queueIds === null || (queueId !== null && queueIds.includes(queueId))) &&
  (reviewerIds === null || (reviewerId !== null && reviewerIds.includes(reviewerId)))

/** Reads the facts of a range and, where a comparison is asked for, of the one before. */
export async function readBoth<Field extends keyof Decision>(
  call: Pick<ReportCall, 'db'>,
  scope: ReportScope,
  fields: readonly Field[],
  signal?: AbortSignal,
): Promise<[RangeFacts<Field>, RangeFacts<Field> | null]> {
  return Promise.all([
    readFacts(call, scope, scope.range, fields, signal),
    scope.before === null ? null : readFacts(call, scope, scope.before, fields, signal),
  ])
}

/** Returns the assessments of decisions: where there is only one, searches are about it. */
export const assessmentsOf = (decisions: readonly Pick<Decision, 'eventType'>[]): ReadonlySet<string> =>
  new Set(decisions.map(({ eventType }) => eventType))
