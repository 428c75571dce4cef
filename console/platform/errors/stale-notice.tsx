import { Callout } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

/** Says that what is shown could not be refreshed. */
export function StaleNotice() {
  return (
    <Callout tone="warning" live>
      <FormattedMessage id="Dashboard.Stale" />
    </Callout>
  )
}
