import {
  Button,
  belowMd,
  Callout,
  DataTable,
  type DataTableStatus,
  DirectionalIcon,
  EmptyState,
  Icon,
  IconButton,
  ListPage,
  PageHeader,
  SegmentedControl,
  useMediaQuery,
} from '@assay/design-system'
import { type SupportEntry, type SupportListId, supportLists, supportStatuses } from '@assay/risk-service/contract'
import { ArrowLeft, Download, FileUp, Pencil, Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { client } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { SearchBox } from '../../../platform/hotkeys/search-box.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import {
  choiceParameter,
  defaultedParameter,
  textParameter,
  useSearchState,
} from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { useDownload } from '../use-download.ts'
import type { ListLeaveGuard } from '../use-register-leave-guard.ts'
import { SupportEditPanel } from './support-edit-panel.tsx'
import { supportEntryColumns } from './support-entry-columns.tsx'
import { SupportImportPanel } from './support-import-panel.tsx'
import { useSupportEntries } from './use-support-entries.ts'

const searchSchema = {
  q: textParameter,
  status: choiceParameter(supportStatuses),
  sort: defaultedParameter(['value', 'updatedAt'], 'value'),
  dir: defaultedParameter(['asc', 'desc'], 'asc'),
  do: choiceParameter(['edit', 'import']),
}

