import { Card, CardHeader, Skeleton } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

/** Placeholder of the table of the newest events, which is loaded after the first figures. */
export function ReviewsPlaceholder() {
  return (
    <Card className="overflow-x-auto" aria-busy="true">
      <CardHeader title={<FormattedMessage id="Dashboard.Reviews.Title" />} />
      <div className="h-header" />
      {[0, 1, 2, 3, 4, 5, 6, 7].map(row => (
        <div key={row} className="flex h-row items-center border-bs border-line-subtle px-4">
          <Skeleton />
        </div>
      ))}
    </Card>
  )
}
