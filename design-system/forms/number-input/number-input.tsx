import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { useIntl } from 'react-intl'
import { useControllable } from '../../lib/use-controllable.ts'
import { Input, type InputProps } from '../input/input.tsx'
import { parseNumber } from './parse-number.ts'

export interface NumberInputProps
  extends Omit<InputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max' | 'step' | 'onClear' | 'mono'> {
  /** `null` is an empty field. */
  value?: number | null
  defaultValue?: number | null
  onValueChange?: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  /** Digits after the point that are kept and shown. */
  maximumFractionDigits?: number
}

/** A number in the separators of the reader's language. Up and Down step, PageUp and PageDown step ten times, Home and End go to the limits. */
export function NumberInput({
  value,
  defaultValue = null,
  onValueChange,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  step = 1,
  maximumFractionDigits = 2,
  ...props
}: NumberInputProps) {
  const intl = useIntl()
  const [current, setCurrent] = useControllable<number | null>({ value, defaultValue, onValueChange })
  // `null` while nobody types: the text is then the formatted value.
  const [text, setText] = useState<string | null>(null)
  const format = (number: number | null) =>
    number === null ? '' : intl.formatNumber(number, { maximumFractionDigits, numberingSystem: 'latn', useGrouping: false })
  const clamp = (number: number) => Math.min(max, Math.max(min, Number(number.toFixed(maximumFractionDigits))))

  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    props.onKeyDown?.(event)
    if (event.defaultPrevented) return
    const base = current ?? (Number.isFinite(min) ? min : 0)
    const targets: Record<string, number> = {
      ArrowUp: base + step,
      ArrowDown: base - step,
      PageUp: base + 10 * step,
      PageDown: base - 10 * step,
      Home: min,
      End: max,
    }
    const target = targets[event.key]
    if (target === undefined || !Number.isFinite(target)) return
    event.preventDefault()
    setText(null)
    setCurrent(clamp(target))
  }

  const spin: Pick<ComponentProps<'input'>, 'role' | 'aria-valuenow' | 'aria-valuemin' | 'aria-valuemax'> = {
    role: 'spinbutton',
    'aria-valuenow': current ?? undefined,
    'aria-valuemin': Number.isFinite(min) ? min : undefined,
    'aria-valuemax': Number.isFinite(max) ? max : undefined,
  }
  return (
    <Input
      {...props}
      {...spin}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      value={text ?? format(current)}
      onChange={event => {
        const next = event.target.value
        setText(next)
        const parsed = parseNumber(next, intl.locale)
        if (parsed !== undefined) setCurrent(parsed)
      }}
      onBlur={event => {
        props.onBlur?.(event)
        if (current !== null && clamp(current) !== current) setCurrent(clamp(current))
        setText(null)
      }}
      onKeyDown={keyDown}
    />
  )
}
