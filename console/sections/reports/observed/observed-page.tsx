import { Button, EmptyState, SegmentedControl, TabPanel, useNow } from '@assay/design-system'
import { dayIn, observedReportForms } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useAnsweredInput } from '../../../platform/api/use-answered-input.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useReportSubject } from '../assessment-picker.tsx'
import { defaultForm, isFiltered, noFilters, summaryInputOf } from '../report-address.ts'
import { ConfigurationLink, ReportBody } from '../report-body.tsx'
import { ReportFilters } from '../report-filters.tsx'
import { ReportHeader } from '../report-header.tsx'
import { reportQueryOptions, savedReport } from '../report-query.ts'
import { summaryParameters } from './observed-address.ts'
import { ObservedCharts } from './observed-charts.tsx'
import { ObservedExport } from './observed-export.tsx'

/** The values of fields of observations and labels, over time or by score. @param tabs leads to the Summary */
export function ObservedPage({ tabs }: { tabs: ReactNode }) {
  const intl = useIntl()
  const environment = useEnvironment()
  const [state, setState] = useSearchState(summaryParameters)
  const today = dayIn(useNow(), 'UTC')
  const subject = useReportSubject(state)
  const input = { ...summaryInputOf(state, environment.id, today, subject), by: state.show }
  const isConfigured = subject.observed?.length !== 0
  const query = useQuery({
    ...api.reports.observed.queryOptions({ input, ...reportQueryOptions }),
    enabled: isConfigured,
  })
  const { data: report, error, isError, isPlaceholderData, refetch } = query
  const answered = useAnsweredInput(query, input)
  const title = intl.formatMessage({ id: 'Reports.Observed' })
  useTitle(title)
  const fileName = `observed_${answered.assessment}_${answered.from}_${answered.to}`
  // The list of assessments may be older than the report.
  const withFields = isConfigured && report?.fields.length !== 0
  const status = report ? (report.volume > 0 ? 'ready' : 'empty') : isError ? 'error' : 'loading'
  return (
    <>
      <ReportHeader
        title={title}
        name="observed"
        refreshedAt={report?.refreshedAt}
        onReset={() => setState({ ...noFilters, ...defaultForm, show: 'time' })}
        exports={
          <ObservedExport report={savedReport(report, isPlaceholderData)} input={answered} fileName={fileName} />
        }
      />
      <ReportFilters state={state} subject={subject} today={today} onChange={setState} />
      {tabs}
      <TabPanel value="observed" aria-busy={isPlaceholderData} className="flex flex-col gap-3 px-page pbe-6 pbs-3">
        {withFields ? (
          <ReportBody report={report} error={error}>
            <SegmentedControl
              className="self-start print:hidden"
              label={intl.formatMessage({ id: 'Reports.Scores.View' })}
              value={state.show}
              onValueChange={show => setState({ show })}
              segments={observedReportForms.map(value => ({
                value,
                label: intl.formatMessage({ id: `Reports.Scores.View.${value}` }),
              }))}
            />
            {report?.volume === 0 && isFiltered(state) ? (
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
              <ObservedCharts
                report={report}
                by={answered.by}
                fields={subject.observed ?? []}
                status={status}
                onRetry={() => void refetch()}
                view={answered.view}
                grain={answered.grain}
                fileName={fileName}
              />
            )}
          </ReportBody>
        ) : (
          <EmptyState
            kind="first-use"
            title={<FormattedMessage id="Reports.Observed.NotConfigured" />}
            description={<FormattedMessage id="Reports.Observed.NotConfigured.Text" />}
            actions={<ConfigurationLink />}
          />
        )}
      </TabPanel>
    </>
  )
}
