import type { Metric } from '../../../../contract/assistant/intents.ts'
import type { SearchOperator } from '../../../../contract/common/search-fields.ts'

/** Units of periods that follow the calendar. Weeks begin on Monday. */
export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/**
 * A period as it was asked for, without a clock: `resolvePeriod` gives its days.
 * `calendar`: the unit that contains today, moved by `offset` units (-1: the last one). `last`: that many units up to
 * now. `month`, `quarter`: the latest one of that number, unless a
 * year is given. `weekday`: the latest one. `since`: up to today; its weekday is
 * 1 for Monday to 7. Dates are days in ISO 8601, both included.
 */
export type Period =
  | { kind: 'calendar'; unit: CalendarUnit; offset: number }
  | { kind: 'last'; unit: 'hour' | CalendarUnit; count: number }
  | { kind: 'month'; month: number; year?: number }
  | { kind: 'quarter'; quarter: number; year?: number }
  | { kind: 'weekday'; weekday: number }
  | { kind: 'since'; weekday?: number; from?: string }
  | { kind: 'dates'; from: string; to: string }

/** A condition of a draft. `field` is a column of the search; `op` one of its comparisons. */
export interface Condition {
  field: string
  op: SearchOperator
  /** Absent for comparisons without a value. A pair for `between`, a list for `in` and `notIn`. */
  value?: string | number | boolean | string[] | [number, number]
  /** Code of the currency when the amount was given with one. */
  currency?: string
}

/** What a velocity counts. */
type Aggregate = 'count' | 'sum' | 'distinct'

export interface Slots {
  /** Id of the assessment the question is about: `purchase`, `accountcreation`, `accountlogin`. */
  assessment?: string
  period?: Period
  comparedWith?: Period
  /** Id of an event or a case, as typed. */
  eventId?: string
  /** Name of a rule, clause, list, queue, velocity or environment, as typed. */
  name?: string
  metric?: Metric
  /** Sums of amounts instead of counts. */
  view?: 'count' | 'amount'
  /** Step of a trend. */
  grain?: 'day' | 'week' | 'month'
  /** A score from 0 to 999. */
  cutoff?: number
  /** For drafts of filters and clauses. */
  conditions?: Condition[]
  /** Decision that a clause to draft returns. */
  decision?: 'Approve' | 'Reject' | 'Review' | 'Challenge'
  /** For drafts of velocities. */
  aggregate?: Aggregate
  /** Field that a velocity sums or counts the values of, and the one it is grouped by: columns of the search. */
  aggregated?: string
  groupedBy?: string
  /** Window of a velocity. */
  window?: { count: number; unit: 'minute' | 'hour' | 'day' }
  /** For `write` and `help`: the route of the product where the subject of the question is at home. */
  page?: string
  /** For `help`: subject of the question, a word of `topics`. */
  topic?: string
}
