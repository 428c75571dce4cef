import { FormattedMessage } from 'react-intl'

/** In place of a chart when no case is open. */
export function NoOpenCases() {
  return (
    <p>
      <FormattedMessage id="CaseReport.Ageing.Empty" />
    </p>
  )
}
