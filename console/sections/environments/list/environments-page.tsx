import {
  Button,
  Callout,
  downloadText,
  EmptyState,
  Icon,
  ListPage,
  PageActions,
  PageHeader,
} from '@assay/design-system'
import { type Environment, environmentLimits, isInStatusGroup } from '@assay/risk-service/contract'
import { ChevronsDownUp, ChevronsUpDown, Download, Plus, RefreshCw, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { environmentPolling, useEnvironments } from '../../../platform/environments/environments.tsx'
import { useFavourites } from '../../../platform/environments/favourites.ts'
import { SearchBox } from '../../../platform/hotkeys/search-box.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useRecoverableState } from '../../../platform/recovery/use-recovery.ts'
import {
  optionalParameter,
  type SearchParameter,
  textParameter,
  useSearchState,
} from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { CreateTemplateDialog } from '../../../platform/templates/create-template-dialog.tsx'
import { type Command, commandsOf, isReadOnly, mayCreateRoot } from '../commands.ts'
import type { PanelTask } from '../form/environment-form.ts'
import { EnvironmentPanel } from '../form/environment-panel.tsx'
import { findRecoveredPanelTask } from '../form/form-recovery.ts'
import { environmentRows, parentIds } from '../tree/environment-rows.ts'
import { TreeGrid } from '../tree/tree-grid.tsx'
import { DeleteEnvironmentDialog } from './delete-environment-dialog.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { EnvironmentMenu } from './environment-menu.tsx'
import { environmentsCsv } from './environments-csv.ts'
import { InheritancePanel } from './inheritance-panel.tsx'
import { useEnvironmentRemoval } from './use-environment-removal.ts'
import { useRetryCreation } from './use-retry-creation.tsx'

const inheritParameter: SearchParameter<boolean> = {
  parse: text => text !== null,
  serialise: open => (open ? '1' : null),
}
const searchSchema = { q: textParameter, row: optionalParameter, inherit: inheritParameter }

/** All environments of the tenant that the user may see: the tree, the commands of each, and what they inherit. */
export function Component() {
  const intl = useIntl()
  const { environments, environment: used, choose, refresh, stale } = useEnvironments()
  const { favourites, setFavourite } = useFavourites()
  const [search, setSearchState] = useSearchState(searchSchema)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(() => new Set())
  const [task, setTask] = useState<PanelTask | null>(() => findRecoveredPanelTask(environments))
  const removal = useEnvironmentRemoval()
  const [templateOf, setTemplateOf] = useRecoverableState<Environment | null>('environments/template', null)
  const box = useRef<HTMLInputElement>(null)
  const title = intl.formatMessage({ id: 'Environments.Title' })
  useTitle(title)

  // The box has the text at once; the address follows, so that the page can be sent to a colleague as it is.
  const [text, setText] = useState(search.q)
  const look = (next: string) => {
    setText(next)
    setSearchState({ q: next })
  }
  const rows = environmentRows(environments, { collapsed, text })
  const parents = parentIds(environments)
  const allCollapsed = parents.size > 0 && [...parents].every(id => collapsed.has(id))
  const busy = environments.filter(({ status, hasAccess }) => hasAccess && isInStatusGroup('inProgress', status)).length
  const current = environments.find(({ id }) => id === search.row) ?? null
  const readOnly = isReadOnly(environments)
  const offline = useOffline()
  const root = mayCreateRoot(environments)
  const full = environments.length >= environmentLimits.perTenant

  const open = (next: PanelTask) => {
    setSearchState({ row: null, inherit: false })
    setTask(next)
  }
  const showDetails = (environment: Environment) => {
    setTask(null)
    setSearchState({ row: environment.id, inherit: false })
  }
  const { retry, retryButton } = useRetryCreation()
  const run = (environment: Environment) => (command: Command) => {
    if (command === 'child') open({ kind: 'child', parent: environment })
    else if (command === 'edit') open({ kind: 'edit', environment })
    else if (command === 'template') setTemplateOf(environment)
    else if (command === 'switch') choose(environment.id)
    else if (command === 'retry') retry(environment)
    else removal.open(environment)
  }
  const panel = task ? (
    <EnvironmentPanel
      key={task.kind === 'root' ? 'root' : task.kind === 'child' ? task.parent.id : `edit ${task.environment.id}`}
      task={task}
      environments={environments}
      used={used ?? undefined}
      onClose={() => setTask(null)}
      onSaved={saved => {
        setTask(null)
        setCollapsed(previous => new Set([...previous].filter(id => !saved.ancestorIds.includes(id))))
        void refresh()
      }}
    />
  ) : current ? (
    <DetailsPanel
      environment={current}
      environments={environments}
      retry={retryButton(current)}
      onClose={() => setSearchState({ row: null })}
    />
  ) : search.inherit ? (
    <InheritancePanel onClose={() => setSearchState({ inherit: false })} />
  ) : undefined

  return (
    <>
      <ListPage
        name={title}
        header={
          <PageHeader
            title={title}
            breadcrumb={[{ id: 'environments', label: title }]}
            meta={
              <>
                <span className="tabular-nums">{intl.formatNumber(environments.length)}</span>
                {readOnly ? (
                  <span className="ms-3">
                    <FormattedMessage id="Environments.ReadOnly" />
                  </span>
                ) : null}
              </>
            }
            actions={
              <PageActions
                actions={[
                  ...(root
                    ? [
                        {
                          id: 'new',
                          label: intl.formatMessage({ id: 'Environments.Form.NewTitle' }),
                          icon: Plus,
                          variant: 'primary' as const,
                          disabled: full || offline,
                          onSelect: () => open({ kind: 'root' }),
                        },
                      ]
                    : []),
                  {
                    id: 'export',
                    label: intl.formatMessage({ id: 'Environments.Export' }),
                    icon: Download,
                    variant: 'ghost',
                    onSelect: () =>
                      downloadText('environments.csv', environmentsCsv(environments, new Set(favourites))),
                  },
                  {
                    id: 'inherit',
                    label: intl.formatMessage({ id: 'Environments.Inherit.Title' }),
                    variant: 'ghost',
                    onSelect: () => {
                      setTask(null)
                      setSearchState({ row: null, inherit: true })
                    },
                  },
                ]}
              />
            }
          />
        }
        bars={
          <div className="flex min-h-bar flex-wrap items-center gap-3 px-page pbe-2">
            <SearchBox
              box={box}
              size="md"
              label={intl.formatMessage({ id: 'Environments.Search' })}
              value={text}
              onChange={look}
            />
            <span role="status" className="ms-auto flex items-center gap-2 text-xs text-fg-muted">
              {busy > 0 ? (
                <>
                  <Icon icon={RefreshCw} size={12} />
                  <FormattedMessage
                    id="Environments.InProgress"
                    values={{ count: busy, seconds: environmentPolling / 1000 }}
                  />
                </>
              ) : null}
            </span>
            {parents.size > 0 && text.trim() === '' ? (
              <Button size="sm" variant="ghost" onClick={() => setCollapsed(allCollapsed ? new Set() : parents)}>
                <Icon icon={allCollapsed ? ChevronsUpDown : ChevronsDownUp} size={12} />
                <FormattedMessage id={allCollapsed ? 'Environments.ExpandAll' : 'Environments.CollapseAll'} />
              </Button>
            ) : null}
          </div>
        }
        notice={
          stale ? (
            <Callout tone="warning" live className="mx-page mbe-2">
              <span className="flex flex-wrap items-center gap-2">
                <FormattedMessage id="Environments.Stale" />
                <Button size="sm" onClick={() => void refresh()}>
                  <Icon icon={RotateCw} size={12} />
                  <FormattedMessage id="Common.Refresh" />
                </Button>
              </span>
            </Callout>
          ) : undefined
        }
        panel={panel}
      >
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <div className="min-h-0 flex-1 overflow-y-auto">
            {rows.length > 0 ? (
              <TreeGrid
                rows={rows}
                inUse={used?.id ?? null}
                current={current?.id ?? null}
                favourites={new Set(favourites)}
                onToggle={(id, expanded) =>
                  setCollapsed(previous =>
                    expanded ? new Set([...previous].filter(each => each !== id)) : new Set([...previous, id]),
                  )
                }
                onOpen={showDetails}
                onFavourite={(environment, favourite) => setFavourite(environment.id, favourite)}
                retry={retryButton}
                menu={environment =>
                  environment.hasAccess ? (
                    <EnvironmentMenu
                      environment={environment}
                      states={commandsOf(environment, environments, used?.id ?? null)}
                      onCommand={run(environment)}
                      onDetails={() => showDetails(environment)}
                    />
                  ) : null
                }
              />
            ) : environments.length === 0 ? (
              <EmptyState
                kind="first-use"
                title={<FormattedMessage id="Environments.Empty.Title" />}
                description={<FormattedMessage id="Environments.Empty.Description" />}
              />
            ) : (
              <EmptyState
                kind="no-results"
                title={<FormattedMessage id="Environments.None.Title" />}
                actions={
                  <Button
                    onClick={() => {
                      look('')
                      box.current?.focus()
                    }}
                  >
                    <FormattedMessage id="Common.ClearSearch" />
                  </Button>
                }
              />
            )}
          </div>
          <footer className="flex min-h-row flex-wrap items-center justify-between gap-x-4 border-bs border-line-subtle px-page text-xs text-fg-muted">
            <span>
              {environments.some(({ hasAccess }) => !hasAccess) ? <FormattedMessage id="Environments.Greyed" /> : null}
            </span>
            <span>
              <FormattedMessage
                id="Environments.Limits"
                values={{ levels: environmentLimits.levels, count: environmentLimits.perTenant }}
              />
            </span>
          </footer>
        </div>
      </ListPage>
      {templateOf ? (
        <CreateTemplateDialog
          environmentId={templateOf.id}
          source={{ kind: 'environment' }}
          name={templateOf.friendlyName}
          onClose={() => setTemplateOf(null)}
        />
      ) : null}
      <DeleteEnvironmentDialog environment={removal.environment} onClose={removal.close} onDeleted={removal.finish} />
    </>
  )
}
