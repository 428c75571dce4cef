import { Button, EmptyState, PageHeader, Tab, TabList, TabPanel, Tabs, useFormat } from '@assay/design-system'
import { type LossFilter, type LossSummary, lossEntityKinds } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { ConnectorPanel } from '../../../platform/retail-connector/connector-panel.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { CutMonths } from '../cut-months.tsx'
import { EntityView } from '../detail/entity-view.tsx'
import { allScores, filterOf, type LossState, lossParameters } from '../loss-address.ts'
import { LossFilters } from '../loss-filters.tsx'
import { EntityTable } from './entity-table.tsx'
import { KindCards } from './kind-cards.tsx'
import { LossExport } from './loss-export.tsx'
import { ReportStatus } from './report-status.tsx'

/** While a report is computed, its state is read again after this time. */
const runningMs = 5000
/** After a failure, which is tried again some time, and while there is no report, which others may request. */
const failedMs = 30_000

/** The loss prevention report, or one member of staff or terminal of it. */
export function Component() {
  const [state, setState, hrefOf] = useSearchState(lossParameters)
  const kind = state.staff !== null ? 'staff' : state.terminal !== null ? 'terminal' : null
  const id = state.staff ?? state.terminal
  return kind !== null && id !== null ? (
    <EntityView
      key={`${kind} ${id}`}
      kind={kind}
      id={id}
      state={state}
      onChange={setState}
      listHref={hrefOf({ staff: null, terminal: null, tab: kind })}
      hrefOf={(other, otherId) => hrefOf({ staff: null, terminal: null, [other]: otherId })}
    />
  ) : (
    <Overview state={state} onChange={setState} hrefOf={(of, entity) => hrefOf({ [of]: entity })} />
  )
}

interface OverviewProps {
  state: LossState
  onChange: (changes: Partial<LossState>) => void
  hrefOf: (kind: 'staff' | 'terminal', id: string) => string
}

function Overview({ state, onChange, hrefOf }: OverviewProps) {
  const intl = useIntl()
  const href = useHref()
  const can = useCan()
  const format = useFormat()
  const { id: environmentId } = useEnvironment()
  const filter = filterOf(state, environmentId)
  const { data, error, refetch } = useQuery(
    api.lossPrevention.summary.queryOptions({
      input: filter,
      staleTime: 60_000,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data: latest } }) =>
        latest?.status === 'running' || latest?.status === 'waiting'
          ? runningMs
          : latest?.status === 'failed' || latest?.status === 'none'
            ? failedMs
            : false,
    }),
  )
  const title = intl.formatMessage({ id: 'LossPrevention.Title' })
  useTitle(title)
  useTitleFocus()
  const summary = data as LossSummary | undefined
  const hasReport = summary === undefined || summary.months.length > 0
  return (
    <>
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }), href: href('/fraud') },
          { id: 'loss', label: title },
        ]}
        meta={
          summary?.updatedAt ? (
            <FormattedMessage
              id="Reports.LastUpdated"
              values={{ time: <bdi key="time">{format.dateTime(summary.updatedAt, 'UTC')}</bdi> }}
            />
          ) : null
        }
        actions={<LossExport filter={filter} disabled={!summary || !hasReport} />}
      />
      <LossFilters state={state} months={summary?.months ?? []} onChange={onChange} />
      <div className="flex flex-col gap-3 px-page pbe-6 pbs-3">
        {error && summary ? <StaleNotice /> : null}
        {summary ? <ReportStatus summary={summary} /> : null}
        <CutMonths months={summary?.cutMonths} />
        {error && !summary ? (
          <QueryError error={error} onRetry={() => void refetch()} />
        ) : hasReport ? (
          <Report summary={summary} state={state} filter={filter} onChange={onChange} hrefOf={hrefOf} />
        ) : (
          <>
            <EmptyState
              kind="first-use"
              title={<FormattedMessage id="LossPrevention.NoData" />}
              description={<FormattedMessage id="LossPrevention.NoData.Text" />}
            />
            {can('data.upload') ? <ConnectorPanel uploadHref={href('/data/upload/lossprevention')} /> : null}
          </>
        )}
      </div>
    </>
  )
}

interface ReportProps extends OverviewProps {
  summary: LossSummary | undefined
  filter: LossFilter
}

function Report({ summary, state, onChange, hrefOf }: ReportProps) {
  const intl = useIntl()
  if (summary && summary.staff.scoreCount + summary.terminal.scoreCount === 0)
    return (
      <EmptyState
        kind="no-results"
        title={<FormattedMessage id="LossPrevention.NoScores" />}
        actions={
          <Button onClick={() => onChange(allScores)}>
            <FormattedMessage id="Explorer.Reset" />
          </Button>
        }
      />
    )
  return (
    <>
      <div className="grid gap-3 lg:grid-cols-2">
        {lossEntityKinds.map(kind => (
          <KindCards key={kind} kind={kind} summary={summary?.[kind]} />
        ))}
      </div>
      <Tabs
        activationMode="manual"
        value={state.tab}
        onValueChange={value => {
          const tab = lossEntityKinds.find(each => each === value)
          if (tab) onChange({ tab, page: 1 })
        }}
      >
        <TabList label={intl.formatMessage({ id: 'LossPrevention.Title' })}>
          {lossEntityKinds.map(kind => (
            <Tab key={kind} value={kind}>
              <FormattedMessage id={`LossPrevention.Kind.${kind}`} />
            </Tab>
          ))}
        </TabList>
        {lossEntityKinds.map(kind => (
          <TabPanel key={kind} value={kind} className="pbs-3">
            <EntityTable
              kind={kind}
              summary={summary?.[kind]}
              hrefOf={id => hrefOf(kind, id)}
              page={state.page}
              onPageChange={page => onChange({ page })}
            />
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}
