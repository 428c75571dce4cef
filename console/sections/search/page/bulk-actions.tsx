import {
  Button,
  type DataColumn,
  downloadText,
  exportColumns,
  Icon,
  toCsv,
  useAnnounce,
  useToast,
} from '@assay/design-system'
import type { EventRow } from '@assay/risk-service/contract'
import { useMutation } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'

interface BulkActionsProps {
  count: number
  /** Name of the exported file, without its extension. */
  exportName: string
  columns: readonly DataColumn<EventRow>[]
  /** Those that are shown. */
  shown: readonly DataColumn<EventRow>[]
  /** The chosen rows, page by page. */
  rows: () => AsyncIterable<readonly EventRow[]>
}

async function collectRows(pages: AsyncIterable<readonly EventRow[]>): Promise<EventRow[]> {
  const rows: EventRow[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

/** What can be done with the events that were ticked, wherever in the result they are. */
export function BulkActions({ count, exportName, columns, shown, rows }: BulkActionsProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const announce = useAnnounce()
  const collection = useMutation({
    mutationFn: async (kind: 'copy' | 'export') => {
      const found = await collectRows(rows())
      await (kind === 'copy' ? copy(found) : save(found))
    },
    onError: (_error, kind) =>
      toast({
        tone: 'danger',
        title: intl.formatMessage({ id: 'Search.Export.Failed' }),
        action: { label: intl.formatMessage({ id: 'Common.Retry' }), onAction: () => collection.mutate(kind) },
      }),
  })
  const busy = collection.isPending ? collection.variables : null
  const copy = async (found: EventRow[]) => {
    try {
      await navigator.clipboard.writeText(found.map(row => row.externalId).join('\n'))
      announce(intl.formatMessage({ id: 'Search.Bulk.Copied' }, { count: found.length }))
      toast({ title: intl.formatMessage({ id: 'Search.Bulk.Copied' }, { count: found.length }) })
    } catch {
      toast({ tone: 'danger', title: intl.formatMessage({ id: 'Search.Bulk.CopyFailed' }) })
    }
  }
  const save = (found: EventRow[]) => {
    const text = toCsv(
      exportColumns(shown, columns, ({ label, labelId }) => label ?? intl.formatMessage({ id: labelId })),
      found,
    )
    downloadText(`${exportName}.csv`, text, 'text/csv')
    toast({ tone: 'success', title: intl.formatMessage({ id: 'Search.Export.Done' }, { count: found.length }) })
  }
  return (
    <>
      <Button size="sm" loading={busy === 'copy'} disabled={busy !== null} onClick={() => collection.mutate('copy')}>
        <Icon icon={Copy} size={12} />
        <FormattedMessage id="Search.Bulk.CopyIds" values={{ count }} />
      </Button>
      <Button
        size="sm"
        loading={busy === 'export'}
        disabled={busy !== null}
        onClick={() => collection.mutate('export')}
      >
        <Icon icon={Download} size={12} />
        <FormattedMessage id="Search.Bulk.Export" values={{ count }} />
      </Button>
    </>
  )
}
