import type { ReportInput } from '../../../contract/cases/report/report-input.ts'
import type { ReportQuality } from '../../../contract/cases/report/report-tabs.ts'
import { shareInterval } from '../../../engine/contrast/intervals.ts'
import { isByPerson } from '../figures/decision.ts'
import { byPeriod, dayMs } from '../figures/periods.ts'
import { agreementOf, overturnOf } from '../figures/second-looks.ts'
import { accuracyOf } from '../figures/truth.ts'
import { usefulnessOf } from '../figures/usefulness.ts'
import { queueOf, readQueues } from '../reads/queue-reads.ts'
import { readSecondLooks } from '../reads/second-look-reads.ts'
import { readSummaryRatings } from '../reads/summary-reads.ts'
import { equals, linksOf } from '../scope/links.ts'
import { frameOf, openReport, type ReportCall, startOf } from '../scope/report-scope.ts'
import { outcomesOf } from './outcomes.ts'
import { assessmentsOf, readBoth } from './range-facts.ts'

/** Fields of decisions of this tab. */
const decisionFields = ['decision', 'rule', 'clause', 'usefulness'] as const

/** Returns how right decisions were, by what arrived about their events later, what second looks found, and what
 * reviewers said of rules and summaries. */
export async function loadQuality(call: ReportCall, input: ReportInput, signal?: AbortSignal): Promise<ReportQuality> {
  const scope = await openReport(call, input)
  const { filter, range, periods, maturityDays, now } = scope
  const [[current, previous], looks, ratings] = await Promise.all([
    readBoth(call, scope, decisionFields, signal),
    readSecondLooks(call.db, filter, range, signal),
    readSummaryRatings(call.db, filter, range, signal),
  ])
  const queues =
    ratings.length === 0
      ? []
      : await readQueues(
          call,
          scope,
          ratings.map(({ queueId }) => queueId),
        )
  const { decisions } = current
  const people = decisions.filter(isByPerson)
  const sorted = byPeriod(periods, people, each => each.decidedAt)
  const links = linksOf(scope, input.environmentId, assessmentsOf(decisions))
  const ofReviewers = filter.reviewerIds
  const chosen =
    ofReviewers === null ? looks : looks.filter(({ firstId }) => firstId !== null && ofReviewers.includes(firstId))
  return {
    ...frameOf(scope),
    maturityDays,
    people: accuracyOf(people),
    timeouts: accuracyOf(decisions.filter(({ via }) => via === 'Timeout')),
    previousPeople: previous === null ? null : accuracyOf(previous.decisions.filter(isByPerson)),
    outcomes: outcomesOf(decisions, links),
    periods: periods.map((period, index) => {
      const { missedFraudRate, falseRejectRate } = accuracyOf(sorted[index] ?? [])
      const mature = (period.to + maturityDays) * dayMs <= now
      return { start: startOf(period), missedFraudRate, falseRejectRate, mature }
    }),
    secondLooks: agreementOf(chosen),
    overturn: overturnOf(chosen),
    usefulness: usefulnessOf(decisions).map(row => ({
      ...row,
      link: links.decided([equals('rule', row.rule), ...(row.clause === null ? [] : [equals('clause', row.clause)])]),
    })),
    summaries: queues.flatMap(queue =>
      ratings
        .filter(({ queueId }) => queueId === queue.id)
        .map(({ rated, helpful }) => ({
          queue: queueOf(queue),
          rated,
          helpful,
          share: helpful / rated,
          ...shareInterval(helpful, rated),
        })),
    ),
    link: links.decided(),
  }
}
