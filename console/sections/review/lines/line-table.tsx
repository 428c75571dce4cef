import { Badge, createColumns, SimpleTable } from '@assay/design-system'
import { useMemo } from 'react'
import { FormattedMessage } from 'react-intl'
import type { ReviewLine } from './order-line.ts'

const c = createColumns<ReviewLine>()

/** Columns that only lines with such values have. */
const columnsOf = (lines: readonly ReviewLine[]) => {
  const has = (name: 'sku' | 'market' | 'margin') => lines.some(line => line[name] !== null)
  return [
    c.custom('name', {
      labelId: 'Review.Lines.Product',
      rowHeader: true,
      value: line => line.name,
      cell: line => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi>{line.name}</bdi>
          {line.marks.map(mark => (
            <Badge key={mark}>
              <FormattedMessage id={`Review.Lines.Mark.${mark}`} />
            </Badge>
          ))}
        </span>
      ),
    }),
    ...(has('sku')
      ? [c.text('sku', { labelId: 'Review.Lines.Sku', value: (line: ReviewLine) => line.sku, mono: true })]
      : []),
    c.text('kind', { labelId: 'Review.Lines.Category', value: line => line.kind, secondary: true }),
    ...(has('market')
      ? [
          c.text('market', {
            labelId: 'Review.Lines.Market',
            value: (line: ReviewLine) => line.market,
            secondary: true,
          }),
        ]
      : []),
    c.number('quantity', { labelId: 'Review.Lines.Quantity', value: line => line.quantity }),
    c.money('price', { labelId: 'Review.Lines.UnitPrice', value: line => line.price, currency: line => line.currency }),
    c.money('amount', {
      labelId: 'Events.Column.Amount',
      value: line => (line.price === null ? null : line.price * line.quantity),
      currency: line => line.currency,
    }),
    ...(has('margin')
      ? [
          c.money('margin', {
            labelId: 'Review.Lines.Margin',
            value: (line: ReviewLine) => line.margin,
            currency: (line: ReviewLine) => line.currency,
          }),
        ]
      : []),
  ]
}

/** The lines of an order with what marks them, and where they were sent their stock number, market and margin. */
export function LineTable({ lines, labelledBy }: { lines: readonly ReviewLine[]; labelledBy: string }) {
  const columns = useMemo(() => columnsOf(lines), [lines])
  return (
    <SimpleTable
      labelledBy={labelledBy}
      columns={columns}
      rows={lines}
      getRowId={line => line.id}
      empty={<FormattedMessage id="Review.Lines.None" />}
    />
  )
}
