import { Button, Callout, EmptyState, Icon, lazyPart, PageHeader, Skeleton } from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { type ReactNode, type Ref, Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useRenaming } from '../../../platform/authoring/naming/use-renaming.ts'
import { useCan } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useErrorToast } from '../../../platform/errors/use-error-toast.ts'
import { SearchBox } from '../../../platform/hotkeys/search-box.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useRecoverableState } from '../../../platform/recovery/use-recovery.ts'
import { useParameterText } from '../../../platform/router/use-parameter-text.ts'
import {
  flagParameter,
  optionalParameter,
  textParameter,
  useSearchState,
} from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { BranchBar } from '../branches/branch-bar.tsx'
import { FallbackQueue, RoutingFilters } from '../case-routing/routing-filters.tsx'
import { RoutingToolButtons, RoutingTools, useRoutingTools } from '../case-routing/routing-tools.tsx'
import { ExperimentBanner } from '../experiments/experiment-banner.tsx'
import { useRules } from '../rule-queries.ts'
import { productionBranch, routingAssessmentOf, ruleSearchSchema, useRuleScope } from '../rule-scope.tsx'
import { SnoozesButton } from '../snoozes/snoozes-button.tsx'
import { TranslateButton } from '../translation/translate-button.tsx'
import { useScopeLabels } from '../use-scope-labels.ts'
import { DeleteRuleDialog } from './delete-rule-dialog.tsx'
import { NewRuleButton } from './new-rule-button.tsx'
import { OrderBar } from './order-bar.tsx'
import { RenameRuleDialog } from './rename-rule-dialog.tsx'
import { RuleMenu } from './rule-menu.tsx'
import { movedInOrder } from './rule-order.ts'
import { RuleSections } from './rule-sections.tsx'
import { useCreateRule } from './use-create-rule.ts'
import { useRuleActions } from './use-rule-actions.ts'

const CreateTemplateDialog = lazyPart(() =>
  import('../../../platform/templates/create-template-dialog.tsx').then(module => ({
    default: module.CreateTemplateDialog,
  })),
)
const SettingsPanel = lazyPart(() =>
  import('../settings/settings-panel.tsx').then(module => ({ default: module.SettingsPanel })),
)

const searchSchema = {
  ...ruleSearchSchema,
  q: textParameter,
  panel: flagParameter('settings'),
  assessment: optionalParameter,
  queue: optionalParameter,
}
const none: readonly RuleSummary[] = []

