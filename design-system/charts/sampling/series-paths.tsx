import { memo, type SVGProps } from 'react'
import { Marker } from '../plot/marks.tsx'
import type { ChartTone } from '../plot/series.ts'
import { isIsolated, lineBreak, sampleColumns, type Values } from './m4.ts'
import { areaPath, linePath, type PlotScale, seriesPixels } from './paths.ts'

/** The scale is a new object in every render: a path is made anew only if its numbers are others. */
function isSamePath<Props extends { scale: PlotScale }>(before: Props, after: Props): boolean {
  const isSame = <Type extends object>(one: Type, other: Type, except?: string) =>
    Object.keys({ ...one, ...other }).every(key => key === except || Reflect.get(one, key) === Reflect.get(other, key))
  return isSame(before, after, 'scale') && isSame(before.scale, after.scale)
}

/** Distance below which isolated points share a marker, in pixels: the width of a marker. */
const markerWidth = 8

/** A line with more vertices per pixel rises and falls inside its pixels; a smooth one has two, its first and its last. */
const smoothVertices = 2.5

interface SeriesLineProps extends Pick<SVGProps<SVGPathElement>, 'stroke' | 'strokeWidth' | 'strokeDasharray'> {
  values: Values
  scale: PlotScale
  /** Marks values between two gaps, which have no line. */
  isolated?: ChartTone | undefined
}

/**
 * A series as one path, down-sampled to the pixels of the plot. With more values than pixels its corners are not
 * rounded, and a line that rises and falls inside its pixels is not dashed: neither could be seen, and both together
 * would take the browser ten times as long to draw as the line itself.
 */
export const SeriesLine = memo(function SeriesLine({
  values,
  scale,
  isolated,
  strokeDasharray,
  ...stroke
}: SeriesLineProps) {
  const indexes = sampleColumns(values, scale.width)
  const pixels = seriesPixels(values.length, scale)
  let marked = Number.NEGATIVE_INFINITY
  const alone =
    isolated === undefined
      ? []
      : indexes.filter(index => {
          if (index === lineBreak || !isIsolated(values, index) || pixels.x(index) - marked < markerWidth) return false
          marked = pixels.x(index)
          return true
        })
  const dense = values.length > scale.width
  return (
    <>
      <path
        data-slot="series-line"
        d={linePath(values, indexes, pixels)}
        fill="none"
        strokeLinecap={dense ? 'butt' : 'round'}
        strokeLinejoin={dense ? 'bevel' : 'round'}
        strokeDasharray={indexes.length > smoothVertices * scale.width ? undefined : strokeDasharray}
        {...stroke}
      />
      {isolated === undefined
        ? null
        : alone.map(index => <Marker key={index} tone={isolated} x={pixels.x(index)} y={pixels.y(values[index]!)} />)}
    </>
  )
}, isSamePath)

interface SeriesAreaProps extends Pick<SVGProps<SVGPathElement>, 'fill' | 'fillOpacity'> {
  values: Values
  /** The lower bound at each value; zero when absent. */
  floor?: Values | undefined
  scale: PlotScale
}

/** The area between a series and its lower bound as one path, down-sampled to the pixels of the plot. */
export const SeriesArea = memo(function SeriesArea({ values, floor, scale, ...fill }: SeriesAreaProps) {
  const indexes = sampleColumns(values, scale.width, floor)
  const path = areaPath(values, floor, indexes, seriesPixels(values.length, scale))
  return <path data-slot="series-area" d={path} stroke="none" {...fill} />
}, isSamePath)
