export { AreaChart, type AreaChartProps } from './area-chart.tsx'
export { BarChart, type BarChartProps, barOrientations } from './bar-chart.tsx'
export { type BarItem, type BarSort, barSorts } from './bars.ts'
export {
  type ChartBaseProps,
  ChartFrame,
  type ChartFrameProps,
  chartFrameVariants,
  type PlotSpace,
} from './chart-frame.tsx'
export { type ChartStatus, chartStatuses } from './chart-state.tsx'
export type { ChartTable, ChartTableColumn, ChartTableRow } from './chart-table.tsx'
export { areaUnder, type CurveKind, type CurvePoint, curveKinds } from './curve.ts'
export { CurveChart, type CurveChartProps, type CurveModel } from './curve-chart.tsx'
export { type Confusion, confusionAt, type DistributionBin, type Zone, zonesOf } from './distribution.ts'
export { DistributionChart, type DistributionChartProps } from './distribution-chart.tsx'
export { FunnelChart, type FunnelChartProps } from './funnel-chart.tsx'
export { type HeatScale, heatScales } from './heat.ts'
export { HeatMapChart, type HeatMapChartProps } from './heat-map-chart.tsx'
export { type ChartPoint, type ChartSeries, type ChartTone, chartTones } from './series.ts'
export { StackedBarChart, type StackedBarChartProps } from './stacked-bar-chart.tsx'
export type { Bucket } from './time-axis.ts'
export { type ChartMark, type ChartUnit, chartUnits, type TimeChartProps } from './time-chart.ts'
export { type TimeRange, TimeSeriesChart, type TimeSeriesChartProps } from './time-series-chart.tsx'
