import {
  Button,
  Callout,
  Checkbox,
  CheckboxGroup,
  MultiSelect,
  Switch,
  useFormat,
  useToast,
} from '@assay/design-system'
import {
  type AssessmentReportSettings,
  maxObservedFields,
  reportSettingsLimits,
  type StoredReportSettings,
} from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { attributeName } from '../../../platform/assessments/attribute-labels.ts'
import { observedFieldName } from '../../../platform/assessments/observed-field-name.ts'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { useGuardedRecordForm } from '../../../platform/authoring/form/use-guarded-record-form.tsx'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { DataFilterFields } from './data-filter-fields.tsx'
import { ObservedFields } from './observed-fields.tsx'
import { lockOf, reportSettingsRecord, reportSettingsResolver } from './report-settings-form.ts'
import { SectionTitle } from './summary-section.tsx'

/** How a custom field of an observation is entered. */
const exampleField = 'Outcome:custom.reason'

/** What the reports of an assessment count, and how often that can still be changed. */
export function ReportSettings({ stored }: { stored: StoredReportSettings }) {
  const intl = useIntl()
  const { toast } = useToast()
  const queries = useQueryClient()
  const offline = useOffline()
  const can = useCan()
  const { id: environmentId } = useEnvironment()
  const element = useRef<HTMLElement>(null)
  const assessmentId = stored.id
  const onOrOff = (on: boolean) => intl.formatMessage({ id: on ? 'Assessments.On' : 'Assessments.Off' })
  const textsOf = ({
    reporting,
    amounts,
    amountFields,
    filters,
    dataFilters,
    observed,
  }: AssessmentReportSettings): VersionTexts => [
    { id: 'reporting', label: intl.formatMessage({ id: 'Assessments.Feature.reporting' }), text: onOrOff(reporting) },
    { id: 'amounts', label: intl.formatMessage({ id: 'Assessments.Reports.Amounts' }), text: onOrOff(amounts) },
    {
      id: 'amountFields',
      label: intl.formatMessage({ id: 'Assessments.Reports.AmountFields' }),
      text: amountFields.join('\n'),
    },
    {
      id: 'filters',
      label: intl.formatMessage({ id: 'Assessments.Reports.Filters' }),
      text: stored.defaults.filters
        .filter(name => filters.includes(name))
        .map(name => attributeName(intl, name))
        .join('\n'),
    },
    {
      id: 'dataFilters',
      label: intl.formatMessage({ id: 'Assessments.Reports.DataFilters' }),
      text: dataFilters.join('\n'),
    },
    {
      id: 'observed',
      label: intl.formatMessage({ id: 'Assessments.Reports.Observed' }),
      text: observed.map(key => observedFieldName(intl, key)).join('\n'),
    },
  ]
  const { form, dirty, saving, submit, question } = useGuardedRecordForm<
    AssessmentReportSettings,
    AssessmentReportSettings,
    StoredReportSettings,
    StoredReportSettings
  >({
    record: reportSettingsRecord(stored),
    resolver: reportSettingsResolver,
    recovery: { id: `report-settings/${assessmentId}` },
    save: (settings, { version }) =>
      client.assessments.saveReportSettings({ environmentId, assessmentId, baseVersion: version, settings }),
    onSaved: (saved, accept) => {
      accept(reportSettingsRecord(saved))
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Assessments.Reports.Saved' }) })
    },
    // Reports and the list of assessments show what changed; a refusal may mean that no change is left.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: api.assessments.key() }),
        queries.invalidateQueries({ queryKey: api.reports.key() }),
      ]),
    conflict: {
      load: () => client.assessments.reportSettings({ environmentId, assessmentId }),
      differences: (mine, theirs) => differencesOf(textsOf(mine), textsOf(theirs.settings)),
      takeTheirs: (theirs, accept) => accept(reportSettingsRecord(theirs)),
    },
    element,
  })
  const lock = lockOf({ stored, environmentId, mayChange: can('reports.general', 'write') })
  const locked = lock !== null || offline || saving
  const title = intl.formatMessage({ id: 'Shell.Nav.Reports' })
  return (
    <section ref={element} aria-label={title} className="flex flex-col gap-5">
      <SectionTitle title={title} />
      <Notices stored={stored} lock={lock} />
      <FormField
        form={form}
        name="reporting"
        label={<FormattedMessage id="Assessments.Feature.reporting" />}
        description={
          <FormattedMessage
            id="Assessments.Reports.Reporting.Text"
            values={{ value: onOrOff(stored.defaults.reporting) }}
          />
        }
      >
        {({ value, onChange }) => (
          <Switch
            aria-label={intl.formatMessage({ id: 'Assessments.Feature.reporting' })}
            checked={value}
            disabled={locked}
            onCheckedChange={onChange}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="amounts"
        label={<FormattedMessage id="Assessments.Reports.Amounts" />}
        description={
          stored.amountOptions.length === 0 ? (
            <FormattedMessage id="Assessments.Reports.Amounts.None" />
          ) : (
            <FormattedMessage id="Assessments.Reports.Amounts.Text" />
          )
        }
      >
        {({ value, onChange }) => (
          <Switch
            aria-label={intl.formatMessage({ id: 'Assessments.Reports.Amounts' })}
            checked={value}
            disabled={locked || stored.amountOptions.length === 0}
            onCheckedChange={onChange}
          />
        )}
      </FormField>
      {stored.amountOptions.length === 0 ? null : (
        <FormField
          form={form}
          name="amountFields"
          label={<FormattedMessage id="Assessments.Reports.AmountFields" />}
          description={<FormattedMessage id="Assessments.Reports.AmountFields.Text" />}
        >
          {({ value, onChange }) => (
            <MultiSelect
              value={value}
              disabled={locked}
              onValueChange={fields => onChange([...fields])}
              options={[...new Set([...stored.amountOptions, ...value])].map(field => ({ value: field, label: field }))}
            />
          )}
        </FormField>
      )}
      <FormField
        form={form}
        name="filters"
        label={<FormattedMessage id="Assessments.Reports.Filters" />}
        description={<FormattedMessage id="Assessments.Reports.Filters.Text" />}
      >
        {({ value, onChange }) => (
          <CheckboxGroup>
            {stored.defaults.filters.map(name => (
              <Checkbox
                key={name}
                label={attributeName(intl, name)}
                checked={value.includes(name)}
                disabled={locked}
                onCheckedChange={checked =>
                  // In the order of the service, so that a box that is ticked again leaves no change.
                  onChange(
                    stored.defaults.filters.filter(each => (each === name ? checked === true : value.includes(each))),
                  )
                }
              />
            ))}
          </CheckboxGroup>
        )}
      </FormField>
      <FormField
        form={form}
        name="dataFilters"
        label={<FormattedMessage id="Assessments.Reports.DataFilters" />}
        description={
          <FormattedMessage
            id="Assessments.Reports.DataFilters.Text"
            values={{ count: reportSettingsLimits.filters }}
          />
        }
      >
        {({ value, onChange }) => (
          <DataFilterFields value={value} offered={stored.filterOptions} disabled={locked} onChange={onChange} />
        )}
      </FormField>
      <FormField
        form={form}
        name="observed"
        label={<FormattedMessage id="Assessments.Reports.Observed" />}
        description={
          <FormattedMessage
            id="Assessments.Reports.Observed.Text"
            values={{
              count: maxObservedFields,
              example: (
                <bdi key="example" dir="ltr" className="font-mono">
                  {exampleField}
                </bdi>
              ),
            }}
          />
        }
      >
        {({ value, onChange }) => (
          <ObservedFields value={value} observable={stored.observable} disabled={locked} onChange={onChange} />
        )}
      </FormField>
      {lock === null ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" loading={saving} disabled={!dirty || offline} onClick={() => void submit()}>
            <FormattedMessage id="Common.Save" />
          </Button>
          <Button variant="ghost" disabled={!dirty || saving} onClick={() => form.reset()}>
            <FormattedMessage id="DesignSystem.SettingsPage.Reset" />
          </Button>
        </div>
      ) : null}
      {question}
    </section>
  )
}

