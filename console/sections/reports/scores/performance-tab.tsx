import { SegmentedControl } from '@assay/design-system'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useAnsweredInput } from '../../../platform/api/use-answered-input.ts'
import { SummaryCharts } from '../summary/summary-charts.tsx'
import { BinTable } from './bin-table.tsx'
import type { ScoreAnswer } from './score-answer.ts'
import { ScoreCharts } from './score-charts.tsx'
import { type ScoreState, scoreViews } from './scores-address.ts'

interface PerformanceTabProps extends ScoreAnswer {
  show: ScoreState['show']
  onShowChange: (show: ScoreState['show']) => void
}

/** What was decided and what became known, by score, by period, or as a table. */
export function PerformanceTab({ show, onShowChange, ...answer }: PerformanceTabProps) {
  const intl = useIntl()
  return (
    <>
      <SegmentedControl
        className="self-start print:hidden"
        label={intl.formatMessage({ id: 'Reports.Scores.View' })}
        value={show}
        onValueChange={onShowChange}
        segments={scoreViews.map(value => ({
          value,
          label: intl.formatMessage({ id: `Reports.Scores.View.${value}` }),
        }))}
      />
      {show === 'score' ? (
        <ScoreCharts {...answer} />
      ) : show === 'time' ? (
        <PeriodCharts {...answer} />
      ) : (
        <BinTable {...answer} />
      )}
    </>
  )
}

/** The charts of the Summary report with the filters of this one. */
function PeriodCharts({ input, status, fileName }: ScoreAnswer) {
  const query = useQuery(api.reports.summary.queryOptions({ input, placeholderData: keepPreviousData }))
  const { view, grain } = useAnsweredInput(query, input)
  return (
    <SummaryCharts
      report={query.data}
      status={query.data ? (status === 'empty' ? 'empty' : 'ready') : query.isError ? 'error' : 'loading'}
      onRetry={() => void query.refetch()}
      view={view}
      grain={grain}
      fileName={fileName}
    />
  )
}
