import { createColumns, SimpleTable } from '@assay/design-system'
import { useMemo } from 'react'
import { FormattedMessage } from 'react-intl'

/** One line of an order; `price` of one piece, in major units of `currency`. */
export interface OrderLine {
  id: string
  name: string
  /** What kind of product it is, as its page says it. */
  kind: string | null
  quantity: number
  price: number | null
  currency: string
}

const c = createColumns<OrderLine>()
const columnsOf = (nameId: string, kindId: string) => [
  c.text('name', { labelId: nameId, value: line => line.name, rowHeader: true }),
  c.text('kind', { labelId: kindId, value: line => line.kind, secondary: true }),
  c.number('quantity', { labelId: 'Review.Lines.Quantity', value: line => line.quantity }),
  c.money('price', { labelId: 'Review.Lines.UnitPrice', value: line => line.price, currency: line => line.currency }),
  c.money('amount', {
    labelId: 'Events.Column.Amount',
    value: line => (line.price === null ? null : line.price * line.quantity),
    currency: line => line.currency,
  }),
]

type OrderLinesProps = {
  lines: readonly OrderLine[]
  /** Messages that head the columns of the name and of the kind. */
  nameId: string
  kindId: string
} & ({ label: string } | { labelledBy: string })

/** What was ordered, with prices and amounts. */
export function OrderLines({ lines, nameId, kindId, ...naming }: OrderLinesProps) {
  const columns = useMemo(() => columnsOf(nameId, kindId), [nameId, kindId])
  return (
    <SimpleTable
      {...naming}
      columns={columns}
      rows={lines}
      getRowId={line => line.id}
      empty={<FormattedMessage id="Review.Lines.None" />}
    />
  )
}
