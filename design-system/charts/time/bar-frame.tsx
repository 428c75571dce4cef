import { FormattedMessage } from 'react-intl'
import { ChartFrame, type ChartFrameProps } from '../chart-frame/chart-frame.tsx'
import type { ChartTable } from '../chart-frame/chart-table.tsx'
import type { BarPeriods } from './bar-periods.ts'
import type { useTimeChart } from './time-chart.ts'

type TimeChart = ReturnType<typeof useTimeChart>

interface BarFrameProps
  extends Omit<
    ChartFrameProps,
    'summary' | 'table' | 'pending' | 'hidden' | 'onHiddenChange' | 'timeZone' | 'widthNote' | 'series'
  > {
  chart: TimeChart
  /** The bars that fit into a width, in pixels. */
  barsIn: (width: number) => BarPeriods
  series: NonNullable<ChartFrameProps['series']>
  summary?: string | undefined
  /** One more column of the table: what a line over the bars shows. */
  more?: { key: string; label: string; values: readonly number[] }
  /** More columns of the table whose values the points have. */
  columns?: ChartTable['columns']
}

/** Frame of bars over time: a note says what one of them stands for where it is more than a bucket. */
export function BarFrame({ chart, barsIn, summary, more, columns = [], ...props }: BarFrameProps) {
  const { data, format } = chart
  return (
    <ChartFrame
      {...props}
      steps
      pending={chart.pending}
      summary={summary ?? chart.sentence(data)}
      hidden={chart.hidden}
      onHiddenChange={chart.setHidden}
      table={
        more === undefined
          ? chart.tableOf(data, columns)
          : chart.tableOf(data, [{ key: more.key, label: more.label, format: chart.formatValue }], index => ({
              [more.key]: more.values[index] ?? null,
            }))
      }
      timeZone={chart.zone}
      widthNote={width => {
        const { step } = barsIn(width)
        return step === null ? null : (
          <FormattedMessage
            id="DesignSystem.Chart.BarPeriod"
            values={{ period: format.unit(step.count, step.unit, 'long') }}
          />
        )
      }}
    />
  )
}

/** Returns the name of the period of a bar: its bucket, or the first and the last one. */
export function barName({ name, data }: Pick<TimeChart, 'name' | 'data'>, bars: BarPeriods, bar: number): string {
  const [from, to] = bars.bounds(bar)
  const first = name(data.times[from] ?? Number.NaN)
  return from === to ? first : `${first} – ${name(data.times[to] ?? Number.NaN)}`
}
