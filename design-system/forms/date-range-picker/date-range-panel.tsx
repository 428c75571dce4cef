import { type FormEvent, useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRovingFocus } from '../../lib/use-roving-focus.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Calendar } from '../calendar/calendar.tsx'
import { Checkbox } from '../checkbox/checkbox.tsx'
import { Combobox } from '../combobox/combobox.tsx'
import {
  type DateRange,
  type Edge,
  previousPeriod,
  type RelativeRange,
  resolveRange,
  sameRange,
} from '../date/range.ts'
import { useDateText } from '../date/use-date-text.ts'
import { dayAt, offsetName } from '../date/zone.ts'
import { Field } from '../field/field.tsx'
import { Input } from '../input/input.tsx'
import { type RangeFormOptions, useRangeForm } from './use-range-form.ts'

export interface RangePanelResult {
  range: DateRange
  zone: string
  compare: boolean
}

interface RangePanelProps extends RangeFormOptions {
  presets: readonly RelativeRange[]
  timeZones: readonly string[]
  comparable: boolean
  compare: boolean
  onCompareChange: (compare: boolean) => void
  onApply: (result: RangePanelResult) => void
  onCancel: () => void
}

/** The open picker: presets at the start, text fields and calendar beside them. Everything can be typed. */
export function DateRangePanel({
  presets,
  timeZones,
  comparable,
  compare,
  onCompareChange,
  onApply,
  onCancel,
  ...start
}: RangePanelProps) {
  const { precision, now, min, max, maxDays, disabledDay, value } = start
  const intl = useIntl()
  const words = useDateText()
  const hintId = useId()
  const draft = useRangeForm(start)
  const inputs = { from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null) }
  const period = draft.range && resolveRange(draft.range, now, draft.zone)
  const previous = period && previousPeriod(period, draft.zone)
  const limited = min !== undefined || max !== undefined || maxDays !== undefined

  const submit = (event: FormEvent) => {
    // Events bubble through portals: a form around the picker must not be submitted.
    event.preventDefault()
    event.stopPropagation()
    const wrong = draft.judgeAll()
    if (wrong) inputs[wrong].current?.focus()
    else if (draft.range) onApply({ range: draft.range, zone: draft.zone, compare })
  }
  const field = (edge: Edge) => (
    <Field
      label={<FormattedMessage id={edge === 'from' ? 'DesignSystem.DateRange.From' : 'DesignSystem.DateRange.To'} />}
      error={draft.issues[edge] && words.problem(draft.issues[edge], { min, max, maxDays })}
    >
      <Input
        ref={inputs[edge]}
        autoComplete="off"
        aria-describedby={hintId}
        value={draft.texts[edge]}
        onChange={event => draft.write(edge, event.target.value)}
        onBlur={() => draft.judge(edge)}
      />
    </Field>
  )

  return (
    <form noValidate onSubmit={submit} className="flex flex-col sm:flex-row">
      {presets.length > 0 ? (
        <Presets
          presets={presets}
          value={value}
          zone={draft.zone}
          onPick={preset => onApply({ range: preset, zone: draft.zone, compare })}
        />
      ) : null}
      <div className="flex min-w-0 flex-1 flex-col gap-3 p-3">
        <div className="grid gap-2 sm:grid-cols-2">
          {field('from')}
          {field('to')}
        </div>
        <p id={hintId} className="-mbs-1 text-xs text-fg-muted">
          {draft.relative ? (
            <FormattedMessage id="DesignSystem.DateRange.Moving" />
          ) : precision === 'day' ? (
            <FormattedMessage id="DesignSystem.DateRange.HintDay" />
          ) : (
            <FormattedMessage id="DesignSystem.DateRange.HintTime" />
          )}
          {limited ? (
            <>
              {' '}
              <FormattedMessage
                id="DesignSystem.DateRange.Limits"
                values={{
                  limits:
                    min !== undefined && max !== undefined
                      ? 'both'
                      : min !== undefined
                        ? 'min'
                        : max !== undefined
                          ? 'max'
                          : 'none',
                  min: words.day(min ?? ''),
                  max: words.day(max ?? ''),
                  long: maxDays === undefined ? 'no' : 'yes',
                  count: maxDays ?? 0,
                }}
              />
            </>
          ) : null}
        </p>
        <Calendar
          selected={draft.selected}
          onSelect={draft.pick}
          month={draft.month}
          onMonthChange={draft.setMonth}
          today={dayAt(now, draft.zone)}
          min={min}
          max={max}
          disabledDay={disabledDay}
          label={intl.formatMessage({ id: 'DesignSystem.DateRange.Calendar' })}
        />
        <ZoneChoice zones={timeZones} zone={draft.zone} now={now} onChange={draft.changeZone} />
        {comparable ? (
          <Checkbox
            label={intl.formatMessage({ id: 'DesignSystem.DateRange.Compare' })}
            description={previous ? words.period(previous, draft.zone, precision) : undefined}
            checked={compare}
            onCheckedChange={checked => onCompareChange(checked === true)}
          />
        ) : null}
        <div className="flex justify-end gap-2">
          <Button onClick={onCancel}>
            <FormattedMessage id="DesignSystem.DateRange.Cancel" />
          </Button>
          <Button type="submit" variant="primary">
            <FormattedMessage id="DesignSystem.DateRange.Apply" />
          </Button>
        </div>
      </div>
    </form>
  )
}

