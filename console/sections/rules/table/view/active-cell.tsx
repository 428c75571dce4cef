import type { RuleDiagnostic } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { diagnosticText } from '../../../../platform/authoring/fql/diagnostics.ts'
import { cellText, conditionsIn, type TableColumn, type TableRow } from '../decision-table.ts'
import { isCode } from './grid-row.tsx'

interface ActiveCellProps {
  row: TableRow
  column: TableColumn
  label: string
  problems: readonly RuleDiagnostic[]
  finding: string | null
}

/** The whole text of the cell with the focus, the remarks at it, and what is wrong with it. */
export function ActiveCell({ row, column, label, problems, finding }: ActiveCellProps) {
  const intl = useIntl()
  const text = cellText(row, column)
  const notes = conditionsIn(row, column)
    .map(({ note }) => note)
    .filter(note => note !== '')
  return (
    <div className="flex max-h-[8rem] min-h-bar shrink-0 flex-col justify-center gap-0.5 overflow-y-auto border-be border-line-subtle px-4 py-1 text-xs">
      <p className="flex gap-2">
        <bdi className="shrink-0 text-fg-muted">{row.clause.name}</bdi>
        <bdi className="shrink-0 text-fg-secondary">{label}</bdi>
        <bdi
          dir={isCode(column) ? 'ltr' : 'auto'}
          className="min-w-0 font-mono break-words whitespace-pre-wrap text-fg"
        >
          {text}
        </bdi>
        {notes.length > 0 ? (
          <bdi dir="ltr" className="min-w-0 font-mono text-fg-muted">
            {notes.join(' ')}
          </bdi>
        ) : null}
      </p>
      {problems.map(problem => (
        <p
          key={`${problem.from} ${problem.code}`}
          className={problem.severity === 'error' ? 'text-danger-text' : 'text-warning-text'}
        >
          {diagnosticText(intl, problem)}
        </p>
      ))}
      {finding === null ? null : <p className="text-warning-text">{finding}</p>}
    </div>
  )
}
