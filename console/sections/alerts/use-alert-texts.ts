import { useFormat } from '@assay/design-system'
import {
  type AlertIncident,
  type AlertRuleMetric,
  type AlertRuleSettings,
  isCountMetric,
} from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useAssessmentName } from '../../platform/events/use-assessment-name.ts'

/** What alerts watch and say, as texts. */
export function useAlertTexts() {
  const intl = useIntl()
  const format = useFormat()
  const assessmentName = useAssessmentName()
  return useMemo(() => {
    const value = (metric: AlertRuleMetric, figure: number | null): string =>
      figure === null ? '–' : isCountMetric(metric) ? format.number(figure) : format.percent(figure)
    const metric = (id: AlertRuleMetric) => intl.formatMessage({ id: `Alerts.Metric.${id}` })
    const window = (id: AlertRuleSettings['window']) => intl.formatMessage({ id: `Alerts.Window.${id}` })
    const condition = ({ metric: of, condition: { kind, ...limit } }: AlertRuleSettings): string => {
      const figure =
        'times' in limit ? format.number(limit.times) : value(of, 'usual' in limit ? limit.usual : limit.value)
      return intl.formatMessage({ id: `Alerts.Condition.${kind}.Text` }, { value: figure })
    }
    /** Metric, condition and window in one line. */
    const watches = (settings: AlertRuleSettings): string => {
      const { metric: of, eventType, field } = settings
      const parts = [eventType === null ? null : assessmentName(eventType, eventType), field].filter(
        part => part !== null,
      )
      const subject = parts.length === 0 ? metric(of) : `${metric(of)} (${intl.formatList(parts, { type: 'unit' })})`
      return intl.formatMessage(
        { id: 'Alerts.Watches' },
        { metric: subject, condition: condition(settings), window: window(settings.window) },
      )
    }
    const status = (id: AlertIncident['status']) => intl.formatMessage({ id: `Alerts.Status.${id}` })
    return { value, metric, window, condition, watches, status }
  }, [intl, format, assessmentName])
}
