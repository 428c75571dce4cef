import { type ComponentProps, useId } from 'react'
import { cn } from '../../lib/cn.ts'
import { defined } from '../../lib/defined.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { useFieldControl } from '../field/field.tsx'
import { NumberInput } from '../number-input/number-input.tsx'
import { SliderTrack } from './slider-track.tsx'
import { clampRangeToScale, clampToScale, normaliseScale, type SliderMark } from './slider-values.ts'

export type { SliderMark } from './slider-values.ts'

interface SharedSliderProps extends Omit<ComponentProps<'div'>, 'defaultValue' | 'onChange' | 'children' | 'dir'> {
  /** Start of the scale. */
  min?: number
  /** End of the scale. */
  max?: number
  /** Distance between two values. */
  step?: number
  /** Marks on the scale: limits of bands, round numbers. */
  marks?: readonly SliderMark[]
  /** Formats the value for assistive technology, where the number alone is not sufficient. */
  formatValue?: (value: number) => string
  /** Number fields beside the scale: an alternative to dragging that accepts exact values. */
  inputs?: boolean
  /** Maximum fraction digits of those fields. */
  maximumFractionDigits?: number
  /** The value cannot be changed. */
  disabled?: boolean
  /** Marks the control as wrong; a `Field` with an error does it, too. */
  invalid?: boolean
}

export interface SliderProps extends SharedSliderProps {
  /** The value. */
  value?: number
  /** Initial value, for uncontrolled use. */
  defaultValue?: number
  /** Called with every value during a drag. */
  onValueChange?: (value: number) => void
  /** Called once after a drag or a key: for expensive reactions. */
  onValueCommit?: (value: number) => void
  /** Name of the value in the form. */
  name?: string
}

/** Input of one value on a scale. Inside a `Field`, or with an `aria-label`, which names the thumb. */
export function Slider({
  value,
  defaultValue,
  onValueChange,
  onValueCommit,
  min = 0,
  max = 100,
  step = 1,
  marks = [],
  formatValue,
  inputs = false,
  maximumFractionDigits = 2,
  disabled = false,
  invalid = false,
  name,
  className,
  id,
  'aria-label': label,
  'aria-labelledby': labelledBy,
  ...props
}: SliderProps) {
  const scale = normaliseScale(min, max, step)
  const [given, setValue] = useControllable({ value, defaultValue: defaultValue ?? scale.min, onValueChange })
  const control = useFieldControl({ ...props, id, invalid })
  const current = clampToScale(given, scale)
  const named = label === undefined ? { 'aria-labelledby': labelledBy ?? control.labelId } : { 'aria-label': label }
  return (
    <div
      data-slot="slider"
      {...(inputs ? { role: 'group', ...named } : {})}
      {...props}
      id={id}
      className={cn('flex min-w-0 items-start gap-3', className)}
    >
      <SliderTrack
        scale={scale}
        marks={marks}
        formatValue={formatValue}
        values={[current]}
        disabled={disabled}
        invalid={control.invalid}
        {...defined({ name })}
        onValueChange={([next]) => setValue(next ?? current)}
        onValueCommit={([next]) => onValueCommit?.(next ?? current)}
        thumbs={[{ ...control.aria, ...named, id: inputs || id !== undefined ? undefined : control.id }]}
      />
      {inputs ? (
        <NumberInput
          {...named}
          // Those of the field it reads itself.
          aria-describedby={props['aria-describedby']}
          id={id === undefined ? control.id : undefined}
          min={scale.min}
          max={scale.max}
          step={scale.step}
          maximumFractionDigits={maximumFractionDigits}
          disabled={disabled}
          invalid={control.invalid}
          className="w-[5rem] shrink-0"
          value={current}
          onValueChange={next => (next === null ? undefined : setValue(clampToScale(next, scale)))}
        />
      ) : null}
    </div>
  )
}

export interface RangeSliderProps extends SharedSliderProps {
  /** Lower and upper value. */
  value?: readonly [number, number]
  /** Initial values, for uncontrolled use. */
  defaultValue?: readonly [number, number]
  /** Called with every pair of values during a drag. */
  onValueChange?: (value: [number, number]) => void
  /** Called once after a drag or a key: for expensive reactions. */
  onValueCommit?: (value: [number, number]) => void
  /** Names of the two thumbs: "Minimum score" and "Maximum score". */
  thumbLabels: readonly [string, string]
  /** Minimum number of steps between the two. */
  minStepsBetween?: number
  /** Name of the values in the form. */
  name?: string
}

/** Input of a range on a scale. Each thumb has a name; a thumb stops at its neighbour. */
export function RangeSlider({
  value,
  defaultValue,
  onValueChange,
  onValueCommit,
  thumbLabels,
  minStepsBetween = 0,
  min = 0,
  max = 100,
  step = 1,
  marks = [],
  formatValue,
  inputs = false,
  maximumFractionDigits = 2,
  disabled = false,
  invalid = false,
  name,
  className,
  id,
  'aria-label': label,
  'aria-labelledby': labelledBy,
  ...props
}: RangeSliderProps) {
  const scale = normaliseScale(min, max, step)
  const [given, setValue] = useControllable<readonly [number, number]>({
    value,
    defaultValue: defaultValue ?? [scale.min, scale.max],
    onValueChange: onValueChange && (next => onValueChange([next[0], next[1]])),
  })
  const control = useFieldControl({ ...props, id, invalid })
  const [low, high] = clampRangeToScale(given, scale)
  const gap = minStepsBetween * scale.step
  const maximumId = useId()
  const field = (which: 0 | 1) => (
    <NumberInput
      aria-label={thumbLabels[which]}
      // Those of the field it reads itself.
      aria-describedby={props['aria-describedby']}
      // The label of the field leads to the first of the two.
      id={which === 0 ? undefined : maximumId}
      step={scale.step}
      min={which === 0 ? scale.min : low + gap}
      max={which === 0 ? high - gap : scale.max}
      maximumFractionDigits={maximumFractionDigits}
      disabled={disabled}
      invalid={control.invalid}
      className="w-[5rem] shrink-0"
      value={which === 0 ? low : high}
      // A number may be out of range while it is typed: the field clamps it on blur.
      onValueChange={next => {
        if (next === null) return
        if (which === 0 && next >= scale.min && next <= high - gap) setValue([next, high])
        if (which === 1 && next <= scale.max && next >= low + gap) setValue([low, next])
      }}
    />
  )
  return (
    <div
      data-slot="range-slider"
      role="group"
      aria-label={label}
      aria-labelledby={label === undefined ? (labelledBy ?? control.labelId) : undefined}
      {...props}
      id={id}
      className={cn('flex min-w-0 items-start gap-3', className)}
    >
      {inputs ? field(0) : null}
      <SliderTrack
        scale={scale}
        marks={marks}
        formatValue={formatValue}
        values={[low, high]}
        disabled={disabled}
        invalid={control.invalid}
        minStepsBetweenThumbs={minStepsBetween}
        {...defined({ name })}
        onValueChange={([a = low, b = high]) => setValue([a, b])}
        onValueCommit={([a = low, b = high]) => onValueCommit?.([a, b])}
        thumbs={thumbLabels.map(thumb => ({ ...control.aria, 'aria-label': thumb }))}
      />
      {inputs ? field(1) : null}
    </div>
  )
}
