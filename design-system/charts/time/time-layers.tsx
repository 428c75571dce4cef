import type { PlotBox } from '../plot/chart-plot.tsx'
import { fitText, spreadLabels, textWidth } from '../plot/labels.ts'
import { Marker } from '../plot/marks.tsx'
import { type ChartSeries, seriesStyleOf } from '../plot/series.ts'
import type { ChartMark } from './time-chart.ts'

const plain = { unicodeBidi: 'plaintext' } as const

interface IncidentsProps {
  marks: readonly ChartMark[]
  times: Readonly<Float64Array>
  box: PlotBox
  forced: boolean
}

/** Named periods behind the picture, each with its label on the side that has room. */
export function Incidents({ marks, times, box, forced }: IncidentsProps) {
  if (marks.length === 0) return null
  const step = box.width / Math.max(1, times.length)
  return (
    <svg className="pointer-events-none absolute inset-0 size-full">
      {marks.map(mark => {
        const from = times.findIndex(time => time >= mark.from)
        const to = times.findLastIndex(time => time < mark.to)
        if (from < 0 || to < from) return null
        const x = box.left + from * step
        const width = (to - from + 1) * step
        const after = box.left + box.width - x - width
        const before = x - box.left
        const late = after < textWidth(mark.label) + 8 && before > after
        return (
          <g key={`${mark.from} ${mark.to} ${mark.label}`}>
            <rect
              x={x}
              y={0}
              width={width}
              height={box.top + box.height}
              fill="var(--ds-surface-sunken)"
              stroke={forced ? 'CanvasText' : 'none'}
              strokeDasharray="2 2"
            />
            {mark.label === '' ? null : (
              <text
                x={late ? x - 8 : x + width + 8}
                y={12}
                textAnchor={late ? 'end' : 'start'}
                fontSize={12}
                fill="var(--ds-text-secondary)"
                style={plain}
              >
                {fitText(mark.label, (late ? before : after) - 8)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

interface DirectLabelsProps {
  box: PlotBox
  ends: readonly { series: ChartSeries; y: number; dashed?: boolean }[]
}

/** Maximum width of a name at the end of a line, in pixels. */
const widest = 150

/** Space for the names at the ends of lines, in pixels. */
export function labelSpace(series: readonly ChartSeries[]): number {
  return series.length === 0
    ? 0
    : Math.min(widest, Math.max(...series.slice(0, 3).map(entry => textWidth(entry.label)))) + 24
}

/** Names of the series at the ends of their lines, in place of a legend. */
export function DirectLabels({ box, ends }: DirectLabelsProps) {
  const heights = spreadLabels(
    ends.map(end => end.y),
    14,
    box.top + 4,
    box.top + box.height - 4,
  )
  return (
    <svg className="pointer-events-none absolute inset-0 size-full">
      {ends.map(({ series, dashed = false }, i) => (
        <g key={`${series.key} ${i}`}>
          {dashed ? (
            <path
              d={`M${box.left + box.width + 2} ${heights[i]!}h11`}
              stroke={seriesStyleOf(series.tone).stroke}
              strokeWidth={1.25}
              strokeDasharray="3 3"
            />
          ) : (
            <Marker tone={series.tone} x={box.left + box.width + 8} y={heights[i]!} />
          )}
          <text
            x={box.left + box.width + 16}
            y={heights[i]!}
            dominantBaseline="central"
            fontSize={11}
            fill="var(--ds-text-secondary)"
            style={plain}
          >
            {fitText(series.label, widest)}
          </text>
        </g>
      ))}
    </svg>
  )
}
