import { useId } from 'react'
import { type ChartSeries, type ChartTone, type MarkerShape, seriesStyleOf, useForcedColors } from './series.ts'

/**
 * `solid`: the only line of a picture, which no dash has to tell from another; `pattern`: one of several fills, which
 * differ by their lines as well.
 */
export type SwatchKind = 'line' | 'solid' | 'dashed' | 'fill' | 'pattern' | 'area' | 'hatch'

/** Outlines around (0,0), 7 pixels wide, distinguishable by silhouette alone. */
const outlines: Record<MarkerShape, string> = {
  circle: 'M-3 0A3 3 0 1 0 3 0A3 3 0 1 0 -3 0Z',
  square: 'M-2.75 -2.75H2.75V2.75H-2.75Z',
  triangle: 'M0 -3.5L3.5 2.75H-3.5Z',
  diamond: 'M0 -3.75L3.75 0L0 3.75L-3.75 0Z',
  cross: 'M-3 -2L-2 -3L0 -1L2 -3L3 -2L1 0L3 2L2 3L0 1L-2 3L-3 2L-1 0Z',
  'triangle-down': 'M0 3.5L3.5 -2.75H-3.5Z',
  plus: 'M-1 -3.5H1V-1H3.5V1H1V3.5H-1V1H-3.5V-1H-1Z',
  bar: 'M-3.5 -1.25H3.5V1.25H-3.5Z',
}

/** The point mark of a series. Hollow marks belong to the series of a comparison. */
export function Marker({ tone, x, y, hollow = false }: { tone: ChartTone; x: number; y: number; hollow?: boolean }) {
  const style = seriesStyleOf(tone)
  return (
    <path
      d={outlines[style.marker]}
      transform={`translate(${x} ${y})`}
      fill={hollow ? 'var(--ds-surface)' : style.stroke}
      stroke={hollow ? style.stroke : 'var(--ds-surface)'}
      strokeWidth={hollow ? 1.5 : 1}
    />
  )
}

/** Legend sample of a series: a small picture of its style in the plot. */
export function Swatch({ tone, kind, off = false }: { tone: ChartTone; kind: SwatchKind; off?: boolean }) {
  const patternId = useId()
  const forced = useForcedColors()
  const style = seriesStyleOf(tone)
  if (kind === 'line' || kind === 'solid' || kind === 'dashed') {
    return (
      <svg aria-hidden width={18} height={10} viewBox="0 0 18 10" className="shrink-0 overflow-visible">
        <path
          d="M0 5H18"
          stroke={style.stroke}
          strokeWidth={1.5}
          strokeDasharray={kind === 'dashed' ? '3 3' : kind === 'solid' ? '' : style.dash}
        />
        {kind === 'dashed' ? null : <Marker tone={tone} x={9} y={5} hollow={off} />}
      </svg>
    )
  }
  return (
    <svg aria-hidden width={10} height={10} viewBox="0 0 10 10" className="shrink-0">
      {forced || kind === 'pattern' ? <Patterns id={patternId} series={[{ tone }]} forced={forced} quiet /> : null}
      <rect
        x={0.5}
        y={0.5}
        width={9}
        height={9}
        rx={1.5}
        fill={
          off
            ? 'transparent'
            : kind === 'pattern' || (forced && kind !== 'area')
              ? `url(#${patternId}-${tone})`
              : kind === 'area'
                ? style.stroke
                : style.fill
        }
        fillOpacity={kind === 'area' ? (forced ? 0 : 0.14) : 1}
        stroke={style.stroke}
      />
      {kind === 'hatch' && !off && !forced ? (
        <path d="M1 6L6 1M3 9L9 3M0.5 3L3 0.5M6.5 9.5L9.5 6.5" stroke="var(--ds-surface)" strokeWidth={1} />
      ) : null}
    </svg>
  )
}

interface PatternProps {
  id: string
  series: readonly Pick<ChartSeries, 'tone'>[]
  /** Draws lines on the system background instead of colour. */
  forced: boolean
  /** Draws the lines of coloured fills faintly: they are the second sign, beside the colour. */
  quiet?: boolean
}

/**
 * Pattern n of series n, under `#id-tone`. In colour the lines are cut into the fill; in forced colours they are drawn
 * on the canvas.
 */
export function Patterns({ id, series, forced, quiet = false }: PatternProps) {
  return (
    <defs>
      {series.map(({ tone }) => {
        const style = seriesStyleOf(tone)
        const { angle, gap } = style.hatch
        return (
          <pattern
            key={tone}
            id={`${id}-${tone}`}
            width={gap}
            height={gap}
            patternUnits="userSpaceOnUse"
            patternTransform={`rotate(${angle})`}
          >
            <rect width={gap} height={gap} fill={forced ? 'Canvas' : style.fill} />
            {gap < 100 ? (
              <rect
                width={gap}
                height={forced || quiet ? 1 : 1.25}
                fillOpacity={quiet && !forced ? 0.4 : 1}
                fill={forced ? 'CanvasText' : 'var(--ds-surface)'}
              />
            ) : null}
          </pattern>
        )
      })}
    </defs>
  )
}
