import { Button, Icon, useAnnounce, useToast } from '@assay/design-system'
import type { EventRow } from '@assay/risk-service/contract'
import { useMutation } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { copyLimit, type FetchPage, loadPages, loadPagesByIds } from '../event-pages.ts'
import { type ExportSource, useExport } from './use-export.ts'

interface BulkActionsProps extends ExportSource {
  count: number
  /** Ids of the chosen events; null for all that the search finds. */
  ids: ReadonlySet<string> | null
  /** Rows that are at hand. */
  loaded: readonly EventRow[]
}

const fetchPage: FetchPage = input =>
  client.search.events(input) as Promise<{ rows: EventRow[]; nextCursor: string | null }>

/** What can be done with the events that were ticked, wherever in the result they are. */
export function BulkActions({ count, ids, loaded, ...source }: BulkActionsProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const announce = useAnnounce()
  const exporting = useExport(source)
  const limited = () =>
    toast({ tone: 'warning', title: intl.formatMessage({ id: 'Search.Bulk.Limited' }, { count: copyLimit }) })
  const pages = () =>
    ids === null
      ? loadPages(fetchPage, source.input, limited)
      : loadPagesByIds(fetchPage, source.input, [...ids], new Map(loaded.map(row => [row.externalId, row])))
  const copying = useMutation({
    mutationFn: async () => {
      const found: string[] = []
      for await (const page of pages()) found.push(...page.map(row => row.externalId))
      try {
        await navigator.clipboard.writeText(found.join('\n'))
        announce(intl.formatMessage({ id: 'Search.Bulk.Copied' }, { count: found.length }))
        toast({ title: intl.formatMessage({ id: 'Search.Bulk.Copied' }, { count: found.length }) })
      } catch {
        toast({ tone: 'danger', title: intl.formatMessage({ id: 'Search.Bulk.CopyFailed' }) })
      }
    },
    onError: () =>
      toast({
        tone: 'danger',
        title: intl.formatMessage({ id: 'Search.Bulk.Failed' }),
        action: { label: intl.formatMessage({ id: 'Common.Retry' }), onAction: () => copying.mutate() },
      }),
  })
  const busy = copying.isPending || exporting.isPending
  return (
    <>
      <Button size="sm" loading={copying.isPending} disabled={busy} onClick={() => copying.mutate()}>
        <Icon icon={Copy} size={12} />
        <FormattedMessage id="Search.Bulk.CopyIds" values={{ count }} />
      </Button>
      <Button
        size="sm"
        loading={exporting.isPending}
        disabled={busy}
        onClick={() => exporting.start({ columns: 'current', ...(ids ? { ids: [...ids] } : {}) })}
      >
        <Icon icon={Download} size={12} />
        <FormattedMessage id="Search.Bulk.Export" values={{ count }} />
      </Button>
    </>
  )
}
