import { Button, EmptyState, TabPanel, useNow } from '@assay/design-system'
import { dayIn, type SummaryReport } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useAnsweredInput } from '../../../platform/api/use-answered-input.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useReportSubject } from '../assessment-picker.tsx'
import { defaultForm, isFiltered, noFilters, reportParameters, summaryInputOf } from '../report-address.ts'
import { ReportBody } from '../report-body.tsx'
import { ReportFilters } from '../report-filters.tsx'
import { ReportHeader } from '../report-header.tsx'
import { reportQueryOptions, savedReport } from '../report-query.ts'
import { OlderMonths } from './older-months.tsx'
import { SummaryCharts } from './summary-charts.tsx'
import { SummaryExport } from './summary-export.tsx'
import { SummaryFigures } from './summary-kpis.tsx'

const panelClass = 'flex flex-col gap-3 px-page pbe-6 pbs-3'

interface SummaryPageProps {
  /** Leads to what stands beside the figures, and the name of the tab that they are under; nothing does by default. */
  tabs?: { list: ReactNode; value: string }
}

/** Volumes and rates of the events of an assessment over a range of days of UTC. */
export function SummaryPage({ tabs }: SummaryPageProps) {
  const intl = useIntl()
  const environment = useEnvironment()
  const [state, setState] = useSearchState(reportParameters)
  const today = dayIn(useNow(), 'UTC')
  const subject = useReportSubject(state)
  const input = summaryInputOf(state, environment.id, today, subject)
  const query = useQuery(api.reports.summary.queryOptions({ input, ...reportQueryOptions }))
  // A failed read of other filters leaves none; the former figures are shown as what they are until the next arrive.
  const { data: report, error, isError, isPlaceholderData, refetch } = query
  const answered = useAnsweredInput(query, input)
  const fileName = `summary_${answered.assessment}_${answered.from}_${answered.to}`
  const title = intl.formatMessage({ id: 'Reports.Summary' })
  useTitle(title)
  const retry = () => void refetch()
  const reset = () => setState({ ...noFilters, ...defaultForm })
  const figures = (
    <ReportBody report={report} error={error} older={<OlderMonths input={input} />}>
      <SummaryFigures report={report} view={answered.view} failed={isError} onRetry={retry} />
      {report?.kpis.transactionVolume === 0 && isFiltered(state) ? (
        <EmptyState
          kind="no-results"
          title={<FormattedMessage id="Reports.NoMatch" />}
          actions={
            <Button onClick={() => setState(noFilters)}>
              <FormattedMessage id="Explorer.Reset" />
            </Button>
          }
        />
      ) : (
        <SummaryCharts
          report={report}
          status={report ? statusOf(report) : isError ? 'error' : 'loading'}
          onRetry={retry}
          view={answered.view}
          grain={answered.grain}
          fileName={fileName}
        />
      )}
      <OlderMonths input={input} />
    </ReportBody>
  )
  return (
    <>
      <ReportHeader
        title={title}
        name="summary"
        refreshedAt={report?.refreshedAt}
        onReset={reset}
        exports={<SummaryExport report={savedReport(report, isPlaceholderData)} input={answered} fileName={fileName} />}
      />
      <ReportFilters state={state} subject={subject} today={today} onChange={setState} />
      {tabs === undefined ? (
        <div aria-busy={isPlaceholderData} className={panelClass}>
          {figures}
        </div>
      ) : (
        <>
          {tabs.list}
          <TabPanel value={tabs.value} aria-busy={isPlaceholderData} className={panelClass}>
            {figures}
          </TabPanel>
        </>
      )}
    </>
  )
}

const statusOf = ({ series }: SummaryReport): 'ready' | 'empty' =>
  series.transactions.some(({ volume }) => volume > 0) ? 'ready' : 'empty'
