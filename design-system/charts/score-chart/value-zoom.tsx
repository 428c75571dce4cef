import * as Slider from 'radix-ui/slider'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import type { PlotBox } from '../plot/chart-plot.tsx'

/** Room beside the plot that the handles take, in pixels. */
export const valueZoomWidth = 20
/** The handles stand at whole percents of the axis. */
const percents = 100
/** Fewer steps than this are not worth an axis. */
const leastSteps = 5

interface ValueZoomProps {
  /** Title of the chart. */
  name: string
  /** Place of the plot. */
  box: PlotBox
  /** Distance of the handles from the end of the plot, in pixels. */
  after: number
  /** Ends of the part that is shown, from 0 to 1. */
  range: readonly [number, number]
  /** How a reader hears an end. */
  valueText: (part: number) => string
  onRangeChange: (range: [number, number]) => void
}

/** Two handles beside a plot that choose the part of its vertical axis which is shown. */
export function ValueZoom({ name, box, after, range, valueText, onRangeChange }: ValueZoomProps) {
  const intl = useIntl()
  const labelOf = (id: string) =>
    `${intl.formatMessage({ id: 'DesignSystem.Chart.Zoom.Values' })}, ${name}: ${intl.formatMessage({ id })}`
  return (
    <div
      data-slot="value-zoom"
      dir="ltr"
      className="absolute print:hidden"
      style={{
        insetInlineStart: box.left + box.width + after,
        insetBlockStart: box.top,
        inlineSize: valueZoomWidth,
        blockSize: box.height,
      }}
    >
      <Slider.Root
        dir="ltr"
        orientation="vertical"
        min={0}
        max={percents}
        step={1}
        minStepsBetweenThumbs={leastSteps}
        value={range.map(part => Math.round(part * percents))}
        onValueChange={([low = 0, high = percents]) => onRangeChange([low / percents, high / percents])}
        className="relative flex h-full w-full touch-none flex-col items-center"
      >
        <Slider.Track className="relative w-1 flex-1 rounded-full bg-surface-sunken">
          <Slider.Range className="absolute w-full rounded-full border-s-4 border-accent-border" />
        </Slider.Track>
        {(['From', 'To'] as const).map((end, place) => (
          <Slider.Thumb
            key={end}
            aria-label={labelOf(`DesignSystem.Chart.Brush.${end}`)}
            aria-valuetext={valueText(range[place] ?? 0)}
            className={cn(
              'relative block h-0 w-5 cursor-ns-resize outline-none before:absolute before:inset-x-0 before:-inset-y-3',
              'after:absolute after:inset-x-0.5 after:-inset-y-1 after:rounded-mark after:border-2 after:border-accent after:bg-surface focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus',
            )}
          />
        ))}
      </Slider.Root>
    </div>
  )
}
