import {
  Button,
  type DataColumn,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  downloadFile,
  Icon,
  useAnnounce,
  useToast,
} from '@assay/design-system'
import { exportLimits, type LogRow, logColumns, logLimits } from '@assay/risk-service/contract'
import { useMutation } from '@tanstack/react-query'
import { ChevronDown, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { readApiError } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
import type { LogSearch } from './use-log-results.ts'

interface LogExportMenuProps {
  input: LogSearch
  /** Columns that are shown, in their order. */
  shown: readonly DataColumn<LogRow>[]
}

/** Exports the entries of a search as a CSV file: every column, or those that are shown. It can be cancelled. */
export function LogExportMenu({ input, shown }: LogExportMenuProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { toast } = useToast()
  const running = useRef<AbortController>(null)
  // A page that is left ends what it exports.
  useEffect(() => () => running.current?.abort(), [])
  const currentColumns = () =>
    shown.flatMap(({ id, label, labelId }) => {
      const column = logColumns.find(each => each === id)
      return column === undefined ? [] : [{ column, name: label ?? intl.formatMessage({ id: labelId }) }]
    })
  const exported = useMutation({
    mutationFn: async (columns: 'all' | 'current' | 'proof') => {
      const controller = new AbortController()
      running.current = controller
      const { signal } = controller
      const name = `assay-activity-log-${input.dates.from}-${input.dates.to}`
      if (columns === 'proof') {
        // Without filters: a chain has no gaps.
        const { filters: _filters, ...days } = input
        downloadFile(`${name}.ndjson`, (await client.activityLog.proof(days, { signal })) as Blob)
        return
      }
      const file = await client.activityLog.export(
        { ...input, columns: columns === 'all' ? 'all' : currentColumns() },
        { signal },
      )
      downloadFile(`${name}.csv`, file as Blob)
    },
    onSuccess: () => {
      const title = intl.formatMessage({ id: 'Search.Export.Saved' })
      announce(title)
      toast({ tone: 'success', title })
    },
    onError: (error, columns) => {
      if (running.current?.signal.aborted) {
        announce(intl.formatMessage({ id: 'Search.Export.Cancelled' }))
        return
      }
      const failure = readApiError(error)
      const reason = failure.kind === 'conflict' ? failure.reason : null
      if (reason === 'export.tooLarge' || reason === 'export.timeout')
        toast({
          tone: 'warning',
          title: intl.formatMessage(
            { id: reason === 'export.tooLarge' ? 'Search.Export.TooLarge' : 'Search.Export.TimedOut' },
            {
              count:
                reason === 'export.timeout'
                  ? exportLimits.seconds
                  : columns === 'proof'
                    ? logLimits.proof
                    : exportLimits.rows,
            },
          ),
        })
      else
        toast({
          tone: 'danger',
          title: intl.formatMessage({ id: 'Search.Export.Failed' }),
          action: { label: intl.formatMessage({ id: 'Common.Retry' }), onAction: () => exported.mutate(columns) },
        })
    },
  })
  if (exported.isPending)
    return (
      <span role="status" className="flex items-center gap-2 text-xs text-fg-muted">
        <FormattedMessage id="Search.Export.Running" />
        <Button size="sm" variant="ghost" onClick={() => running.current?.abort()}>
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
        <DropdownMenuItem onSelect={() => exported.mutate('all')}>
          <FormattedMessage id="Search.Export.All" />
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => exported.mutate('current')}>
          <FormattedMessage id="Search.Export.Current" />
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => exported.mutate('proof')}>
          <FormattedMessage id="ActivityLog.Export.Proof" />
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
