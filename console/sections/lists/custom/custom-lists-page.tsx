import {
  Button,
  belowMd,
  Callout,
  DataTable,
  type DataTableStatus,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  EmptyState,
  Icon,
  IconButton,
  ListPage,
  lazyPart,
  useMediaQuery,
} from '@assay/design-system'
import { type CustomList, listLimits } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChartLine, Download, Ellipsis, History, Pencil, Plug, Plus, Table2, Trash2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { SearchBox } from '../../../platform/hotkeys/search-box.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { listPerformanceView, listViewParameter } from '../database/links.ts'
import { ListsHeader } from '../lists-header.tsx'
import { PanelSkeleton } from '../panel-skeleton.tsx'
import { useDownload } from '../use-download.ts'
import type { ListLeaveGuard } from '../use-list-leave-guard.tsx'
import { useListsSearchParams } from '../use-lists-search-params.ts'
import { customColumns } from './columns.tsx'
import { DeleteListsDialog } from './delete-lists-dialog.tsx'
import { EditListPanel } from './edit-list-panel.tsx'
import { isListTab, ListPanel, type ListTab } from './list-panel.tsx'
import { NewListPanel } from './new-list-panel.tsx'

const SourceFormPanel = lazyPart(() =>
  import('../database/database-list-form-panel.tsx').then(module => ({ default: module.DatabaseListFormPanel })),
)
const EditSourcePanel = lazyPart(() =>
  import('../database/edit-database-list-panel.tsx').then(module => ({ default: module.EditDatabaseListPanel })),
)
const SourcePerformancePage = lazy(() =>
  import('../database/database-list-performance-page.tsx').then(module => ({
    default: module.DatabaseListPerformancePage,
  })),
)

/** How often lists are looked at while one becomes active: milliseconds. */
const activationPolling = 4000
const idOf = (list: CustomList) => list.id

/** Custom lists of the environment, or the figures of the list that the address names. */
export function Component() {
  const url = useListsSearchParams()
  const list = url.get('list')
  if (list === null || url.get(listViewParameter) !== listPerformanceView) return <CustomLists />
  return (
    <Suspense
      fallback={
        <div className="p-6">
          <PanelSkeleton />
        </div>
      }
    >
      <SourcePerformancePage key={list} listId={list} />
    </Suspense>
  )
}

