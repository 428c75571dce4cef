import {
  Button,
  belowSm,
  Card,
  CardHeader,
  cn,
  EmptyState,
  SegmentedControl,
  SkeletonChart,
  useMediaQuery,
  useNow,
} from '@assay/design-system'
import { dayIn, type RulesInput, type RulesReport, ruleReportKinds } from '@assay/risk-service/contract'
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
import { MetricChart } from '../summary/metric-chart.tsx'
import { VolumeChart } from '../summary/summary-charts.tsx'
import { SummaryFigures } from '../summary/summary-kpis.tsx'
import { OverlapMatrix } from './overlap-matrix.tsx'
import { RulePanel } from './rule-panel.tsx'
import {
  isNarrowed,
  noRulesFilters,
  type RulesState,
  rulesDisplays,
  rulesInputOf,
  rulesParameters,
} from './rules-address.ts'
import { RulesCards } from './rules-cards.tsx'
import { BankChart, RuleSharesChart, type RulesChartsProps, ScoresChart } from './rules-charts.tsx'
import { RulesExport } from './rules-export.tsx'
import { RulesGrid, type RulesGridProps } from './rules-grid.tsx'
import { SilentClauses } from './silent-clauses.tsx'
import { useRuleFilters } from './use-rule-filters.ts'
import { useRuleTexts } from './use-rule-texts.ts'

/** What rules and their clauses decided or observed over a range of days of UTC, and what became of it. */
export function Component() {
  const intl = useIntl()
  const environment = useEnvironment()
  const [state, setState] = useSearchState(rulesParameters)
  const today = dayIn(useNow(), 'UTC')
  const subject = useReportSubject(state)
  const input = rulesInputOf(state, environment.id, today, subject)
  const query = useQuery(api.reports.rules.queryOptions({ input, ...reportQueryOptions }))
  const { data: report, error, isError, isPlaceholderData, refetch } = query
  const answered = useAnsweredInput(query, input)
  const filters = useRuleFilters(state, report)
  const title = intl.formatMessage({ id: 'Reports.Rules' })
  useTitle(title)
  const fileName = `rules_${answered.assessment}_${answered.from}_${answered.to}`
  return (
    <>
      <ReportHeader
        title={title}
        name="rules"
        refreshedAt={report?.refreshedAt}
        onReset={() => setState({ ...noRulesFilters, ...defaultForm })}
        exports={<RulesExport report={savedReport(report, isPlaceholderData)} input={answered} fileName={fileName} />}
      />
      <ReportFilters
        state={state}
        subject={subject}
        today={today}
        // Rules belong to one assessment.
        onChange={changes => setState(changes.assessment === undefined ? changes : { ...changes, ...noRulesFilters })}
        more={filters}
      />
      <div className="flex flex-wrap items-center gap-3 px-page pbs-1 print:hidden">
        <SegmentedControl
          label={intl.formatMessage({ id: 'Reports.Rules.Kind' })}
          value={state.kind}
          // Chosen rules of one kind would leave nothing of the other.
          onValueChange={kind => setState({ kind, rule: [] }, 'push')}
          segments={ruleReportKinds.map(value => ({
            value,
            label: intl.formatMessage({ id: `Reports.Rules.Kind.${value}` }),
          }))}
        />
        <SegmentedControl
          label={intl.formatMessage({ id: 'Reports.Rules.Display' })}
          value={state.display}
          onValueChange={display => setState({ display })}
          segments={rulesDisplays.map(value => ({
            value,
            label: intl.formatMessage({ id: `Reports.Rules.Display.${value}` }),
          }))}
        />
      </div>
      {/* On paper there is no choice that would say which of them it is. */}
      <p className="hidden px-page font-semibold print:block">
        <FormattedMessage id={`Reports.Rules.Kind.${state.kind}`} />
      </p>
      <div aria-busy={isPlaceholderData} className="flex flex-col gap-3 px-page pbe-6 pbs-3">
        <ReportBody report={report} error={error}>
          <Figures
            report={report}
            input={answered}
            state={state}
            failed={isError}
            onRetry={() => void refetch()}
            onChange={setState}
            fileName={fileName}
          />
        </ReportBody>
      </div>
    </>
  )
}

