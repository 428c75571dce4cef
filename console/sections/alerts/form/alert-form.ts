import {
  type AlertConditionKind,
  type AlertRuleSettings,
  hasAssessment,
  isCountMetric,
} from '@assay/risk-service/contract'
import { readApiError } from '../../../platform/api/api-error.ts'
import { contractResolver } from '../../../platform/forms/contract-resolver.ts'
import { alertRuleSettingsSchema } from '../../../platform/forms/contract-schemas.ts'
import type { FormErrors } from '../../../platform/forms/form-errors.ts'

/** Fields of an alert; limits in percent where the metric is a share. Empty texts stand for nothing. */
export interface AlertForm
  extends Omit<AlertRuleSettings, 'eventType' | 'ruleId' | 'field' | 'slowerThanMs' | 'condition' | 'fewest'> {
  eventType: string
  ruleId: string
  field: string
  slowerThanMs: string
  kind: AlertConditionKind
  limit: number | null
  fewest: number | null
}

export const newAlert: AlertForm = {
  name: '',
  metric: 'transactions',
  eventType: '',
  ruleId: '',
  field: '',
  slowerThanMs: '500',
  window: '1h',
  kind: 'rises',
  limit: 3,
  fewest: 20,
  enabled: true,
}

/** Whether the limit of a condition is written in percent. */
export const isPercent = ({ metric, kind }: Pick<AlertForm, 'metric' | 'kind'>): boolean =>
  !isCountMetric(metric) && (kind === 'above' || kind === 'below')

/** The settings as the fields show them. Percent have two decimals. */
export function alertFormOf({ condition, ...settings }: AlertRuleSettings): AlertForm {
  const limit = 'times' in condition ? condition.times : 'usual' in condition ? condition.usual : condition.value
  const { kind } = condition
  const { metric } = settings
  return {
    ...settings,
    eventType: settings.eventType ?? '',
    ruleId: settings.ruleId ?? '',
    field: settings.field ?? '',
    slowerThanMs: String(settings.slowerThanMs ?? newAlert.slowerThanMs),
    kind,
    limit: isPercent({ metric, kind }) ? Math.round(limit * 10_000) / 100 : limit,
  }
}

/** What is sent of the fields: only those that the metric has. A number that is missing is refused by the schema. */
function alertBody(form: AlertForm): AlertRuleSettings {
  const { name, metric, eventType, ruleId, field, slowerThanMs, window, kind, limit, fewest, enabled } = form
  const number = limit ?? Number.NaN
  return {
    name: name.trim(),
    metric,
    eventType: eventType === '' || !hasAssessment(metric) ? null : eventType,
    ruleId: metric === 'ruleHits' && ruleId !== '' ? ruleId : null,
    field: metric === 'fillRate' && field.trim() !== '' ? field.trim() : null,
    slowerThanMs: (metric === 'slowCallRate' ? Number(slowerThanMs) : null) as AlertRuleSettings['slowerThanMs'],
    window,
    condition:
      kind === 'rises' || kind === 'falls'
        ? { kind, times: number }
        : kind === 'silent'
          ? { kind, usual: number }
          : { kind, value: isPercent(form) ? number / 100 : number },
    fewest: fewest ?? Number.NaN,
    enabled,
  }
}

const limitMessage = 'Alerts.Form.Limit.Missing'

export const alertResolver = contractResolver({
  schema: alertRuleSettingsSchema,
  toBody: alertBody,
  messages: {
    name: { required: 'CaseReport.Alert.Name.Missing', invalid: 'CaseReport.Alert.Name.Missing' },
    eventType: 'Alerts.Form.Assessment.Missing',
    ruleId: 'Alerts.Form.Rule.Missing',
    field: 'Alerts.Form.Field.Missing',
    window: 'Alerts.Form.Window.Hour',
    fewest: 'Alerts.Form.Fewest.Missing',
  },
  rules: form => limitErrors(form),
})

/** The limit is a part of the condition in what is sent. */
function limitErrors(form: AlertForm): FormErrors<AlertForm> {
  const parsed = alertRuleSettingsSchema.safeParse(alertBody(form))
  const issues = parsed.error?.issues.filter(({ path }) => path[0] === 'condition') ?? []
  if (issues.some(({ path }) => path[1] === 'kind')) return { kind: { id: 'Alerts.Form.Silent.Share' } }
  if (issues.length === 0) return {}
  const isChange = form.kind === 'rises' || form.kind === 'falls'
  return {
    limit: { id: isChange ? 'Alerts.Form.Times.Missing' : isPercent(form) ? 'Alerts.Form.Percent' : limitMessage },
  }
}

/** Returns what can be previewed: the settings without regard to the name; null while something is missing. */
export function previewOf(form: AlertForm): AlertRuleSettings | null {
  const parsed = alertRuleSettingsSchema.safeParse(alertBody({ ...form, name: 'preview', enabled: true }))
  return parsed.success ? parsed.data : null
}

const issuesOf = (error: unknown) => {
  const failure = readApiError(error)
  return failure.kind === 'invalid' ? failure.issues : []
}

const refusals = {
  name: 'CaseReport.Alert.Name.Taken',
  eventType: 'Alerts.Form.Assessment.Unknown',
  ruleId: 'Alerts.Form.Rule.Unknown',
  field: 'Alerts.Form.Field.Unknown',
} as const

/** What the service found wrong at fields; null for any other error. */
export function alertErrorsOf(error: unknown): FormErrors<AlertForm> | null {
  const errors: FormErrors<AlertForm> = {}
  for (const { path } of issuesOf(error)) {
    const field = Object.keys(refusals).find(each => each === path.at(-1)) as keyof typeof refusals | undefined
    if (field !== undefined) errors[field] = { id: refusals[field] }
  }
  return Object.keys(errors).length > 0 ? errors : null
}

/** Message about too many alerts; null for any other error. */
export const alertProblemOf = (error: unknown): string | null =>
  issuesOf(error).some(({ path }) => path.length === 0) ? 'Alerts.Limit' : null
