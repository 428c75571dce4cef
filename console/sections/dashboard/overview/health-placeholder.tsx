import { Card, CardHeader, SkeletonRows } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

/** Frame of the health of what decisions depend on, until its lines arrive. */
export function HealthPlaceholder() {
  return (
    <Card aria-busy="true">
      <CardHeader title={<FormattedMessage id="Dashboard.Health.Title" />} />
      <SkeletonRows rows={1} className="*:px-4" />
    </Card>
  )
}
