import { Button, Callout, EmptyState, Icon, Input, PageHeader, SkeletonRows } from '@assay/design-system'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { api, client } from '../../platform/api/client.ts'
import { DeleteDialog } from '../../platform/authoring/delete-dialog.tsx'
import { PeriodSelect, periodOf } from '../../platform/calls/period.tsx'
import { useCan, useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useSearchKey } from '../../platform/hotkeys/use-search-key.ts'
import { useOffline } from '../../platform/offline/connection.ts'
import { useTitle } from '../../platform/router/use-title.ts'
import { AssessmentCard } from './assessment-card.tsx'
import { AssessmentPanel } from './assessment-panel.tsx'
import { formParameter, newForm } from './refs.ts'

/** Other assessments that rules of the environment can call, with how that went. */
export function AssessmentListPage() {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const offline = useOffline()
  const href = useHref()
  const searchBox = useSearchKey()
  const environmentId = useEnvironment().id
  const write = useCan()('externalassessments', 'write')
  const [parameters, setParameters] = useSearchParams()
  const [deleting, setDeleting] = useState<{ id: string; name: string } | null>(null)
  // Raised when what is stored replaces what was typed.
  const [reading, setReading] = useState(0)
  const text = parameters.get('q') ?? ''
  const period = periodOf(parameters.get('period'))
  const form = parameters.get(formParameter)
  const title = intl.formatMessage({ id: 'ExternalAssessments.Title' })
  useTitle(title)
  const query = useQuery(api.externalAssessments.list.queryOptions({ input: { environmentId, period }, staleTime: 5_000 }))
  const set = (name: string, value: string, replace = false) => setParameters(current => {
    const next = new URLSearchParams(current)
    if (value === '') next.delete(name)
    else next.set(name, value)
    return next
  }, { replace })
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.externalAssessments.key() })
  const all = query.data ?? []
  const wanted = text.trim().toLocaleLowerCase()
  const shown = all.filter(({ body, target }) => [body.name, body.description, target?.name ?? '', target?.environmentPath ?? ''].join('\n').toLocaleLowerCase().includes(wanted))
  const edited = all.find(({ id }) => id === form) ?? null
  const create = write ? <Button variant="primary" disabled={!query.data || offline} onClick={() => set(formParameter, newForm)}><Icon icon={Plus} /><FormattedMessage id="ExternalAssessments.New" /></Button> : undefined

  let content: ReactNode
  if (query.isError && !query.data) content = <QueryError error={query.error} onRetry={() => void query.refetch()} />
  else if (query.isPending) content = <div className="px-page py-3"><SkeletonRows rows={5} /></div>
  else if (all.length === 0) {
    content = <EmptyState kind="first-use" title={<FormattedMessage id="ExternalAssessments.Empty.Title" />} description={<FormattedMessage id={write ? 'ExternalAssessments.Empty.How' : 'ExternalAssessments.Empty.Nobody'} />} actions={create} />
  } else if (shown.length === 0) {
    content = <EmptyState kind="no-results" title={<FormattedMessage id="ExternalAssessments.NoneFound" />} actions={<Button onClick={() => set('q', '', true)}><FormattedMessage id="Rules.None.Clear" /></Button>} />
  } else {
    content = (
      <ul aria-label={title} className="grid gap-3 px-page py-3 sm:grid-cols-2 xl:grid-cols-3">
        {shown.map(each => <AssessmentCard key={each.id} assessment={each} write={write} onOpen={() => set(formParameter, each.id)} onDelete={() => setDeleting({ id: each.id, name: each.body.name })} />)}
      </ul>
    )
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <PageHeader
        title={title} breadcrumb={[{ id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') }, { id: 'externalassessments', label: title }]}
        actions={all.length === 0 && query.data ? undefined : create}
      />
      <div className="flex min-h-bar flex-wrap items-center gap-3 border-y border-line-subtle px-page py-1">
        <PeriodSelect period={period} onPeriod={next => set('period', next, true)} />
        {write ? null : <span className="text-xs text-fg-muted"><FormattedMessage id="ExternalAssessments.ReadOnly" /></span>}
        {query.isError && query.data ? <Callout tone="warning" live><FormattedMessage id="Rules.List.Stale" /></Callout> : null}
        <Input
          ref={searchBox} size="sm" type="search" className="ms-auto w-full max-w-xs" start={<Icon icon={Search} size={12} />} value={text}
          aria-label={intl.formatMessage({ id: 'ExternalAssessments.Search' })} placeholder={intl.formatMessage({ id: 'ExternalAssessments.Search' })}
          onChange={event => set('q', event.target.value, true)} onClear={() => set('q', '', true)}
        />
      </div>
      <div className="min-h-0 min-w-0 flex-1 overflow-auto pbe-6" aria-busy={query.isPending}>{content}</div>
      {edited !== null || (form === newForm && write && query.data) ? (
        <AssessmentPanel
          key={`${form ?? ''} ${reading}`} assessment={edited} write={write} names={all.filter(({ id }) => id !== form).map(({ body }) => body.name)} onClose={() => set(formParameter, '')}
          onReload={() => void refresh().then(() => setReading(count => count + 1))}
          onSaved={() => {
            set(formParameter, '')
            void refresh()
          }}
        />
      ) : null}
      <DeleteDialog
        name={deleting?.name ?? null} confirm={<FormattedMessage id="ExternalAssessments.Delete" />} onClose={() => setDeleting(null)} onDeleted={refresh}
        remove={() => client.externalAssessments.remove({ environmentId, assessmentId: deleting?.id ?? '' })}
      />
    </div>
  )
}
