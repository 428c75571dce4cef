import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentProps, useMemo } from 'react'
import { type ClassNames, type CustomComponents, DayPicker, type Formatters, type Labels } from 'react-day-picker'
import { useIntl } from 'react-intl'
import { useDirection } from '../../i18n/app-intl-provider.tsx'
import { useAnnounce } from '../../lib/announcer.tsx'
import { dateFormat, withLatinDigits } from '../../lib/format/parts.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { dayOf, parseDay, weekStart } from '../date/zone.ts'

/** A day as the date of the calendar library; its time of day is ignored. */
function toDate(day: string): Date | undefined {
  const read = parseDay(day)
  if (!read) return undefined
  const date = new Date(2000, 0, 1)
  date.setFullYear(read.year, read.month - 1, read.day)
  return date
}
const fromDate = (date: Date): string =>
  dayOf({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() })

export interface CalendarProps extends Omit<ComponentProps<'div'>, 'onSelect' | 'children' | 'aria-label'> {
  /** One day, or a period; `to` is missing while only its start is chosen. Days are written `2026-11-21`. */
  selected?: { from: string; to?: string | undefined } | undefined
  /** Called with the day that is chosen. */
  onSelect: (day: string) => void
  /** A day of the visible month. */
  month: string
  /** Called with a day of the month to show. */
  onMonthChange: (day: string) => void
  /** The current day, which is marked. */
  today: string
  /** First day that can be chosen. */
  min?: string | undefined
  /** Last day that can be chosen. */
  max?: string | undefined
  /** Whether a day cannot be chosen. */
  disabledDay?: ((day: string) => boolean) | undefined
  /** Accessible name. */
  label: string
}

const dayButton = [
  'focus-ring-inset flex h-8 w-full min-w-8 items-center justify-center rounded-control border border-transparent text-sm tabular-nums not-disabled:hover:bg-surface-hover',
  'disabled:text-fg-disabled disabled:line-through aria-disabled:text-fg-disabled aria-disabled:line-through',
].join(' ')

const classNames: Partial<ClassNames> = {
  months: 'flex',
  month: 'grid w-full grid-cols-[auto_1fr_auto] items-center gap-1',
  month_caption: 'text-center',
  caption_label: 'text-sm font-medium',
  button_previous:
    'focus-ring inline-flex size-8 items-center justify-center rounded-control border border-transparent text-fg-secondary hover:bg-surface-hover aria-disabled:text-fg-disabled',
  button_next:
    'focus-ring inline-flex size-8 items-center justify-center rounded-control border border-transparent text-fg-secondary hover:bg-surface-hover aria-disabled:text-fg-disabled',
  month_grid: 'col-span-3 border-collapse',
  weekday: 'h-8 min-w-8 text-center text-xs font-normal text-fg-muted',
  day: 'p-0 text-center',
  day_button: dayButton,
  today: '[&>button]:border-line-strong [&>button]:font-semibold',
  outside: '[&>button]:text-fg-muted',
  // Two channels: a fill, and an outline where fills are dropped. A chosen day keeps its ink when it cannot be chosen any
  // more: the one of disabled days cannot be read on the fill.
  selected: '[&>button]:font-medium',
  range_middle:
    'bg-surface-selected [&>button]:rounded-none [&>button]:border-x-0 [&>button]:border-y-accent-border [&>button]:hover:bg-surface-hover',
  range_start:
    'rounded-s-control bg-surface-selected [&>button]:forced-color-adjust-none [&>button]:bg-accent [&>button]:text-accent-on! [&>button]:not-disabled:hover:bg-accent-hover',
  range_end:
    'rounded-e-control bg-surface-selected [&>button]:forced-color-adjust-none [&>button]:bg-accent [&>button]:text-accent-on! [&>button]:not-disabled:hover:bg-accent-hover',
}

