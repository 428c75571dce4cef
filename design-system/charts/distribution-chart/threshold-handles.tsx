import * as Slider from 'radix-ui/slider'
import { cn } from '../../lib/cn.ts'
import type { PlotBox } from '../plot/chart-plot.tsx'
import { moveThreshold, type ThresholdSteps } from './distribution.ts'

interface ThresholdHandlesProps {
  box: PlotBox
  min: number
  max: number
  steps: ThresholdSteps
  values: readonly number[]
  onValuesChange: (values: number[]) => void
  /** Name and spoken value of each handle. */
  labels: readonly string[]
  valueTexts: readonly string[]
  disabled: boolean
}

/**
 * Handles over the plot. Dragging is Radix's; the keys are handled here, because a page of a score is 50 points and
 * Home applies to the focused handle.
 */
export function ThresholdHandles({
  box,
  min,
  max,
  steps,
  values,
  onValuesChange,
  labels,
  valueTexts: texts,
  disabled,
}: ThresholdHandlesProps) {
  return (
    <div
      dir="ltr"
      className="pointer-events-none absolute"
      style={{ insetInlineStart: box.left, insetBlockStart: 0, inlineSize: box.width, blockSize: box.top + box.height }}
    >
      <Slider.Root
        dir="ltr"
        min={min}
        max={max}
        step={steps.small}
        value={[...values]}
        onValueChange={onValuesChange}
        disabled={disabled}
        data-slot="threshold-handles"
        className="absolute inset-0 touch-none"
      >
        {values.map((value, i) => (
          <Slider.Thumb
            // Handles have no identity but their position.
            key={i}
            aria-label={labels[i]}
            aria-valuetext={texts[i]}
            onKeyDown={event => {
              const next = moveThreshold(values, i, event, { min, max, steps })
              if (!next) return
              event.preventDefault()
              event.stopPropagation()
              onValuesChange(next)
            }}
            className={cn(
              'pointer-events-auto relative block w-0 outline-none',
              // The line is 0 wide for the slider, 2 on the screen and 24 for the pointer.
              'before:absolute before:inset-y-0 before:-inset-x-3',
              !disabled && 'cursor-ew-resize',
            )}
            style={{ blockSize: box.top + box.height }}
          >
            <span
              aria-hidden
              data-ink="line"
              className={cn(
                'pointer-events-none absolute inset-bs-5 inset-be-0 -inset-s-px border-s-2',
                disabled ? 'border-line-strong' : 'border-accent',
              )}
            />
            <span aria-hidden className="pointer-events-none absolute inset-bs-0 flex w-0 justify-center">
              <bdi
                dir="ltr"
                data-ink="box"
                className={cn(
                  'h-5 rounded-chip border border-transparent px-2 text-xs font-semibold whitespace-nowrap tabular-nums forced-color-adjust-none',
                  disabled ? 'border-line-strong bg-surface text-fg' : 'bg-accent text-accent-on',
                )}
                style={{ lineHeight: '1.125rem' }}
              >
                {value}
              </bdi>
            </span>
            {disabled ? null : (
              <span aria-hidden className="pointer-events-none absolute inset-bs-1/2 flex w-0 justify-center">
                <span className="flex h-6 items-center justify-center gap-0.5 rounded-chip border-2 border-accent bg-surface px-1 in-focus-visible:outline-2 in-focus-visible:outline-offset-2 in-focus-visible:outline-focus">
                  <span className="h-3 border-s border-accent" />
                  <span className="h-3 border-s border-accent" />
                </span>
              </span>
            )}
          </Slider.Thumb>
        ))}
      </Slider.Root>
    </div>
  )
}