interface PresetsProps {
  presets: readonly RelativeRange[]
  value: DateRange | null
  zone: string
  onPick: (preset: RelativeRange) => void
}

/** One tab stop; a press applies the period at once. */
function Presets({ presets, value, zone, onPick }: PresetsProps) {
  const intl = useIntl()
  const words = useDateText()
  const ids = presets.map((_preset, index) => String(index))
  const current = presets.findIndex(preset => sameRange(preset, value))
  const { containerProps, itemProps } = useRovingFocus({
    items: ids,
    axis: 'block',
    initial: current === -1 ? undefined : String(current),
  })
  return (
    <div
      role="toolbar"
      aria-orientation="vertical"
      aria-label={intl.formatMessage({ id: 'DesignSystem.DateRange.Presets' })}
      {...containerProps}
      className="flex shrink-0 flex-row flex-wrap gap-1 border-line-subtle p-2 max-sm:border-be sm:w-[9.5rem] sm:flex-col sm:border-e"
    >
      {presets.map((preset, index) => (
        <button
          key={index}
          type="button"
          aria-pressed={index === current}
          {...itemProps(String(index))}
          onClick={() => onPick(preset)}
          className="focus-ring-inset min-h-8 rounded-control border border-transparent px-2 text-start text-sm hover:bg-surface-hover aria-pressed:bg-surface-selected aria-pressed:font-medium aria-pressed:text-accent-text system-highlight"
        >
          {words.range(preset, zone, 'second')}
        </button>
      ))}
    </div>
  )
}

/** The time zone of the period: a select where there are several, else text. */
function ZoneChoice({
  zones,
  zone,
  now,
  onChange,
}: {
  zones: readonly string[]
  zone: string
  now: number
  onChange: (zone: string) => void
}) {
  const intl = useIntl()
  if (zones.length < 2) {
    return (
      <p className="text-xs text-fg-muted">
        <FormattedMessage id="DesignSystem.DateRange.ZoneIs" values={{ zone: <bdi dir="ltr">{zone}</bdi> }} />
      </p>
    )
  }
  return (
    <Field label={<FormattedMessage id="DesignSystem.DateRange.Zone" />}>
      <Combobox
        options={[...new Set([zone, ...zones])].map(name => ({
          value: name,
          label: name,
          description: offsetName(name, now, intl.locale),
        }))}
        value={zone}
        onValueChange={next => (next === '' ? undefined : onChange(next))}
      />
    </Field>
  )
}
