import { useFormat } from '@assay/design-system'
import type { ReportView, RuleRowFigures } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'

/** How a missing rate is written. */
const missingMark = '–'

/** Writes the figures of rules. */
export function useRuleTexts(view: ReportView) {
  const intl = useIntl()
  const format = useFormat()
  const volume = (value: number): string => format.number(value, view === 'amount' ? 2 : 0)
  const rate = (value: number | null): string => (value === null ? missingMark : format.percent(value))
  return {
    volume,
    rate,
    /** A volume with its unit, inside of a sentence. */
    volumeInText: (value: number): string =>
      view === 'amount'
        ? format.money(value, 'USD')
        : intl.formatMessage({ id: 'Reports.Rules.Transactions' }, { count: value }),
    /** The limits of the precision; null without any. */
    interval: ({ precisionInterval }: Pick<RuleRowFigures, 'precisionInterval'>): string | null =>
      precisionInterval === null
        ? null
        : intl.formatMessage(
            { id: 'Reports.Rules.Interval' },
            { low: format.percent(precisionInterval.low), high: format.percent(precisionInterval.high) },
          ),
  }
}
