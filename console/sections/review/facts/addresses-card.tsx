import { Badge, Card, CardBody, CardHeader, Icon, KeyValue, KeyValueList } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { TriangleAlert } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { addressesOf } from '../request-fields.ts'

/** Where it is billed and shipped to, and whether the countries agree. */
export function AddressesCard({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const addresses = addressesOf(detail)
  if (addresses.length === 0 && detail.row.eventType !== 'purchase') return null
  const countries = new Set([...addresses.map(({ country }) => country), detail.row.ipCountry].filter(Boolean))
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Review.Addresses.Title" />} />
      <CardBody className="flex flex-col gap-2">
        {addresses.length === 0 ? (
          <p className="text-fg-muted">
            <FormattedMessage id="Review.Addresses.None" />
          </p>
        ) : (
          <KeyValueList>
            {addresses.map(({ kind, street, place, country }) => (
              <KeyValue
                key={`${kind} ${street}`}
                term={<FormattedMessage id={`Review.Addresses.${kind}`} />}
                qualifier={country ? intl.formatDisplayName(country, { type: 'region', fallback: 'code' }) : undefined}
              >
                {[street, place].filter(Boolean).join(', ')}
              </KeyValue>
            ))}
          </KeyValueList>
        )}
        {countries.size > 1 ? (
          <p>
            <Badge tone="warning">
              <Icon icon={TriangleAlert} size={12} />
              <FormattedMessage id="Review.Addresses.Differ" />
            </Badge>
          </p>
        ) : null}
      </CardBody>
    </Card>
  )
}
