import { Callout, MultiSelect, Radio, RadioGroup, Select, Switch, useToast } from '@assay/design-system'
import type { AssessmentConfiguration, AssessmentSettings } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { useRecordForm } from '../../../platform/authoring/form/use-record-form.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { FormField } from '../../../platform/forms/form-field.tsx'
import {
  brokenFiltersOf,
  evaluationNames,
  settingsRecord,
  settingsRecoveryId,
  settingsResolver,
  subjectFieldsOf,
} from './settings-form.ts'

interface SettingsDialogProps {
  configuration: AssessmentConfiguration
  onClose: () => void
}

/** Changes the settings of an assessment. Data subject ids are added, and stay. */
export function SettingsDialog({ configuration, onClose }: SettingsDialogProps) {
  const intl = useIntl()
  const can = useCan()
  const queries = useQueryClient()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const { id: assessmentId, possible, schema, settings } = configuration
  const calls = useQuery({
    ...api.externalCalls.list.queryOptions({ input: { environmentId, period: '24h' }, staleTime: 60_000 }),
    enabled: possible.clientSide && can('externalcalls'),
  })
  const reports = useQuery(
    api.assessments.reportSettings.queryOptions({ input: { environmentId, assessmentId }, staleTime: 60_000 }),
  )
  const onOrOff = (on: boolean) => intl.formatMessage({ id: on ? 'Assessments.On' : 'Assessments.Off' })
  const labels = {
    evaluation: intl.formatMessage({ id: 'Rules.Settings.Evaluation' }),
    caseManagement: intl.formatMessage({ id: 'Shell.Nav.CaseManagement' }),
    search: intl.formatMessage({ id: 'Shell.Nav.Search' }),
    dataSubjectIds: intl.formatMessage({ id: 'Assessments.DataSubjects' }),
    keyCallId: intl.formatMessage({ id: 'Assessments.ClientSide' }),
  }
  const textsOf = (each: AssessmentSettings): VersionTexts => [
    {
      id: 'evaluation',
      label: labels.evaluation,
      text: intl.formatMessage({ id: evaluationNames[each.evaluation] }),
    },
    { id: 'caseManagement', label: labels.caseManagement, text: onOrOff(each.caseManagement) },
    { id: 'search', label: labels.search, text: onOrOff(each.search) },
    { id: 'dataSubjectIds', label: labels.dataSubjectIds, text: each.dataSubjectIds.join('\n') },
    { id: 'keyCallId', label: labels.keyCallId, text: onOrOff(each.keyCallId !== null) },
  ]
  const { form, saving, attempts, submit, question } = useRecordForm({
    record: settingsRecord(configuration),
    resolver: settingsResolver,
    recovery: { id: settingsRecoveryId(assessmentId), unchanged: true },
    save: (body, { version }) =>
      client.assessmentConfiguration.saveSettings({ environmentId, assessmentId, baseVersion: version, body }),
    onSaved: async saved => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Assessments.Saved' }, { name: saved.name }) })
      await queries.invalidateQueries({ queryKey: api.assessmentConfiguration.key() })
    },
    moveOn: onClose,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: api.assessments.key() }),
        queries.invalidateQueries({ queryKey: api.rules.key() }),
      ]),
    conflict: {
      load: () => client.assessmentConfiguration.get({ environmentId, assessmentId }),
      differences: (mine, theirs) => differencesOf(textsOf(mine), textsOf(theirs.settings)),
      takeTheirs: (theirs, accept) => accept(settingsRecord(theirs)),
    },
  })
  const subjects = useWatch({ control: form.control, name: 'dataSubjectIds' })
  return (
    <FormDialog
      title={<FormattedMessage id="Assessments.Wizard.Step.settings" />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={saving}
      attempts={attempts}
      refusal={null}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormField form={form} name="evaluation" label={labels.evaluation}>
        {({ value, onChange }) => (
          <RadioGroup value={value} onValueChange={onChange}>
            <Radio
              value="all"
              label={<FormattedMessage id="Rules.Behaviour.all" />}
              description={<FormattedMessage id="Rules.Settings.AllHelp" />}
            />
            <Radio
              value="first"
              label={<FormattedMessage id="Rules.Behaviour.first" />}
              description={<FormattedMessage id="Rules.Settings.FirstHelp" />}
            />
          </RadioGroup>
        )}
      </FormField>
      {(['caseManagement', 'search'] as const).map(name => (
        <FormField key={name} form={form} name={name} label={labels[name]} labelHidden>
          {({ value, onChange }) => (
            <Switch
              checked={value}
              disabled={!(name === 'search' ? possible.search : possible.cases)}
              onCheckedChange={onChange}
              label={labels[name]}
              description={<FormattedMessage id={`Assessments.Feature.${name}.Help`} />}
            />
          )}
        </FormField>
      ))}
      <FormField
        form={form}
        name="dataSubjectIds"
        label={labels.dataSubjectIds}
        description={<FormattedMessage id="Assessments.DataSubjects.Help" />}
      >
        {({ value, onChange }) => (
          <MultiSelect
            value={value}
            options={[...new Set([...settings.dataSubjectIds, ...subjectFieldsOf(schema)])].map(path => ({
              value: path,
              label: path,
            }))}
            onValueChange={chosen =>
              onChange([...settings.dataSubjectIds, ...chosen.filter(path => !settings.dataSubjectIds.includes(path))])
            }
          />
        )}
      </FormField>
      <BrokenFilters
        name={configuration.name}
        paths={brokenFiltersOf(subjects, settings, reports.data?.settings.dataFilters ?? [])}
      />
      {possible.clientSide ? (
        <FormField
          form={form}
          name="keyCallId"
          label={labels.keyCallId}
          description={<FormattedMessage id="Assessments.ClientSide.Help" />}
        >
          {({ value, onChange }) => (
            <Select
              value={value ?? 'off'}
              onValueChange={chosen => onChange(chosen === 'off' ? null : chosen)}
              options={[
                { value: 'off', label: intl.formatMessage({ id: 'Assessments.Off' }) },
                ...(calls.data ?? []).map(({ id, body }) => ({ value: id, label: body.name })),
              ]}
            />
          )}
        </FormField>
      ) : null}
      {question}
    </FormDialog>
  )
}

/** Says before saving which data filters reports lose. */
function BrokenFilters({ name, paths }: { name: string; paths: readonly string[] }) {
  return (
    <div role="status" className="contents">
      {paths.length > 0 ? (
        <Callout tone="warning">
          {paths.map(path => (
            <p key={path}>
              <FormattedMessage
                id="Assessments.Evidence.Breaks.dataFilter"
                values={{ place: <bdi key="place">{path}</bdi>, name: <bdi key="name">{name}</bdi> }}
              />
            </p>
          ))}
        </Callout>
      ) : null}
    </div>
  )
}
