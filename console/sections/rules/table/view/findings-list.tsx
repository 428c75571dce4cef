import { Icon } from '@assay/design-system'
import { Info, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { FormattedMessage } from 'react-intl'
import type { FindingLine } from './finding-texts.ts'

interface FindingsListProps {
  /** Null: the table was not looked at yet. */
  lines: readonly FindingLine[] | null
  /** A changed table is being looked at: the lines are those of before. */
  isBusy: boolean
  onRow: (row: number) => void
}

/**
 * Rows without effect, overlaps and gaps; each line leads to its row. There may be hundreds: they are not rendered again
 * with every key of the table, and those out of sight are not laid out.
 */
export const FindingsList = memo(function FindingsList({ lines, isBusy, onRow }: FindingsListProps) {
  return (
    <section
      aria-labelledby="table-findings"
      aria-busy={isBusy}
      className="flex shrink-0 flex-col border-bs border-line"
    >
      <div className="flex min-h-bar items-center gap-2 px-4">
        <h2 id="table-findings" className="font-semibold">
          <FormattedMessage id="Rules.Table.Findings" />
        </h2>
        {lines?.length === 0 && !isBusy ? (
          <span className="text-xs text-fg-muted">
            <FormattedMessage id="Rules.Table.NoFindings" />
          </span>
        ) : null}
      </div>
      {lines && lines.length > 0 ? (
        <ul className="max-h-[8rem] overflow-y-auto pbe-2 print:max-h-none print:overflow-visible">
          {lines.map(({ key, text, row, isNote }) => (
            <li
              key={key}
              className="flex items-start gap-2 px-4 py-1 [contain-intrinsic-block-size:auto_1.75rem] [content-visibility:auto]"
            >
              <Icon
                icon={isNote ? Info : TriangleAlert}
                size={12}
                className={isNote ? 'mbs-0.5 text-fg-muted' : 'mbs-0.5 text-warning-text'}
              />
              {row === null ? (
                <span className="text-fg-secondary">{text}</span>
              ) : (
                <button
                  type="button"
                  onClick={() => onRow(row)}
                  className="min-w-0 rounded-control text-start text-fg focus-ring hover:underline"
                >
                  {text}
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
})
