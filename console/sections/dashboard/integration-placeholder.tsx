import { Card, CardBody, CardHeader, Skeleton } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

/** The facts for API clients, until they are there: they come after the first figures. */
export function IntegrationPlaceholder() {
  return (
    <Card aria-busy="true">
      <CardHeader title={<FormattedMessage id="Dashboard.Integration.Title" />} />
      <CardBody><Skeleton className="h-8" /></CardBody>
    </Card>
  )
}
