import { Card, CardHeader, lazyPart, SkeletonChart, useAfterFirstPaint } from '@assay/design-system'
import { type ReactNode, Suspense } from 'react'

// Charts are the largest part of the page and are loaded after its figures.
const charts = () => import('@assay/design-system/charts')
export const DistributionChart = lazyPart(() => charts().then(module => ({ default: module.DistributionChart })))
export const CurveChart = lazyPart(() => charts().then(module => ({ default: module.CurveChart })))
export const ScoreChart = lazyPart(() => charts().then(module => ({ default: module.ScoreChart })))
export const FlowChart = lazyPart(() => charts().then(module => ({ default: module.FlowChart })))

interface ChartPlaceProps {
  title: string
  /** Of the plot, in pixels. */
  height: number
  children: ReactNode
}

/** Place of a chart, with its title and a grey picture until its code has arrived. */
export function ChartPlace({ title, height, children }: ChartPlaceProps) {
  const painted = useAfterFirstPaint()
  const waiting = (
    <Card>
      <CardHeader title={title} />
      <div className="flex flex-col px-4 pbe-8">
        <SkeletonChart style={{ blockSize: height }} />
      </div>
    </Card>
  )
  return <div className="min-w-0">{painted ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}</div>
}
