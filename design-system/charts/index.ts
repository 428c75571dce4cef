export { AreaChart, type AreaChartProps } from './area-chart/area-chart.tsx'
export { BarChart, type BarChartProps, barOrientations } from './bar-chart/bar-chart.tsx'
export { type BarItem, type BarSort, barSorts } from './bar-chart/bars.ts'
export {
  type ChartBaseProps,
  ChartFrame,
  type ChartFrameProps,
  chartFrameVariants,
  type PlotSpace,
} from './chart-frame/chart-frame.tsx'
export { type ChartStatus, chartStatuses } from './chart-frame/chart-state.tsx'
export type { ChartTable, ChartTableColumn, ChartTableRow } from './chart-frame/chart-table.tsx'
export { CurveChart, type CurveChartProps, type CurveModel } from './curve-chart/curve-chart.tsx'
export {
  type Confusion,
  confusionAt,
  type DistributionBin,
  type Zone,
  zonesOf,
} from './distribution-chart/distribution.ts'
export { DistributionChart, type DistributionChartProps } from './distribution-chart/distribution-chart.tsx'
export { FlowChart, type FlowChartProps } from './flow-chart/flow-chart.tsx'
export { FunnelChart, type FunnelChartProps } from './funnel-chart/funnel-chart.tsx'
export { type HeatScale, heatScales } from './heat-map-chart/heat.ts'
export { HeatMapChart, type HeatMapChartProps } from './heat-map-chart/heat-map-chart.tsx'
export { areaUnder, type CurveKind, type CurvePoint, curveKinds } from './plot/curve.ts'
export { type ChartPoint, type ChartSeries, type ChartTone, chartTones } from './plot/series.ts'
export { ScoreChart, type ScoreChartBin, type ScoreChartProps } from './score-chart/score-chart.tsx'
export { StackedBarChart, type StackedBarChartProps } from './stacked-bar-chart/stacked-bar-chart.tsx'
export { type ChartMark, type ChartUnit, chartUnits, type TimeChartProps } from './time/time-chart.ts'
export { type Bucket, buckets } from './time/time-steps.ts'
export { type TimeRange, TimeSeriesChart, type TimeSeriesChartProps } from './time-series-chart/time-series-chart.tsx'
