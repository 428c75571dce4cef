import { Card, CardHeader, lazyPart, SkeletonChart, useAfterFirstPaint } from '@assay/design-system'
import { type ReactNode, Suspense } from 'react'

// Charts are the largest part of the page and are loaded after its figures.
const charts = () => import('@assay/design-system/charts')
export const StackedBarChart = lazyPart(() => charts().then(module => ({ default: module.StackedBarChart })))
export const TimeSeriesChart = lazyPart(() => charts().then(module => ({ default: module.TimeSeriesChart })))

/** Height of the plots, in pixels. */
export const plotHeight = 148

/** Place of a chart, with its title and a grey picture until its code has arrived. */
export function ChartPlace({ title, children }: { title: string; children: ReactNode }) {
  const painted = useAfterFirstPaint()
  const waiting = (
    <Card>
      <CardHeader title={title} />
      <div className="flex flex-col px-4 pbe-8">
        <SkeletonChart style={{ blockSize: plotHeight }} />
      </div>
    </Card>
  )
  return <div className="min-w-0">{painted ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}</div>
}