/** Rules in run order, with those that are inherited above and the user's own drafts below. */
export function RuleListPage({ branchPicker }: { branchPicker?: Ref<HTMLButtonElement> }) {
  const intl = useIntl()
  const offline = useOffline()
  const failed = useErrorToast()
  const scope = useRuleScope()
  const { environmentId, eventType, branch, routing } = scope
  const { title, name, area } = useScopeLabels()
  const can = useCan()
  const write = can(routing ? 'routingrules' : 'rules', 'write')
  // A template is made of a published rule of production.
  const templates = !routing && branch === productionBranch && can('templates.rule', 'write')
  const [search, setSearchState] = useSearchState(searchSchema)
  const [deleting, setDeleting] = useState<RuleSummary | null>(null)
  const [templateOf, setTemplateOf] = useRecoverableState<RuleSummary | null>(`rules/template/${environmentId}`, null)
  useTitle(title)
  const query = useRules(5_000)
  const [renaming, setRenaming] = useRenaming(environmentId, query.data)
  const branches = useQuery(
    api.branches.list.queryOptions({ input: { environmentId, eventType }, staleTime: 5_000, enabled: !routing }),
  )
  const create = useCreateRule(query.data)
  const actions = useRuleActions(query.data ?? none)
  const tools = useRoutingTools()

  const [text, look] = useParameterText(search.q, q => setSearchState({ q }))
  const searchText = text.trim().toLocaleLowerCase()
  const ofAssessment = routing ? search.assessment : null
  const toQueue = routing ? search.queue : null
  const shown = (query.data ?? none).filter(
    rule =>
      (searchText === '' || `${rule.name}\n${rule.description}`.toLocaleLowerCase().includes(searchText)) &&
      (ofAssessment === null || rule.eventType === ofAssessment) &&
      (toQueue === null || (rule.routing?.queues ?? []).includes(toQueue)),
  )
  const complete = searchText === '' && ofAssessment === null && toQueue === null
  const nothing = query.data?.length === 0

  const clone = async (rule: RuleSummary) => {
    const { published } = await client.routingRules.get({ environmentId, ruleId: rule.id })
    if (published)
      create.start({ type: 'routing', scope: { ...scope, ...routingAssessmentOf(rule.eventType) }, body: published })
  }
  const menu = (rule: RuleSummary) => {
    const ids = actions.idsOf(rule.type)
    const place = rule.status === 'draft' ? -1 : ids.indexOf(rule.id)
    return (
      <RuleMenu
        rule={rule}
        offline={offline}
        onRename={() => setRenaming(rule)}
        onToggle={() => actions.toggle(rule)}
        onDelete={() => setDeleting(rule)}
        {...(routing
          ? { onClone: () => void clone(rule).catch(failed), onBacktest: () => tools.showPreview(rule.id) }
          : {})}
        {...(templates && rule.status !== 'draft' ? { onTemplate: () => setTemplateOf(rule) } : {})}
        {...(place > 0 ? { onUp: () => actions.setOrder(rule.type, movedInOrder(ids, rule.id, -1)) } : {})}
        {...(place >= 0 && place < ids.length - 1
          ? { onDown: () => actions.setOrder(rule.type, movedInOrder(ids, rule.id, 1)) }
          : {})}
      />
    )
  }

  let content: ReactNode
  if (query.isError && !query.data) content = <QueryError error={query.error} onRetry={() => void query.refetch()} />
  else if (nothing) {
    content = (
      <EmptyState
        kind="first-use"
        title={<FormattedMessage id={routing ? 'Routing.Empty.Title' : 'Rules.Empty.Title'} />}
        description={
          <FormattedMessage
            id={
              routing
                ? write
                  ? 'Routing.Empty.How'
                  : 'Routing.Empty.Nobody'
                : write
                  ? 'Rules.Empty.How'
                  : 'Rules.Empty.Nobody'
            }
          />
        }
        actions={write ? <NewRuleButton create={create} disabled={offline} /> : undefined}
      />
    )
  } else if (query.data && shown.length === 0) {
    content = (
      <EmptyState
        kind="no-results"
        title={<FormattedMessage id={searchText === '' ? 'Routing.None.Title' : 'Rules.None.Title'} />}
        actions={
          <Button onClick={() => setSearchState({ q: '', assessment: null, queue: null })}>
            <FormattedMessage id="Common.ClearSearch" />
          </Button>
        }
      />
    )
  } else
    content = (
      <RuleSections
        shown={shown}
        loaded={query.data !== undefined}
        actions={actions}
        menu={write ? menu : undefined}
        complete={complete}
        foot={routing ? <FallbackQueue /> : undefined}
      />
    )

  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <PageHeader
        title={title}
        breadcrumb={[area, { id: 'rules', label: title }]}
        meta={<FormattedMessage id={!write ? 'Rules.List.ReadOnly' : routing ? 'Routing.Meta' : 'Rules.List.Meta'} />}
        actions={
          <>
            {routing ? (
              <RoutingToolButtons />
            ) : (
              <>
                <SnoozesButton environmentId={environmentId} write={write} />
                {write ? <TranslateButton /> : null}
                <Button variant="ghost" onClick={() => setSearchState({ panel: true }, 'push')}>
                  <Icon icon={Settings2} />
                  <FormattedMessage id="Rules.Settings.Title" />
                </Button>
              </>
            )}
            {write && !nothing ? <NewRuleButton primary create={create} disabled={!query.data || offline} /> : null}
          </>
        }
      />
      <div className="flex min-h-bar flex-wrap items-center gap-3 border-y border-line-subtle px-page py-1">
        {branches.data ? (
          <BranchBar
            key={branch}
            picker={branchPicker}
            list={branches.data}
            rules={query.data ?? []}
            write={write}
            onBranch={next => {
              actions.dropOrder()
              setSearchState({ branch: next }, 'push')
            }}
          />
        ) : null}
        {routing ? (
          <RoutingFilters
            rules={query.data ?? none}
            assessment={ofAssessment}
            queue={toQueue}
            onFilter={setSearchState}
          />
        ) : null}
        {query.isError && query.data ? (
          <Callout tone="warning" live>
            <FormattedMessage id="Authoring.List.Stale" />
          </Callout>
        ) : null}
        <SearchBox
          className="ms-auto w-full max-w-xs"
          label={intl.formatMessage({ id: 'Common.SearchNameOrDescription' })}
          value={text}
          onChange={look}
        />
      </div>
      <OrderBar actions={actions} offline={offline} />
      <div className="flex min-h-0 flex-1">
        <div className="@container relative min-h-0 min-w-0 flex-1 overflow-auto" aria-busy={query.isPending}>
          {branches.data ? <ExperimentBanner branches={branches.data.branches} write={write} /> : null}
          {content}
        </div>
        {!routing && search.panel ? (
          <Suspense
            fallback={
              <div className="w-panel border-s border-line p-4" aria-busy="true">
                <Skeleton className="h-2 w-1/2" />
              </div>
            }
          >
            <SettingsPanel
              key={eventType}
              eventType={eventType}
              name={name}
              onClose={() => setSearchState({ panel: false }, 'push')}
            />
          </Suspense>
        ) : null}
      </div>
      {routing ? <RoutingTools rules={query.data ?? none} /> : null}
      <DeleteRuleDialog rule={deleting} onClose={() => setDeleting(null)} onDeleted={actions.refresh} />
      {templateOf ? (
        <Suspense>
          <CreateTemplateDialog
            environmentId={environmentId}
            source={{ kind: 'rule', ruleId: templateOf.id }}
            name={templateOf.name}
            onClose={() => setTemplateOf(null)}
          />
        </Suspense>
      ) : null}
      {renaming ? (
        <RenameRuleDialog
          key={renaming.id}
          rule={renaming}
          onClose={() => setRenaming(null)}
          onRenamed={actions.refresh}
        />
      ) : null}
    </div>
  )
}
