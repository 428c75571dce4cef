import { createColumns, type DataColumn } from '@assay/design-system'

/** A column of numbers that are written as the figures of the report. */
export function figureColumn<Row>(
  id: string,
  labelId: string,
  value: (row: Row) => number | null,
  text: (row: Row) => string,
): DataColumn<Row> {
  return createColumns<Row>().custom(id, {
    labelId,
    align: 'number',
    value,
    text,
    cell: row => (
      <span dir="ltr" className="block text-end tabular-nums">
        {text(row)}
      </span>
    ),
  })
}
