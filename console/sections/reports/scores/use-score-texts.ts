import { useFormat } from '@assay/design-system'
import type { ReportView } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'

const missing = '–'

/** How figures of the report are written: volumes in the unit of the view, rates in percent, amounts in US dollars. */
export function useScoreTexts(view: ReportView) {
  const intl = useIntl()
  const format = useFormat()
  const money = (value: number) => format.money(value, 'USD')
  return {
    volume: (value: number) => (view === 'amount' ? money(value) : format.number(value, 0)),
    rate: (value: number | null | undefined) =>
      value === null || value === undefined ? missing : format.percent(value),
    ratio: (value: number | null) => (value === null ? missing : format.number(value, 2)),
    area: (value: number) =>
      intl.formatNumber(value, { minimumFractionDigits: 3, maximumFractionDigits: 3, numberingSystem: 'latn' }),
    money: (value: number | undefined) => (value === undefined ? missing : money(value)),
  }
}
