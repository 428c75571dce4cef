import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Input, type InputProps } from '../input/input.tsx'
import { parseNumber } from './parse-number.ts'

export interface NumberInputProps
  extends Omit<
    InputProps,
    'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max' | 'step' | 'onClear' | 'mono'
  > {
  /** `null`: the field is empty, or its text cannot be parsed. */
  value?: number | null
  /** Initial number, for uncontrolled use. */
  defaultValue?: number | null
  /** Called with the number, and with `null` while there is none. */
  onValueChange?: (value: number | null) => void
  /** Lowest allowed number. */
  min?: number
  /** Highest allowed number. */
  max?: number
  /** Step of the arrow keys and of the buttons. */
  step?: number
  /** Maximum number of fraction digits. */
  maximumFractionDigits?: number
  /** ISO code after the number, for an amount. */
  currency?: string
  /** Shows a percent sign after the number; the value is the typed one, 12.5 for 12.5 %. */
  percent?: boolean
  /** Hides the two step buttons: for narrow places, and always at size `sm`. Keys still step. */
  hideSteppers?: boolean
}

/**
 * Input of a number with the separators of the reader's language. Invalid text stays in the field with an error. Up and
 * Down step, PageUp and PageDown step ten times, Home and End go to the limits.
 */
export function NumberInput({
  value,
  defaultValue = null,
  onValueChange,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  step = 1,
  maximumFractionDigits = 2,
  currency,
  percent = false,
  hideSteppers = false,
  invalid = false,
  end,
  className,
  ...props
}: NumberInputProps) {
  const intl = useIntl()
  const [current, setCurrent] = useControllable<number | null>({ value, defaultValue, onValueChange })
  // `null` while the user is not typing: the text is the formatted value then.
  const [text, setText] = useState<string | null>(null)
  const format = (number: number | null) =>
    number === null
      ? ''
      : intl.formatNumber(number, { maximumFractionDigits, numberingSystem: 'latn', useGrouping: false })
  const clamp = (number: number) => Math.min(max, Math.max(min, Number(number.toFixed(maximumFractionDigits))))

  const errorId = useId()
  const [broken, setBroken] = useState(false)
  const move = (target: number) => {
    setText(null)
    setBroken(false)
    setCurrent(clamp(target))
  }
  const base = current ?? (Number.isFinite(min) ? min : 0)

  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    props.onKeyDown?.(event)
    if (event.defaultPrevented || props.readOnly) return
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
    move(target)
  }

  const spin: Pick<ComponentProps<'input'>, 'role' | 'aria-valuenow' | 'aria-valuemin' | 'aria-valuemax'> = {
    role: 'spinbutton',
    'aria-valuenow': current ?? undefined,
    'aria-valuemin': Number.isFinite(min) ? min : undefined,
    'aria-valuemax': Number.isFinite(max) ? max : undefined,
  }
  const unit = currency ?? (percent ? '%' : undefined)
  const steps =
    hideSteppers || props.readOnly || props.size === 'sm' ? null : (
      <span className="-me-1.5 flex flex-col self-stretch">
        <Step icon={ChevronUp} disabled={props.disabled === true || base >= max} onPress={() => move(base + step)} />
        <Step icon={ChevronDown} disabled={props.disabled === true || base <= min} onPress={() => move(base - step)} />
      </span>
    )
  return (
    <div data-slot="number-input" className={cn('flex min-w-0 flex-col gap-1', className)}>
      <Input
        {...props}
        {...spin}
        invalid={invalid || broken}
        aria-describedby={
          [broken ? errorId : undefined, props['aria-describedby']].filter(Boolean).join(' ') || undefined
        }
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        end={
          unit === undefined && end === undefined && steps === null ? undefined : (
            <>
              {unit === undefined ? null : <bdi dir="ltr">{unit}</bdi>}
              {end}
              {steps}
            </>
          )
        }
        value={text ?? format(current)}
        onChange={event => {
          const next = event.target.value
          setText(next)
          setBroken(false)
          // Invalid text has no value: the previous one must not be submitted in its place.
          setCurrent(parseNumber(next, intl.locale) ?? null)
        }}
        onBlur={event => {
          props.onBlur?.(event)
          // Invalid text stays unchanged, with the reason.
          if (text !== null && parseNumber(text, intl.locale) === undefined) return setBroken(true)
          if (current !== null && clamp(current) !== current) setCurrent(clamp(current))
          setText(null)
        }}
        onKeyDown={keyDown}
      />
      {broken ? (
        <p id={errorId} role="alert" className="text-xs text-danger-text">
          {intl.formatMessage(
            { id: 'DesignSystem.NumberInput.Unreadable' },
            { example: intl.formatNumber(1234.5, { numberingSystem: 'latn', minimumFractionDigits: 2 }) },
          )}
        </p>
      ) : null}
    </div>
  )
}

/**
 * Steps by pointer: the keys of the field do the same, so it is no tab stop and no second control for assistive
 * technology.
 */
function Step({ icon, disabled, onPress }: { icon: LucideIcon; disabled: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      disabled={disabled}
      onPointerDown={event => event.preventDefault()}
      onClick={onPress}
      className="flex min-h-0 w-5 flex-1 items-center justify-center rounded-mark border border-transparent not-disabled:hover:bg-surface-hover not-disabled:hover:text-fg disabled:text-fg-disabled"
    >
      <Icon icon={icon} size={12} />
    </button>
  )
}
