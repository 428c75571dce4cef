import type { LeadColumn } from '../model/lead-columns.ts'
import type { BodyColumn } from './body-row.tsx'

/** Widths differ from row to row, so that the grey reads as future text and not as a bar chart. */
const widths = ['60%', '85%', '70%', '50%', '75%']

/** Grey strips in rows of the real height, in the real columns: nothing moves when the rows arrive. */
export function SkeletonRows<Row>({
  columns,
  leads,
  count,
}: {
  columns: readonly BodyColumn<Row>[]
  leads: readonly LeadColumn[]
  count: number
}) {
  return (
    <div aria-hidden className="min-w-full" style={{ minInlineSize: 'var(--dt-width)' }}>
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="grid h-row grid-cols-(--dt-template)">
          {leads.map(lead => (
            <div key={lead} className="border-be border-line-subtle" />
          ))}
          {columns.map(({ column, className }, col) => (
            <div key={column.id} className={className}>
              <span
                className={`h-2 rounded-mark bg-line-subtle ${column.align === 'number' ? 'ms-auto' : ''}`}
                style={{ inlineSize: widths[(row + col * 2) % widths.length] }}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
