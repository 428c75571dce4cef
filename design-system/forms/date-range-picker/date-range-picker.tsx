import { CalendarRange, ChevronDown } from 'lucide-react'
import * as Radix from 'radix-ui/popover'
import { type ComponentProps, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Text } from '../../primitives/text/text.tsx'
import { type DatePrecision, type DateRange, defaultPresets, type RelativeRange } from '../date/range.ts'
import { useDateText } from '../date/use-date-text.ts'
import { FieldBoundary, useFieldControl } from '../field/field.tsx'
import { controlVariants } from '../input/control-variants.ts'
import { popupClasses } from '../input/popup-classes.ts'
import { DateRangePanel, type RangePanelResult } from './date-range-panel.tsx'

export interface DateRangePickerProps
  extends Omit<ComponentProps<'button'>, 'value' | 'defaultValue' | 'onChange' | 'children' | 'type'> {
  /** Relative periods stay relative: `{ kind: 'relative', amount: 24, unit: 'hour' }`. `null` is no period. */
  value?: DateRange | null
  /** Initial period, for uncontrolled use. */
  defaultValue?: DateRange | null
  /** Called with the period that is applied. */
  onValueChange?: (value: DateRange) => void
  /** Relative periods on offer. */
  presets?: readonly RelativeRange[]
  /** Whole days only, or times, too. */
  precision?: DatePrecision
  /** Zone of the days and times. */
  timeZone?: string
  /** Initial zone, for uncontrolled use. */
  defaultTimeZone?: string
  /** Called with the chosen zone. */
  onTimeZoneChange?: (timeZone: string) => void
  /** Zones to choose from; without any the zone is only shown. */
  timeZones?: readonly string[]
  /** Offers a comparison with the preceding period of the same length. */
  comparable?: boolean
  /** Whether the preceding period is compared. */
  compare?: boolean
  /** Whether it is initially compared, for uncontrolled use. */
  defaultCompare?: boolean
  /** Called when the comparison is switched on or off. */
  onCompareChange?: (compare: boolean) => void
  /** First and last allowed day, `2026-11-21`. */
  min?: string
  /** Last allowed day, `2026-11-21`. */
  max?: string
  /** Longest period in days. */
  maxDays?: number
  /** Whether a day cannot be chosen. */
  disabledDay?: (day: string) => boolean
  /** Whether the calendar is open. */
  open?: boolean
  /** Whether the calendar is initially open, for uncontrolled use. */
  defaultOpen?: boolean
  /** Called when the calendar opens or closes. */
  onOpenChange?: (open: boolean) => void
  /** Shown while no period is chosen. */
  placeholder?: string
  /** Marks the field as wrong; a `Field` with an error does it, too. */
  invalid?: boolean
  /** Height: `sm` in bars and rows, `md` in forms. */
  size?: 'sm' | 'md'
  /** The current time, for tests and stories. */
  now?: number
}

/**
 * Input of the period of a search or report: a preset, two text fields that accept any period, or a calendar. Nothing
 * changes until it is applied.
 */
