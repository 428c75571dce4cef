import { Badge, Button, Callout, DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuSeparator, DropdownMenuTrigger, EmptyState, Icon, IconButton, Input, PageHeader } from '@assay/design-system'
import { functionLimits, type FunctionSummary } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Plus, Search } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { api, client } from '../../platform/api/client.ts'
import { Catalogue, CatalogueHeading, type CatalogueEntry } from '../../platform/authoring/catalogue.tsx'
import { DeleteDialog } from '../../platform/authoring/delete-dialog.tsx'
import { Dependents } from '../../platform/authoring/dependents.tsx'
import { identifierFault } from '../../platform/authoring/names.ts'
import { conflictOf } from '../../platform/authoring/refusals.ts'
import { RenameDialog } from '../../platform/authoring/rename-dialog.tsx'
import { StatusBadge } from '../../platform/authoring/status-badge.tsx'
import { useCan, useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useSearchKey } from '../../platform/hotkeys/use-search-key.ts'
import { useOffline } from '../../platform/offline/connection.ts'
import { useTitle } from '../../platform/router/use-title.ts'
import { callOf } from './draft.ts'
import { FunctionDetails } from './function-details.tsx'
import { useFunctionHref } from './refs.ts'
import { useNewFunction } from './use-new-function.ts'

const textParameter = 'q'