interface FiguresProps {
  report: RulesReport | undefined
  input: RulesInput
  state: RulesState
  failed: boolean
  onRetry: () => void
  onChange: (changes: Partial<RulesState>) => void
  fileName: string
}

/** Figures, then the table with what belongs to it, or the charts by period. */
function Figures({ report, input, state, failed, onRetry, onChange, fileName }: FiguresProps) {
  const { view, grain } = input
  const isEmpty = report !== undefined && report.rows.length === 0 && report.kpis.transactionVolume === 0
  const charts: RulesChartsProps = {
    report,
    status: report ? (report.kpis.transactionVolume === 0 ? 'empty' : 'ready') : failed ? 'error' : 'loading',
    onRetry,
    view,
    grain,
    fileName,
  }
  const withBank = report === undefined || report.kpis.sentToBankVolume !== 0
  return (
    <>
      <SummaryFigures report={report} view={view} failed={failed} onRetry={onRetry} without={['fraudChargebackRate']} />
      {isEmpty && isNarrowed(state) ? (
        <EmptyState
          kind="no-results"
          title={<FormattedMessage id="Reports.NoMatch" />}
          actions={
            <Button onClick={() => onChange(noRulesFilters)}>
              <FormattedMessage id="Explorer.Reset" />
            </Button>
          }
        />
      ) : state.display === 'table' ? (
        <TableView report={report} input={input} state={state} onChange={onChange} charts={charts} />
      ) : (
        <div className="grid grid-cols-1 gap-3 md:grid-cols-2 print:grid-cols-2">
          <VolumeChart {...charts} />
          <MetricChart {...charts} metric="fraud" />
          {input.kind === 'decision' ? <RuleSharesChart {...charts} /> : null}
          {input.kind === 'decision' ? <ScoresChart {...charts} /> : null}
          {withBank ? <BankChart {...charts} /> : null}
        </div>
      )}
    </>
  )
}

type TableViewProps = Pick<FiguresProps, 'report' | 'input' | 'state' | 'onChange'> & { charts: RulesChartsProps }

function TableView({ report, input, state, onChange, charts }: TableViewProps) {
  const texts = useRuleTexts(input.view)
  const [only] = input.rules.length === 1 ? input.rules : []
  return (
    <>
      <Card>
        <CardHeader
          title={<FormattedMessage id="Reports.Rules.Table" />}
          meta={
            report ? (
              <FormattedMessage
                id={`Reports.Rules.Table.Meta.${input.kind}`}
                values={{ volume: texts.volumeInText(report.withoutRule) }}
              />
            ) : null
          }
        />
        {report ? (
          report.rows.length === 0 ? (
            <EmptyState kind="no-results" title={<FormattedMessage id={`Reports.Rules.Empty.${input.kind}`} />} />
          ) : (
            <Rules report={report} input={input} chosen={state.rule} onChoose={rule => onChange({ rule })} />
          )
        ) : charts.status === 'loading' ? (
          <SkeletonChart style={{ blockSize: 240 }} />
        ) : null}
      </Card>
      <div className={cn('grid grid-cols-1 items-start gap-3 md:grid-cols-2', only && 'lg:grid-cols-3')}>
        <VolumeChart {...charts} />
        <MetricChart {...charts} metric="fraud" />
        {report && only ? <RulePanel report={report} input={input} reference={only} /> : null}
      </div>
      {report && input.kind === 'observe' ? <OverlapMatrix report={report} fileName={charts.fileName} /> : null}
      {report && input.kind === 'decision' ? <SilentClauses report={report} input={input} /> : null}
    </>
  )
}

/** Rules and clauses as a table, which a phone has no room for. */
function Rules(props: RulesGridProps) {
  const isPhone = useMediaQuery(belowSm)
  return isPhone ? <RulesCards {...props} /> : <RulesGrid {...props} />
}
