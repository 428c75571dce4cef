import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  Icon,
  useAnnounce,
  useToast,
} from '@assay/design-system'
import { caseLimits, contrastLimits, type EventRow } from '@assay/risk-service/contract'
import { useMutation } from '@tanstack/react-query'
import { ChevronDown, Copy, Download, ListPlus, Tag } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import type { BulkDecision } from '../../../platform/cases/bulk/bulk-decisions.ts'
import { useErrorToast } from '../../../platform/errors/use-error-toast.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { CompareButton } from '../compare/compare-button.tsx'
import { copyLimit, type FetchPage, loadPages, loadPagesByIds } from '../event-pages.ts'
import type { EventCommands } from '../rows/use-event-commands.tsx'
import { type ExportSource, useExport } from './use-export.ts'

interface BulkActionsProps extends ExportSource, EventCommands {
  count: number
  /** Ids of the chosen events; null for all that the search finds. */
  ids: ReadonlySet<string> | null
  /** Rows that are at hand. */
  loaded: readonly EventRow[]
  /** Compares the ticked events with others; null for all that the search finds. */
  onCompare: (ticked: readonly EventRow[] | null) => void
}

const fetchPage: FetchPage = input =>
  client.search.events(input) as Promise<{ rows: EventRow[]; nextCursor: string | null }>

/** What can be done with the events that were ticked, wherever in the result they are. */
export function BulkActions(props: BulkActionsProps) {
  const { count, ids, loaded, decisions, onDecide, onList, onLabel, onCompare, ...source } = props
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
  const showError = useErrorToast()
  const offline = useOffline()
  /** Reads the ticked events, of which there are no more than can be changed together. */
  const collect = async (): Promise<EventRow[]> => {
    const found: EventRow[] = []
    for await (const page of pages()) found.push(...page)
    return found
  }
  const decide = (decision: BulkDecision) =>
    collect().then(rows => {
      // Only an event with this decision can have an open case; the service says which of them have one.
      const reviewed = rows.filter(row => row.decision === 'Review')
      if (reviewed.length > 0) onDecide(decision, reviewed)
      else toast({ tone: 'info', title: intl.formatMessage({ id: 'Search.Bulk.NoCases' }) })
    }, showError)
  const isTooMany = count > caseLimits.casesPerBulkDecision
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
      <CompareButton
        count={count}
        disabled={(ids !== null && count > contrastLimits.events) || offline}
        onCompare={() => (ids === null ? onCompare(null) : void collect().then(onCompare, showError))}
      />
      {onList ? (
        <Button size="sm" disabled={isTooMany || offline} onClick={() => void collect().then(onList, showError)}>
          <Icon icon={ListPlus} size={12} />
          <FormattedMessage id="Search.List.Add" />
        </Button>
      ) : null}
      {onLabel ? (
        <Button size="sm" disabled={isTooMany || offline} onClick={() => void collect().then(onLabel, showError)}>
          <Icon icon={Tag} size={12} />
          <FormattedMessage id="Search.Label.Send" />
        </Button>
      ) : null}
      {decisions.length > 0 ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="sm" disabled={isTooMany || offline}>
              <FormattedMessage id="Search.Bulk.Decide" />
              <Icon icon={ChevronDown} size={12} />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {decisions.map(decision => (
              <DropdownMenuItem key={decision.name} onSelect={() => void decide(decision)}>
                <bdi>{decision.name}</bdi>
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      ) : null}
      {isTooMany && (onList || onLabel || decisions.length > 0) ? (
        <span className="text-xs text-fg-secondary">
          <FormattedMessage id="Search.Bulk.ChangeLimit" values={{ limit: caseLimits.casesPerBulkDecision }} />
        </span>
      ) : null}
    </>
  )
}