interface NoticesProps {
  stored: StoredReportSettings
  lock: ReturnType<typeof lockOf>
}

/** How many changes are left and how soon they show, or why there can be none. */
function Notices({ stored: { root, changesLeft, nextChangeAt }, lock }: NoticesProps) {
  const format = useFormat()
  const offline = useOffline()
  const limits = { changes: reportSettingsLimits.changes, days: reportSettingsLimits.days }
  const date = nextChangeAt === null ? '' : format.dateTime(nextChangeAt)
  return (
    <>
      {lock === null ? (
        <p className="text-fg-secondary">
          <FormattedMessage id="Assessments.Reports.Limit" values={{ ...limits, left: changesLeft }} />
          {changesLeft < limits.changes ? (
            <>
              {' '}
              <FormattedMessage id="Assessments.Reports.Next" values={{ date: <bdi key="date">{date}</bdi> }} />
            </>
          ) : null}
        </p>
      ) : (
        <Callout tone={lock === 'noChanges' ? 'warning' : 'info'}>
          {lock === 'readOnly' ? (
            <FormattedMessage id="Environments.ReadOnly" />
          ) : (
            <FormattedMessage
              id={`Assessments.Reports.Lock.${lock}`}
              values={{ ...limits, root: <bdi key="root">{root.name}</bdi>, date: <bdi key="date">{date}</bdi> }}
            />
          )}
        </Callout>
      )}
      {offline ? (
        <Callout tone="warning" live>
          <FormattedMessage id="Offline.Writes" />
        </Callout>
      ) : null}
    </>
  )
}
