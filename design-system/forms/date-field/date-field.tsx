import { Calendar as CalendarIcon } from 'lucide-react'
import * as Radix from 'radix-ui/popover'
import { useEffect, useId, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { Calendar } from '../calendar/calendar.tsx'
import { parseDate } from '../date/parse-date.ts'
import { type DateIssue, dayIssue } from '../date/range.ts'
import { useDateText } from '../date/use-date-text.ts'
import { dayAt } from '../date/zone.ts'
import { FieldBoundary } from '../field/field.tsx'
import { Input, type InputProps } from '../input/input.tsx'
import { popupClasses } from '../input/popup-classes.ts'

export interface DateFieldProps
  extends Omit<
    InputProps,
    'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max' | 'onClear' | 'mono' | 'end'
  > {
  /** A day as `2026-11-21`; `null` is an empty field. */
  value?: string | null
  /** Initial day, for uncontrolled use. */
  defaultValue?: string | null
  /** Called with the day once its text is a date, and with `null` when the field is emptied. */
  onValueChange?: (value: string | null) => void
  /**
   * Reports an error of the text while it is typed: a form is submitted by Enter, too. Called without an issue when the
   * text is valid again, and when the field unmounts.
   */
  onIssueChange?: (issue: DateIssue | undefined) => void
  /** First allowed day, `2026-11-21`. */
  min?: string
  /** Last allowed day, `2026-11-21`. */
  max?: string
  /** Whether a day cannot be chosen. */
  disabledDay?: (day: string) => boolean
  /** The current time, for tests and stories. */
  now?: number
}

/**
 * Input of a day: typed in the format of the product or as ISO, or picked from a calendar. Unreadable text stays in the
 * field with an error.
 */
export function DateField({
  value,
  defaultValue = null,
  onValueChange,
  onIssueChange,
  min,
  max,
  disabledDay,
  now,
  className,
  invalid = false,
  onBlur,
  onKeyDown,
  ...props
}: DateFieldProps) {
  const intl = useIntl()
  const words = useDateText()
  const errorId = useId()
  const [opened] = useState(() => Date.now())
  const [day, setDay] = useControllable<string | null>({ value, defaultValue, onValueChange })
  // `null` while the text is that of the value.
  const [text, setText] = useState<string | null>(null)
  /** The error is shown once typing ends. */
  const [issue, setIssue] = useState<DateIssue>()
  const reportedIssue = useRef<DateIssue>(undefined)
  const latestReport = useRef(onIssueChange)
  const [open, setOpen] = useState(false)
  const [month, setMonth] = useState('')
  const today = dayAt(now ?? opened, intl.timeZone ?? 'UTC')

  useEffect(() => {
    latestReport.current = onIssueChange
  })
  useEffect(
    () => () => {
      if (reportedIssue.current) latestReport.current?.(undefined)
    },
    [],
  )
  const report = (next: DateIssue | undefined) => {
    if (next !== reportedIssue.current) onIssueChange?.(next)
    reportedIssue.current = next
  }
  const check = (written: string): { day?: string | null; problem?: DateIssue } => {
    const parsed = parseDate(written, intl.locale)
    if (parsed === null) return { day: null }
    if (parsed === undefined) return { problem: 'unreadable' }
    if (parsed.time) return { problem: 'time' }
    const wrong = dayIssue(parsed.day, { min, max, disabledDay })
    return wrong ? { problem: wrong } : { day: parsed.day }
  }
  const take = (next: string) => {
    setText(null)
    setIssue(undefined)
    report(undefined)
    setDay(next)
    setOpen(false)
  }

  return (
    <Radix.Root
      open={open}
      onOpenChange={next => {
        setMonth(day ?? today)
        setOpen(next)
      }}
    >
      <div data-slot="date-field" className={cn('flex min-w-0 flex-col gap-1', className)}>
        <Input
          autoComplete="off"
          {...props}
          invalid={invalid || issue !== undefined}
          aria-describedby={
            [issue === undefined ? undefined : errorId, props['aria-describedby']].filter(Boolean).join(' ') ||
            undefined
          }
          value={text ?? (day === null ? '' : words.day(day))}
          onChange={event => {
            setText(event.target.value)
            setIssue(undefined)
            const read = check(event.target.value)
            report(read.problem)
            if (read.day !== undefined) setDay(read.day)
          }}
          onKeyDown={event => {
            onKeyDown?.(event)
            if (event.key === 'Enter' && text !== null) setIssue(check(text).problem)
          }}
          onBlur={event => {
            onBlur?.(event)
            if (text === null) return
            const read = check(text)
            if (read.problem) setIssue(read.problem)
            else setText(null)
          }}
          end={
            <Radix.Trigger asChild>
              <IconButton
                size="sm"
                icon={CalendarIcon}
                label={intl.formatMessage({ id: 'DesignSystem.DateField.Open' })}
                disabled={props.disabled || props.readOnly}
                className="-me-1"
              />
            </Radix.Trigger>
          }
        />
        {issue === undefined ? null : (
          <p id={errorId} role="alert" className="text-xs text-danger-text">
            {words.problem(issue, { min, max })}
          </p>
        )}
      </div>
      <Radix.Portal>
        <Radix.Content
          data-slot="date-field-popup"
          aria-label={intl.formatMessage({ id: 'DesignSystem.DateField.Calendar' })}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          className={cn(popupClasses, 'p-3')}
        >
          <FieldBoundary>
            <Calendar
              selected={day === null ? undefined : { from: day }}
              onSelect={take}
              month={month}
              onMonthChange={setMonth}
              today={today}
              min={min}
              max={max}
              disabledDay={disabledDay}
              label={intl.formatMessage({ id: 'DesignSystem.DateField.Calendar' })}
            />
          </FieldBoundary>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
