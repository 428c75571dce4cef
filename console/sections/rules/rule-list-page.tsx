import { Button, Callout, EmptyState, Icon, Input, PageHeader, Skeleton, useToast } from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Search, Settings2 } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { api, client } from '../../platform/api/client.ts'
import { useCan } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useOffline } from '../../platform/offline/connection.ts'
import { useTitle } from '../../platform/router/use-title.ts'
import { BranchBar } from './branch-bar.tsx'
import { DeleteRuleDialog } from './delete-rule-dialog.tsx'
import { ExperimentBanner } from './experiment-banner.tsx'
import { InheritedRules } from './inherited-rules.tsx'
import { inOrder, movedInOrder, sameOrder } from './order.ts'
import { CatalogueHeading } from '../../platform/authoring/catalogue.tsx'
import { conflictOf, refusalOf } from '../../platform/authoring/refusals.ts'
import { RenameRuleDialog } from './rename-rule-dialog.tsx'
import { RuleMenu } from './rule-menu.tsx'
import { RuleTable } from './rule-table.tsx'
import { branchParameter, productionBranch, useRuleScope } from './scope.tsx'
import { useCreateRule } from './use-create-rule.ts'

const SettingsPanel = lazy(() => import('./settings-panel.tsx').then(module => ({ default: module.SettingsPanel })))

const textParameter = 'q'
const panelParameter = 'panel'

