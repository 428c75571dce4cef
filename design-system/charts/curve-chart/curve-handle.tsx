import * as Slider from 'radix-ui/slider'
import { useIntl } from 'react-intl'
import { useFormat } from '../../lib/format/index.ts'
import type { PlotBox } from '../plot/chart-plot.tsx'
import { type CurvePoint, nearestValue } from '../plot/curve.ts'

/** The slider moves along the x axis; steps finer than a pixel have no effect. */
const sliderResolution = 1000

interface CurveHandleProps {
  /** Place of the plot. */
  box: PlotBox
  y: (value: number) => number
  points: readonly CurvePoint[]
  /** Number of the operating point. */
  at: number
  /** Ends of the part of the horizontal axis that is shown, from 0 to 1. */
  range: readonly [number, number]
  /** Lowest and highest cut-off. */
  limits: { low: number; high: number }
  /** How a reader hears the operating point. */
  valueText: string
  onMove: (index: number) => void
}

/** The handle of the operating point on a curve. */
export function CurveHandle({ box, y, points, at, range: [from, to], limits, valueText, onMove }: CurveHandleProps) {
  const intl = useIntl()
  const format = useFormat()
  const point = points[at]
  if (point === undefined) return null
  // A point beside the shown part stands at its edge.
  const top = Math.min(Math.max(y(point.y), box.top), box.top + box.height)
  return (
    <div
      dir="ltr"
      className="pointer-events-none absolute"
      style={{
        insetInlineStart: box.left,
        insetBlockStart: 0,
        inlineSize: box.width,
        blockSize: box.top + box.height,
      }}
    >
      <Slider.Root
        dir="ltr"
        min={Math.round(from * sliderResolution)}
        max={Math.round(to * sliderResolution)}
        value={[Math.round(point.x * sliderResolution)]}
        onValueChange={([value = 0]) =>
          onMove(
            nearestValue(
              points.map(found => found.x * sliderResolution),
              value,
            ),
          )
        }
        className="absolute inset-0 touch-none"
      >
        <Slider.Thumb
          aria-label={intl.formatMessage({ id: 'DesignSystem.Chart.CutOff' })}
          aria-valuemin={limits.low}
          aria-valuemax={limits.high}
          aria-valuenow={point.threshold}
          aria-valuetext={valueText}
          onKeyDown={event => {
            const by = event.shiftKey ? 10 : 1
            const targets: Record<string, number> = {
              ArrowRight: at + by,
              ArrowUp: at + by,
              ArrowLeft: at - by,
              ArrowDown: at - by,
              PageUp: at + 50,
              PageDown: at - 50,
              Home: 0,
              End: points.length - 1,
            }
            const target = targets[event.key]
            if (target === undefined) return
            event.preventDefault()
            event.stopPropagation()
            onMove(target)
          }}
          className="pointer-events-auto relative block h-6 w-0 cursor-grab outline-none before:absolute before:inset-y-0 before:-inset-x-3"
          style={{ insetBlockStart: top - 12 }}
        >
          <span
            aria-hidden
            data-ink="dot"
            className="pointer-events-none absolute inset-bs-1.5 -inset-s-1.5 size-3 rounded-full border-2 border-surface bg-accent forced-color-adjust-none in-focus-visible:outline-2 in-focus-visible:outline-offset-2 in-focus-visible:outline-focus"
          />
          <bdi
            aria-hidden
            dir="ltr"
            data-ink="box"
            className="pointer-events-none absolute inset-bs-3 inset-s-3 text-xs font-semibold text-fg tabular-nums"
          >
            {format.number(point.threshold)}
          </bdi>
        </Slider.Thumb>
      </Slider.Root>
    </div>
  )
}
