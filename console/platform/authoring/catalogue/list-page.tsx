import { Button, Callout, EmptyState, PageHeader, useAnnounce } from '@assay/design-system'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useHref } from '../../environments/environments.tsx'
import { QueryError } from '../../errors/page-error.tsx'
import { SearchBox } from '../../hotkeys/search-box.tsx'
import { useTitle } from '../../router/use-title.ts'
import type { ListSearch } from './use-list-search.ts'

interface ListPageProps {
  /** Names the page in the breadcrumb. */
  id: string
  title: string
  meta?: ReactNode
  actions?: ReactNode
  query: Pick<
    UseQueryResult<readonly unknown[]>,
    'data' | 'error' | 'isError' | 'isPending' | 'isPlaceholderData' | 'refetch'
  >
  search: ListSearch
  /** What the search box is called. */
  searchLabel: string
  /** After the search box. */
  bar?: ReactNode
  /** Under the search box, whatever the list is. */
  above?: ReactNode
  /** Placeholder of the list while it is loading. */
  loading: ReactNode
  /** Placeholder of an empty list. */
  empty?: ReactNode
  /** How many entries of the list match the search, and the text that is shown when none does. */
  found: number
  noneFound: ReactNode
  /** Rows reach from edge to edge; cards stand on the canvas. */
  kind?: 'rows' | 'cards'
  /** The list, and the dialogs of the page. */
  children: ReactNode
  dialogs?: ReactNode
}

/**
 * A list of what was made in the environment: its head, its search, and one of waiting, failed, empty, nothing found
 * and the list.
 */
export function ListPage({
  id,
  title,
  meta,
  actions,
  query,
  search,
  searchLabel,
  bar,
  above,
  loading,
  empty,
  found,
  noneFound,
  kind = 'rows',
  children,
  dialogs,
}: ListPageProps) {
  const intl = useIntl()
  const href = useHref()
  useTitle(title)
  const announce = useAnnounce()
  const sayFound = useEffectEvent(() => {
    if (search.looking && query.data)
      announce(
        intl.formatMessage({ id: 'DesignSystem.DataTable.Filtered' }, { count: found, total: query.data.length }),
      )
  })
  useEffect(() => {
    sayFound()
  }, [search.text])
  let content = children
  if (query.isError && !query.data) content = <QueryError error={query.error} onRetry={() => void query.refetch()} />
  else if (query.isPending) content = loading
  else if (empty !== undefined && query.data?.length === 0) content = empty
  else if (search.looking && found === 0)
    content = (
      <EmptyState
        kind="no-results"
        title={noneFound}
        actions={
          <Button onClick={() => search.look('')}>
            <FormattedMessage id="Authoring.List.ClearSearch" />
          </Button>
        }
      />
    )
  return (
    <div className={kind === 'rows' ? 'flex min-h-0 flex-1 flex-col bg-surface' : 'flex min-h-0 flex-1 flex-col'}>
      <div className="bg-surface">
        <PageHeader
          title={title}
          breadcrumb={[
            { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
            { id, label: title },
          ]}
          meta={meta}
          actions={actions}
        />
        <div className="flex min-h-bar flex-wrap items-center gap-3 border-y border-line-subtle px-page py-1">
          <SearchBox label={searchLabel} value={search.text} onChange={search.look} />
          {bar}
          {query.isError && query.data ? (
            <Callout tone="warning" live>
              <FormattedMessage id="Authoring.List.Stale" />
            </Callout>
          ) : null}
        </div>
        {above}
      </div>
      <div
        className={
          kind === 'rows'
            ? '@container relative min-h-0 min-w-0 flex-1 overflow-auto pbe-6'
            : 'relative min-h-0 min-w-0 flex-1 overflow-auto px-page py-4'
        }
        aria-busy={query.isPending || query.isPlaceholderData}
      >
        {content}
      </div>
      {dialogs}
    </div>
  )
}
