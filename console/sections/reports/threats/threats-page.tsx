import { Button, EmptyState, useFormat, useNow } from '@assay/design-system'
import { dayIn, type ThreatsReport } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useAnsweredInput } from '../../../platform/api/use-answered-input.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useReportSubject } from '../assessment-picker.tsx'
import { defaultForm } from '../report-address.ts'
import { ReportBody } from '../report-body.tsx'
import { ReportFilters } from '../report-filters.tsx'
import { ReportHeader } from '../report-header.tsx'
import { reportQueryOptions, savedReport } from '../report-query.ts'
import { SummaryFigures } from '../summary/summary-kpis.tsx'
import { useOutcomeFilters } from '../use-outcome-filters.ts'
import { useValueName } from '../value-name.ts'
import { EntityCard } from './entity-card.tsx'
import { entitiesOf, isNarrowed, noThreatsFilters, threatsInputOf, threatsParameters } from './threats-address.ts'
import { ThreatsCharts, type ThreatsChartsProps } from './threats-charts.tsx'
import { ThreatsExport } from './threats-export.tsx'

const otherFigures = [
  'ruleApprovedRate',
  'manualReviewRate',
  'ruleRejectedRate',
  'bankAcceptanceRate',
  'fraudChargebackRate',
] as const

/** Where fraud comes from, and how it develops over a range of days of UTC. */
export function Component() {
  const intl = useIntl()
  const environment = useEnvironment()
  const [state, setState] = useSearchState(threatsParameters)
  const today = dayIn(useNow(), 'UTC')
  const subject = useReportSubject(state)
  const filters = useOutcomeFilters(state)
  const input = threatsInputOf(state, environment.id, today, subject)
  const query = useQuery(api.reports.threats.queryOptions({ input, ...reportQueryOptions }))
  const { data: report, error, isError, isPlaceholderData, refetch } = query
  const answered = useAnsweredInput(query, input)
  const title = intl.formatMessage({ id: 'Reports.Threats' })
  useTitle(title)
  const retry = () => void refetch()
  const fileName = `threats_${answered.assessment}_${answered.from}_${answered.to}`
  // Fraud is received after its transaction: it may be all that a range has.
  const isEmpty =
    report?.kpis.transactionVolume === 0 && report.series.fraudByReceived.every(({ volume }) => volume === 0)
  const charts: ThreatsChartsProps = {
    report,
    status: report ? (isEmpty ? 'empty' : 'ready') : isError ? 'error' : 'loading',
    onRetry: retry,
    view: answered.view,
    grain: answered.grain,
    fileName,
  }
  const [first = 'country'] = entitiesOf(subject)
  // The service starts with the first attribute that has values.
  const attribute = answered.entity ?? report?.entity.attribute ?? first
  const chosen = state.value ?? report?.entity.chosen ?? null
  return (
    <>
      <ReportHeader
        title={title}
        name="threats"
        refreshedAt={report?.refreshedAt}
        onReset={() => setState({ ...noThreatsFilters, entity: null, ...defaultForm })}
        exports={<ThreatsExport report={savedReport(report, isPlaceholderData)} input={answered} fileName={fileName} />}
      />
      <ReportFilters
        state={state}
        subject={subject}
        today={today}
        // Attributes belong to one assessment.
        onChange={changes =>
          setState(changes.assessment === undefined ? changes : { ...changes, ...noThreatsFilters, entity: null })
        }
        more={filters}
      />
      <div aria-busy={isPlaceholderData} className="flex flex-col gap-3 px-page pbe-6 pbs-3">
        <ReportBody report={report} error={error}>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <SummaryFigures
              report={report}
              without={otherFigures}
              className="w-full grid-cols-2 [&>:last-child:nth-child(odd)]:col-span-2 sm:w-auto sm:grid-cols-3 sm:[&>:last-child:nth-child(odd)]:col-span-1"
              view={answered.view}
              failed={isError}
              onRetry={retry}
            />
            {report ? <Exposure entity={report.entity} chosen={chosen} /> : null}
          </div>
          {isEmpty && isNarrowed(state) ? (
            <EmptyState
              kind="no-results"
              title={<FormattedMessage id="Reports.NoMatch" />}
              actions={
                <Button onClick={() => setState(noThreatsFilters)}>
                  <FormattedMessage id="Explorer.Reset" />
                </Button>
              }
            />
          ) : (
            <>
              <EntityCard
                charts={charts}
                input={answered}
                attribute={attribute}
                offered={entitiesOf(subject)}
                chosen={chosen}
                onAttributeChange={entity => setState({ entity, value: null })}
                onValueChange={value => setState({ value })}
              />
              <ThreatsCharts {...charts} />
            </>
          )}
        </ReportBody>
      </div>
    </>
  )
}

/** How much of transactions and of fraud the chosen value has. */
function Exposure({ entity, chosen }: { entity: ThreatsReport['entity']; chosen: string | null }) {
  const format = useFormat()
  const nameOf = useValueName(entity.attribute)
  const row = entity.rows.find(({ value }) => value === chosen)
  if (row === undefined || row.share === null || row.fraudShare === null) return null
  return (
    <p className="min-w-0 text-sm">
      <FormattedMessage
        id="Reports.Threats.Sentence"
        values={{
          value: <bdi key="value">{nameOf(row.value)}</bdi>,
          share: (
            <strong key="share" className="font-semibold">
              <bdi>{format.percent(row.share)}</bdi>
            </strong>
          ),
          fraudShare: (
            <strong key="fraud" className="font-semibold">
              <bdi>{format.percent(row.fraudShare)}</bdi>
            </strong>
          ),
        }}
      />
    </p>
  )
}
