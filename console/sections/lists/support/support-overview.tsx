import {
  Button,
  belowMd,
  createColumns,
  type DataColumn,
  DataTable,
  DropdownMenuItem,
  Icon,
  ListPage,
  useMediaQuery,
} from '@assay/design-system'
import type { SupportList, SupportListId } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Download, Pencil, Table2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useNavigate } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { RowMenu } from '../../../platform/menus/row-menu.tsx'
import { defaultedParameter, optionalParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { ListsHeader } from '../lists-header.tsx'
import { useDownload } from '../use-download.ts'

const c = createColumns<SupportList>()
const path = '/data/lists/support'
const searchSchema = { sort: optionalParameter, dir: defaultedParameter(['asc', 'desc'], 'asc') }

/** The lists of every environment. They have no effect by themselves: rules have to look them up. */
export function SupportOverview() {
  const intl = useIntl()
  const navigate = useNavigate()
  const href = useHref()
  const environment = useEnvironment()
  const write = useCan()('lists.support', 'write')
  const small = useMediaQuery(belowMd)
  const [address, setSearchState] = useSearchState(searchSchema)
  const download = useDownload()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  useTitle(intl.formatMessage({ id: 'Lists.Tab.support' }))
  const query = useQuery(
    api.supportLists.list.queryOptions({ input: { environmentId: environment.id }, staleTime: 5_000 }),
  )
  const lists = useMemo(() => query.data ?? [], [query.data])
  const columns = useMemo((): DataColumn<SupportList>[] => {
    const plain = { sortable: true, filter: false } as const
    return [
      c.custom('name', {
        ...plain,
        labelId: 'Common.Name',
        rowHeader: true,
        control: true,
        size: 240,
        value: row => row.name,
        cell: (row, { tabIndex }) => (
          <Link
            data-row-open=""
            tabIndex={tabIndex}
            to={href(path, new URLSearchParams({ list: row.id }))}
            className="truncate font-medium text-link hover:underline focus-ring"
          >
            <bdi>{row.name}</bdi>
          </Link>
        ),
      }),
      c.text('entity', {
        ...plain,
        labelId: 'Lists.Column.Entity',
        value: row => intl.formatMessage({ id: `Events.Entity.${row.id}` }),
        size: 180,
        secondary: true,
      }),
      c.number('entries', { ...plain, labelId: 'Lists.Column.Entries', value: row => row.entries, size: 110 }),
      c.number('block', { ...plain, labelId: 'SupportStatus.Block', value: row => row.block, size: 110 }),
      c.number('watch', { ...plain, labelId: 'SupportStatus.Watch', value: row => row.watch, size: 110 }),
      c.number('safe', { ...plain, labelId: 'SupportStatus.Safe', value: row => row.safe, size: 110 }),
      c.dateTime('updatedAt', { ...plain, labelId: 'Lists.Column.UpdatedAt', value: row => row.updatedAt }),
    ]
  }, [intl, href])
  const open = (id: string, more: Record<string, string> = {}) =>
    void navigate(href(path, new URLSearchParams({ list: id, ...more })))
  const save = (ids: SupportListId[]) =>
    void download(() => client.supportLists.export({ environmentId: environment.id, lists: ids }))
  const chosen = lists.filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const sort = columns.find(({ id }) => id === address.sort)?.id ?? null
  return (
    <ListPage
      name={intl.formatMessage({ id: 'Lists.Title' })}
      header={<ListsHeader tab="support" meta={write ? undefined : <FormattedMessage id="Environments.ReadOnly" />} />}
      bars={
        <p className="px-page py-2 text-xs text-fg-secondary">
          <FormattedMessage id="Lists.Support.Note" />
        </p>
      }
    >
      <DataTable
        className="min-w-0 flex-1"
        label={intl.formatMessage({ id: 'Lists.Tab.support' })}
        narrow={small ? 'cards' : 'scroll'}
        processing="client"
        columns={columns}
        rows={lists}
        getRowId={row => row.id}
        getRowName={row => row.name}
        status={query.isPending ? 'loading' : query.isError && lists.length === 0 ? 'error' : 'ready'}
        sorting={sort === null ? [] : [{ id: sort, desc: address.dir === 'desc' }]}
        onSortingChange={([first]) => setSearchState({ sort: first?.id ?? null, dir: first?.desc ? 'desc' : 'asc' })}
        selectedIds={selected}
        onSelectedIdsChange={setSelected}
        onRowOpen={row => open(row.id)}
        onRetry={() => void query.refetch()}
        bulkActions={
          <Button size="sm" onClick={() => save(chosen)}>
            <Icon icon={Download} size={12} />
            <FormattedMessage id="Lists.Bulk.Download" values={{ count: chosen.length }} />
          </Button>
        }
        rowActions={row => (
          <RowMenu name={row.name} tabIndex={-1}>
            <DropdownMenuItem start={<Icon icon={Table2} />} onSelect={() => open(row.id)}>
              <FormattedMessage id="Lists.Preview" />
            </DropdownMenuItem>
            {write ? (
              <DropdownMenuItem start={<Icon icon={Pencil} />} onSelect={() => open(row.id, { do: 'edit' })}>
                <FormattedMessage id="Common.Edit" />
              </DropdownMenuItem>
            ) : null}
            <DropdownMenuItem start={<Icon icon={Download} />} onSelect={() => save([row.id])}>
              <FormattedMessage id="Lists.Download" />
            </DropdownMenuItem>
          </RowMenu>
        )}
        message={query.isError ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : undefined}
      />
    </ListPage>
  )
}
