import { Button } from '@assay/design-system'
import type { SummaryCitation } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { showCard } from '../../cards/show-card.ts'

/** Messages that name the fields of summaries. */
const fieldLabels: Readonly<Record<string, string>> = {
  rule: 'Events.Column.Rule',
  decision: 'Events.Column.Decision',
  riskScore: 'Events.Column.RiskScore',
  totalAmount: 'Events.Column.Amount',
  productList: 'Review.Lines.Title',
  'user.creationDate': 'Review.Account.Created',
  'user.userId': 'Events.Column.UserId',
  'deviceContext.externalDeviceId': 'Events.Column.DeviceId',
  'deviceContext.ipAddress': 'Events.Column.IpCountry',
  'paymentInstrumentList.merchantPaymentInstrumentId': 'Review.Payment.Id',
  'billingAddress.country': 'Events.Column.BillingCountry',
  'shippingAddress.country': 'Events.Column.ShippingCountry',
  status: 'Review.Reports.Status',
}

/** The fields on which a sentence rests; each leads to its card. */
export function Citations({ cites }: { cites: readonly SummaryCitation[] }) {
  const intl = useIntl()
  return (
    <ul aria-label={intl.formatMessage({ id: 'Review.Summary.Sources' })} className="-ms-2 flex flex-wrap gap-x-1">
      {cites.map(({ card, field }) => (
        <li key={`${card} ${field}`}>
          <Button
            variant="ghost"
            size="sm"
            className="font-normal text-link"
            onClick={({ currentTarget }) => showCard(currentTarget, card)}
          >
            <FormattedMessage
              id={card === 'similar' ? 'Review.Case.Similar.Title' : (fieldLabels[field] ?? 'Review.Event.Title')}
            />
          </Button>
        </li>
      ))}
    </ul>
  )
}
