import type { AlertMetric, AlertSettings } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useFigureText } from '../use-figure-text.ts'
import { isShare } from './alert-form.ts'

/** What an alert watches, as texts. */
export function useAlertText() {
  const intl = useIntl()
  const { text } = useFigureText()
  return useMemo(() => {
    const figure = (metric: AlertMetric, value: number): string =>
      isShare(metric)
        ? (text('share', value) ?? '')
        : metric === 'oldestAgeHours'
          ? intl.formatMessage({ id: 'CaseReport.Alert.Hours' }, { hours: value })
          : (text('count', value) ?? '')
    const metric = (id: AlertMetric) => intl.formatMessage({ id: `CaseReport.Alert.Metric.${id}` })
    const period = (id: AlertSettings['period']) => intl.formatMessage({ id: `CaseReport.Alert.Period.${id}` })
    const comparison = (id: AlertSettings['comparison']) =>
      intl.formatMessage({ id: `CaseReport.Alert.Comparison.${id}` })
    const condition = (alert: Pick<AlertSettings, 'metric' | 'period' | 'comparison' | 'value'>) =>
      intl.formatMessage(
        { id: 'CaseReport.Alert.Condition' },
        {
          metric: metric(alert.metric),
          comparison: comparison(alert.comparison),
          value: figure(alert.metric, alert.value),
          period: period(alert.period),
        },
      )
    return { figure, metric, period, comparison, condition }
  }, [intl, text])
}
