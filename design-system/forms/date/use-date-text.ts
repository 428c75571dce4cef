import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useFormat } from '../../lib/format/index.ts'
import { safeZone } from '../../lib/format/parts.ts'
import {
  type DateIssue,
  type DatePrecision,
  type DateRange,
  formatEdge,
  type Period,
  rangeUnits,
  resolveRange,
} from './range.ts'
import { startOfDay } from './zone.ts'

/** Errors of a date, with the values for the message of each. */
export interface IssueValues {
  min?: string | undefined
  max?: string | undefined
  maxDays?: number | undefined
}

/** Formats dates, periods and their errors in the reader's language. */
export function useDateText() {
  const intl = useIntl()
  const format = useFormat()
  return useMemo(() => {
    const day = (text: string) => {
      const start = startOfDay(text, 'UTC')
      return start === undefined ? text : format.date(start, 'UTC')
    }
    const formats = { date: format.date, dateTime: format.dateTime }
    const edge = (instant: number, which: 'from' | 'to', zone: string, precision: DatePrecision) =>
      formatEdge(instant, which, zone, precision, formats)
    const period = ({ from, to }: Period, zone: string, precision: DatePrecision) => {
      const [start, end] = [edge(from, 'from', zone, precision), edge(to, 'to', zone, precision)]
      return start === end
        ? start
        : intl.formatMessage({ id: 'DesignSystem.DateRange.Period' }, { from: start, to: end })
    }
    const range = (value: DateRange, zone: string, precision: DatePrecision) => {
      if (value.kind === 'relative') {
        // Whole weeks from two on are easier to grasp than their days.
        if (value.unit === 'day' && value.amount > 7 && value.amount % 7 === 0)
          return intl.formatMessage({ id: 'DesignSystem.DateRange.Last.week' }, { count: value.amount / 7 })
        if (rangeUnits.includes(value.unit))
          return intl.formatMessage({ id: `DesignSystem.DateRange.Last.${value.unit}` }, { count: value.amount })
        return `${value.amount} ${String(value.unit)}`
      }
      const found = resolveRange(value, 0, zone)
      // An invalid date is shown unchanged.
      return found
        ? period(found, safeZone(zone), precision)
        : intl.formatMessage({ id: 'DesignSystem.DateRange.Period' }, { from: value.from, to: value.to })
    }
    const problem = (kind: DateIssue, { min = '', max = '', maxDays = 0 }: IssueValues) =>
      intl.formatMessage(
        { id: `DesignSystem.DateRange.Problem.${kind}` },
        { min: day(min), max: day(max), count: maxDays, example: day('2026-11-21') },
      )
    return { day, edge, period, range, problem }
  }, [intl, format])
}
