import { Button, downloadText, EmptyState, Tab, TabList, TabPanel, Tabs, toCsv, useNow } from '@assay/design-system'
import { dayIn } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useAnsweredInput } from '../../../platform/api/use-answered-input.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { useReportSubject } from '../assessment-picker.tsx'
import { ExportMenu } from '../export-menu.tsx'
import { isByOutcome, noOutcomes, outcomeInputOf } from '../outcome-address.ts'
import { defaultForm, isFiltered, noFilters } from '../report-address.ts'
import { ReportBody } from '../report-body.tsx'
import { ReportFilters } from '../report-filters.tsx'
import { ReportHeader } from '../report-header.tsx'
import { reportQueryOptions, savedReport } from '../report-query.ts'
import { SummaryFigures } from '../summary/summary-kpis.tsx'
import { useOutcomeFilters } from '../use-outcome-filters.ts'
import { EstimateTab } from './estimate-tab.tsx'
import { OperationTab } from './operation-tab.tsx'
import { PerformanceTab } from './performance-tab.tsx'
import { ProfitTab } from './profit-tab.tsx'
import type { ScoreAnswer } from './score-answer.ts'
import { scoreFiles } from './score-files.ts'
import { scoreParameters, scoreTabs } from './scores-address.ts'

const chargebackFigures = ['fraudChargebackRate'] as const

/** How scores are distributed, and what a cut-off would stop. */
export function Component() {
  const intl = useIntl()
  const environment = useEnvironment()
  const [state, setState] = useSearchState(scoreParameters)
  const today = dayIn(useNow(), 'UTC')
  const subject = useReportSubject(state)
  const filters = useOutcomeFilters(state)
  const input = outcomeInputOf(state, environment.id, today, subject)
  const query = useQuery(api.reports.scores.queryOptions({ input, ...reportQueryOptions }))
  const { data: report, error, isError, isPlaceholderData, refetch } = query
  const answered = useAnsweredInput(query, input)
  // What a reset takes back is no longer in the state of a tab either.
  const [resets, setResets] = useState(0)
  const title = intl.formatMessage({ id: 'Reports.Scores' })
  useTitle(title)
  const retry = () => void refetch()
  const reset = () => {
    setResets(resets + 1)
    setState({
      ...noFilters,
      ...noOutcomes,
      ...defaultForm,
      show: 'score',
      cutoff: null,
      margin: null,
    })
  }
  const answer: ScoreAnswer = {
    report,
    status: report ? (report.bins.length > 0 ? 'ready' : 'empty') : isError ? 'error' : 'loading',
    onRetry: retry,
    input: answered,
    view: answered.view,
    grain: answered.grain,
    amounts: subject.amounts,
    fileName: `scores_${answered.assessment}_${answered.from}_${answered.to}`,
  }
  // Profit is counted in amounts.
  const tabs = subject.amounts ? scoreTabs : scoreTabs.filter(tab => tab !== 'profit')
  const shown = tabs.find(tab => tab === state.tab) ?? 'performance'
  // The tab asks the same.
  const margin = useDebouncedValue(state.margin)
  const profit = useQuery({
    ...api.reports.scoreProfit.queryOptions({ input: { ...answered, margin } }),
    enabled: shown === 'profit',
  }).data
  const saved = savedReport(report, isPlaceholderData)
  const files = saved ? scoreFiles(saved, shown === 'profit' ? profit : undefined) : []
  const onMarginChange = (margin: number) => setState({ margin })
  const onCutoffTry = (cutoff: number) => setState({ cutoff, tab: 'operation' }, 'push')
  const nothing = report?.kpis.transactionVolume === 0 && (isFiltered(state) || isByOutcome(state))
  return (
    <Tabs
      activationMode="manual"
      value={shown}
      onValueChange={value => {
        const tab = scoreTabs.find(each => each === value)
        if (tab) setState({ tab }, 'push')
      }}
      className="flex flex-col"
    >
      <ReportHeader
        title={title}
        name="scores"
        refreshedAt={report?.refreshedAt}
        onReset={reset}
        exports={
          <ExportMenu
            name={title}
            report="scores"
            input={answer.input}
            files={files.map(({ id, columns, rows }) => ({
              id,
              label: <FormattedMessage id={`Reports.Scores.Export.${id}`} />,
              rows: rows.length,
              save: () => downloadText(`${answer.fileName}_${id}.csv`, toCsv(columns, rows)),
            }))}
          />
        }
      />
      <ReportFilters
        state={state}
        subject={subject}
        today={today}
        // A cut-off belongs to one assessment.
        onChange={changes =>
          setState(changes.assessment === undefined ? changes : { ...changes, ...noOutcomes, cutoff: null })
        }
        more={filters}
      />
      <TabList label={title} className="px-page print:hidden">
        {tabs.map(tab => (
          <Tab key={tab} value={tab}>
            <FormattedMessage id={`Reports.Scores.Tab.${tab}`} />
          </Tab>
        ))}
      </TabList>
      {/* On paper there is no tab that would say which of them it is. */}
      <p className="hidden px-page font-semibold print:block">
        <FormattedMessage id={`Reports.Scores.Tab.${shown}`} />
      </p>
      <TabPanel value={shown} aria-busy={isPlaceholderData} className="flex flex-col gap-3 px-page pbe-6 pbs-3">
        <ReportBody report={report} error={error}>
          <SummaryFigures
            report={report}
            without={chargebackFigures}
            view={answered.view}
            failed={isError}
            onRetry={retry}
          />
          {nothing ? (
            <EmptyState
              kind="no-results"
              title={<FormattedMessage id="Reports.NoMatch" />}
              actions={
                <Button onClick={() => setState({ ...noFilters, ...noOutcomes })}>
                  <FormattedMessage id="Explorer.Reset" />
                </Button>
              }
            />
          ) : shown === 'performance' ? (
            <PerformanceTab {...answer} show={state.show} onShowChange={show => setState({ show })} />
          ) : shown === 'operation' ? (
            <OperationTab
              {...answer}
              cutoff={state.cutoff}
              margin={state.margin}
              onCutoffChange={cutoff => setState({ cutoff })}
            />
          ) : shown === 'profit' ? (
            <ProfitTab
              key={resets}
              {...answer}
              margin={state.margin}
              onMarginChange={onMarginChange}
              onCutoffTry={onCutoffTry}
            />
          ) : (
            <EstimateTab
              key={resets}
              {...answer}
              cutoff={state.cutoff}
              margin={state.margin}
              onMarginChange={onMarginChange}
              onCutoffTry={onCutoffTry}
            />
          )}
        </ReportBody>
      </TabPanel>
    </Tabs>
  )
}
