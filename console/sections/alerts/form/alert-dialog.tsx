import { Input, NumberInput, Select, Switch, useToast } from '@assay/design-system'
import {
  type AlertRule,
  type AlertRuleSettings,
  alertConditionKinds,
  alertLatencies,
  alertRuleLimits,
  alertRuleMetrics,
  alertWindows,
  hasAssessment,
  isCountMetric,
} from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { useRecordForm } from '../../../platform/authoring/form/use-record-form.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { useAlertTexts } from '../use-alert-texts.ts'
import {
  type AlertForm,
  alertErrorsOf,
  alertFormOf,
  alertProblemOf,
  alertResolver,
  isPercent,
  newAlert,
} from './alert-form.ts'
import { AlertPreview } from './alert-preview.tsx'
import { useAlertOptions } from './use-alert-options.ts'

interface AlertDialogProps {
  /** Null: a new alert. */
  alert: AlertRule | null
  onClose: () => void
}

/** What an alert watches and when it fires, with what it would have reported. */
export function AlertDialog({ alert, onClose }: AlertDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const queries = useQueryClient()
  const { id: environmentId } = useEnvironment()
  const texts = useAlertTexts()
  const textsOf = (settings: AlertRuleSettings): VersionTexts => [
    { id: 'name', label: intl.formatMessage({ id: 'Common.Name' }), text: settings.name },
    { id: 'watches', label: intl.formatMessage({ id: 'Alerts.Column.Watches' }), text: texts.watches(settings) },
  ]
  const load = async () => {
    const found = (await client.alertRules.list({ environmentId })).find(({ id }) => id === alert?.id)
    if (!found) throw new Error('The alert is gone.')
    return found as AlertRule
  }
  const { form, values, saving, attempts, problem, submit, question } = useRecordForm<
    AlertForm,
    AlertRuleSettings,
    AlertRule,
    AlertRule
  >({
    record: { values: alert ? alertFormOf(alert.settings) : newAlert, version: alert?.version ?? 0 },
    resolver: alertResolver,
    recovery: { id: `alerts/alert/${alert?.id ?? 'new'}`, unchanged: true },
    save: (settings, { version, newId }) =>
      (alert
        ? client.alertRules.update({ environmentId, alertId: alert.id, baseVersion: version, settings })
        : client.alertRules.create({ environmentId, alertId: newId, settings })) as Promise<AlertRule>,
    onSaved: ({ settings: { name } }) =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'CaseReport.Alert.Saved' }, { name }) }),
    moveOn: onClose,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: api.alertRules.key() }),
        queries.invalidateQueries({ queryKey: api.alertIncidents.key() }),
      ]),
    errorsOf: alertErrorsOf,
    problemOf: alertProblemOf,
    ...(alert
      ? {
          conflict: {
            load,
            differences: (mine: AlertRuleSettings, theirs: AlertRule) =>
              differencesOf(textsOf(mine), textsOf(theirs.settings)),
            takeTheirs: onClose,
          },
        }
      : {}),
  })
  const { metric, kind, eventType } = values
  const options = useAlertOptions(metric, eventType)
  const placeholder = options.loading ? intl.formatMessage({ id: 'DesignSystem.Combobox.Loading' }) : ''
  const choices = <Value extends string>(all: readonly Value[], messageId: (value: Value) => string) =>
    all.map(value => ({ value, label: intl.formatMessage({ id: messageId(value) }) }))
  const kinds = isCountMetric(metric) ? alertConditionKinds : alertConditionKinds.filter(each => each !== 'silent')
  return (
    <FormDialog
      title={<FormattedMessage id={alert ? 'Alerts.Edit' : 'CaseReport.Alert.New'} />}
      description={<FormattedMessage id="Alerts.Text" />}
      confirm={<FormattedMessage id={alert ? 'Common.Save' : 'Common.Create'} />}
      running={saving}
      attempts={attempts}
      refusal={problem === null ? null : <FormattedMessage id={problem} values={{ count: alertRuleLimits.rules }} />}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={<FormattedMessage id="Common.Name" />} required>
        {({ value, onChange }) => (
          <Input
            value={value}
            onChange={onChange}
            readOnly={saving}
            dir="auto"
            maxLength={alertRuleLimits.name}
            autoComplete="off"
          />
        )}
      </FormField>
      <div className="grid gap-3 sm:grid-cols-2">
        <FormField form={form} name="metric" label={<FormattedMessage id="Alerts.Form.Metric" />} required>
          {({ value, onChange }) => (
            <Select
              options={choices(alertRuleMetrics, each => `Alerts.Metric.${each}`)}
              value={value}
              onValueChange={onChange}
            />
          )}
        </FormField>
        {hasAssessment(metric) ? (
          <FormField
            form={form}
            name="eventType"
            label={<FormattedMessage id="Alerts.Form.Assessment" />}
            required={metric === 'fillRate' || metric === 'ruleHits'}
          >
            {({ value, onChange }) => (
              <Select
                options={options.assessments}
                value={value}
                placeholder={placeholder}
                onValueChange={chosen => {
                  onChange(chosen)
                  // The rules of another assessment are others.
                  form.setValue('ruleId', '', { shouldDirty: true })
                }}
              />
            )}
          </FormField>
        ) : null}
        {metric === 'ruleHits' ? (
          <FormField form={form} name="ruleId" label={<FormattedMessage id="Alerts.Form.Rule" />} required>
            {({ value, onChange }) => (
              <Select options={options.rules} value={value} placeholder={placeholder} onValueChange={onChange} />
            )}
          </FormField>
        ) : null}
        {metric === 'fillRate' ? (
          <FormField
            form={form}
            name="field"
            label={<FormattedMessage id="Alerts.Form.Field" />}
            description={<FormattedMessage id="Alerts.Form.Field.How" />}
            required
          >
            {({ value, onChange }) => <Input value={value} onChange={onChange} dir="ltr" autoComplete="off" />}
          </FormField>
        ) : null}
        {metric === 'slowCallRate' ? (
          <FormField form={form} name="slowerThanMs" label={<FormattedMessage id="Alerts.Form.Slower" />} required>
            {({ value, onChange }) => (
              <Select
                options={alertLatencies.map(each => ({
                  value: String(each),
                  label: intl.formatNumber(each, { style: 'unit', unit: 'millisecond' }),
                }))}
                value={value}
                onValueChange={onChange}
              />
            )}
          </FormField>
        ) : null}
        <FormField form={form} name="window" label={<FormattedMessage id="Alerts.Form.Window" />} required>
          {({ value, onChange }) => (
            <Select
              options={choices(alertWindows, each => `Alerts.Window.${each}`)}
              value={value}
              onValueChange={onChange}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="kind"
          deps={['limit']}
          label={<FormattedMessage id="Alerts.Form.Condition" />}
          required
        >
          {({ value, onChange }) => (
            <Select
              options={choices(kinds, each => `Alerts.Condition.${each}`)}
              value={value}
              onValueChange={onChange}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="limit"
          label={
            <FormattedMessage id={kind === 'rises' || kind === 'falls' ? 'Alerts.Form.Times' : 'Alerts.Form.Limit'} />
          }
          required
        >
          {({ value, onChange }) => (
            <NumberInput
              key={String(isPercent(values))}
              percent={isPercent(values)}
              min={0}
              maximumFractionDigits={2}
              value={value}
              onValueChange={onChange}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="fewest"
          label={<FormattedMessage id="Alerts.Form.Fewest" />}
          description={<FormattedMessage id="Alerts.Form.Fewest.How" />}
        >
          {({ value, onChange }) => (
            <NumberInput min={0} maximumFractionDigits={0} value={value} onValueChange={onChange} />
          )}
        </FormField>
      </div>
      {options.error === null ? null : <QueryError error={options.error} onRetry={options.retry} />}
      <FormField form={form} name="enabled" label={<FormattedMessage id="Common.Status" />}>
        {({ value, onChange }) => (
          <Switch
            label={<FormattedMessage id={value ? 'Queues.On' : 'Queues.Off'} />}
            checked={value}
            onCheckedChange={onChange}
          />
        )}
      </FormField>
      <AlertPreview values={values} />
      {question}
    </FormDialog>
  )
}
