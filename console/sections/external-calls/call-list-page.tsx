import { Button, Callout, Card, EmptyState, Icon, Input, PageHeader, Skeleton } from '@assay/design-system'
import type { ExternalCall } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { api, client } from '../../platform/api/client.ts'
import { DeleteDialog } from '../../platform/authoring/delete-dialog.tsx'
import { periodOf, PeriodSelect } from '../../platform/calls/period.tsx'
import { useCan, useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useSearchKey } from '../../platform/hotkeys/use-search-key.ts'
import { useTitle } from '../../platform/router/use-title.ts'
import { CallCard } from './call-card.tsx'
import { newCall, useCallHref } from './refs.ts'
import { TestDialog } from './test-dialog.tsx'

const textParameter = 'q'
const periodParameter = 'period'

/** External calls of the environment with their figures of one period. */
export function CallListPage() {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const href = useHref()
  const callHref = useCallHref()
  const searchBox = useSearchKey()
  const environmentId = useEnvironment().id
  const write = useCan()('externalcalls', 'write')
  const [parameters, setParameters] = useSearchParams()
  const text = parameters.get(textParameter) ?? ''
  const period = periodOf(parameters.get(periodParameter))
  const [deleting, setDeleting] = useState<ExternalCall | null>(null)
  const [tested, setTested] = useState<ExternalCall | null>(null)
  const title = intl.formatMessage({ id: 'Calls.Title' })
  useTitle(title)
  const query = useQuery(api.externalCalls.list.queryOptions({ input: { environmentId, period }, staleTime: 5_000, placeholderData: keepPreviousData }))
  const set = (parameter: string, value: string) => setParameters(current => {
    const next = new URLSearchParams(current)
    if (value === '') next.delete(parameter)
    else next.set(parameter, value)
    return next
  }, { replace: true })
  const wanted = text.trim().toLocaleLowerCase()
  const all = query.data ?? []
  const shown = all.filter(({ body }) => wanted === '' || [body.name, body.description, body.url].join('\n').toLocaleLowerCase().includes(wanted))
  const create = () => void navigate(callHref(newCall))
  let content: ReactNode
  if (query.isError && !query.data) content = <QueryError error={query.error} onRetry={() => void query.refetch()} />
  else if (query.isPending) {
    content = <ul className="grid gap-3 lg:grid-cols-2">{[0, 1, 2, 3].map(each => <li key={each}><Card className="flex flex-col gap-4 p-4"><Skeleton className="h-2 w-1/3" /><Skeleton className="h-2 w-2/3" /></Card></li>)}</ul>
  } else if (all.length === 0) {
    content = (
      <EmptyState
        kind="first-use" title={<FormattedMessage id="Calls.Empty.Title" />} description={<FormattedMessage id={write ? 'Calls.Empty.How' : 'Calls.Empty.Nobody'} />}
        actions={write ? <Button onClick={create}><FormattedMessage id="Calls.New" /></Button> : undefined}
      />
    )
  } else if (shown.length === 0) {
    content = <EmptyState kind="no-results" title={<FormattedMessage id="Calls.NoneFound" />} actions={<Button onClick={() => set(textParameter, '')}><FormattedMessage id="Rules.None.Clear" /></Button>} />
  } else {
    content = (
      <ul aria-label={title} className="grid gap-3 lg:grid-cols-2">
        {shown.map(call => <li key={call.id} className="min-w-0"><CallCard call={call} write={write} onTest={() => setTested(call)} onDelete={() => setDeleting(call)} /></li>)}
      </ul>
    )
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={title}
        breadcrumb={[{ id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') }, { id: 'calls', label: title }]}
        actions={(
          <>
            {all.length > 0 ? <PeriodSelect period={period} onPeriod={next => set(periodParameter, next)} /> : null}
            {write && query.data?.length !== 0 ? <Button variant="primary" onClick={create}><Icon icon={Plus} /><FormattedMessage id="Calls.New" /></Button> : null}
          </>
        )}
      />
      <div className="flex min-h-bar flex-wrap items-center gap-3 border-y border-line-subtle bg-surface px-page py-1">
        {write ? null : <span className="text-xs text-fg-muted"><FormattedMessage id="Calls.ReadOnly" /></span>}
        {query.isError && query.data ? <Callout tone="warning" live><FormattedMessage id="Rules.List.Stale" /></Callout> : null}
        <Input
          ref={searchBox} size="sm" type="search" className="ms-auto w-full max-w-xs" start={<Icon icon={Search} size={12} />} value={text}
          aria-label={intl.formatMessage({ id: 'Calls.Search' })} placeholder={intl.formatMessage({ id: 'Calls.Search' })}
          onChange={event => set(textParameter, event.target.value)} onClear={() => set(textParameter, '')}
        />
      </div>
      <div className="relative min-h-0 min-w-0 flex-1 overflow-auto px-page py-4" aria-busy={query.isFetching}>{content}</div>
      <DeleteDialog
        name={deleting?.body.name ?? null} confirm={<FormattedMessage id="Calls.Delete" />} onClose={() => setDeleting(null)}
        onDeleted={() => queryClient.invalidateQueries({ queryKey: api.externalCalls.list.key() })}
        remove={() => client.externalCalls.remove({ environmentId, callId: deleting?.id ?? '' })}
      />
      {tested ? <TestDialog call={tested} onClose={() => setTested(null)} /> : null}
    </div>
  )
}
