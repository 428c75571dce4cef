import { type ChartSeries, seriesStyleOf } from '../plot/series.ts'
import { scaleToPixels } from '../plot/value-axis.ts'
import type { PlotScale } from '../sampling/paths.ts'

/** Share of a band that is left free between two bars, and the largest width of a bar in pixels. */
const gapShare = 0.18
const maxWidth = 32

interface BarPathProps {
  entry: ChartSeries
  /** Lower and upper end of the part of each bar. */
  floors: Readonly<Float64Array>
  tops: Readonly<Float64Array>
  scale: PlotScale
  /** A fill with lines, beside the colour or in its place. */
  pattern: string | null
  /** There is no colour. */
  forced: boolean
  /** Where series stand side by side: the place of this one in each band, and their number. */
  place?: { index: number; count: number }
  /** The last bar is still growing: it is drawn lighter. */
  partialLast?: boolean
}

const partialOpacity = 0.45

const alone = { index: 0, count: 1 }

/** The parts of one series in all bars as one path, each a pixel shorter than its share: neighbours never touch. */
export function BarPath({
  entry,
  floors,
  tops,
  scale,
  pattern,
  forced,
  place = alone,
  partialLast = false,
}: BarPathProps) {
  const style = seriesStyleOf(entry.tone)
  const lined = style.fill !== style.stroke || forced
  const band = scale.width / Math.max(1, tops.length)
  const width = Math.min((band * (1 - gapShare)) / place.count, maxWidth)
  const shift = (place.index - (place.count - 1) / 2) * width
  const y = (value: number) => scaleToPixels(value, [scale.low, scale.high], [scale.top + scale.height, scale.top])
  let [path, lastPath] = ['', '']
  tops.forEach((top, i) => {
    const height = y(floors[i]!) - y(top)
    if (!(height > 0)) return
    const inner = Math.max(height - 1, 0.75)
    // A line is drawn half inside: only there is room for it in parts of more than its width.
    const edge = lined && inner > 1 && width > 2 ? 0.5 : 0
    const x = scale.left + (i + 0.5) * band + shift - width / 2 + edge
    const size = Math.max(width - 2 * edge, 0.5)
    const tall = Math.max(inner - 2 * edge, 0.5)
    const bar = `M${x.toFixed(2)} ${(y(top) + 1 + edge).toFixed(2)}h${size.toFixed(2)}v${tall.toFixed(2)}h${(-size).toFixed(2)}Z`
    if (partialLast && i === tops.length - 1) lastPath = bar
    else path += bar
  })
  const look = {
    fill: pattern ?? style.fill,
    stroke: lined ? (forced ? 'CanvasText' : style.stroke) : 'none',
    strokeWidth: 1,
  }
  return (
    <>
      <path d={path} {...look} />
      {lastPath === '' ? null : <path d={lastPath} {...look} opacity={partialOpacity} />}
    </>
  )
}
