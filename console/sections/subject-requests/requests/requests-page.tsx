import {
  Button,
  belowMd,
  DataTable,
  downloadFile,
  EmptyState,
  Field,
  Icon,
  ListPage,
  Select,
  useMediaQuery,
  useToast,
} from '@assay/design-system'
import { defined, type SubjectRequest, subjectRequestStates, subjectRequestTypes } from '@assay/risk-service/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { readApiError } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { SubjectHeader } from '../frame/subject-header.tsx'
import { requestParameters } from '../subject-address.ts'
import { HeldSubjects } from './held-subjects.tsx'
import { requestColumns } from './request-columns.tsx'

/** Time between two looks at the progress of a pending request. */
const progressMs = 2000
const rowId = (row: SubjectRequest) => row.id

/** The requests of an environment and of those below it, with their progress, files and receipts. */
export function Component() {
  const intl = useIntl()
  const small = useMediaQuery(belowMd)
  const narrow = useMediaQuery('(max-width: 1100px)')
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const mayDownload = useCan()('settings.subject.submit', 'write')
  const [{ type, status }, setState] = useSearchState(requestParameters)
  const query = useInfiniteQuery(
    api.subjectRequests.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        environmentId,
        ...defined({ cursor, type: type ?? undefined, status: status ?? undefined }),
      }),
      initialPageParam: undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(page => page.requests.some(each => each.status === 'pending')) ? progressMs : false,
    }),
  )
  const rows = useMemo(() => (query.data?.pages.flatMap(page => page.requests) ?? []) as SubjectRequest[], [query.data])
  const columns = useMemo(() => {
    const download = async ({ id, environmentId: place }: SubjectRequest, what: 'file' | 'receipt') => {
      try {
        const input = { environmentId: place, requestId: id }
        if (what === 'file')
          downloadFile(`subject-request-${id}.zip`, (await client.subjectRequests.download(input)) as Blob)
        else downloadFile(`subject-receipt-${id}.json`, (await client.subjectRequests.receipt(input)) as Blob)
      } catch (error) {
        const failure = readApiError(error)
        const expired = failure.kind === 'conflict' && failure.reason === 'subject.expired'
        toast({
          tone: 'danger',
          title: intl.formatMessage({ id: expired ? 'Subjects.Download.Expired' : 'Subjects.Download.Failed' }),
        })
      }
    }
    return requestColumns({
      intl,
      narrow: narrow && !small,
      mayDownload,
      onDownload: (row, what) => void download(row, what),
    })
  }, [intl, mayDownload, narrow, small, toast])
  const filtered = type !== null || status !== null
  const none = query.data !== undefined && rows.length === 0
  return (
    <ListPage
      name={intl.formatMessage({ id: 'Subjects.Title' })}
      header={
        <SubjectHeader
          tab="requests"
          actions={
            <Button loading={query.isRefetching && !query.isFetchingNextPage} onClick={() => void query.refetch()}>
              <Icon icon={RefreshCw} />
              <FormattedMessage id="Subjects.Refresh" />
            </Button>
          }
        />
      }
      bars={
        <>
          <div className="flex flex-wrap gap-2 border-be border-line-subtle px-page py-1.5">
            <Field className="w-[11rem]" labelHidden label={<FormattedMessage id="Subjects.Column.Type" />}>
              <Select
                size="sm"
                value={type ?? 'all'}
                options={[
                  { value: 'all', label: intl.formatMessage({ id: 'Subjects.AllTypes' }) },
                  ...subjectRequestTypes.map(value => ({
                    value,
                    label: intl.formatMessage({ id: `Subjects.Type.${value}` }),
                  })),
                ]}
                onValueChange={value => setState({ type: subjectRequestTypes.find(each => each === value) ?? null })}
              />
            </Field>
            <Field className="w-[11rem]" labelHidden label={<FormattedMessage id="Subjects.Column.Status" />}>
              <Select
                size="sm"
                value={status ?? 'all'}
                options={[
                  { value: 'all', label: intl.formatMessage({ id: 'Subjects.AllStates' }) },
                  ...subjectRequestStates.map(value => ({
                    value,
                    label: intl.formatMessage({ id: `Subjects.Status.${value}` }),
                  })),
                ]}
                onValueChange={value => setState({ status: subjectRequestStates.find(each => each === value) ?? null })}
              />
            </Field>
          </div>
          <HeldSubjects environmentId={environmentId} />
        </>
      }
    >
      <DataTable
        className="min-h-[14rem] min-w-0 flex-1"
        label={intl.formatMessage({ id: 'Subjects.Requests' })}
        narrow={small ? 'cards' : 'scroll'}
        columnChooser={false}
        columns={columns}
        rows={rows}
        getRowId={rowId}
        getRowName={rowId}
        status={
          query.isPending ? 'loading' : query.isError ? 'error' : none ? (filtered ? 'noResults' : 'empty') : 'ready'
        }
        onRetry={() => void query.refetch()}
        {...(query.hasNextPage && !query.isFetching ? { onEndReached: () => void query.fetchNextPage() } : {})}
        message={
          query.isError ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : none ? (
            <EmptyState
              title={<FormattedMessage id={filtered ? 'Subjects.Requests.NoMatch' : 'Subjects.Requests.None'} />}
            />
          ) : undefined
        }
      />
    </ListPage>
  )
}