/** Functions of the environment, those it inherits, and the user's own drafts. */
export function FunctionListPage() {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const offline = useOffline()
  const href = useHref()
  const functionHref = useFunctionHref()
  const searchBox = useSearchKey()
  const environmentId = useEnvironment().id
  const write = useCan()('functions', 'write')
  const [parameters, setParameters] = useSearchParams()
  const text = parameters.get(textParameter) ?? ''
  const [deleting, setDeleting] = useState<FunctionSummary | null>(null)
  const [renaming, setRenaming] = useState<FunctionSummary | null>(null)
  const title = intl.formatMessage({ id: 'Functions.Title' })
  useTitle(title)
  const query = useQuery(api.functions.list.queryOptions({ input: { environmentId }, staleTime: 5_000 }))
  const create = useNewFunction(query.data)
  const look = (wanted: string) => setParameters(current => {
    const next = new URLSearchParams(current)
    if (wanted === '') next.delete(textParameter)
    else next.set(textParameter, wanted)
    return next
  }, { replace: true })
  const wanted = text.trim().toLocaleLowerCase()
  const all = query.data ?? []
  const shown = all.filter(each => wanted === '' || [each.name, each.description, ...each.properties].join('\n').toLocaleLowerCase().includes(wanted))
  const own = shown.filter(({ inherited, status }) => !inherited && status === 'published')
  const drafts = shown.filter(({ inherited, status }) => !inherited && status === 'draft')
  const inherited = shown.filter(each => each.inherited)
  const used = all.filter(each => !each.inherited && each.status === 'published').length
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.functions.list.key() })

  const entryOf = (each: FunctionSummary): CatalogueEntry => ({
    id: each.id, name: each.name, href: each.inherited ? undefined : functionHref(each.id), count: each.properties.length, updatedBy: each.updatedBy, updatedAt: each.updatedAt,
    gist: <bdi dir="ltr" className="truncate font-mono">{callOf(each.call, each.parameters)}</bdi>,
    badges: each.status === 'draft' ? <StatusBadge status="draft" /> : (
      <>
        <Badge tone="success"><FormattedMessage id="Rules.Editor.Published" /></Badge>
        {each.hasDraft ? <Badge tone="info"><FormattedMessage id="Rules.Status.WithDraft" /></Badge> : null}
      </>
    ),
    actions: write && !each.inherited ? (
      <DropdownMenu>
        <DropdownMenuTrigger asChild><IconButton icon={Ellipsis} size="sm" label={intl.formatMessage({ id: 'Rules.Menu.Label' }, { name: each.name })} /></DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => void navigate(functionHref(each.id))}><FormattedMessage id="Rules.Menu.Edit" /></DropdownMenuItem>
          <DropdownMenuItem disabled={offline} onSelect={() => setRenaming(each)}><FormattedMessage id="Rules.Menu.Rename" /></DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem tone="danger" disabled={offline} onSelect={() => setDeleting(each)}><FormattedMessage id="Rules.Menu.Delete" /></DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    ) : undefined,
    details: <FunctionDetails summary={each} />,
  })
  const heads = { nameHead: <FormattedMessage id="Functions.Column.Function" />, countHead: <FormattedMessage id="Functions.Column.Properties" /> }
  const section = (id: string, heading: ReactNode, functions: readonly FunctionSummary[], note?: ReactNode) => (functions.length === 0 ? null : (
    <section aria-labelledby={id}>
      <CatalogueHeading id={id} title={heading} count={functions.length} {...(note === undefined ? {} : { note })} />
      <Catalogue labelledBy={id} entries={functions.map(entryOf)} {...heads} />
    </section>
  ))
  let content: ReactNode
  if (query.isError && !query.data) content = <QueryError error={query.error} onRetry={() => void query.refetch()} />
  else if (query.isPending) {
    content = (
      <>
        <CatalogueHeading id="functions-loading" title={<FormattedMessage id="Functions.Published" />} count={undefined} />
        <Catalogue labelledBy="functions-loading" entries={[]} loading {...heads} />
      </>
    )
  } else if (all.length === 0) {
    content = (
      <EmptyState
        kind="first-use" title={<FormattedMessage id="Functions.Empty.Title" />} description={<FormattedMessage id={write ? 'Functions.Empty.How' : 'Functions.Empty.Nobody'} />}
        actions={write ? <Button onClick={create.start} loading={create.running} disabled={offline}><FormattedMessage id="Functions.New" /></Button> : undefined}
      />
    )
  } else if (shown.length === 0) {
    content = <EmptyState kind="no-results" title={<FormattedMessage id="Functions.NoneFound" />} actions={<Button onClick={() => look('')}><FormattedMessage id="Rules.None.Clear" /></Button>} />
  } else {
    content = (
      <>
        {section('functions-published', <FormattedMessage id="Functions.Published" />, own)}
        {section('functions-drafts', <FormattedMessage id="Rules.List.Drafts" />, drafts, <FormattedMessage id="Rules.List.DraftsNote" />)}
        {section('functions-inherited', <FormattedMessage id="Functions.Inherited" />, inherited, <FormattedMessage id="Functions.InheritedNote" />)}
      </>
    )
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <PageHeader
        title={title}
        breadcrumb={[{ id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') }, { id: 'functions', label: title }]}
        meta={query.data ? <FormattedMessage id="Functions.Used" values={{ used, most: functionLimits.published }} /> : undefined}
        actions={write && query.data?.length !== 0 ? <Button variant="primary" onClick={create.start} loading={create.running} disabled={!query.data || offline}><Icon icon={Plus} /><FormattedMessage id="Functions.New" /></Button> : undefined}
      />
      <div className="flex min-h-bar flex-wrap items-center gap-3 border-y border-line-subtle px-page py-1">
        {write ? null : <span className="text-xs text-fg-muted"><FormattedMessage id="Functions.ReadOnly" /></span>}
        {query.isError && query.data ? <Callout tone="warning" live><FormattedMessage id="Rules.List.Stale" /></Callout> : null}
        <Input
          ref={searchBox} size="sm" type="search" className="ms-auto w-full max-w-xs" start={<Icon icon={Search} size={12} />} value={text}
          aria-label={intl.formatMessage({ id: 'Functions.Search' })} placeholder={intl.formatMessage({ id: 'Functions.Search' })}
          onChange={event => look(event.target.value)} onClear={() => look('')}
        />
      </div>
      <div className="@container min-h-0 min-w-0 flex-1 overflow-auto pbe-6" aria-busy={query.isPending}>{content}</div>
      <DeleteDialog
        name={deleting?.name ?? null} confirm={<FormattedMessage id="Functions.Delete" />} onClose={() => setDeleting(null)} onDeleted={refresh}
        remove={() => client.functions.remove({ environmentId, functionId: deleting?.id ?? '' })}
      />
      {renaming ? (
        <RenameDialog
          key={renaming.id} name={renaming.name} faultOf={identifierFault} onClose={() => setRenaming(null)} onRenamed={refresh}
          rename={name => client.functions.rename({ environmentId, functionId: renaming.id, name })} done={name => intl.formatMessage({ id: 'Authoring.Renamed' }, { name })}
          refusalOf={error => {
            const users = conflictOf(error)?.dependents
            return users ? <><p><FormattedMessage id="Functions.RenameUsed" /></p><Dependents users={users} /></> : null
          }}
        />
      ) : null}
    </div>
  )
}
