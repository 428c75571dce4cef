import { Badge, Button, Callout, EmptyState, Icon, Input, PageHeader, useToast } from '@assay/design-system'
import type { VelocitySetSummary } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Search, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { api, client } from '../../platform/api/client.ts'
import { Catalogue, CatalogueHeading, type CatalogueEntry } from '../../platform/authoring/catalogue.tsx'
import { DeleteDialog } from '../../platform/authoring/delete-dialog.tsx'
import { conditionGist } from '../../platform/authoring/gist.ts'
import { setNameFault } from '../../platform/authoring/names.ts'
import { RenameDialog } from '../../platform/authoring/rename-dialog.tsx'
import { StatusBadge } from '../../platform/authoring/status-badge.tsx'
import { useEnvironment, useCan, useHref } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useFailureToast } from '../../platform/errors/use-failure-toast.ts'
import { useSearchKey } from '../../platform/hotkeys/use-search-key.ts'
import { useOffline } from '../../platform/offline/connection.ts'
import { useTitle } from '../../platform/router/use-title.ts'
import { useSetHref } from './refs.ts'
import { SetDetails } from './set-details.tsx'
import { SetMenu } from './set-menu.tsx'
import { useNewSet } from './use-new-set.ts'

const textParameter = 'q'
/** While a set counts history its progress is looked at again: milliseconds. */
const countingInterval = 3_000

