import { SegmentedControl, SkeletonRows } from '@assay/design-system'
import { type ApiRequests, apiExperiences, apiTypes } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { requestParameters, shortApiName } from '../api-address.ts'
import { ApiPage } from '../api-page.tsx'
import { ChoiceFilter, PeriodFilter } from '../period-filter.tsx'
import { CodesCard } from './codes-card.tsx'
import { LatencyCard } from './latency-card.tsx'
import { RequestsChart } from './requests-chart.tsx'
import { RequestsTable } from './requests-table.tsx'
import { RequestsTiles } from './requests-tiles.tsx'
import { rowIdOf, useRequests } from './use-requests.ts'

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
  const [state, setState] = useSearchState(requestParameters)
  const selected = requests.rows.find(each => rowIdOf(each) === state.row) ?? null
  const { requests: own, query } = useRequests(state, { row: selected })
  const hasFailed = selected !== null && own === undefined && query.isError
  const shown = selected === null ? requests : own
  const subject =
    selected === null ? undefined : (
      <bdi>
        {[shortApiName(selected.apiName), selected.clientName ?? selected.clientId, selected.clientVersion]
          .filter(part => part !== '')
          .join(', ')}
      </bdi>
    )
  return (
    <>
      <RequestsTiles requests={requests} />
      <div className="grid min-w-0 gap-3 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <RequestsChart requests={requests} />
        {hasFailed ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LatencyCard
            requests={shown}
            subject={subject}
            spread={state.spread}
            onSpread={spread => setState({ spread })}
          />
        )}
        <RequestsTable
          rows={requests.rows}
          rowCount={requests.rowCount}
          selected={selected}
          onSelect={id => setState({ row: id === state.row ? null : id, code: null })}
        />
        {hasFailed ? null : (
          <CodesCard
            codes={shown?.codes}
            subject={subject}
            // Errors are stored without them.
            scope={
              state.type !== null || state.experience !== null
                ? null
                : {
                    range: state.range,
                    apiName: selected?.apiName ?? state.api,
                    caller: selected?.clientId ?? state.caller,
                    version: selected?.clientVersion ?? state.version,
                  }
            }
            code={state.code}
            onCode={code => setState({ code })}
          />
        )}
      </div>
    </>
  )
}