export function DateRangePicker({
  value,
  defaultValue = null,
  onValueChange,
  presets = defaultPresets,
  precision = 'second',
  timeZone,
  defaultTimeZone,
  onTimeZoneChange,
  timeZones = [],
  comparable = false,
  compare,
  defaultCompare = false,
  onCompareChange,
  min,
  max,
  maxDays,
  disabledDay,
  open,
  defaultOpen = false,
  onOpenChange,
  placeholder,
  invalid = false,
  size = 'md',
  now,
  className,
  id,
  disabled = false,
  'aria-label': label,
  'aria-labelledby': labelledBy,
  ...props
}: DateRangePickerProps) {
  const intl = useIntl()
  const words = useDateText()
  const valueId = useId()
  const ownId = useId()
  const [range, setRange] = useControllable<DateRange | null>({
    value,
    defaultValue,
    onValueChange: onValueChange && (next => (next ? onValueChange(next) : undefined)),
  })
  const [zone, setZone] = useControllable({
    value: timeZone,
    defaultValue: defaultTimeZone ?? intl.timeZone ?? 'UTC',
    onValueChange: onTimeZoneChange,
  })
  const [compared, setCompared] = useControllable({
    value: compare,
    defaultValue: defaultCompare,
    onValueChange: onCompareChange,
  })
  const [isOpen, setOpen] = useControllable({ value: open, defaultValue: defaultOpen, onValueChange: onOpenChange })
  // The time at which the picker was opened: it is fixed while the picker is open.
  const [moment, setMoment] = useState(() => now ?? Date.now())
  const [draftCompare, setDraftCompare] = useState(compared)
  const control = useFieldControl({ ...props, id, invalid })

  const change = (next: boolean) => {
    if (next) {
      setMoment(now ?? Date.now())
      setDraftCompare(compared)
    }
    setOpen(next)
  }
  const apply = (result: RangePanelResult) => {
    if (result.zone !== zone) setZone(result.zone)
    if (result.compare !== compared) setCompared(result.compare)
    setRange(result.range)
    setOpen(false)
  }
  const text = range
    ? words.range(range, zone, precision)
    : (placeholder ?? intl.formatMessage({ id: 'DesignSystem.DateRange.None' }))
  const triggerId = control.id ?? ownId
  // Beside a disabled value nothing is darker than the value.
  const quiet = disabled ? undefined : 'text-fg-muted'
  const outerLabel = labelledBy ?? control.labelId

  return (
    <Radix.Root open={isOpen} onOpenChange={change}>
      <Radix.Trigger
        data-slot="date-range-picker"
        {...props}
        {...control.aria}
        id={triggerId}
        disabled={disabled}
        aria-label={label}
        aria-labelledby={label === undefined ? outerLabel && `${outerLabel} ${valueId}` : `${triggerId} ${valueId}`}
        className={cn(
          controlVariants({ size, invalid: control.invalid }),
          'focus-ring w-full justify-between text-start max-sm:py-0.5 disabled:border-line disabled:bg-surface-sunken disabled:text-fg-disabled',
          className,
        )}
      >
        <span className="flex min-w-0 items-center gap-1.5">
          <span className={cn('flex', quiet)}>
            <Icon icon={CalendarRange} />
          </span>
          <span id={valueId} className={cn('flex min-w-0 gap-1 max-sm:flex-wrap', range === null && quiet)}>
            <Text truncate>
              <bdi>{text}</bdi>
            </Text>
            {range?.kind === 'absolute' ? (
              <>
                {' '}
                <bdi dir="ltr" className={cn('max-w-1/2 shrink-0 truncate', quiet)}>
                  {zone}
                </bdi>
              </>
            ) : null}
            {comparable && compared ? (
              <>
                {' '}
                <span className={cn('shrink-0', quiet)}>
                  <FormattedMessage id="DesignSystem.DateRange.Compared" />
                </span>
              </>
            ) : null}
          </span>
        </span>
        <span className={cn('flex', quiet)}>
          <Icon icon={ChevronDown} size={12} />
        </span>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          data-slot="date-range-popup"
          aria-label={intl.formatMessage({ id: 'DesignSystem.DateRange.Dialog' })}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            popupClasses,
            'max-h-(--radix-popover-content-available-height) w-[30rem] max-w-[calc(100vw-1rem)] overflow-y-auto',
          )}
        >
          <FieldBoundary>
            <DateRangePanel
              value={range}
              zone={zone}
              precision={precision}
              now={now ?? moment}
              presets={presets}
              timeZones={timeZones}
              min={min}
              max={max}
              maxDays={maxDays}
              disabledDay={disabledDay}
              comparable={comparable}
              compare={draftCompare}
              onCompareChange={setDraftCompare}
              onApply={apply}
              onCancel={() => setOpen(false)}
            />
          </FieldBoundary>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
