import { FormattedMessage } from 'react-intl'

/** In place of a chart or table without a single case. */
export function NoReviews() {
  return (
    <p>
      <FormattedMessage id="CaseReport.Empty" />
    </p>
  )
}
