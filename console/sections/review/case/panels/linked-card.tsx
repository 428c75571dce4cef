import { Button, Card, CardBody, CardHeader } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'

/** How many other open cases share an entity with this one; nothing when none does. */
export function LinkedCard({ row, href }: { row: Case; href: string }) {
  if (row.linkedOpen === 0) return null
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Review.Case.Linked.Title" />} />
      <CardBody className="flex items-center justify-between gap-3">
        <span>
          <FormattedMessage id="Review.Case.Linked.Count" values={{ count: row.linkedOpen }} />
          {row.linkedWaiting > 0 ? (
            <span className="block text-xs text-fg-secondary">
              <FormattedMessage id="Review.Case.Bundle.Waiting" values={{ count: row.linkedWaiting }} />
            </span>
          ) : null}
        </span>
        <Button size="sm" asChild>
          <Link to={href} replace>
            <FormattedMessage id="Review.Case.Linked.All" />
          </Link>
        </Button>
      </CardBody>
    </Card>
  )
}
