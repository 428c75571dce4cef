import { type Ref, useImperativeHandle, useRef } from 'react'
import type { CellFormat } from '../cells/cell-format.ts'
import { type LeadColumn, leadOffset } from '../model/lead-columns.ts'
import type { TableLines } from '../model/table-lines.ts'
import { type BodyColumn, pinnedStartClass } from './body-row.tsx'

export interface FastScrollHandle {
  /** Draws the rows at this scroll position as text. */
  show: (top: number, view: number) => void
  hide: () => void
}

interface FastScrollLayerProps<Row> {
  ref: Ref<FastScrollHandle>
  rows: readonly Row[]
  lines: TableLines
  columns: readonly BodyColumn<Row>[]
  leads: readonly LeadColumn[]
  format: CellFormat
  rowHeight: number
}

/** The cell cuts longer texts anyway; their layout would cost the frame. */
const maxTextLength = 80
/** The initial text of each column's lines. */
const empty = ' '
const breaks = /[\r\n\u2028\u2029]/g

/**
 * The rows during a scroll that is too fast to read: one element per column with its cells as lines of text. A frame
 * then changes a dozen texts instead of some hundred elements with their styles. Not in the accessibility tree; the
 * cells return when the scroll slows.
 */
export function FastScrollLayer<Row>({
  ref,
  rows,
  lines,
  columns,
  leads,
  format,
  rowHeight,
}: FastScrollLayerProps<Row>) {
  const root = useRef<HTMLDivElement>(null)
  useImperativeHandle(
    ref,
    () => ({
      show: (top, view) => {
        const element = root.current
        if (!element) return
        const first = Math.max(0, Math.floor(top / rowHeight))
        const last = Math.min(lines.count, first + Math.ceil(view / rowHeight) + 1)
        columns.forEach(({ column }, i) => {
          const found: string[] = []
          for (let line = first; line < last; line++) {
            const at = lines.at(line)
            const row = at && rows[at.kind === 'group' ? at.group.sample : at.row]
            const text =
              row === undefined || (at?.kind === 'group' && column.id !== at.group.columnId)
                ? ''
                : column.text(row, format)
            found.push(
              text.length > maxTextLength
                ? text.slice(0, maxTextLength).replaceAll(breaks, ' ')
                : text.replaceAll(breaks, ' '),
            )
          }
          const text = element.children[i + leads.length]?.firstChild
          if (text) text.nodeValue = found.join('\n')
        })
        element.style.transform = `translateY(${first * rowHeight}px)`
        element.style.height = `${(last - first) * rowHeight}px`
        element.style.visibility = 'visible'
      },
      hide: () => {
        if (root.current) root.current.style.visibility = 'hidden'
      },
    }),
    [rows, lines, columns, leads, format, rowHeight],
  )

  return (
    <div
      ref={root}
      aria-hidden
      data-slot="data-table-fast-scroll"
      className="pointer-events-none absolute inset-x-0 inset-bs-0 z-nav grid contain-strict grid-cols-(--dt-template) bg-surface text-sm text-fg"
      style={{
        visibility: 'hidden',
        lineHeight: `${rowHeight}px`,
        backgroundSize: `100% ${rowHeight}px`,
        backgroundImage: `linear-gradient(to bottom, transparent ${rowHeight - 1}px, var(--ds-border-subtle) ${rowHeight - 1}px)`,
      }}
    >
      {leads.map((lead, i) => (
        <div key={lead} className={pinnedStartClass} style={{ insetInlineStart: leadOffset(i) }} />
      ))}
      {columns.map(({ column, pin, side, className }) => (
        <div
          key={column.id}
          // Digits and their placeholders keep their edge.
          dir={column.align === 'number' ? 'ltr' : undefined}
          className={`${className} block! whitespace-pre! border-be-0! ${column.align === 'number' ? 'text-end' : ''} ${pin === null ? '' : 'bg-inherit'}`}
          style={{
            backgroundImage: pin === null ? undefined : 'inherit',
            backgroundSize: 'inherit',
            ...(pin === null ? {} : side === 'end' ? { insetInlineEnd: pin } : { insetInlineStart: pin }),
          }}
        >
          {empty}
        </div>
      ))}
    </div>
  )
}
