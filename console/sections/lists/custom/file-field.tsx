import { FileDrop, type FileState } from '@assay/design-system'
import { type ListIssue, listLimits } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { ListFileIssues, listIssueText } from '../list-file-issues.tsx'
import { RowsGrid } from '../rows-grid.tsx'
import type { ListFileState } from './use-list-file.ts'

interface FileFieldProps {
  label: string
  state: ListFileState
  /** How far it has been sent; nothing while it is not. */
  sent: { fraction: number; rate: number } | null
  /** What the service found wrong with it. */
  refused: readonly ListIssue[]
  onChoose: (file: File) => void
  onClear: () => void
  /** Stops the sending. */
  onCancel: () => void
  disabled?: boolean
}

/** A CSV file: chosen, checked in the browser, uploaded. */
export function FileField({
  label,
  state,
  sent,
  refused,
  onChoose,
  onClear,
  onCancel,
  disabled = false,
}: FileFieldProps) {
  const intl = useIntl()
  const problems = refused.length > 0 ? refused : state.kind === 'read' ? state.read.problems : []
  const fileState = (): FileState => {
    if (sent)
      return sent.fraction < 1
        ? { kind: 'uploading', fraction: sent.fraction, ...(sent.rate > 0 ? { bytesPerSecond: sent.rate } : {}) }
        : { kind: 'validating' }
    const [first] = problems
    if (first) return { kind: 'failed', reason: listIssueText(intl, first), retryable: false }
    return state.kind === 'read' ? { kind: 'done', accepted: state.read.rows } : { kind: 'validating' }
  }
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        label={label}
        accept=".csv,text/csv"
        acceptLabel="CSV"
        disabled={disabled}
        description={
          <FormattedMessage
            id="Lists.File.Help"
            values={{ size: intl.formatNumber(listLimits.fileSize / 1024 / 1024, { style: 'unit', unit: 'megabyte' }) }}
          />
        }
        files={
          state.kind === 'none'
            ? []
            : [{ id: 'file', name: state.file.name, size: state.file.size, state: fileState() }]
        }
        onFilesAdd={([file]) => {
          if (file) onChoose(file)
        }}
        onRemove={sent ? onCancel : onClear}
      />
      <ListFileIssues problems={problems} />
      {state.kind === 'read' && problems.length === 0 ? (
        <RowsGrid columns={state.read.columns} rows={state.read.preview} total={state.read.rows} />
      ) : null}
    </div>
  )
}
