import { CardBody } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { entitySearch } from '../../../platform/environments/entity-search.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { ReviewCard } from '../cards/review-card.tsx'

/** How often each entity of the event was seen in 90 days. */
export function SharedEntitiesCard({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const href = useHref()
  return (
    <ReviewCard
      name="shared"
      title={intl.formatMessage({ id: 'Review.Shared.Title' })}
      meta={<FormattedMessage id="Review.Shared.Meta" />}
    >
      <CardBody>
        <ul className="flex flex-col">
          {detail.entities.map(({ type, value, display, events }, index) => {
            // A search finds events of one type; an account event is counted among all events of its account.
            const search =
              detail.row.eventType === 'purchase' ? entitySearch(detail.row, { type, value: display }) : null
            const count = <FormattedMessage id="Events.Count" values={{ count: events }} />
            return (
              <li key={`${type} ${index} ${value}`} className="flex min-h-fact-row items-center justify-between gap-3">
                <span className="flex min-w-0 gap-1">
                  <span className="shrink-0">
                    <FormattedMessage id={`Events.Entity.${type}`} />
                  </span>{' '}
                  <bdi dir={type === 'address' ? 'auto' : 'ltr'} className="min-w-0 truncate text-fg-muted">
                    {display}
                  </bdi>
                </span>
                {search ? (
                  <Link
                    className="inline-flex min-h-6 min-w-6 shrink-0 items-center text-link underline"
                    to={href('/search', search)}
                  >
                    {count}
                  </Link>
                ) : (
                  <span className="shrink-0 text-fg-secondary">{count}</span>
                )}
              </li>
            )
          })}
        </ul>
      </CardBody>
    </ReviewCard>
  )
}
