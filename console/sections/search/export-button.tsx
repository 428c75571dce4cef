import { Button, csvColumns, downloadText, Icon, Progress, toCsv, useToast, type ColumnVisibilityState, type DataColumn } from '@assay/design-system'
import type { EventRow, SearchInput } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../platform/api/client.ts'

/** Rows of one file; more would not open in a spreadsheet in reasonable time. */
const exportLimit = 50_000
const pageSize = 1000

interface ExportButtonProps {
  input: Omit<SearchInput, 'cursor' | 'limit'>
  total: number | undefined
  columns: readonly DataColumn<EventRow>[]
  visibility: ColumnVisibilityState
}

/** Writes the shown columns of all matching events to a CSV file, page by page, and can be stopped. */
export function ExportButton({ input, total, columns, visibility }: ExportButtonProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const [done, setDone] = useState<number | null>(null)
  const abort = useRef<AbortController | null>(null)
  const wanted = Math.min(total ?? 0, exportLimit)

  const run = async () => {
    const stop = new AbortController()
    abort.current = stop
    const rows: EventRow[] = []
    setDone(0)
    try {
      let cursor: string | null = null
      do {
        const page: { rows: EventRow[]; nextCursor: string | null } = await client.search.events(
          { ...input, limit: pageSize, ...(cursor === null ? {} : { cursor }) }, { signal: stop.signal },
        )
        rows.push(...page.rows)
        cursor = page.nextCursor
        setDone(rows.length)
      } while (cursor !== null && rows.length < exportLimit)
      const shown = columns.filter(column => visibility[column.id] !== false)
      const text = toCsv(csvColumns(shown, id => intl.formatMessage({ id })), rows.slice(0, exportLimit))
      downloadText(`assay-purchases-${new Date().toISOString().slice(0, 10)}.csv`, text, 'text/csv')
      toast({ tone: 'success', title: intl.formatMessage({ id: rows.length >= exportLimit && (total ?? 0) > exportLimit ? 'Search.Export.Limited' : 'Search.Export.Done' }, { count: Math.min(rows.length, exportLimit) }) })
    } catch (error) {
      if (!stop.signal.aborted) toast({ tone: 'danger', title: intl.formatMessage({ id: 'Search.Export.Failed' }), action: { label: intl.formatMessage({ id: 'Search.Export.Again' }), onAction: () => void run() } })
      if (!(error instanceof Error)) throw error
    } finally {
      setDone(null)
      abort.current = null
    }
  }

  if (done !== null) {
    return (
      <span className="flex items-center gap-2">
        <Progress className="w-16" value={wanted === 0 ? 0 : done / wanted} label={intl.formatMessage({ id: 'Search.Export.Progress' })} />
        <Button variant="ghost" size="sm" onClick={() => abort.current?.abort()}><FormattedMessage id="Search.Export.Cancel" /></Button>
      </span>
    )
  }
  return (
    <Button variant="ghost" size="sm" disabled={wanted === 0} onClick={() => void run()}>
      <Icon icon={Download} /><FormattedMessage id="Search.Export.Button" />
    </Button>
  )
}
