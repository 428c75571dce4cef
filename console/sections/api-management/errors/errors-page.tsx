import { cn, SkeletonRows } from '@assay/design-system'
import { type ApiErrors, defined } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { serialiseRange } from '../../../platform/outgoing-requests/performance.ts'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { boundsOf, errorParameters, refreshMsOf, shortApiName } from '../api-address.ts'
import { ApiPage } from '../api-page.tsx'
import { ChoiceFilter, PeriodFilter } from '../period-filter.tsx'
import { statusText } from '../status-text.ts'
import { ErrorGroupCard } from './error-group-card.tsx'
import { ErrorsChart } from './errors-chart.tsx'
import { ErrorsTable } from './errors-table.tsx'

/** Failed calls of the risk API in a period, by what refused them. */
export function Component() {
  const [{ range, api: apiName, caller, version, code, group }, setState] = useSearchState(errorParameters)
  const { id: environmentId } = useEnvironment()
  const filter = defined({
    apiName: apiName ?? undefined,
    clientId: caller ?? undefined,
    clientVersion: version ?? undefined,
    status: code ?? undefined,
  })
  const query = useQuery({
    queryKey: [
      ...api.apiManagement.errors.queryKey({ input: { environmentId, from: '', to: '', ...filter } }),
      serialiseRange(range),
    ],
    queryFn: ({ signal }) =>
      client.apiManagement.errors({ environmentId, ...boundsOf(range, serverNow()), ...filter }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 2_000,
    refetchInterval: ({ state }) => refreshMsOf(state.data?.step),
  })
  const errors = query.data as ApiErrors | undefined
  const options = errors?.options
  const selected = errors?.groups.find(({ id }) => id === group) ?? null
  return (
    <ApiPage current="errors" withChildren>
      <div className="flex min-h-bar flex-wrap items-center gap-2">
        <PeriodFilter range={range} onRange={next => setState({ range: next })} />
        <ChoiceFilter
          labelId="ApiManagement.Filter.Api"
          value={apiName}
          options={(options?.apiNames ?? []).map(value => ({ value, label: shortApiName(value) }))}
          onValue={value => setState({ api: value, group: null })}
        />
        <ChoiceFilter
          labelId="ApiManagement.Filter.Caller"
          value={caller}
          options={(options?.callers ?? []).map(({ clientId, name }) => ({ value: clientId, label: name ?? clientId }))}
          onValue={value => setState({ caller: value, group: null })}
        />
        <ChoiceFilter
          labelId="ApiManagement.Filter.Version"
          value={version}
          options={(options?.clientVersions ?? []).map(value => ({ value, label: value }))}
          onValue={value => setState({ version: value, group: null })}
        />
        <ChoiceFilter
          labelId="ApiManagement.Filter.Code"
          value={code === null ? null : String(code)}
          options={(options?.statuses ?? []).map(value => ({ value: String(value), label: statusText(value) }))}
          onValue={value => setState({ code: value === null ? null : Number(value), group: null })}
        />
        <span className="ms-auto text-xs text-fg-muted">
          <FormattedMessage id="OutgoingRequests.Performance.Limit" />
        </span>
      </div>
      {query.isError && errors !== undefined ? <StaleNotice /> : null}
      {errors !== undefined ? (
        <>
          <ErrorsChart errors={errors} selected={selected} />
          <div
            className={cn('grid min-w-0 items-start gap-3', selected !== null && 'lg:grid-cols-[minmax(0,1fr)_22rem]')}
          >
            <ErrorsTable
              groups={errors.groups}
              selected={selected}
              onSelect={id => setState({ group: id === group ? null : id })}
            />
            {selected === null ? null : <ErrorGroupCard group={selected} onClose={() => setState({ group: null })} />}
          </div>
        </>
      ) : query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={10} />
      )}
    </ApiPage>
  )
}
