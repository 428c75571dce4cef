import { Card, CardHeader, createColumns, SimpleTable } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { numberAt, objectsAt, textAt } from '../request-fields.ts'
import { categoryOf } from './product-categories.ts'

interface OrderLine {
  id: string
  name: string
  category: string | null
  quantity: number
  price: number | null
  currency: string
}

const c = createColumns<OrderLine>()
const columns = [
  c.text('name', { labelId: 'Review.Lines.Product', value: line => line.name, rowHeader: true }),
  c.text('category', { labelId: 'Review.Lines.Category', value: line => line.category, secondary: true }),
  c.number('quantity', { labelId: 'Review.Lines.Quantity', value: line => line.quantity }),
  c.money('price', { labelId: 'Review.Lines.UnitPrice', value: line => line.price, currency: line => line.currency }),
  c.money('amount', {
    labelId: 'Events.Column.Amount',
    value: line => (line.price === null ? null : line.price * line.quantity),
    currency: line => line.currency,
  }),
]

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
    category: nameOf(textAt(product, 'category')),
    quantity: numberAt(product, 'quantity') ?? 1,
    price: numberAt(product, 'purchasePrice') ?? numberAt(product, 'salesPrice'),
    currency: textAt(product, 'currency') ?? detail.row.currency ?? '',
  }))
  if (lines.length === 0 && detail.row.eventType !== 'purchase') return null
  return (
    <Card className="overflow-x-auto">
      <CardHeader
        title={
          <span id={titleId}>
            <FormattedMessage id="Review.Lines.Title" />
          </span>
        }
        meta={<FormattedMessage id="Review.Lines.Count" values={{ count: lines.length }} />}
      />
      <SimpleTable
        labelledBy={titleId}
        columns={columns}
        rows={lines}
        getRowId={line => line.id}
        empty={<FormattedMessage id="Review.Lines.None" />}
      />
    </Card>
  )
}
