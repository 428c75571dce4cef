import { Badge, Button, CardBody, Icon, KeyValue, KeyValueList, lazyPart } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { CircleCheck, Map as MapIcon, TriangleAlert } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ReviewCard } from '../cards/review-card.tsx'
import { addressesOf } from '../request-fields.ts'
import { useEntityUsers } from '../values/use-entity-users.tsx'
import { matchMarks } from './match-marks.ts'

const AddressMap = lazyPart(() =>
  import('../../../platform/event-map/address-map.tsx').then(module => ({ default: module.AddressMap })),
)

interface AddressesCardProps {
  detail: EventDetail
  /** Address of the tab with the whole map. */
  mapHref: string
}

/** Where it is billed and shipped to, whether the countries agree, and all of it on a map. */
export function AddressesCard({ detail, mapHref }: AddressesCardProps) {
  const intl = useIntl()
  const [isMapShown, setMapShown] = useState(false)
  const addresses = addressesOf(detail)
  const { others } = useEntityUsers(detail)
  if (addresses.length === 0 && detail.row.eventType !== 'purchase') return null
  return (
    <ReviewCard name="addresses" title={intl.formatMessage({ id: 'Review.Addresses.Title' })}>
      <CardBody className="flex flex-col gap-2">
        {addresses.length === 0 ? (
          <p className="text-fg-muted">
            <FormattedMessage id="Review.Addresses.None" />
          </p>
        ) : (
          <KeyValueList>
            {addresses.map(({ kind, street, place, country, indexed }) => (
              <KeyValue
                key={`${kind} ${street}`}
                term={<FormattedMessage id={`Review.Map.Kind.${kind}`} />}
                qualifier={
                  <span className="flex flex-wrap gap-x-2">
                    {country ? (
                      <span>{intl.formatDisplayName(country, { type: 'region', fallback: 'code' })}</span>
                    ) : null}
                    {others('address', indexed)}
                  </span>
                }
              >
                {[street, place].filter(Boolean).join(', ')}
              </KeyValue>
            ))}
          </KeyValueList>
        )}
        <MatchMarks detail={detail} />
        {isMapShown ? (
          <Suspense fallback={null}>
            <AddressMap row={detail.row} mapHref={mapHref} />
          </Suspense>
        ) : (
          <p>
            {/* On request: a map takes a part of the graphics processor, which most looks at an event do not need. */}
            <Button size="sm" start={<Icon icon={MapIcon} size={12} />} onClick={() => setMapShown(true)}>
              <FormattedMessage id="Review.Map.Show" />
            </Button>
          </p>
        )}
      </CardBody>
    </ReviewCard>
  )
}

/** Whether countries and names of the order agree, in pairs. */
function MatchMarks({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const marks = matchMarks(detail)
  if (marks.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label={intl.formatMessage({ id: 'Review.Match.Title' })}>
      {marks.map(({ id, names, matches }) => (
        <li key={id}>
          <Badge tone={matches ? 'success' : 'warning'}>
            <Icon icon={matches ? CircleCheck : TriangleAlert} size={12} />
            <FormattedMessage
              id={names ? 'Review.Match.Names' : 'Review.Match.Countries'}
              values={{ pair: intl.formatMessage({ id: `Review.Match.${id}` }), matches: String(matches) }}
            />
          </Badge>
        </li>
      ))}
    </ul>
  )
}
