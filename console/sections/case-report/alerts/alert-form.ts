import { type AlertMetric, type AlertSettings } from '@assay/risk-service/contract'
import { readApiError } from '../../../platform/api/api-error.ts'
import { contractResolver } from '../../../platform/forms/contract-resolver.ts'
import { alertSettingsSchema } from '../../../platform/forms/contract-schemas.ts'
import type { FormErrors } from '../../../platform/forms/form-errors.ts'

/** Fields of an alert; `value` in percent where the metric is a share. */
export interface AlertForm extends Omit<AlertSettings, 'value'> {
  value: number | null
}

const counts: readonly AlertMetric[] = ['queueSize', 'oldestAgeHours']
/** Whether the figure of an alert is a share, which people write in percent. */
export const isShare = (metric: AlertMetric): boolean => !counts.includes(metric)

export const newAlert: AlertForm = {
  name: '',
  metric: 'slaBreachRate',
  period: '7d',
  comparison: 'higherThan',
  value: null,
  queueIds: [],
  reviewerIds: [],
  enabled: true,
}

/** The settings as the fields show them. Percent have two decimals. */
export const alertFormOf = ({
  name,
  metric,
  period,
  comparison,
  value,
  queueIds,
  reviewerIds,
  enabled,
}: AlertSettings): AlertForm => ({
  name,
  metric,
  period,
  comparison,
  value: isShare(metric) ? Math.round(value * 10_000) / 100 : value,
  queueIds,
  reviewerIds,
  enabled,
})

/** What is sent of the fields. A value that is missing is refused by the schema. */
const alertBody = ({ value, ...form }: AlertForm): AlertSettings => ({
  ...form,
  name: form.name.trim(),
  value: value === null ? Number.NaN : isShare(form.metric) ? value / 100 : value,
})

export const alertResolver = contractResolver({
  schema: alertSettingsSchema,
  toBody: alertBody,
  messages: {
    name: { required: 'CaseReport.Alert.Name.Missing', invalid: 'CaseReport.Alert.Name.Missing' },
    value: 'CaseReport.Alert.Value.Missing',
  },
  rules: ({ metric, value }): FormErrors<AlertForm> =>
    isShare(metric) && value !== null && value > 100 ? { value: { id: 'Queues.Form.Percent.Rule' } } : {},
})

const issuesOf = (error: unknown) => {
  const failure = readApiError(error)
  return failure.kind === 'invalid' ? failure.issues : []
}

/** The name that another alert has; null for any other error. */
export const alertErrorsOf = (error: unknown): FormErrors<AlertForm> | null =>
  issuesOf(error).some(({ path }) => path.at(-1) === 'name') ? { name: { id: 'CaseReport.Alert.Name.Taken' } } : null

/** Message about too many alerts; null for any other error. */
export const alertProblemOf = (error: unknown): string | null =>
  issuesOf(error).some(({ path }) => path.length === 0) ? 'CaseReport.Alert.Limit' : null
