import { DateRangePicker, Select, useNow } from '@assay/design-system'
import { useIntl } from 'react-intl'
import { type PerformanceRange, retentionDays } from '../../platform/outgoing-requests/performance.ts'

const day = 86_400_000
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const presets = (
  [
    [1, 'hour'],
    [24, 'hour'],
    [7, 'day'],
    [30, 'day'],
  ] as const
).map(([amount, unit]) => ({ kind: 'relative', amount, unit }) as const)

interface PeriodFilterProps {
  range: PerformanceRange
  onRange: (range: PerformanceRange) => void
}

/** Chooses the period of the figures: a preset, or any one of the last three months. */
export function PeriodFilter({ range, onRange }: PeriodFilterProps) {
  const intl = useIntl()
  const now = useNow()
  return (
    <DateRangePicker
      size="sm"
      className="w-auto"
      timeZone="UTC"
      value={range}
      presets={presets}
      maxDays={retentionDays}
      aria-label={intl.formatMessage({ id: 'OutgoingRequests.Period' })}
      min={dayOf(now - (retentionDays - 1) * day)}
      max={dayOf(now)}
      onValueChange={onRange}
    />
  )
}

/** Stands for all values of a filter: no value is empty. */
const all = ''

interface ChoiceFilterProps<Value extends string> {
  /** Message of what is filtered by. */
  labelId: string
  value: Value | null
  options: readonly { value: Value; label: string }[]
  onValue: (value: Value | null) => void
}

/** Filters by one value, or by none; one that the period does not have stays on offer while it is chosen. */
export function ChoiceFilter<Value extends string>({ labelId, value, options, onValue }: ChoiceFilterProps<Value>) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: labelId })
  const isMissing = value !== null && !options.some(option => option.value === value)
  return (
    <Select<string>
      size="sm"
      className="w-auto max-w-[16rem]"
      aria-label={label}
      value={value ?? all}
      options={[
        { value: all, label: intl.formatMessage({ id: 'ApiManagement.Filter.All' }, { filter: label }) },
        ...(isMissing ? [{ value: value as string, label: value as string }] : []),
        ...options,
      ]}
      onValueChange={next => onValue(next === all ? null : (next as Value))}
    />
  )
}
