import { Badge, Input, Textarea } from '@assay/design-system'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ShownIssue } from '../issues/issue-groups.ts'
import type { Fixes } from './use-fixes.ts'

interface RowEditorProps {
  issue: ShownIssue
  fixes: Fixes
}

/** The cell of an issue, or its whole row where the width is wrong, as a field; beside it whether the row is valid now. */
export function RowEditor({ issue: { row, column }, fixes }: RowEditorProps) {
  const intl = useIntl()
  const index = column === null ? -1 : fixes.columns.indexOf(column)
  const cells = row === null ? null : fixes.cellsOf(row)
  const isCell = index >= 0 && cells !== null && cells.length === fixes.columns.length
  const value = row === null ? '' : isCell ? (cells[index] ?? '') : fixes.textOf(row)
  const [draft, setDraft] = useState<string | null>(null)
  if (row === null || !fixes.rows?.has(row)) return null
  const save = () => {
    if (draft === null) return
    if (isCell) fixes.setCell(row, index, draft)
    else fixes.setText(row, draft)
    setDraft(null)
  }
  const field = {
    className: 'min-w-[8rem] flex-1 font-mono',
    'aria-label': isCell
      ? intl.formatMessage({ id: 'Upload.Fix.Cell' }, { column: column ?? '', row })
      : intl.formatMessage({ id: 'Upload.Fix.Row' }, { row }),
    value: draft ?? value,
    onBlur: save,
  }
  const errors = fixes.isChanged(row) ? fixes.errorsOf(row) : undefined
  return (
    <div className="flex min-w-[10rem] flex-1 flex-wrap items-center gap-2">
      {value.includes('\n') ? (
        <Textarea {...field} rows={2} onChange={event => setDraft(event.target.value)} />
      ) : (
        <Input
          {...field}
          onChange={event => setDraft(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') save()
          }}
        />
      )}
      {errors === undefined ? null : (
        <Badge tone={errors?.length === 0 ? 'success' : 'warning'}>
          {errors === null ? (
            <FormattedMessage id="Upload.Fix.Width" />
          ) : (
            <FormattedMessage id="Upload.Fix.Left" values={{ count: errors.length }} />
          )}
        </Badge>
      )}
    </div>
  )
}