/** Lists that this tenant uploads as files or has in its databases, for rules to ask. */
function CustomLists() {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const environment = useEnvironment()
  const write = useCan()('lists.custom', 'write')
  const offline = useOffline()
  const small = useMediaQuery(belowMd)
  const url = useListsSearchParams()
  const search = useRef<HTMLInputElement>(null)
  const download = useDownload()
  const [text, setText] = useState(() => url.get('q') ?? '')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState<CustomList[]>([])
  useTitle(intl.formatMessage({ id: 'Lists.Tab.custom' }))
  const query = useQuery(
    api.customLists.list.queryOptions({
      input: { environmentId: environment.id, limit: listLimits.lists },
      staleTime: 5_000,
      refetchInterval: ({ state }) =>
        state.data?.rows.some(({ status }) => status === 'activating') ? activationPolling : false,
    }),
  )
  const columns = useMemo(() => customColumns(intl), [intl])
  const lists = useMemo(() => query.data?.rows ?? [], [query.data])
  const wanted = text.trim().toLocaleLowerCase()
  const shown = useMemo(
    () =>
      wanted === ''
        ? lists
        : lists.filter(list =>
            `${list.name}\n${list.description}\n${intl.formatMessage({ id: `Lists.Source.${list.source}` })}`
              .toLocaleLowerCase()
              .includes(wanted),
          ),
    [lists, wanted, intl],
  )
  const current = lists.find(({ id }) => id === url.get('list')) ?? null
  const task = write ? url.get('do') : null
  const tab = isListTab(url.get('tab')) ? (url.get('tab') as ListTab) : 'preview'
  const chosen = lists.filter(({ id }) => selected.has(id))
  // Rows in a database are nobody's to download here.
  const files = chosen.filter(({ source }) => source === 'csv')
  const sort = columns.some(({ id, sortable }) => sortable && id === url.get('sort'))
    ? (url.get('sort') ?? 'name')
    : 'name'
  const nothing = query.data !== undefined && lists.length === 0
  const full = lists.length >= listLimits.lists

  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: api.customLists.key() }),
      queryClient.invalidateQueries({ queryKey: api.listSources.key() }),
    ])
  const look = (next: string) => {
    setText(next)
    url.set({ q: next })
  }
  // A form beside the table asks first when something is in it; the table stays in use meanwhile.
  // One form of a new list took the place of the other: focus stays on the choice between them.
  const [switched, setSwitched] = useState(false)
  const [guard, setGuard] = useState<ListLeaveGuard | null>(null)
  const go = (changes: Readonly<Record<string, string | null>>) => {
    const act = () => {
      setSwitched(false)
      url.set({ list: null, do: null, tab: null, source: null, ...changes })
    }
    if (guard) guard.confirm(act)
    else act()
  }
  const open = (id: string, to: ListTab = 'preview') => go({ list: id, tab: to === 'preview' ? null : to })
  const edit = (id: string) => go({ list: id, do: 'edit' })
  const save = (ids: string[]) =>
    void download(() =>
      client.customLists.download({ environmentId: environment.id, listIds: ids }, { context: { read: true } }),
    )
  const status: DataTableStatus = query.isPending
    ? 'loading'
    : query.isError && lists.length === 0
      ? 'error'
      : lists.length === 0
        ? 'empty'
        : shown.length === 0
          ? 'noResults'
          : 'ready'
  const create = write ? (
    <Button
      variant={task === null ? 'primary' : 'secondary'}
      disabled={offline || full}
      onClick={() => go({ do: 'new' })}
    >
      <Icon icon={Plus} />
      <FormattedMessage id="Lists.New.Title" />
    </Button>
  ) : undefined

  const change = (source: 'cosmos' | null) => {
    setSwitched(true)
    url.set({ source })
  }
  const closeNew = () => {
    setSwitched(false)
    url.set({ do: null, source: null })
  }
  const created = (list: CustomList) => {
    setSwitched(false)
    void refresh()
    url.set({ do: null, source: null, list: list.id })
  }
  const saved = () => {
    void refresh()
    url.set({ do: null })
  }
  const panel =
    task === 'new' && url.get('source') === 'cosmos' ? (
      <Suspense fallback={null}>
        <SourceFormPanel
          key="new source"
          stored={null}
          onGuard={setGuard}
          onClose={closeNew}
          onSaved={created}
          switched={switched}
          onFile={() => change(null)}
        />
      </Suspense>
    ) : task === 'new' ? (
      <NewListPanel
        key="new"
        onGuard={setGuard}
        onClose={closeNew}
        onCreated={created}
        switched={switched}
        onDatabase={() => change('cosmos')}
      />
    ) : current && task === 'edit' && current.source === 'cosmos' ? (
      <Suspense fallback={null}>
        <EditSourcePanel
          key={`edit ${current.id}`}
          list={current}
          onGuard={setGuard}
          onClose={() => url.set({ do: null })}
          onSaved={saved}
        />
      </Suspense>
    ) : current && task === 'edit' ? (
      <EditListPanel
        key={`edit ${current.id}`}
        list={current}
        onGuard={setGuard}
        onClose={() => url.set({ do: null })}
        onDownload={() => save([current.id])}
        onHistory={() => open(current.id, 'versions')}
        onSaved={saved}
      />
    ) : current ? (
      <ListPanel
        key={current.id}
        list={current}
        tab={tab}
        write={write}
        onTab={next => url.set({ tab: next === 'preview' ? null : next })}
        onClose={() => url.set({ list: null, tab: null })}
        onEdit={() => edit(current.id)}
        onDownload={() => save([current.id])}
        onChanged={() => void refresh()}
      />
    ) : undefined

  return (
    <>
      <ListPage
        name={intl.formatMessage({ id: 'Lists.Title' })}
        header={
          <ListsHeader
            tab="custom"
            meta={write ? undefined : <FormattedMessage id="Environments.ReadOnly" />}
            actions={nothing ? undefined : create}
          />
        }
        bars={
          nothing ? undefined : (
            <div className="flex min-h-bar flex-wrap items-center gap-3 border-be border-line-subtle px-page py-1">
              <SearchBox
                box={search}
                label={intl.formatMessage({ id: 'Common.SearchNameOrDescription' })}
                value={text}
                onChange={look}
              />
              {full ? (
                <span className="text-xs text-fg-secondary">
                  <FormattedMessage id="Lists.Limit.limit" values={{ count: listLimits.lists }} />
                </span>
              ) : null}
            </div>
          )
        }
        notice={
          query.isError && query.data ? (
            <Callout tone="warning" live className="mx-page my-2">
              <FormattedMessage id="Authoring.List.Stale" />
            </Callout>
          ) : undefined
        }
        panel={panel}
      >
        {nothing ? (
          <div className="min-w-0 flex-1 overflow-y-auto">
            <EmptyState
              kind="first-use"
              level={2}
              title={<FormattedMessage id="Lists.Empty.Title" />}
              description={
                <FormattedMessage
                  id={write ? 'Lists.Empty.Text' : 'Lists.Empty.ReadOnly'}
                  values={{
                    code: chunks => (
                      <code key="code" dir="ltr" className="inline-block max-w-full font-mono text-xs wrap-anywhere">
                        {chunks}
                      </code>
                    ),
                  }}
                />
              }
              actions={task === null ? create : undefined}
            />
          </div>
        ) : (
          <DataTable
            className="min-w-0 flex-1"
            label={intl.formatMessage({ id: 'Lists.Tab.custom' })}
            narrow={small ? 'cards' : 'scroll'}
            processing="client"
            columns={columns}
            rows={shown}
            getRowId={idOf}
            getRowName={list => list.name}
            status={status}
            sorting={[{ id: sort, desc: url.get('dir') === 'desc' }]}
            onSortingChange={([first]) =>
              url.set({ sort: !first || first.id === 'name' ? null : first.id, dir: first?.desc ? 'desc' : null })
            }
            selectedIds={selected}
            onSelectedIdsChange={setSelected}
            currentRowId={current?.id ?? null}
            onCurrentRowChange={open}
            onRowOpen={list => open(list.id)}
            onRetry={() => void query.refetch()}
            bulkActions={
              <>
                {files.length > 0 ? (
                  <Button size="sm" onClick={() => save(files.map(idOf))}>
                    <Icon icon={Download} size={12} />
                    <FormattedMessage id="Lists.Bulk.Download" values={{ count: files.length }} />
                  </Button>
                ) : null}
                {write ? (
                  <Button size="sm" disabled={offline} onClick={() => setDeleting(chosen)}>
                    <Icon icon={Trash2} size={12} />
                    <FormattedMessage id="Lists.Bulk.Delete" values={{ count: chosen.length }} />
                  </Button>
                ) : null}
              </>
            }
            rowActions={list => (
              <DropdownMenu>
                <DropdownMenuTrigger asChild>
                  <IconButton
                    size="sm"
                    icon={Ellipsis}
                    tabIndex={-1}
                    label={intl.formatMessage({ id: 'Common.MenuLabel' }, { name: list.name })}
                  />
                </DropdownMenuTrigger>
                <DropdownMenuContent align="end">
                  <DropdownMenuItem start={<Icon icon={Table2} />} onSelect={() => open(list.id)}>
                    <FormattedMessage id="Lists.Preview" />
                  </DropdownMenuItem>
                  {write ? (
                    <DropdownMenuItem start={<Icon icon={Pencil} />} onSelect={() => edit(list.id)}>
                      <FormattedMessage id="Common.Edit" />
                    </DropdownMenuItem>
                  ) : null}
                  {list.source === 'cosmos' ? (
                    <>
                      <DropdownMenuItem start={<Icon icon={Plug} />} onSelect={() => open(list.id, 'connection')}>
                        <FormattedMessage id="Lists.Panel.connection" />
                      </DropdownMenuItem>
                      <DropdownMenuItem
                        start={<Icon icon={ChartLine} />}
                        onSelect={() => go({ list: list.id, [listViewParameter]: listPerformanceView })}
                      >
                        <FormattedMessage id="Calls.Performance" />
                      </DropdownMenuItem>
                    </>
                  ) : (
                    <>
                      <DropdownMenuItem start={<Icon icon={Download} />} onSelect={() => save([list.id])}>
                        <FormattedMessage id="Lists.Download" />
                      </DropdownMenuItem>
                      <DropdownMenuItem start={<Icon icon={History} />} onSelect={() => open(list.id, 'versions')}>
                        <FormattedMessage id="Lists.Panel.versions" />
                      </DropdownMenuItem>
                    </>
                  )}
                  {write ? (
                    <>
                      <DropdownMenuSeparator />
                      <DropdownMenuItem
                        tone="danger"
                        disabled={offline}
                        start={<Icon icon={Trash2} />}
                        onSelect={() => setDeleting([list])}
                      >
                        <FormattedMessage id="Common.Delete" />
                      </DropdownMenuItem>
                    </>
                  ) : null}
                </DropdownMenuContent>
              </DropdownMenu>
            )}
            message={
              status === 'error' ? (
                <QueryError error={query.error} onRetry={() => void query.refetch()} />
              ) : status === 'noResults' ? (
                <EmptyState
                  kind="no-results"
                  title={<FormattedMessage id="Lists.None.Title" />}
                  actions={
                    <Button
                      onClick={() => {
                        look('')
                        search.current?.focus()
                      }}
                    >
                      <FormattedMessage id="Common.ClearSearch" />
                    </Button>
                  }
                />
              ) : undefined
            }
            footerStart={
              status === 'ready' ? (
                <FormattedMessage id="Lists.Count" values={{ count: lists.length, limit: listLimits.lists }} />
              ) : null
            }
          />
        )}
      </ListPage>
      <DeleteListsDialog
        lists={deleting}
        onClose={() => setDeleting([])}
        onDeleted={ids => {
          setSelected(known => new Set([...known].filter(id => !ids.includes(id))))
          if (current && ids.includes(current.id)) url.set({ list: null, do: null, tab: null })
          void refresh()
        }}
      />
    </>
  )
}
