import { Callout } from '@assay/design-system'
import type { CutLossMonth } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { useMonthName } from './use-month-name.ts'

/** That months are incomplete, which makes their figures smaller than those of the others. */
export function CutMonths({ months = [] }: { months: readonly CutLossMonth[] | undefined }) {
  const intl = useIntl()
  const monthName = useMonthName()
  const day = (date: string) =>
    intl.formatDate(`${date}T00:00:00Z`, {
      // A short name may end with a full stop, as the sentence does.
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
    })
  if (months.length === 0) return null
  return (
    <Callout tone="warning">
      <ul>
        {months.map(({ month, from, to }) => (
          <li key={month}>
            <FormattedMessage
              id="LossPrevention.CutMonth"
              values={{ month: monthName(month), from: day(from), to: day(to) }}
            />
          </li>
        ))}
      </ul>
    </Callout>
  )
}
