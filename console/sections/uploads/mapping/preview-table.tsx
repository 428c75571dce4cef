import { Button, Icon, Tooltip } from '@assay/design-system'
import { ArrowDown, ArrowUp, CircleX } from 'lucide-react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useIssueText } from '../use-issue-text.ts'
import type { PreviewCell, PreviewRow } from './preview.ts'

interface PreviewTableProps {
  entity: string
  rows: readonly PreviewRow[]
}

/** The first rows after the mapping: invalid cells are outlined, and say why; two commands go from one to the next. */
export function PreviewTable({ entity, rows }: PreviewTableProps) {
  const intl = useIntl()
  const frame = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const invalid = rows.flatMap(({ cells }) => cells).filter(({ issue }) => issue !== null).length
  const attributes = rows[0]?.cells.map(({ attribute }) => attribute) ?? []
  const go = (step: 1 | -1) => {
    const cells = [...(frame.current?.querySelectorAll<HTMLElement>('[data-invalid-cell]') ?? [])]
    if (cells.length === 0) return
    const next = at === 0 ? (step === 1 ? 1 : cells.length) : ((at - 1 + step + cells.length) % cells.length) + 1
    setAt(next)
    cells[next - 1]?.focus()
  }
  const label = intl.formatMessage({ id: 'Upload.Preview' })
  return (
    <section className="flex min-w-0 flex-col border-bs border-line" aria-label={label}>
      <div className="flex min-h-bar flex-wrap items-center gap-2 px-page py-1">
        <h2 className="font-semibold">{label}</h2>
        <span className="text-xs text-fg-muted">
          <FormattedMessage id="Upload.Preview.Text" values={{ count: rows.length }} />
        </span>
        {invalid > 0 ? (
          <span className="ms-auto flex flex-wrap items-center gap-2">
            <Button size="sm" variant="ghost" start={<Icon icon={ArrowUp} />} onClick={() => go(-1)}>
              <FormattedMessage id="Upload.Preview.Previous" />
            </Button>
            <Button size="sm" variant="ghost" start={<Icon icon={ArrowDown} />} onClick={() => go(1)}>
              <FormattedMessage id="Upload.Preview.Next" />
            </Button>
            <span className="text-xs text-fg-secondary">
              <FormattedMessage id="Upload.Preview.At" values={{ at: Math.min(at, invalid), count: invalid }} />
            </span>
          </span>
        ) : null}
      </div>
      {/* The keyboard scrolls what is wider than the page. */}
      <div
        ref={frame}
        role="group"
        tabIndex={0}
        aria-label={label}
        className="focus-ring-inset min-w-0 overflow-x-auto"
      >
        <table aria-label={label} className="w-full border-collapse text-sm">
          <thead className="bg-surface-sunken">
            <tr>
              <th scope="col" className="h-header px-cell-x ps-6 text-start text-xs font-medium text-fg-secondary">
                <FormattedMessage id="Lists.Issues.Row" />
              </th>
              {attributes.map(attribute => (
                <th
                  key={attribute}
                  scope="col"
                  className="h-header px-cell-x text-start text-xs font-medium whitespace-nowrap text-fg-secondary"
                >
                  <bdi>{attribute}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells }) => (
              <tr key={row} className="h-8 border-be border-line-subtle">
                <th scope="row" className="px-cell-x ps-6 text-start font-normal tabular-nums text-fg-muted">
                  {intl.formatNumber(row)}
                </th>
                {cells.map(cell => (
                  <td key={cell.attribute} className="px-cell-x">
                    <Cell entity={entity} cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Cell({ entity, cell: { value, issue } }: { entity: string; cell: PreviewCell }) {
  const issueText = useIssueText(entity)
  if (issue === null) return <bdi className="block max-w-rail truncate">{value}</bdi>
  return (
    <Tooltip content={issueText(issue)}>
      <button
        type="button"
        data-invalid-cell
        className="focus-ring inline-flex max-w-rail items-center gap-1 rounded-mark border border-danger-border bg-danger-subtle px-1 font-mono text-xs leading-5 text-danger-text"
      >
        <Icon icon={CircleX} size={12} />
        {value === '' ? <FormattedMessage id="Upload.Preview.Empty" /> : <bdi className="truncate">{value}</bdi>}
      </button>
    </Tooltip>
  )
}
