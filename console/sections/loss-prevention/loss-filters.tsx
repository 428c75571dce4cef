import { Button, NumberInput, Select } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { allScores, type LossState } from './loss-address.ts'
import { useMonthName } from './use-month-name.ts'

interface LossFiltersProps {
  state: LossState
  /** Months with scores, ascending. */
  months: readonly string[]
  onChange: (changes: Partial<LossState>) => void
}

/** Range of months and of scores, and what scores are not. */
export function LossFilters({ state, months, onChange }: LossFiltersProps) {
  const intl = useIntl()
  const monthName = useMonthName()
  const isFiltered = state.from !== null || state.to !== null || state.min !== 0 || state.max !== 999
  return (
    <div className="flex flex-wrap items-center gap-2 px-page print:hidden">
      {(['from', 'to'] as const).map(end => {
        const chosen = state[end]
        const shown = chosen !== null && !months.includes(chosen) ? [...months, chosen].sort() : months
        return (
          <Select
            key={end}
            size="sm"
            className="w-fit"
            aria-label={intl.formatMessage({ id: `LossPrevention.Month.${end}` })}
            placeholder={intl.formatMessage({ id: `LossPrevention.Month.${end}` })}
            value={chosen ?? (end === 'from' ? months[0] : months.at(-1)) ?? ''}
            options={shown.map(month => ({ value: month, label: monthName(month) }))}
            onValueChange={month => onChange({ [end]: month, page: 1 })}
          />
        )
      })}
      <span aria-hidden className="text-xs text-fg-secondary">
        <FormattedMessage id="DesignSystem.Chart.Score" />
      </span>
      {(['min', 'max'] as const).map(end => (
        <NumberInput
          key={end}
          size="sm"
          className="w-[6.5rem]"
          aria-label={intl.formatMessage({ id: `LossPrevention.Score.${end}` })}
          min={0}
          max={999}
          maximumFractionDigits={0}
          value={state[end]}
          onValueChange={score =>
            score !== null && Number.isInteger(score) && score >= 0 && score <= 999
              ? onChange({ [end]: score, page: 1 })
              : null
          }
        />
      ))}
      {isFiltered ? (
        <Button size="sm" variant="ghost" onClick={() => onChange(allScores)}>
          <FormattedMessage id="Explorer.Reset" />
        </Button>
      ) : null}
      <p className="text-xs text-fg-secondary">
        <FormattedMessage id="LossPrevention.Caution" />
      </p>
    </div>
  )
}
