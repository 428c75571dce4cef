import type { ChartTone, StackedBarChartProps } from '@assay/design-system/charts'
import { type ChartFrameProps, ChartPlace, StackedBarChart, timeOf, useChartProps } from './metric-chart.tsx'

export interface Shares {
  keys: readonly { key: string; label: string; tone: ChartTone }[]
  /** By period, in the order of the keys. */
  volumes: readonly (readonly number[])[]
}

interface SharesChartProps extends ChartFrameProps, Partial<Pick<StackedBarChartProps, 'variant' | 'level' | 'empty'>> {
  /** Of the chart in the names of files. */
  name: string
  titleId: string
  /** In place of the message, for a name that is data. */
  title?: string
  shares: Shares
}

/** What the transactions of each period are made up of, as shares. */
export function SharesChart({ name, titleId, title, shares, variant, level, empty, ...props }: SharesChartProps) {
  const { keys, volumes } = shares
  const own = useChartProps(props, name, titleId)
  const chart = { ...own, title: title ?? own.title }
  return (
    <ChartPlace title={chart.title}>
      <StackedBarChart
        {...chart}
        {...(variant === undefined ? {} : { variant })}
        {...(level === undefined ? {} : { level })}
        {...(empty === undefined ? {} : { empty })}
        {...(props.status === 'ready' && keys.length === 0 ? { status: 'empty' as const } : {})}
        percent
        series={keys}
        points={(props.report?.periods ?? []).map(({ start }, index) => ({
          time: timeOf(start),
          values: Object.fromEntries(keys.map(({ key }, place) => [key, volumes[index]?.[place] ?? 0])),
        }))}
      />
    </ChartPlace>
  )
}
