import { Card, CardBody, CardHeader, Skeleton } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

/** Placeholder of the facts for API clients, which are loaded after the first figures. */
export function IntegrationPlaceholder() {
  return (
    <Card aria-busy="true">
      <CardHeader title={<FormattedMessage id="Dashboard.Integration.Title" />} />
      <CardBody className="grid gap-x-6 md:grid-cols-2">
        {['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5'].map(width => (
          <div key={width} className="flex min-h-fact-row items-center">
            <Skeleton className={width} />
          </div>
        ))}
      </CardBody>
    </Card>
  )
}
