import {
  Button,
  type DataColumn,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  Icon,
} from '@assay/design-system'
import { exportLimits, type LogRow, logColumns, logLimits } from '@assay/risk-service/contract'
import { ChevronDown, Download } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useFileExport } from '../../../platform/files/use-file-export.ts'
import type { LogSearch } from './use-log-results.ts'

interface LogExportMenuProps {
  input: LogSearch
  /** Columns that are shown, in their order. */
  shown: readonly DataColumn<LogRow>[]
}

/** Exports the entries of a search as a CSV file: every column, or those that are shown. It can be cancelled. */
export function LogExportMenu({ input, shown }: LogExportMenuProps) {
  const intl = useIntl()
  const currentColumns = () =>
    shown.flatMap(({ id, label, labelId }) => {
      const column = logColumns.find(each => each === id)
      return column === undefined ? [] : [{ column, name: label ?? intl.formatMessage({ id: labelId }) }]
    })
  const name = `assay-activity-log-${input.dates.from}-${input.dates.to}`
  const { isPending, start, cancel } = useFileExport<'all' | 'current' | 'proof'>({
    read: (columns, signal) => {
      if (columns !== 'proof')
        return client.activityLog.export(
          { ...input, columns: columns === 'all' ? 'all' : currentColumns() },
          { signal },
        )
      // Without filters: a chain has no gaps.
      const { filters: _filters, ...days } = input
      return client.activityLog.proof(days, { signal })
    },
    nameOf: columns => (columns === 'proof' ? `${name}.ndjson` : `${name}.csv`),
    rowLimitOf: columns => (columns === 'proof' ? logLimits.proof : exportLimits.rows),
  })
  if (isPending)
    return (
      <span role="status" className="flex items-center gap-2 text-xs text-fg-muted">
        <FormattedMessage id="Search.Export.Running" />
        <Button size="sm" variant="ghost" onClick={cancel}>
          <FormattedMessage id="Search.Export.Cancel" />
        </Button>
      </span>
    )
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <Icon icon={Download} />
          <FormattedMessage id="DesignSystem.DataTable.Export" />
          <Icon icon={ChevronDown} size={12} />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => start('all')}>
          <FormattedMessage id="Search.Export.All" />
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => start('current')}>
          <FormattedMessage id="Search.Export.Current" />
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => start('proof')}>
          <FormattedMessage id="ActivityLog.Export.Proof" />
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
