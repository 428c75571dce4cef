import { Button, belowMd, Callout, DataTable, EmptyState, Icon, ListPage, useMediaQuery } from '@assay/design-system'
import { type CustomList, listLimits } from '@assay/risk-service/contract'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { SearchBox } from '../../../platform/hotkeys/search-box.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import {
  choiceParameter,
  defaultedParameter,
  flagParameter,
  optionalParameter,
  textParameter,
  useSearchState,
} from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { listPerformanceView, listViewParameter } from '../database/links.ts'
import { ListsHeader } from '../lists-header.tsx'
import { PanelSkeleton } from '../panel-skeleton.tsx'
import { useDownload } from '../use-download.ts'
import type { ListLeaveGuard } from '../use-register-leave-guard.ts'
import { customColumns } from './columns.tsx'
import { CustomListBulkActions, CustomListMenu } from './custom-list-menu.tsx'
import { CustomListPanels } from './custom-list-panels.tsx'
import { DeleteListsDialog } from './delete-lists-dialog.tsx'
import { type ListTab, listTabs } from './list-panel.tsx'
import { NoCustomLists } from './no-custom-lists.tsx'
import { useCustomLists } from './use-custom-lists.ts'

const SourcePerformancePage = lazy(() =>
  import('../database/database-list-performance-page.tsx').then(module => ({
    default: module.DatabaseListPerformancePage,
  })),
)

const searchSchema = {
  q: textParameter,
  list: optionalParameter,
  [listViewParameter]: flagParameter(listPerformanceView),
  do: choiceParameter(['new', 'edit']),
  tab: defaultedParameter(listTabs, 'preview'),
  source: choiceParameter(['cosmos']),
  sort: optionalParameter,
  dir: defaultedParameter(['asc', 'desc'], 'asc'),
}
const idOf = (list: CustomList) => list.id

/** Custom lists of the environment, or the figures of the list that the address names. */
export function Component() {
  const [{ list, [listViewParameter]: performance }] = useSearchState(searchSchema)
  if (list === null || !performance) return <CustomLists />
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

/** Lists that this tenant uploads as files or has in its databases, and that rules look up. */
function CustomLists() {
  const intl = useIntl()
  const environment = useEnvironment()
  const write = useCan()('lists.custom', 'write')
  const offline = useOffline()
  const small = useMediaQuery(belowMd)
  const [address, setSearchState] = useSearchState(searchSchema)
  const search = useRef<HTMLInputElement>(null)
  const download = useDownload()
  const [text, setText] = useState(address.q)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState<CustomList[]>([])
  useTitle(intl.formatMessage({ id: 'Lists.Tab.custom' }))
  const { query, lists, shown, status, refresh } = useCustomLists(text)
  const columns = useMemo(() => customColumns(intl), [intl])
  const current = lists.find(({ id }) => id === address.list) ?? null
  const task = write ? address.do : null
  const chosen = lists.filter(({ id }) => selected.has(id))
  const sort = columns.find(({ id, sortable }) => sortable && id === address.sort)?.id ?? 'name'
  const nothing = query.data !== undefined && lists.length === 0
  const full = lists.length >= listLimits.lists

  const look = (next: string) => {
    setText(next)
    setSearchState({ q: next })
  }
  // The leave guard of a form beside the table asks when it has unsaved input; the table remains in use. When one form
  // of a new list replaces the other, the focus stays on the choice between them.
  const [switched, setSwitched] = useState(false)
  const [guard, setGuard] = useState<ListLeaveGuard | null>(null)
  const go = (changes: Parameters<typeof setSearchState>[0]) => {
    const act = () => {
      setSwitched(false)
      setSearchState({ list: null, do: null, tab: 'preview', source: null, ...changes })
    }
    if (guard) guard.confirm(act)
    else act()
  }
  const open = (id: string, to: ListTab = 'preview') => go({ list: id, tab: to })
  const edit = (id: string) => go({ list: id, do: 'edit' })
  const save = (ids: string[]) =>
    void download(() => client.customLists.download({ environmentId: environment.id, listIds: ids }))
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
    setSearchState({ source })
  }
  const closeNew = () => {
    setSwitched(false)
    setSearchState({ do: null, source: null })
  }
  const created = (list: CustomList) => {
    setSwitched(false)
    void refresh()
    setSearchState({ do: null, source: null, list: list.id })
  }
  const saved = () => {
    void refresh()
    setSearchState({ do: null })
  }
  const panel = (
    <CustomListPanels
      task={task}
      current={current}
      fromDatabase={address.source === 'cosmos'}
      switched={switched}
      tab={address.tab}
      write={write}
      onGuard={setGuard}
      onSwitch={change}
      onCloseNew={closeNew}
      onCreated={created}
      onCloseEdit={() => setSearchState({ do: null })}
      onSaved={saved}
      onHistory={id => open(id, 'versions')}
      onTab={tab => setSearchState({ tab })}
      onClose={() => setSearchState({ list: null, tab: 'preview' })}
      onEdit={edit}
      onDownload={id => save([id])}
      onChanged={() => void refresh()}
    />
  )

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
          <NoCustomLists write={write} action={task === null ? create : undefined} />
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
            sorting={[{ id: sort, desc: address.dir === 'desc' }]}
            onSortingChange={([first]) =>
              setSearchState({
                sort: !first || first.id === 'name' ? null : first.id,
                dir: first?.desc ? 'desc' : 'asc',
              })
            }
            selectedIds={selected}
            onSelectedIdsChange={setSelected}
            currentRowId={current?.id ?? null}
            onCurrentRowChange={open}
            onRowOpen={list => open(list.id)}
            onRetry={() => void query.refetch()}
            bulkActions={
              <CustomListBulkActions
                lists={chosen}
                write={write}
                onDownload={files => save(files.map(idOf))}
                onDelete={() => setDeleting(chosen)}
              />
            }
            rowActions={list => (
              <CustomListMenu
                list={list}
                write={write}
                onOpen={tab => open(list.id, tab)}
                onEdit={() => edit(list.id)}
                onPerformance={() => go({ list: list.id, [listViewParameter]: true })}
                onDownload={() => save([list.id])}
                onDelete={() => setDeleting([list])}
              />
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
          setSelected(previous => new Set([...previous].filter(id => !ids.includes(id))))
          if (current && ids.includes(current.id)) setSearchState({ list: null, do: null, tab: 'preview' })
          void refresh()
        }}
      />
    </>
  )
}
