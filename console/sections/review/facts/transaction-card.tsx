import { CardBody, CopyableId, KeyValue, KeyValueList, useFormat } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { idLabelOf } from '../../../platform/events/event-names.ts'
import { ReviewCard } from '../cards/review-card.tsx'
import { objectAt } from '../request-fields.ts'
import { FactRows, FurtherFacts } from './fact-rows.tsx'
import { type RequestFact, requestFacts } from './request-facts.ts'

/** Values that are always in sight, in this order. */
const first = [
  'assessmentType',
  'originalOrderId',
  'merchantLocalDate',
  'merchantTimeStamp',
  'customerLocalDate',
  'totalAmount',
  'salesTax',
  'discountAmount',
  'tipAmount',
  'shippingMethod',
  'orderType',
  'orderInitiatedChannel',
  'isGuestCheckout',
  'isTest',
  'isRetryOrder',
] as const
/** Values that the head of the card has. */
const omitted: ReadonlySet<string> = new Set([
  'purchaseId',
  'signUpId',
  'loginId',
  'userId',
  'currency',
  'name',
  'version',
  'tenantId',
])
const rankOf = ({ path }: RequestFact): number => first.findIndex(name => name === path)

/** The event itself: its ids and times, amounts, and what was said of the order. */
export function TransactionCard({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const format = useFormat()
  const { row, request, receivedAt, correlationId } = detail
  const facts = [
    ...requestFacts(request, { omit: omitted, at: '' }),
    ...requestFacts(objectAt(request, 'metadata'), { omit: omitted, at: 'metadata' }),
    ...requestFacts(objectAt(request, '_metadata'), { omit: omitted, at: '_metadata' }),
  ]
  // The time of the metadata says nothing that the order's own time does not.
  const unique = [...new Map(facts.map(fact => [fact.path, fact])).values()].filter(
    ({ path }) => path !== 'merchantTimeStamp' || !facts.some(fact => fact.path === 'merchantLocalDate'),
  )
  const shown = unique.filter(fact => rankOf(fact) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b))
  const further = unique.filter(fact => rankOf(fact) < 0)
  const idLabel = idLabelOf(row.eventType)
  return (
    <ReviewCard
      name="transaction"
      title={intl.formatMessage({
        id: row.eventType === 'purchase' ? 'Review.Transaction.Title' : 'Review.Event.Title',
      })}
    >
      <CardBody>
        <KeyValueList columns={2}>
          <KeyValue term={<FormattedMessage id={idLabel} />}>
            <CopyableId
              value={row.externalId}
              label={intl.formatMessage({ id: idLabel })}
              truncated={row.externalId.length > 24}
            />
          </KeyValue>
          <FactRows facts={shown} currency={row.currency} />
          <KeyValue term={<FormattedMessage id="Review.Transaction.Received" />}>
            <span className="whitespace-normal">{format.dateTime(receivedAt)}</span>
          </KeyValue>
          {correlationId === null ? null : (
            <KeyValue term={<FormattedMessage id="Review.Transaction.CorrelationId" />}>
              <CopyableId
                value={correlationId}
                label={intl.formatMessage({ id: 'Review.Transaction.CorrelationId' })}
                truncated
              />
            </KeyValue>
          )}
        </KeyValueList>
        <FurtherFacts facts={further} currency={row.currency} columns={2} />
      </CardBody>
    </ReviewCard>
  )
}
