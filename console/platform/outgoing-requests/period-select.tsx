import { Select } from '@assay/design-system'
import { metricPeriods } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'

/** In the address: the time that the figures are about. */
export const periodParameter = 'period'

export type MetricPeriod = (typeof metricPeriods)[number]

/** The period of the address; the last day for anything else. */
export function parsePeriod(text: string | null): MetricPeriod {
  return metricPeriods.find(each => each === text) ?? '24h'
}

/** Chooses the time that the figures of a list of calls are about. */
export function PeriodSelect({ period, onPeriod }: { period: MetricPeriod; onPeriod: (period: MetricPeriod) => void }) {
  const intl = useIntl()
  return (
    <span className="w-[168px] shrink-0">
      <Select
        value={period}
        aria-label={intl.formatMessage({ id: 'Calls.Period' })}
        onValueChange={onPeriod}
        options={metricPeriods.map(value => ({ value, label: intl.formatMessage({ id: `Calls.Period.${value}` }) }))}
      />
    </span>
  )
}