/** Entries of one support list: found, changed several at a time, exported as a file. */
export function SupportEntriesPage({ list }: { list: SupportListId }) {
  const intl = useIntl()
  const href = useHref()
  const environment = useEnvironment()
  const write = useCan()('lists.support', 'write')
  const offline = useOffline()
  const small = useMediaQuery(belowMd)
  const [address, setSearchState] = useSearchState(searchSchema)
  const { status, sort, dir: direction } = address
  const box = useRef<HTMLInputElement>(null)
  const download = useDownload()
  const { name } = supportLists[list]
  const [text, setText] = useState(address.q)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [guard, setGuard] = useState<ListLeaveGuard | null>(null)
  const [editing, setEditing] = useState<readonly string[]>([])
  const search = useDebouncedValue(text.trim())
  useTitle(name)
  const filtered = search !== '' || status !== null
  const { query, rows, total, refresh } = useSupportEntries(list, { search, status, sort, direction })
  const task = write ? address.do : null
  const columns = useMemo(() => supportEntryColumns(intl), [intl])

  const look = (next: string) => {
    setText(next)
    setSearchState({ q: next })
  }
  const go = (act: () => void) => (guard ? guard.confirm(act) : act())
  const edit = (values: readonly string[]) =>
    go(() => {
      setEditing(values)
      setSearchState({ do: 'edit' })
    })
  const close = () => setSearchState({ do: null })
  const saved = () => {
    setSelected(new Set())
    refresh()
  }
  const stale = query.isPlaceholderData
  const tableStatus: DataTableStatus = query.isPending
    ? 'loading'
    : query.isError && rows.length === 0
      ? 'error'
      : rows.length > 0 || stale
        ? stale
          ? 'refreshing'
          : 'ready'
        : filtered
          ? 'noResults'
          : 'empty'
  const add = write ? (
    <Button variant={task === null ? 'primary' : 'secondary'} disabled={offline} onClick={() => edit([])}>
      <Icon icon={Plus} />
      <FormattedMessage id="Lists.Support.Edit" />
    </Button>
  ) : undefined
  const panel =
    task === 'edit' ? (
      <SupportEditPanel
        key={`edit ${editing.join(' ')}`}
        list={list}
        values={editing}
        onGuard={setGuard}
        onClose={close}
        onSaved={saved}
      />
    ) : task === 'import' ? (
      <SupportImportPanel list={list} onClose={close} onSaved={saved} />
    ) : undefined

  return (
    <ListPage
      name={name}
      header={
        <PageHeader
          title={<bdi>{name}</bdi>}
          breadcrumb={[
            { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
            { id: 'lists', label: intl.formatMessage({ id: 'Lists.Tab.support' }), href: href('/data/lists/support') },
            { id: 'list', label: name },
          ]}
          badges={
            <Button asChild size="sm" variant="ghost">
              <Link to={href('/data/lists/support')}>
                <DirectionalIcon icon={ArrowLeft} size={12} />
                <FormattedMessage id="Lists.Support.Back" />
              </Link>
            </Button>
          }
          meta={write ? undefined : <FormattedMessage id="Environments.ReadOnly" />}
          actions={
            <>
              <Button
                variant="ghost"
                disabled={total === 0 && !filtered}
                onClick={() =>
                  void download(() => client.supportLists.export({ environmentId: environment.id, lists: [list] }))
                }
              >
                <Icon icon={Download} />
                <FormattedMessage id="Lists.Download" />
              </Button>
              {write ? (
                <Button disabled={offline} onClick={() => go(() => setSearchState({ do: 'import' }))}>
                  <Icon icon={FileUp} />
                  <FormattedMessage id="Lists.Import.Title" />
                </Button>
              ) : null}
              {add}
            </>
          }
        />
      }
      bars={
        <div className="flex min-h-bar flex-wrap items-center gap-3 border-y border-line-subtle px-page py-1">
          <SearchBox
            box={box}
            label={intl.formatMessage({ id: 'Lists.Support.Search' })}
            value={text}
            onChange={next => look(next.slice(0, 200))}
          />
          <SegmentedControl
            label={intl.formatMessage({ id: 'Common.Status' })}
            value={status ?? 'all'}
            onValueChange={next => setSearchState({ status: next === 'all' ? null : next })}
            segments={[
              { value: 'all', label: <FormattedMessage id="Lists.Support.All" /> },
              ...supportStatuses.map(each => ({
                value: each,
                label: <FormattedMessage id={`SupportStatus.${each}`} />,
              })),
            ]}
          />
        </div>
      }
      notice={
        query.isError && rows.length > 0 ? (
          <Callout tone="warning" live className="mx-page my-2">
            <FormattedMessage id="Authoring.List.Stale" />
          </Callout>
        ) : undefined
      }
      panel={panel}
    >
      <DataTable
        className="min-w-0 flex-1"
        label={name}
        narrow={small ? 'cards' : 'scroll'}
        columns={columns}
        rows={rows}
        getRowId={row => row.value}
        rowCount={total}
        status={tableStatus}
        sorting={[{ id: sort, desc: direction === 'desc' }]}
        onSortingChange={([first]) =>
          setSearchState({
            sort: first?.id === 'updatedAt' ? 'updatedAt' : 'value',
            dir: first?.desc ? 'desc' : 'asc',
          })
        }
        {...(write ? { selectedIds: selected, onSelectedIdsChange: setSelected } : {})}
        bulkActions={
          <Button size="sm" disabled={offline} onClick={() => edit([...selected])}>
            <Icon icon={Pencil} size={12} />
            <FormattedMessage id="Lists.Support.EditMany" values={{ count: selected.size }} />
          </Button>
        }
        {...(write
          ? {
              rowActions: (row: SupportEntry) => (
                <IconButton
                  size="sm"
                  icon={Pencil}
                  tabIndex={-1}
                  disabled={offline}
                  label={intl.formatMessage({ id: 'Lists.Support.EditOne' }, { value: row.value })}
                  onClick={() => edit([row.value])}
                />
              ),
            }
          : {})}
        {...(query.hasNextPage && !query.isFetching ? { onEndReached: () => void query.fetchNextPage() } : {})}
        onRetry={() => void query.refetch()}
        message={
          tableStatus === 'error' ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : tableStatus === 'noResults' ? (
            <EmptyState
              kind="no-results"
              title={<FormattedMessage id="Lists.Support.None" />}
              actions={
                <Button
                  onClick={() => {
                    setText('')
                    setSearchState({ q: '', status: null })
                    box.current?.focus()
                  }}
                >
                  <FormattedMessage id="Common.ClearSearch" />
                </Button>
              }
            />
          ) : tableStatus === 'empty' ? (
            <EmptyState
              kind="first-use"
              title={<FormattedMessage id="Lists.Support.EmptyTitle" />}
              description={
                <FormattedMessage
                  id="Lists.Support.EmptyText"
                  values={{
                    code: chunks => (
                      <code key="code" dir="ltr" className="font-mono text-xs">
                        {chunks}
                      </code>
                    ),
                    name,
                  }}
                />
              }
            />
          ) : undefined
        }
        footerStart={
          tableStatus === 'ready' ? (
            <FormattedMessage id="Lists.Rows.Showing" values={{ count: rows.length, total: total ?? rows.length }} />
          ) : null
        }
      />
    </ListPage>
  )
}
