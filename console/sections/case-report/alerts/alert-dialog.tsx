import { Input, MultiSelect, NumberInput, Select, Switch, useToast } from '@assay/design-system'
import {
  type AlertSettings,
  alertComparisons,
  alertMetrics,
  alertPeriods,
  type ReportAlert,
  reportLimits,
} from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { useRecordForm } from '../../../platform/authoring/form/use-record-form.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { useFilterOptions } from '../use-filter-options.ts'
import {
  type AlertForm,
  alertErrorsOf,
  alertFormOf,
  alertProblemOf,
  alertResolver,
  isShare,
  newAlert,
} from './alert-form.ts'
import { useAlertText } from './use-alert-text.ts'

interface AlertDialogProps {
  /** Null: a new alert. */
  alert: ReportAlert | null
  onClose: () => void
}

/** The settings of an alert: what it watches, where, and from which value on. */
export function AlertDialog({ alert, onClose }: AlertDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const queries = useQueryClient()
  const { id: environmentId } = useEnvironment()
  const options = useFilterOptions()
  const texts = useAlertText()
  const textsOf = (settings: AlertSettings): VersionTexts => [
    { id: 'name', label: intl.formatMessage({ id: 'Common.Name' }), text: settings.name },
    {
      id: 'condition',
      label: intl.formatMessage({ id: 'CaseReport.Alert.Metric' }),
      text: texts.condition(settings),
    },
  ]
  const load = async () => {
    const alerts = await client.caseAlerts.list({ environmentId })
    const found = alerts.find(({ id }) => id === alert?.id)
    if (!found) throw new Error('The alert is gone.')
    return found as ReportAlert
  }
  const { form, saving, attempts, problem, submit, question } = useRecordForm<
    AlertForm,
    AlertSettings,
    ReportAlert,
    ReportAlert
  >({
    record: { values: alert ? alertFormOf(alert) : newAlert, version: alert?.version ?? 0 },
    resolver: alertResolver,
    recovery: { id: `case-report/alert/${alert?.id ?? 'new'}`, unchanged: true },
    save: (settings, { version, newId }) =>
      (alert
        ? client.caseAlerts.update({ environmentId, alertId: alert.id, baseVersion: version, settings })
        : client.caseAlerts.create({ environmentId, alertId: newId, settings })) as Promise<ReportAlert>,
    onSaved: ({ name }) =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'CaseReport.Alert.Saved' }, { name }) }),
    moveOn: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: api.caseAlerts.key() }),
    errorsOf: alertErrorsOf,
    problemOf: alertProblemOf,
    ...(alert
      ? {
          conflict: {
            load,
            differences: (mine: AlertSettings, theirs: ReportAlert) => differencesOf(textsOf(mine), textsOf(theirs)),
            takeTheirs: onClose,
          },
        }
      : {}),
  })
  const metric = useWatch({ control: form.control, name: 'metric' })
  const choices = <Value extends string>(values: readonly Value[], name: (value: Value) => string) =>
    values.map(value => ({ value, label: name(value) }))
  return (
    <FormDialog
      title={<FormattedMessage id={alert ? 'CaseReport.Alert.Edit' : 'CaseReport.Alert.New'} />}
      description={<FormattedMessage id="CaseReport.Alert.Text" />}
      confirm={<FormattedMessage id={alert ? 'Common.Save' : 'Common.Create'} />}
      running={saving}
      attempts={attempts}
      refusal={problem === null ? null : <FormattedMessage id={problem} values={{ count: reportLimits.alerts }} />}
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
            maxLength={reportLimits.alertName}
            autoComplete="off"
          />
        )}
      </FormField>
      <FormField form={form} name="metric" label={<FormattedMessage id="CaseReport.Alert.Metric" />} required>
        {({ value, onChange }) => (
          <Select options={choices(alertMetrics, texts.metric)} value={value} onValueChange={onChange} />
        )}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="comparison" label={<FormattedMessage id="CaseReport.Alert.Comparison" />} required>
          {({ value, onChange }) => (
            <Select options={choices(alertComparisons, texts.comparison)} value={value} onValueChange={onChange} />
          )}
        </FormField>
        <FormField
          form={form}
          name="value"
          label={
            <FormattedMessage
              id={metric === 'oldestAgeHours' ? 'CaseReport.Alert.Value.Hours' : 'CaseReport.Alert.Value'}
            />
          }
          required
        >
          {({ value, onChange }) => (
            <NumberInput
              key={String(isShare(metric))}
              percent={isShare(metric)}
              min={0}
              maximumFractionDigits={2}
              value={value}
              onValueChange={onChange}
            />
          )}
        </FormField>
      </div>
      <FormField form={form} name="period" label={<FormattedMessage id="CaseReport.Alert.Period" />} required>
        {({ value, onChange }) => (
          <Select options={choices(alertPeriods, texts.period)} value={value} onValueChange={onChange} />
        )}
      </FormField>
      <FormField form={form} name="queueIds" label={<FormattedMessage id="Queues.Title" />}>
        {({ value, onChange }) => (
          <MultiSelect
            options={options.queue}
            value={value}
            onValueChange={onChange}
            placeholder={intl.formatMessage({ id: 'Queues.Scope.all' })}
          />
        )}
      </FormField>
      <FormField form={form} name="reviewerIds" label={<FormattedMessage id="CaseReport.Tab.reviewers" />}>
        {({ value, onChange }) => (
          <MultiSelect
            options={options.reviewer}
            value={value}
            onValueChange={onChange}
            placeholder={intl.formatMessage({ id: 'CaseReport.Alert.Everybody' })}
          />
        )}
      </FormField>
      <FormField form={form} name="enabled" label={<FormattedMessage id="Common.Status" />}>
        {({ value, onChange }) => (
          <Switch
            label={<FormattedMessage id={value ? 'Queues.On' : 'Queues.Off'} />}
            checked={value}
            onCheckedChange={onChange}
          />
        )}
      </FormField>
      {question}
    </FormDialog>
  )
}
