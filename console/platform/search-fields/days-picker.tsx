import { DateRangePicker, useFormat } from '@assay/design-system'
import { addDays, dayIn, startOfDay } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'

/** Whole days of the reader's time zone, both included. */
export interface Days {
  from: string
  to: string
}

interface DaysPickerProps {
  size?: 'sm'
  days: Days
  /** The first and the last day on offer. */
  min: string
  max: string
  onDaysChange: (days: Days) => void
}

/** The days of events that are searched, compared or drawn. */
export function DaysPicker({ days, onDaysChange, ...props }: DaysPickerProps) {
  const intl = useIntl()
  const { timeZone } = useFormat()
  return (
    <DateRangePicker
      precision="day"
      timeZone={timeZone}
      aria-label={intl.formatMessage({ id: 'Search.Dates.Label' })}
      presets={[]}
      value={{
        kind: 'absolute',
        from: startOfDay(days.from, timeZone),
        to: startOfDay(addDays(days.to, 1), timeZone),
      }}
      onValueChange={range => {
        if (range.kind !== 'absolute') return
        onDaysChange({ from: dayIn(Date.parse(range.from), timeZone), to: dayIn(Date.parse(range.to) - 1, timeZone) })
      }}
      {...props}
    />
  )
}
