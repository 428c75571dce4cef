import { Badge, Icon, KeyValue, KeyValueList, Money } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type OrderLine, OrderLines } from '../../../platform/events/order-lines.tsx'
import { ReviewCard } from '../cards/review-card.tsx'
import { numberAt, objectsAt, textAt } from '../request-fields.ts'
import { orderSum } from './order-sum.ts'
import { categoryOf } from './product-categories.ts'

/** What was ordered. */
export function OrderLinesCard({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const titleId = useId()
  const nameOf = (code: string | null) => {
    const category = code === null ? null : categoryOf(code)
    return category === null ? code : intl.formatMessage({ id: `Review.Category.${category}` })
  }
  const lines = objectsAt(detail.view, 'productList').map<OrderLine>((product, index) => ({
    id: `${textAt(product, 'productId') ?? ''} ${index}`,
    name: textAt(product, 'productName') ?? textAt(product, 'productId') ?? '–',
    kind: nameOf(textAt(product, 'category')),
    quantity: numberAt(product, 'quantity') ?? 1,
    price: numberAt(product, 'purchasePrice') ?? numberAt(product, 'salesPrice'),
    currency: textAt(product, 'currency') ?? detail.row.currency ?? '',
  }))
  const { currency } = detail.row
  const { tax, tip, discount, total, computed, differs } = orderSum(detail.view, lines, currency)
  if (lines.length === 0 && detail.row.eventType !== 'purchase') return null
  return (
    <ReviewCard
      name="lines"
      className="overflow-x-auto"
      titleId={titleId}
      title={intl.formatMessage({ id: 'Review.Lines.Title' })}
      meta={<FormattedMessage id="Review.Lines.Count" values={{ count: lines.length }} />}
    >
      <OrderLines labelledBy={titleId} lines={lines} nameId="Review.Lines.Product" kindId="Review.Lines.Category" />
      {currency === null || total === null ? null : (
        <div className="flex flex-col gap-2 border-bs border-line-subtle px-4 py-3">
          <KeyValueList>
            {Object.entries({ salesTax: tax, tipAmount: tip, discountAmount: discount, totalAmount: total }).map(
              ([name, amount]) =>
                amount === null ? null : (
                  <KeyValue key={name} term={<FormattedMessage id={`Rules.Field.${name}`} />}>
                    <Money amount={amount} currency={currency} />
                  </KeyValue>
                ),
            )}
          </KeyValueList>
          {differs && computed !== null ? (
            <p>
              <Badge tone="warning">
                <Icon icon={TriangleAlert} size={12} />
                <FormattedMessage
                  id="Review.Lines.Mismatch"
                  values={{ sum: <Money key="sum" amount={computed} currency={currency} /> }}
                />
              </Badge>
            </p>
          ) : null}
        </div>
      )}
    </ReviewCard>
  )
}
