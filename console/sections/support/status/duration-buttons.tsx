import { Button } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

/** Usual durations of a status, in days. */
const durations = [1, 7, 30, 90] as const

interface DurationButtonsProps {
  /** Days of the chosen date; null without one. */
  days: number | null
  disabled: boolean
  onDaysChange: (days: number) => void
}

/** Sets the date to a usual duration from now. */
export function DurationButtons({ days, disabled, onDaysChange }: DurationButtonsProps) {
  return (
    <div className="flex flex-wrap gap-1">
      {durations.map(count => (
        <Button
          key={count}
          size="sm"
          className="aria-pressed:bg-surface-selected aria-pressed:text-accent-text"
          aria-pressed={days === count}
          disabled={disabled}
          onClick={() => onDaysChange(count)}
        >
          <FormattedMessage id="Support.Panel.Days" values={{ days: count }} />
        </Button>
      ))}
    </div>
  )
}