const components: Partial<CustomComponents> = {
  // The library already requests the chevron of the reading direction.
  Chevron: ({ orientation }) => <Icon icon={orientation === 'left' ? ChevronLeft : ChevronRight} />,
  // Months are announced by this library's announcer, not by a second live region.
  CaptionLabel: ({ children, className }) => <span className={className}>{children}</span>,
}

/**
 * A month from which days are chosen. Arrow keys follow the visual direction; PageUp and PageDown change the month,
 * with Shift the year; Home and End go to the ends of the week.
 */
export function Calendar({
  selected,
  onSelect,
  month,
  onMonthChange,
  today,
  min,
  max,
  disabledDay,
  label,
  ...props
}: CalendarProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const direction = useDirection()
  const locale = withLatinDigits(intl.locale)

  const { labels, formatters } = useMemo(() => {
    const monthName = (date: Date) => dateFormat(locale, { month: 'long', year: 'numeric' }).format(date)
    const dayName = (date: Date) =>
      dateFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(date)
    const made: { labels: Partial<Labels>; formatters: Partial<Formatters> } = {
      labels: {
        labelGrid: date => monthName(date),
        labelNav: () => intl.formatMessage({ id: 'DesignSystem.Calendar.Months' }),
        labelNext: date =>
          intl.formatMessage({ id: 'DesignSystem.Calendar.NextMonth' }, { month: date ? monthName(date) : '' }),
        labelPrevious: date =>
          intl.formatMessage({ id: 'DesignSystem.Calendar.PreviousMonth' }, { month: date ? monthName(date) : '' }),
        labelWeekday: date => dateFormat(locale, { weekday: 'long' }).format(date),
        labelDayButton: (date, modifiers) =>
          intl.formatMessage(
            { id: 'DesignSystem.Calendar.Day' },
            {
              date: dayName(date),
              today: modifiers.today ? 'yes' : 'no',
              state: modifiers.disabled
                ? 'disabled'
                : modifiers.range_start && modifiers.range_end
                  ? 'selected'
                  : modifiers.range_start
                    ? 'start'
                    : modifiers.range_end
                      ? 'end'
                      : modifiers.selected
                        ? 'selected'
                        : 'other',
            },
          ),
      },
      formatters: {
        formatCaption: date => monthName(date),
        formatDay: date =>
          dateFormat(locale, { day: 'numeric' })
            .formatToParts(date)
            .find(part => part.type === 'day')?.value ?? String(date.getDate()),
        formatWeekdayName: date => dateFormat(locale, { weekday: 'short' }).format(date),
      },
    }
    return made
  }, [intl, locale])

  const present = toDate(today)
  const from = selected && toDate(selected.from)
  const to = selected?.to === undefined ? from : toDate(selected.to)
  const unavailable = (date: Date) => {
    const day = fromDate(date)
    return (min !== undefined && day < min) || (max !== undefined && day > max) || disabledDay?.(day) === true
  }
  const limits = {
    startMonth: min === undefined ? undefined : toDate(min),
    endMonth: max === undefined ? undefined : toDate(max),
  }

  return (
    <div data-slot="calendar" role="group" aria-label={label} {...props}>
      <DayPicker
        mode="range"
        required
        navLayout="around"
        fixedWeeks
        showOutsideDays
        dir={direction}
        lang={intl.locale}
        weekStartsOn={weekStart(intl.locale)}
        numerals="latn"
        month={toDate(month) ?? present ?? new Date(2000, 0, 1)}
        onMonthChange={next => {
          onMonthChange(fromDate(next))
          announce(formatters.formatCaption?.(next) ?? '')
        }}
        {...(limits.startMonth ? { startMonth: limits.startMonth } : {})}
        {...(limits.endMonth ? { endMonth: limits.endMonth } : {})}
        {...(present ? { today: present } : {})}
        selected={from ? { from, to } : undefined}
        onSelect={(_range, day) => onSelect(fromDate(day))}
        disabled={unavailable}
        classNames={classNames}
        components={components}
        labels={labels}
        formatters={formatters}
      />
    </div>
  )
}
