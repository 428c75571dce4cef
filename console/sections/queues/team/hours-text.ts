import { createFormat } from '@assay/design-system'
import type { WorkingHours } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'

/** 1 January 2024 was a Monday. */
const monday = Date.UTC(2024, 0, 1)
const msPerDay = 24 * 60 * 60_000

/** Days of the week as numbers, 1 Monday to 7 Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** Name of a day of the week in the reader's language. */
export const weekdayName = (day: number, intl: IntlShape, weekday: 'short' | 'long' = 'long'): string =>
  intl.formatDate(monday + (day - 1) * msPerDay, { weekday, timeZone: 'UTC' })

/** Days in their order; several that follow one another as a range, such as "Mon–Fri". */
function daysText(days: readonly number[], intl: IntlShape): string {
  const name = (day: number) => weekdayName(day, intl, 'short')
  const sorted = [...new Set(days)].sort((a, b) => a - b)
  const [first = 1] = sorted
  const last = sorted.at(-1) ?? first
  const connected = sorted.length > 2 && last - first === sorted.length - 1
  const format = createFormat(intl.locale, 'UTC')
  return connected ? `${name(first)}–${name(last)}` : format.list(sorted.map(name))
}

/** Working hours in the reader's language, with their time zone. */
export const hoursText = (hours: WorkingHours, intl: IntlShape): string =>
  intl.formatMessage(
    { id: 'Cases.Availability.Hours.Value' },
    {
      days: daysText(hours.days, intl),
      from: hours.from,
      until: hours.until,
      zone: hours.timeZone.replaceAll('_', ' '),
    },
  )
