import { Select } from '@assay/design-system'
import { metricPeriods } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import type { SearchParameter } from '../router/use-search-state.ts'

export type MetricPeriod = (typeof metricPeriods)[number]

/** In the address: the period of the figures; the last day by default. */
export const periodParameter: SearchParameter<MetricPeriod> = {
  parse: text => metricPeriods.find(each => each === text) ?? '24h',
  serialise: period => period,
}

/** Chooses the time that the figures of a list of calls are about. */
export function PeriodSelect({ period, onPeriod }: { period: MetricPeriod; onPeriod: (period: MetricPeriod) => void }) {
  const intl = useIntl()
  return (
    <span className="w-[10.5rem] shrink-0">
      <Select
        value={period}
        aria-label={intl.formatMessage({ id: 'OutgoingRequests.Period' })}
        onValueChange={onPeriod}
        options={metricPeriods.map(value => ({
          value,
          label: intl.formatMessage({ id: `OutgoingRequests.Period.${value}` }),
        }))}
      />
    </span>
  )
}
