import { reportLimits } from '../../../contract/cases/report/report-definitions.ts'
import type { ReportLink, ReportLinkCondition } from '../../../contract/cases/report/report-figures.ts'
import { monthsBefore } from '../../../contract/common/days.ts'
import { dayMs, dayName, dayNumberOf } from '../figures/periods.ts'
import type { ReportScope } from './report-scope.ts'

/** Longest time between an event and its decision that a search covers, in days: time-out and holds together. */
const longestReviewDays = 62

/** Creates searches for the cases behind the numbers of a report. */
export interface ReportLinks {
  /** Cases that were decided in the range, with further conditions. */
  decided: (conditions?: readonly ReportLinkCondition[], of?: LinkPlace) => ReportLink
  /** Cases that entered their queue in the range. */
  entered: () => ReportLink
  /** Cases that are open now. */
  open: (conditions?: readonly ReportLinkCondition[], of?: LinkPlace) => ReportLink
}
interface LinkPlace {
  environmentId?: string
  eventType?: string | undefined
}

/**
 * Returns the searches of a report. They are about one assessment: that of the figure, the only one of the filter, or
 * the one that all decisions belong to.
 * @param eventTypes assessments of the cases of the report
 */
export function linksOf(
  { range, now, filter }: ReportScope,
  environmentId: string,
  eventTypes: ReadonlySet<string>,
): ReportLinks {
  const only = filter.eventTypes ?? [...eventTypes]
  const earliest = monthsBefore(dayName(dayNumberOf(now)), reportLimits.months)
  const linkOf = (from: string, to: string, conditions: ReportLinkCondition[], place: LinkPlace): ReportLink => {
    const eventType = place.eventType ?? (only.length === 1 ? only[0] : undefined)
    if (eventType === undefined) return null
    const dates = { from: from < earliest ? earliest : from, to }
    return {
      environmentId: place.environmentId ?? environmentId,
      eventType,
      filter: { period: 'all', dates, timeZone: 'UTC', match: 'all', conditions, groups: [] },
    }
  }
  const inRange = (column: string, conditions: readonly ReportLinkCondition[], place: LinkPlace): ReportLink =>
    linkOf(
      dayName(range.from - longestReviewDays),
      dayName(range.to - 1),
      [
        { column, op: 'gte', value: new Date(range.from * dayMs).toISOString() },
        { column, op: 'lt', value: new Date(range.to * dayMs).toISOString() },
        ...conditions,
      ],
      place,
    )
  return {
    decided: (conditions = [], place = {}) => inRange('decidedAt', conditions, place),
    entered: () => inRange('enteredQueueAt', [], {}),
    open: (conditions = [], place = {}) =>
      linkOf(
        earliest,
        dayName(dayNumberOf(now)),
        [
          { column: 'caseState', op: 'in', value: ['Pending', 'InReview', 'OnHold', 'AwaitingApproval'] },
          ...conditions,
        ],
        place,
      ),
  }
}

export const equals = (column: string, value: string): ReportLinkCondition => ({ column, op: 'eq', value })

/** Condition that a field has one of these values; none without values. */
export const oneOf = (column: string, values: readonly string[]): ReportLinkCondition[] =>
  values.length === 0 ? [] : [{ column, op: 'in', value: [...values] }]
