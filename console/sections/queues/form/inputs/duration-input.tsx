import { NumberInput, Select } from '@assay/design-system'
import { useState } from 'react'
import { useIntl } from 'react-intl'

const minutesPer = { minutes: 1, hours: 60, days: 1440 } as const
type Unit = keyof typeof minutesPer
const units = ['minutes', 'hours', 'days'] as const satisfies Unit[]

/** The largest unit in which a number of minutes is whole. */
const unitOf = (minutes: number): Unit =>
  units.findLast(unit => minutes > 0 && minutes % minutesPer[unit] === 0) ?? 'minutes'

interface DurationInputProps {
  /** Minutes; null: empty. */
  value: number | null
  onValueChange: (minutes: number | null) => void
  /** Shown while there is none. */
  placeholder?: string
  disabled?: boolean
}

/** A duration as a number and its unit, in whole minutes. */
export function DurationInput({ value, onValueChange, placeholder, disabled = false }: DurationInputProps) {
  const intl = useIntl()
  const [unit, setUnit] = useState<Unit>(() => (value === null ? 'hours' : unitOf(value)))
  return (
    <div className="flex flex-wrap items-center gap-2">
      <NumberInput
        className="w-[8rem]"
        min={0}
        maximumFractionDigits={2}
        disabled={disabled}
        {...(placeholder === undefined ? {} : { placeholder })}
        value={value === null ? null : value / minutesPer[unit]}
        onValueChange={amount => onValueChange(amount === null ? null : Math.round(amount * minutesPer[unit]))}
      />
      <Select
        className="w-[8rem]"
        aria-label={intl.formatMessage({ id: 'Queues.Form.Unit' })}
        disabled={disabled}
        options={units.map(each => ({ value: each, label: intl.formatMessage({ id: `Queues.Form.Unit.${each}` }) }))}
        value={unit}
        onValueChange={next => {
          setUnit(next)
          // The number stays as it is typed: three hours become three days.
          if (value !== null) onValueChange(Math.round((value / minutesPer[unit]) * minutesPer[next]))
        }}
      />
    </div>
  )
}
