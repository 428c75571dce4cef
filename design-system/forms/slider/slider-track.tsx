import * as Radix from 'radix-ui/slider'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'
import { marksOnScale, type Scale, type SliderMark, scaleFraction } from './slider-values.ts'

interface ThumbName {
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
}

interface TrackProps extends Omit<ComponentProps<typeof Radix.Root>, 'children'> {
  scale: Scale
  marks: readonly SliderMark[]
  thumbs: readonly (ThumbName & Omit<ComponentProps<typeof Radix.Thumb>, 'aria-label' | 'aria-labelledby'>)[]
  /** The formatted value, for assistive technology. */
  formatValue: ((value: number) => string) | undefined
  values: readonly number[]
  invalid: boolean
}

/**
 * The visual part of both sliders: track, marks and thumbs. Thumbs stay inside the track, so marks have a distance of
 * half a thumb from its ends.
 */
export function SliderTrack({ scale, marks, thumbs, formatValue, values, invalid, className, ...props }: TrackProps) {
  const drawn = marksOnScale(marks, scale)
  const labelled = drawn.some(mark => mark.label !== undefined)
  const place = (value: number) => ({
    insetInlineStart: `calc(${scaleFraction(value, scale) * 100}% + ${0.5 - scaleFraction(value, scale)}rem)`,
  })
  return (
    <div className={cn('min-w-0 flex-1', labelled && 'pbe-5', className)}>
      <Radix.Root
        {...props}
        min={scale.min}
        max={scale.max}
        step={scale.step}
        value={[...values]}
        className="relative flex h-control w-full touch-none items-center select-none data-disabled:cursor-not-allowed"
      >
        <Radix.Track className="relative h-1.5 grow overflow-hidden rounded-full border border-line-strong bg-surface-sunken data-disabled:border-line">
          <Radix.Range
            className={cn(
              'forced-color-adjust-none absolute h-full bg-accent data-disabled:bg-line',
              invalid && 'bg-danger-border',
            )}
          />
        </Radix.Track>
        {drawn.map(mark => (
          <span
            key={mark.value}
            aria-hidden
            style={place(mark.value)}
            className="pointer-events-none absolute inset-bs-0 flex h-full w-0 flex-col items-center justify-center"
          >
            <span className="h-2 border-s border-line-strong" />
            {mark.label === undefined ? null : (
              <bdi className="absolute inset-bs-[calc(100%-0.25rem)] text-2xs whitespace-nowrap text-fg-muted">
                {mark.label}
              </bdi>
            )}
          </span>
        ))}
        {thumbs.map((thumb, index) => (
          <Radix.Thumb
            key={index}
            {...thumb}
            aria-valuetext={formatValue?.(values[index] ?? scale.min)}
            className={cn(
              'focus-ring block size-4 rounded-full border-2 bg-surface after:absolute after:-inset-1 hover:bg-surface-hover data-disabled:border-line data-disabled:bg-surface-sunken',
              invalid ? 'border-danger-border' : 'border-accent',
            )}
          />
        ))}
      </Radix.Root>
    </div>
  )
}
