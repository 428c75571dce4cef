import type { ListRow } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'

interface RowsGridProps {
  columns: readonly string[]
  rows: readonly ListRow[]
  /** Number of all rows, or of the matching ones; null when only these rows are loaded. */
  total: number | null
  /** The height is the caller's. */
  fill?: boolean
}

/** The first rows of a list as they stand in its file, or in its database. */
export function RowsGrid({ columns, rows, total, fill = false }: RowsGridProps) {
  const intl = useIntl()
  return (
    <div className={fill ? 'flex min-h-0 flex-1 flex-col gap-1' : 'flex flex-col gap-1'}>
      <p role="status" className="text-xs text-fg-muted">
        {total === null ? (
          <FormattedMessage id="Lists.Rows.First" values={{ count: rows.length }} />
        ) : (
          <FormattedMessage id="Lists.Rows.Showing" values={{ count: rows.length, total }} />
        )}
      </p>
      <div
        role="region"
        tabIndex={0}
        aria-label={intl.formatMessage({ id: 'Lists.Rows.Label' })}
        className={`focus-ring overflow-auto rounded-card border border-line-subtle ${fill ? 'min-h-0' : 'max-h-[16rem]'}`}
      >
        <table aria-label={intl.formatMessage({ id: 'Lists.Rows.Label' })} className="w-full border-collapse text-xs">
          <thead className="sticky inset-bs-0 bg-surface-sunken text-fg-secondary">
            <tr>
              <th scope="col" className="h-header px-3 text-end font-medium whitespace-nowrap">
                <FormattedMessage id="Lists.Issues.Row" />
              </th>
              {columns.map((column, index) => (
                <th key={index} scope="col" className="h-header px-3 text-start font-medium whitespace-nowrap">
                  <bdi>{column}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells }) => (
              <tr key={row} className="border-bs border-line-subtle">
                <th scope="row" className="px-3 py-1.5 text-end font-normal text-fg-muted tabular-nums">
                  {intl.formatNumber(row)}
                </th>
                {cells.map((cell, index) => (
                  <td key={index} className="max-w-xs truncate px-3 py-1.5 font-mono whitespace-nowrap">
                    <bdi>{cell.slice(0, 300)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
