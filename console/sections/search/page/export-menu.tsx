import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  Icon,
} from '@assay/design-system'
import { Download } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { type ExportSource, useExport } from './use-export.ts'

/** Exports the events of a search as a CSV file: every column, or those that are shown. It can be cancelled. */
export function ExportMenu(source: ExportSource) {
  const { isPending, start, cancel } = useExport(source)
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
        <Button variant="ghost" size="sm">
          <Icon icon={Download} />
          <FormattedMessage id="DesignSystem.DataTable.Export" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => start({ columns: 'all' })}>
          <FormattedMessage id="Search.Export.All" />
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => start({ columns: 'current' })}>
          <FormattedMessage id="Search.Export.Current" />
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
