import { useIntl } from 'react-intl'
import { timeOfMonth } from './loss-address.ts'

/** Names a month such as `2026-10` in the reader's language. */
export function useMonthName(): (month: string) => string {
  const intl = useIntl()
  return month =>
    intl.formatDate(timeOfMonth(month), {
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
    })
}