/** The rules of an assessment in run order, with those it inherits above and the user's own drafts below. */
export function RuleListPage() {
  const intl = useIntl()
  const { toast } = useToast()
  const queryClient = useQueryClient()
  const offline = useOffline()
  const { environmentId, eventType, branch } = useRuleScope()
  const write = useCan()('rules', 'write')
  const [parameters, setParameters] = useSearchParams()
  const [text, setText] = useState(() => parameters.get(textParameter) ?? '')
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const [saving, setSaving] = useState(false)
  const [deleting, setDeleting] = useState<RuleSummary | null>(null)
  const [renaming, setRenaming] = useState<RuleSummary | null>(null)
  const title = intl.formatMessage({ id: `Rules.Assessment.Title.${eventType}` })
  useTitle(title)
  const input = { environmentId, eventType, branch }
  const query = useQuery(api.rules.list.queryOptions({ input, staleTime: 5_000 }))
  const branches = useQuery(api.branches.list.queryOptions({ input: { environmentId, eventType }, staleTime: 5_000 }))
  const create = useCreateRule(query.data)

  const set = (name: string, value: string | null) => setParameters(current => {
    const next = new URLSearchParams(current)
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
    return next
  }, { replace: name === textParameter })
  const look = (wanted: string) => {
    setText(wanted)
    set(textParameter, wanted)
  }
  const wanted = text.trim().toLocaleLowerCase()
  const shown = (query.data ?? []).filter(rule => wanted === '' || `${rule.name}\n${rule.description}`.toLocaleLowerCase().includes(wanted))
  const own = (query.data ?? []).filter(rule => !rule.inherited && rule.status !== 'draft')
  const published = inOrder(shown.filter(rule => !rule.inherited && rule.status !== 'draft'), order)
  const drafts = shown.filter(rule => rule.status === 'draft')
  const inherited = shown.filter(rule => rule.inherited)
  const ids = inOrder(own, order).map(rule => rule.id)
  const reordered = order !== null && !sameOrder(ids, own.map(rule => rule.id))
  const nothing = query.data?.length === 0

  const refresh = () => queryClient.invalidateQueries({ queryKey: api.rules.list.key() })
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      toast({ title: done, tone: 'success' })
    } catch (error) {
      const id = conflictOf(error) ? 'Rules.List.Changed' : refusalOf(error) ? 'Rules.List.HasErrors' : 'Rules.List.Failed'
      toast({ title: intl.formatMessage({ id }), tone: 'danger' })
    }
    await refresh()
  }
  const setStatus = (rule: RuleSummary) => {
    const status = rule.status === 'active' ? 'inactive' : 'active'
    return attempt(() => client.rules.setStatus({ environmentId, ruleId: rule.id, status }), intl.formatMessage({ id: status === 'active' ? 'Rules.List.Activated' : 'Rules.List.Deactivated' }, { name: rule.name }))
  }
  const saveOrder = async () => {
    setSaving(true)
    await attempt(() => client.rules.reorder({ ...input, ruleIds: [...ids] }), intl.formatMessage({ id: 'Rules.List.OrderSaved' }))
    setOrder(null)
    setSaving(false)
  }
  const menu = (rule: RuleSummary) => (
    <RuleMenu
      rule={rule} offline={offline}
      onRename={() => setRenaming(rule)}
      onToggle={() => void setStatus(rule)}
      onDelete={() => setDeleting(rule)}
      {...(rule.status !== 'draft' && ids.indexOf(rule.id) > 0 ? { onUp: () => setOrder(movedInOrder(ids, rule.id, -1)) } : {})}
      {...(rule.status !== 'draft' && ids.indexOf(rule.id) < ids.length - 1 ? { onDown: () => setOrder(movedInOrder(ids, rule.id, 1)) } : {})}
    />
  )
  const actions = write ? { actions: menu } : {}

  let content: ReactNode
  if (query.isError && !query.data) content = <QueryError error={query.error} onRetry={() => void query.refetch()} />
  else if (nothing) {
    content = (
      <EmptyState
        kind="first-use"
        title={<FormattedMessage id="Rules.Empty.Title" />}
        description={<FormattedMessage id={write ? 'Rules.Empty.How' : 'Rules.Empty.Nobody'} />}
        actions={write ? <Button onClick={create.start} loading={create.running} disabled={offline}><FormattedMessage id="Rules.List.New" /></Button> : undefined}
      />
    )
  } else if (query.data && shown.length === 0) {
    content = <EmptyState kind="no-results" title={<FormattedMessage id="Rules.None.Title" />} actions={<Button onClick={() => look('')}><FormattedMessage id="Rules.None.Clear" /></Button>} />
  } else {
    content = (
      <>
        <InheritedRules rules={inherited} open={wanted !== ''} />
        <section aria-labelledby="rules-published">
          <CatalogueHeading id="rules-published" title={<FormattedMessage id="Rules.List.Published" />} count={query.data ? published.length : undefined} note={<FormattedMessage id="Rules.List.OrderNote" />} />
          {query.data && published.length === 0
            ? <p className="px-page pbe-4 text-fg-muted"><FormattedMessage id="Rules.List.NonePublished" /></p>
            : <RuleTable labelledBy="rules-published" rows={published.map(rule => ({ ...rule, position: ids.indexOf(rule.id) + 1 }))} loading={query.isPending} {...actions} onOrder={write && wanted === '' && published.length > 1 ? setOrder : undefined} />}
        </section>
        {drafts.length > 0 ? (
          <section aria-labelledby="rules-drafts">
            <CatalogueHeading id="rules-drafts" title={<FormattedMessage id="Rules.List.Drafts" />} count={drafts.length} note={<FormattedMessage id="Rules.List.DraftsNote" />} />
            <RuleTable labelledBy="rules-drafts" rows={drafts} {...actions} />
          </section>
        ) : null}
      </>
    )
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <PageHeader
        title={title}
        breadcrumb={[{ id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }) }, { id: 'rules', label: title }]}
        meta={write ? <FormattedMessage id="Rules.List.Meta" /> : <FormattedMessage id="Rules.List.ReadOnly" />}
        actions={(
          <>
            <Button variant="ghost" onClick={() => set(panelParameter, 'settings')}><Icon icon={Settings2} /><FormattedMessage id="Rules.Settings.Title" /></Button>
            {write && !nothing ? <Button variant="primary" onClick={create.start} loading={create.running} disabled={!query.data || offline}><Icon icon={Plus} /><FormattedMessage id="Rules.List.New" /></Button> : null}
          </>
        )}
      />
      <div className="flex min-h-bar flex-wrap items-center gap-3 border-y border-line-subtle px-page py-1">
        {branches.data ? <BranchBar key={branch} list={branches.data} rules={query.data ?? []} write={write} onBranch={next => { setOrder(null); set(branchParameter, next === productionBranch ? null : next) }} /> : null}
        {query.isError && query.data ? <Callout tone="warning" live><FormattedMessage id="Rules.List.Stale" /></Callout> : null}
        <Input
          size="sm" type="search" className="ms-auto w-full max-w-xs" start={<Icon icon={Search} size={12} />} value={text}
          aria-label={intl.formatMessage({ id: 'Rules.List.Search' })} placeholder={intl.formatMessage({ id: 'Rules.List.Search' })}
          onChange={event => look(event.target.value)} onClear={() => look('')}
        />
      </div>
      {reordered ? (
        <div role="status" className="flex min-h-bar flex-wrap items-center gap-3 border-be border-line-subtle bg-surface-selected px-page py-1">
          <span className="font-medium"><FormattedMessage id="Rules.List.OrderChanged" /></span>
          <span className="ms-auto flex gap-2">
            <Button size="sm" variant="ghost" onClick={() => setOrder(null)}><FormattedMessage id="Rules.Cancel" /></Button>
            <Button size="sm" onClick={() => void saveOrder()} loading={saving} disabled={offline}><FormattedMessage id="Rules.List.SaveOrder" /></Button>
          </span>
        </div>
      ) : null}
      <div className="flex min-h-0 flex-1">
        <div className="@container min-h-0 min-w-0 flex-1 overflow-auto" aria-busy={query.isPending}>
          {branches.data ? <ExperimentBanner branches={branches.data.branches} write={write} /> : null}
          {content}
        </div>
        {parameters.get(panelParameter) === 'settings' ? (
          <Suspense fallback={<div className="w-panel border-s border-line p-4" aria-busy="true"><Skeleton className="h-2 w-1/2" /></div>}>
            <SettingsPanel key={eventType} eventType={eventType} name={intl.formatMessage({ id: `Rules.Assessment.Name.${eventType}` })} onClose={() => set(panelParameter, null)} />
          </Suspense>
        ) : null}
      </div>
      <DeleteRuleDialog rule={deleting} onClose={() => setDeleting(null)} onDeleted={refresh} />
      {renaming ? <RenameRuleDialog key={renaming.id} rule={renaming} onClose={() => setRenaming(null)} onRenamed={refresh} /> : null}
    </div>
  )
}
