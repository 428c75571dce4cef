import { SegmentedControl, SkeletonRows } from '@assay/design-system'
import { type ApiRequests, apiExperiences, apiTypes, defined } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { serialiseRange } from '../../../platform/outgoing-requests/performance.ts'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { boundsOf, refreshMsOf, requestParameters, shortApiName } from '../api-address.ts'
import { ApiPage } from '../api-page.tsx'
import { ChoiceFilter, PeriodFilter } from '../period-filter.tsx'
import { LatencyCard } from './latency-card.tsx'
import { RequestsChart } from './requests-chart.tsx'
import { RequestsTable } from './requests-table.tsx'
import { RequestsTiles } from './requests-tiles.tsx'

type RequestState = ReturnType<typeof useSearchState<typeof requestParameters>>[0]

/** Calls of the risk API in a period: rates, latencies and codes by API, caller and version. */
export function Component() {
  const intl = useIntl()
  const [state, setState] = useSearchState(requestParameters)
  const { query, requests } = useRequests(state)
  const { range, api: apiName, type, experience, caller, version } = state
  const options = requests?.options
  return (
    <ApiPage current="requests" withChildren>
      <div className="flex min-h-bar flex-wrap items-center gap-2">
        <PeriodFilter range={range} onRange={next => setState({ range: next })} />
        <ChoiceFilter
          labelId="ApiManagement.Filter.Api"
          value={apiName}
          options={(options?.apiNames ?? []).map(value => ({ value, label: shortApiName(value) }))}
          onValue={value => setState({ api: value })}
        />
        <ChoiceFilter
          labelId="ApiManagement.Filter.Type"
          value={type}
          options={apiTypes.map(value => ({ value, label: intl.formatMessage({ id: `ApiManagement.Type.${value}` }) }))}
          onValue={value => setState({ type: value })}
        />
        <ChoiceFilter
          labelId="ApiManagement.Filter.Caller"
          value={caller}
          options={(options?.callers ?? []).map(({ clientId, name }) => ({ value: clientId, label: name ?? clientId }))}
          onValue={value => setState({ caller: value })}
        />
        <ChoiceFilter
          labelId="ApiManagement.Filter.Version"
          value={version}
          options={(options?.clientVersions ?? []).map(value => ({ value, label: value }))}
          onValue={value => setState({ version: value })}
        />
        <SegmentedControl
          label={intl.formatMessage({ id: 'ApiManagement.Filter.Experience' })}
          value={experience ?? 'all'}
          onValueChange={value => setState({ experience: apiExperiences.find(each => each === value) ?? null })}
          segments={[
            { value: 'all', label: intl.formatMessage({ id: 'Explorer.Show.All' }) },
            ...apiExperiences.map(value => ({
              value,
              label: intl.formatMessage({ id: `Events.AssessmentType.${value}` }),
            })),
          ]}
        />
        <span className="ms-auto text-xs text-fg-muted">
          <FormattedMessage id="OutgoingRequests.Performance.Limit" />
        </span>
      </div>
      {query.isError && requests !== undefined ? <StaleNotice /> : null}
      {requests !== undefined ? (
        <Figures requests={requests} />
      ) : query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={10} />
      )}
    </ApiPage>
  )
}

function Figures({ requests }: { requests: ApiRequests }) {
  return (
    <>
      <RequestsTiles requests={requests} />
      <div className="grid min-w-0 gap-3 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <RequestsChart requests={requests} />
        <LatencyCard requests={requests} />
      </div>
      <RequestsTable rows={requests.rows} rowCount={requests.rowCount} />
    </>
  )
}

function useRequests({ range, api: apiName, type, experience, caller, version }: RequestState) {
  const { id: environmentId } = useEnvironment()
  const filter = defined({
    apiName: apiName ?? undefined,
    apiType: type ?? undefined,
    experience: experience ?? undefined,
    clientId: caller ?? undefined,
    clientVersion: version ?? undefined,
  })
  const query = useQuery({
    queryKey: [
      ...api.apiManagement.requests.queryKey({ input: { environmentId, from: '', to: '', ...filter } }),
      serialiseRange(range),
    ],
    queryFn: ({ signal }) =>
      client.apiManagement.requests({ environmentId, ...boundsOf(range, serverNow()), ...filter }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 2_000,
    refetchInterval: ({ state }) => refreshMsOf(state.data?.step),
  })
  return { query, requests: query.data as ApiRequests | undefined }
}
