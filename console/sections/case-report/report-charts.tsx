import { Card, CardHeader, lazyPart, SkeletonChart, useAfterFirstPaint } from '@assay/design-system'
import type { ReportBucket } from '@assay/risk-service/contract'
import { type ReactNode, Suspense } from 'react'

// Charts are the largest part of the page and are loaded after its figures.
const charts = () => import('@assay/design-system/charts')
export const FlowChart = lazyPart(() => charts().then(module => ({ default: module.FlowChart })))
export const StackedBarChart = lazyPart(() => charts().then(module => ({ default: module.StackedBarChart })))
export const TimeSeriesChart = lazyPart(() => charts().then(module => ({ default: module.TimeSeriesChart })))
export const BarChart = lazyPart(() => charts().then(module => ({ default: module.BarChart })))
export const HeatMapChart = lazyPart(() => charts().then(module => ({ default: module.HeatMapChart })))

/** Height of the plots, in pixels. */
export const plotHeight = 184

/** Buckets of the charts over time. */
export const chartBuckets = { daily: 'day', weekly: 'week', monthly: 'month' } as const satisfies Record<
  ReportBucket,
  string
>

/** Place of a chart, with its title and a grey picture until its code has arrived. */
export function ChartPlace({ title, children }: { title: string; children: ReactNode }) {
  const painted = useAfterFirstPaint()
  const waiting = (
    <Card>
      <CardHeader title={title} />
      {/* As high as the chart with the line under it. */}
      <div className="flex flex-col px-4 pbe-8">
        <SkeletonChart style={{ blockSize: plotHeight }} />
      </div>
    </Card>
  )
  return painted ? <Suspense fallback={waiting}>{children}</Suspense> : waiting
}

/** Charts and tables in two columns; what needs the whole width spans both. */
export function ReportGrid({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-3 md:grid-cols-2">{children}</div>
}
