import { RotateCcw } from 'lucide-react'
import * as Slider from 'radix-ui/slider'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { axisWidth } from '../plot/chart-plot.tsx'

interface ScoreZoomProps {
  /** Title of the chart. */
  name: string
  /** What is chosen: scores by default. */
  label?: string
  min: number
  max: number
  /** Ends of the part that is shown. */
  range: readonly [number, number]
  /** Space after the plot, in pixels: the handles stand under its ends. */
  after: number
  /** By how much a handle moves: one bin of scores by default; ten times as much with Shift or page keys. */
  step?: number
  /** How a reader hears an end; as its number by default. */
  valueText?: (value: number) => string
  onRangeChange: (range: [number, number]) => void
  /** Whether a part of the other axis alone is shown, too; the button shows all of both then. */
  isOtherCut?: boolean
  onOtherReset?: () => void
}

const binWidth = 10
/** Fewer steps than this are not worth an axis. */
const leastSteps = 5

/** Two handles under an axis that choose the part of it which is shown, and a button that shows all of it. */
export function ScoreZoom({
  name,
  label,
  min,
  max,
  range,
  after,
  step = binWidth,
  valueText,
  onRangeChange,
  isOtherCut = false,
  onOtherReset,
}: ScoreZoomProps) {
  const intl = useIntl()
  const labelOf = (id: string) =>
    `${label ?? intl.formatMessage({ id: 'DesignSystem.Chart.Zoom' })}, ${name}: ${intl.formatMessage({ id })}`
  const isWhole = range[0] === min && range[1] === max
  return (
    <div data-slot="chart-zoom" dir="ltr" className="flex items-center print:hidden">
      {/* In the space of the axis, so that it takes nothing from the handles. */}
      <span className="shrink-0" style={{ inlineSize: axisWidth }}>
        <IconButton
          icon={RotateCcw}
          size="sm"
          label={intl.formatMessage({ id: 'DesignSystem.Chart.Brush.Reset' })}
          disabled={isWhole && !isOtherCut}
          onClick={() => {
            onRangeChange([min, max])
            onOtherReset?.()
          }}
        />
      </span>
      <Slider.Root
        dir="ltr"
        min={min}
        max={max}
        step={step}
        minStepsBetweenThumbs={leastSteps}
        value={[...range]}
        onValueChange={([from = min, to = max]) => onRangeChange([from, to])}
        className="relative flex h-6 flex-1 touch-none items-center"
        style={{ marginInlineEnd: after }}
      >
        <Slider.Track className="relative h-1 flex-1 rounded-full bg-surface-sunken">
          <Slider.Range className="absolute h-full rounded-full border-bs-4 border-accent-border" />
        </Slider.Track>
        {(['From', 'To'] as const).map((end, place) => (
          <Slider.Thumb
            key={end}
            {...(valueText ? { 'aria-valuetext': valueText(range[place] ?? min) } : {})}
            aria-label={labelOf(`DesignSystem.Chart.Brush.${end}`)}
            className={cn(
              'relative block h-6 w-0 cursor-ew-resize outline-none before:absolute before:inset-y-0 before:-inset-x-3',
              'after:absolute after:-inset-x-1 after:inset-y-1 after:rounded-mark after:border-2 after:border-accent after:bg-surface focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus',
            )}
          />
        ))}
      </Slider.Root>
    </div>
  )
}