/** Velocity sets of the environment, those of the product, and the user's own drafts. */
export function SetListPage() {
  const intl = useIntl()
  const { toast } = useToast()
  const failed = useFailureToast()
  const queryClient = useQueryClient()
  const offline = useOffline()
  const href = useHref()
  const setHref = useSetHref()
  const searchBox = useSearchKey()
  const environmentId = useEnvironment().id
  const write = useCan()('velocities', 'write')
  const [parameters, setParameters] = useSearchParams()
  const text = parameters.get(textParameter) ?? ''
  const [deleting, setDeleting] = useState<VelocitySetSummary | null>(null)
  const [renaming, setRenaming] = useState<VelocitySetSummary | null>(null)
  const title = intl.formatMessage({ id: 'Velocities.Title' })
  useTitle(title)
  const query = useQuery(api.velocities.list.queryOptions({
    input: { environmentId }, staleTime: 5_000,
    refetchInterval: ({ state }) => (state.data?.some(({ backfill }) => backfill?.state === 'running' || backfill?.state === 'waiting') ? countingInterval : false),
  }))
  const create = useNewSet(query.data)
  const look = (wanted: string) => setParameters(current => {
    const next = new URLSearchParams(current)
    if (wanted === '') next.delete(textParameter)
    else next.set(textParameter, wanted)
    return next
  }, { replace: true })
  const wanted = text.trim().toLocaleLowerCase()
  const shown = (query.data ?? []).filter(set => wanted === '' || [set.name, set.description, ...set.velocities.map(({ name }) => name)].join('\n').toLocaleLowerCase().includes(wanted))
  const drafts = shown.filter(({ status }) => status === 'draft')
  const published = shown.filter(({ status, system }) => status !== 'draft' && !system)
  const system = shown.filter(each => each.system)

  const noneOwn = query.data?.every(each => each.system) ?? false

  const refresh = () => queryClient.invalidateQueries({ queryKey: api.velocities.list.key() })
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      toast({ title: done, tone: 'success' })
    } catch (error) {
      failed(error)
    }
    await refresh()
  }
  const toggle = (set: VelocitySetSummary) => {
    const status = set.status === 'active' ? 'inactive' : 'active'
    return attempt(() => client.velocities.setStatus({ environmentId, setId: set.id, status }), intl.formatMessage({ id: status === 'active' ? 'Rules.List.Activated' : 'Rules.List.Deactivated' }, { name: set.name }))
  }
  const entryOf = (set: VelocitySetSummary): CatalogueEntry => {
    const condition = conditionGist(set.condition)
    return {
      id: set.id, name: set.name, href: setHref(set.id), count: set.velocities.length, updatedBy: set.updatedBy, updatedAt: set.system ? null : set.updatedAt,
      gist: condition === null ? <span className="truncate"><FormattedMessage id="Velocities.Every" /></span> : <bdi dir="ltr" className="truncate font-mono">{condition}</bdi>,
      badges: (
        <>
          <StatusBadge status={set.status} />
          {set.system ? <Badge><FormattedMessage id="Velocities.System" /></Badge> : null}
          {set.hasDraft && set.status !== 'draft' ? <Badge tone="info"><FormattedMessage id="Rules.Status.WithDraft" /></Badge> : null}
          {set.broken ? <Badge tone="danger"><Icon icon={TriangleAlert} size={12} /><FormattedMessage id="Velocities.Broken" /></Badge> : null}
        </>
      ),
      actions: write ? <SetMenu set={set} offline={offline} onRename={() => setRenaming(set)} onToggle={() => void toggle(set)} onClone={() => create.clone(set.id)} onDelete={() => setDeleting(set)} /> : undefined,
      details: <SetDetails set={set} write={write} onChanged={refresh} />,
    }
  }
  const heads = { nameHead: <FormattedMessage id="Velocities.Column.Set" />, countHead: <FormattedMessage id="Velocities.Column.Velocities" /> }
  const section = (id: string, heading: ReactNode, sets: readonly VelocitySetSummary[], note?: ReactNode) => (sets.length === 0 ? null : (
    <section aria-labelledby={id}>
      <CatalogueHeading id={id} title={heading} count={sets.length} {...(note === undefined ? {} : { note })} />
      <Catalogue labelledBy={id} entries={sets.map(entryOf)} {...heads} />
    </section>
  ))
  const start = <Button onClick={create.start} loading={create.running} disabled={offline}><FormattedMessage id="Velocities.New" /></Button>

  let content: ReactNode
  if (query.isError && !query.data) content = <QueryError error={query.error} onRetry={() => void query.refetch()} />
  else if (query.isPending) {
    content = (
      <>
        <CatalogueHeading id="sets-loading" title={<FormattedMessage id="Velocities.Published" />} count={undefined} />
        <Catalogue labelledBy="sets-loading" entries={[]} loading {...heads} />
      </>
    )
  } else if (shown.length === 0 && wanted !== '') {
    content = <EmptyState kind="no-results" title={<FormattedMessage id="Velocities.NoneFound" />} actions={<Button onClick={() => look('')}><FormattedMessage id="Rules.None.Clear" /></Button>} />
  } else {
    content = (
      <>
        {noneOwn && wanted === ''
          ? <EmptyState kind="first-use" title={<FormattedMessage id="Velocities.Empty.Title" />} description={<FormattedMessage id={write ? 'Velocities.Empty.How' : 'Velocities.Empty.Nobody'} />} actions={write ? start : undefined} />
          : section('sets-published', <FormattedMessage id="Velocities.Published" />, published)}
        {section('sets-drafts', <FormattedMessage id="Rules.List.Drafts" />, drafts, <FormattedMessage id="Rules.List.DraftsNote" />)}
        {section('sets-system', <FormattedMessage id="Velocities.Default" />, system, <FormattedMessage id="Velocities.DefaultNote" />)}
      </>
    )
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <PageHeader
        title={title}
        breadcrumb={[{ id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') }, { id: 'velocities', label: title }]}
        meta={<FormattedMessage id={write ? 'Velocities.Meta' : 'Velocities.ReadOnly'} />}
        actions={write && !noneOwn ? <Button variant="primary" onClick={create.start} loading={create.running} disabled={!query.data || offline}><Icon icon={Plus} /><FormattedMessage id="Velocities.New" /></Button> : undefined}
      />
      <div className="flex min-h-bar flex-wrap items-center gap-3 border-y border-line-subtle px-page py-1">
        {query.isError && query.data ? <Callout tone="warning" live><FormattedMessage id="Rules.List.Stale" /></Callout> : null}
        <Input
          ref={searchBox} size="sm" type="search" className="ms-auto w-full max-w-xs" start={<Icon icon={Search} size={12} />} value={text}
          aria-label={intl.formatMessage({ id: 'Velocities.Search' })} placeholder={intl.formatMessage({ id: 'Velocities.Search' })}
          onChange={event => look(event.target.value)} onClear={() => look('')}
        />
      </div>
      <div className="@container min-h-0 min-w-0 flex-1 overflow-auto pbe-6" aria-busy={query.isPending}>{content}</div>
      <DeleteDialog
        name={deleting?.name ?? null} confirm={<FormattedMessage id="Velocities.Delete" />} onClose={() => setDeleting(null)} onDeleted={refresh}
        remove={() => client.velocities.remove({ environmentId, setId: deleting?.id ?? '' })}
      />
      {renaming ? (
        <RenameDialog
          key={renaming.id} name={renaming.name} faultOf={setNameFault} onClose={() => setRenaming(null)} onRenamed={refresh}
          rename={name => client.velocities.rename({ environmentId, setId: renaming.id, name })} done={name => intl.formatMessage({ id: 'Authoring.Renamed' }, { name })}
        />
      ) : null}
    </div>
  )
}
