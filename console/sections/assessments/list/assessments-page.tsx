import {
  Button,
  belowMd,
  Callout,
  DataTable,
  type DataTableStatus,
  EmptyState,
  Icon,
  ListPage,
  PageHeader,
  useMediaQuery,
} from '@assay/design-system'
import type { Assessment } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { assessmentPages, configurationPage } from '../../../platform/assessments/assessment-pages.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { SearchBox } from '../../../platform/hotkeys/search-box.tsx'
import { canOpen, type RoutePath } from '../../../platform/permissions/route-table.ts'
import { textParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { assessmentColumns, kindText } from './assessment-columns.tsx'

const searchSchema = { q: textParameter }

/** The assessments of the environment, each with its traffic and the pages about it. */
export function Component() {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  const small = useMediaQuery(belowMd)
  const assessmentName = useAssessmentName()
  const { id: environmentId } = useEnvironment()
  const [{ q }, setSearchState] = useSearchState(searchSchema)
  const title = intl.formatMessage({ id: 'Monitoring.Overview.Title' })
  useTitle(title)
  const { data, error, isError, isPending, isFetching, refetch } = useQuery(
    api.assessments.list.queryOptions({ input: { environmentId }, staleTime: 60_000 }),
  )
  const { columns, pagesOf, nameOf } = useMemo(() => {
    const nameOf = (row: Assessment) => assessmentName(row.eventType, row.name)
    const pagesOf = (row: Assessment) => pagesOfAssessment(row).filter(({ route }) => canOpen(route, can))
    const addressOf = (row: Assessment) => {
      const [first] = pagesOf(row)
      return first === undefined ? null : href(first.path, first.search)
    }
    return { nameOf, pagesOf, columns: assessmentColumns({ intl, nameOf, addressOf }) }
  }, [assessmentName, can, href, intl])
  const text = q.trim().toLocaleLowerCase()
  const shown = (data ?? []).filter(row =>
    [nameOf(row), row.eventType, kindText(intl, row)].some(each => each.toLocaleLowerCase().includes(text)),
  )
  const status: DataTableStatus = isPending
    ? 'loading'
    : data === undefined
      ? 'error'
      : shown.length === 0
        ? 'noResults'
        : 'ready'
  const retry = () => void refetch()
  return (
    <ListPage
      name={title}
      header={
        <PageHeader
          title={title}
          breadcrumb={[
            { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }), href: href('/fraud') },
            { id: 'assessments', label: title },
          ]}
          actions={
            <Button variant="ghost" loading={isFetching} onClick={retry}>
              <Icon icon={RefreshCw} />
              <FormattedMessage id="Common.Refresh" />
            </Button>
          }
        />
      }
      bars={
        <div className="flex min-h-bar flex-wrap items-center gap-3 border-y border-line-subtle px-page py-1">
          <SearchBox
            label={intl.formatMessage({ id: 'Assessments.Search' })}
            value={q}
            onChange={next => setSearchState({ q: next })}
          />
          <span className="text-xs text-fg-muted">
            <FormattedMessage id="Assessments.EventsBelow" />
          </span>
        </div>
      }
      notice={
        isError && data !== undefined ? (
          <Callout tone="warning" live className="mx-page my-2">
            <FormattedMessage id="Authoring.List.Stale" />
          </Callout>
        ) : undefined
      }
    >
      <DataTable
        className="min-w-0 flex-1"
        label={title}
        narrow={small ? 'cards' : 'scroll'}
        processing="client"
        columnChooser={false}
        columns={columns}
        rows={shown}
        getRowId={({ id }) => id}
        getRowName={nameOf}
        status={status}
        onRetry={retry}
        rowActions={row =>
          pagesOf(row).map(({ id, path, search, labelId }) => (
            <Button key={id} asChild size="sm" variant="ghost">
              <Link to={href(path, search)} tabIndex={-1}>
                <FormattedMessage id={labelId} />
              </Link>
            </Button>
          ))
        }
        message={
          status === 'error' ? (
            <QueryError error={error} onRetry={retry} />
          ) : status === 'noResults' ? (
            <EmptyState
              kind="no-results"
              title={<FormattedMessage id="Assessments.None" />}
              actions={
                <Button onClick={() => setSearchState({ q: '' })}>
                  <FormattedMessage id="Common.ClearSearch" />
                </Button>
              }
            />
          ) : undefined
        }
      />
    </ListPage>
  )
}

interface PageLink {
  id: string
  path: string
  search?: URLSearchParams
  route: RoutePath
  labelId: string
}

/** The pages about an assessment, whoever may open them. */
function pagesOfAssessment({ eventType, kind, reporting }: Assessment): PageLink[] {
  const configuration = kind === 'wizard' ? configurationPage(eventType) : null
  return [
    ...assessmentPages(eventType)
      .filter(({ id }) => id !== 'support')
      .map(({ id, ...page }): PageLink => ({ ...page, id, labelId: `Monitoring.Tab.${id}` })),
    ...(reporting
      ? [
          {
            id: 'reports',
            path: '/reports/summary',
            search: new URLSearchParams({ assessment: eventType }),
            route: '/reports/summary',
            labelId: 'Monitoring.Tab.reports',
          } as const,
        ]
      : []),
    ...(configuration === null ? [] : [{ ...configuration, labelId: 'Admin.Tab.configuration' }]),
  ]
}
