import { memo } from 'react'
import { Curve, type CurveProps } from 'recharts'
import { Marker } from '../plot/marks.tsx'
import type { ChartTone } from '../plot/series.ts'
import { scaleToPixels } from '../plot/value-axis.ts'
import { isIsolated, lineBreak, sampleColumns, type Values } from './m4.ts'

/** The area of a plot and the values at its lower and upper edge. */
export interface PlotScale {
  left: number
  top: number
  width: number
  height: number
  low: number
  high: number
}

const gap = { x: Number.NaN, y: null }

function pixelsOf(values: Values, indexes: readonly number[], scale: PlotScale) {
  const { left, top, width, height, low, high } = scale
  const step = width / Math.max(1, values.length)
  return indexes.map(index =>
    index === lineBreak
      ? gap
      : { x: left + (index + 0.5) * step, y: scaleToPixels(values[index]!, [low, high], [top + height, top]) },
  )
}

/** The scale is a new object in every render: a path is made anew only if its numbers are others. */
function isSamePath<Props extends { scale: PlotScale }>(before: Props, after: Props): boolean {
  const isSame = <Type extends object>(one: Type, other: Type, except?: string) =>
    Object.keys({ ...one, ...other }).every(key => key === except || Reflect.get(one, key) === Reflect.get(other, key))
  return isSame(before, after, 'scale') && isSame(before.scale, after.scale)
}

/** Distance below which isolated points share a marker, in pixels: the width of a marker. */
const markerWidth = 8

interface SeriesLineProps extends Pick<CurveProps, 'stroke' | 'strokeWidth' | 'strokeDasharray'> {
  values: Values
  scale: PlotScale
  /** Marks values between two gaps, which have no line. */
  isolated?: ChartTone | undefined
}

/** A series as one path, down-sampled to the pixels of the plot. */
export const SeriesLine = memo(function SeriesLine({ values, scale, isolated, ...stroke }: SeriesLineProps) {
  const indexes = sampleColumns(values, scale.width)
  const points = pixelsOf(values, indexes, scale)
  let marked = Number.NEGATIVE_INFINITY
  const alone =
    isolated === undefined
      ? []
      : indexes.flatMap((index, i) => {
          const x = points[i]!.x
          if (index === lineBreak || !isIsolated(values, index) || x - marked < markerWidth) return []
          marked = x
          return [points[i]!]
        })
  return (
    <>
      <Curve type="linear" points={points} fill="none" strokeLinecap="round" strokeLinejoin="round" {...stroke} />
      {isolated === undefined ? null : alone.map(({ x, y }) => <Marker key={x} tone={isolated} x={x} y={y ?? 0} />)}
    </>
  )
}, isSamePath)

interface SeriesAreaProps extends Pick<CurveProps, 'fill' | 'fillOpacity'> {
  values: Values
  /** The lower bound at each value; zero when absent. */
  floor?: Values | undefined
  scale: PlotScale
}

/** The area between a series and its lower bound as one path, down-sampled to the pixels of the plot. */
export const SeriesArea = memo(function SeriesArea({ values, floor, scale, ...fill }: SeriesAreaProps) {
  const indexes = sampleColumns(values, scale.width, floor)
  const zero = scaleToPixels(0, [scale.low, scale.high], [scale.top + scale.height, scale.top])
  const baseLine = floor === undefined ? zero : pixelsOf(floor, indexes, scale)
  return <Curve type="linear" points={pixelsOf(values, indexes, scale)} baseLine={baseLine} stroke="none" {...fill} />
}, isSamePath)
