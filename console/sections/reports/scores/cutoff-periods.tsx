import { useFormat } from '@assay/design-system'
import type { ScoreSeries } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useAnsweredInput } from '../../../platform/api/use-answered-input.ts'
import type { ScoreAnswer } from './score-answer.ts'
import { ChartPlace, FlowChart } from './score-chart-place.tsx'

const plotHeight = 148
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** What the cut-off separates in each period. */
export function CutoffPeriods({ input, fileName, status, cutoff }: ScoreAnswer & { cutoff: number }) {
  const intl = useIntl()
  const format = useFormat()
  const query = useQuery({
    ...api.reports.scoreCutoff.queryOptions({ input: { ...input, cutoff }, placeholderData: keepPreviousData }),
    enabled: status === 'ready',
  })
  const { data, isError, refetch } = query
  const { view, grain } = useAnsweredInput(query, input)
  const text = (id: string) => intl.formatMessage({ id })
  const volumeTitle = text('Reports.Scores.Periods.Volume')
  const fraudTitle = text('Reports.Scores.Figure.fraudVolumeUnder')
  const partial = data?.periods.filter(period => period.partial).map(({ start }) => format.date(start, 'UTC')) ?? []
  const state =
    data === undefined
      ? { status: status === 'empty' ? ('empty' as const) : isError ? ('error' as const) : ('loading' as const) }
      : partial.length > 0
        ? {
            status: 'partial' as const,
            notice: <FormattedMessage id="Reports.NotFinal" values={{ periods: intl.formatList(partial) }} />,
          }
        : { status: 'ready' as const }
  const chart = {
    ...state,
    onRetry: () => void refetch(),
    partialFirst: data?.periods[0]?.partial ?? false,
    partialLast: data?.periods.at(-1)?.partial ?? false,
    height: plotHeight,
    timeZone: 'UTC',
    bucket: grain,
    meta: <FormattedMessage id="Reports.Scores.Periods.Meta" values={{ cutoff: data?.cutoff ?? cutoff }} />,
  } as const
  const pointsOf = (valuesAt: (series: ScoreSeries, index: number) => Record<string, number | null>) =>
    data?.periods.map(({ start }, index) => ({ time: timeOf(start), values: valuesAt(data, index) })) ?? []
  return (
    <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
      <ChartPlace title={volumeTitle} height={plotHeight}>
        <FlowChart
          {...chart}
          title={volumeTitle}
          fileName={`${fileName}_cutoff_volume`}
          series={[
            { key: 'under', label: text('Reports.Scores.Periods.Under'), tone: 'series-1' },
            { key: 'above', label: text('Reports.Scores.Column.volume'), tone: 'series-7' },
          ]}
          stock={{ key: 'share', label: text('Reports.Scores.Figure.percentAtOrAbove'), tone: 'series-5' }}
          stockUnit="share"
          points={pointsOf(({ under, atOrAbove }, index) => ({
            under: under[index] ?? 0,
            above: atOrAbove[index]?.volume ?? 0,
            share: atOrAbove[index]?.rate ?? null,
          }))}
        />
      </ChartPlace>
      <ChartPlace title={fraudTitle} height={plotHeight}>
        <FlowChart
          {...chart}
          title={fraudTitle}
          fileName={`${fileName}_cutoff_fraud`}
          series={[{ key: 'volume', label: intl.formatMessage({ id: `Reports.Volume.${view}` }), tone: 'series-6' }]}
          stock={{ key: 'rate', label: intl.formatMessage({ id: 'Reports.Kpi.fraudRate' }), tone: 'series-4' }}
          stockUnit="share"
          points={pointsOf(({ fraudUnder }, index) => ({ ...fraudUnder[index] }))}
        />
      </ChartPlace>
    </div>
  )
}
