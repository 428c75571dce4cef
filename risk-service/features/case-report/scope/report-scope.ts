import { reportLimits } from '../../../contract/cases/report/report-definitions.ts'
import type { ReportFrame } from '../../../contract/cases/report/report-figures.ts'
import type { ReportInput } from '../../../contract/cases/report/report-input.ts'
import { monthsBefore } from '../../../contract/common/days.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { advanceCases } from '../../cases/clock/advance-cases.ts'
import { type DayRange, dayMs, dayName, type Period, periodsOf, rangeBefore, rangeOf } from '../figures/periods.ts'

/** Which cases a report reads; null: all. */
export interface ReportFilter {
  environmentIds: readonly string[]
  eventTypes: readonly string[] | null
  queueIds: readonly string[] | null
  reviewerIds: readonly string[] | null
}
/** What a report covers, checked. */
export interface ReportScope {
  filter: ReportFilter
  range: DayRange
  /** The range of the comparison. */
  before: DayRange | null
  periods: readonly Period[]
  bucket: ReportInput['bucket']
  maturityDays: number
  /** Milliseconds. */
  now: number
}

export type ReportCall = Pick<
  EnvironmentCallContext,
  'ports' | 'db' | 'engine' | 'live' | 'principal' | 'scope' | 'tree' | 'actorRoles' | 'correlationId'
>

/**
 * Checks what is asked for, and applies what time has changed in the cases.
 * @throws ValidationError naming the field
 */
export async function openReport(call: ReportCall, input: ReportInput): Promise<ReportScope> {
  const now = call.ports.clock().getTime()
  assertRange(input, now)
  const foreign = input.environmentIds.findIndex(id => !call.scope.includes(id))
  if (foreign >= 0) throw new ValidationError(['environmentIds', foreign], 'Choose this environment or one below it.')
  await advanceCases(call, call.scope)
  const range = rangeOf(input.from, input.to)
  const some = (ids: readonly string[]) => (ids.length === 0 ? null : ids)
  return {
    filter: {
      environmentIds: some(input.environmentIds) ?? call.scope,
      eventTypes: some(input.assessments),
      queueIds: some(input.queueIds),
      reviewerIds: some(input.reviewerIds),
    },
    range,
    before: input.compare ? rangeBefore(range) : null,
    periods: periodsOf(range, input.bucket, now),
    bucket: input.bucket,
    maturityDays: input.maturityDays,
    now,
  }
}

function assertRange({ from, to }: Pick<ReportInput, 'from' | 'to'>, now: number): void {
  const today = dayName(Math.floor(now / dayMs))
  if (from < monthsBefore(today, reportLimits.months))
    throw new ValidationError(['from'], `Choose a day within the last ${reportLimits.months} months.`)
  if (from > today) throw new ValidationError(['from'], 'The first day is in the future.')
  if (from < monthsBefore(to, reportLimits.months))
    throw new ValidationError(['to'], `A report covers at most ${reportLimits.months} months.`)
}

/** Returns what every answer begins with. */
export function frameOf({ range, before, periods, bucket, now }: ReportScope): ReportFrame {
  const time = (instant: number): string => new Date(instant).toISOString()
  return {
    asOf: time(now),
    from: dayName(range.from),
    to: dayName(range.to - 1),
    bucket,
    periods: periods.map(({ from, to, partial }) => ({ start: time(from * dayMs), end: time(to * dayMs), partial })),
    previous: before === null ? null : { from: dayName(before.from), to: dayName(before.to - 1) },
  }
}

/** Returns the start of each period as answers contain it. */
export const startOf = ({ from }: DayRange): string => new Date(from * dayMs).toISOString()
