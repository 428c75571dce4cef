import { Callout, Field, MultiSelect, Radio, RadioGroup, Switch } from '@assay/design-system'
import { scalarPaths, templateDefaults } from '@assay/risk-service/contract/assessment-schemas'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useHref } from '../../../platform/environments/environments.tsx'
import { useSearchSwitch } from '../../../platform/search-switch/use-search-switch.ts'
import { ClientSideFields } from './client-side-fields.tsx'
import { canAnswerBrowsers, subjectLimit, type WizardDraft } from './wizard-draft.ts'

interface SettingsStepProps {
  draft: WizardDraft
  onChange: (draft: WizardDraft) => void
}

const switches = [
  { name: 'caseManagement', labelId: 'Shell.Nav.CaseManagement' },
  { name: 'search', labelId: 'Shell.Nav.Search' },
  { name: 'reporting', labelId: 'Assessments.Feature.reporting' },
] as const

/** How rules are run, which features the events have, and what identifies the person of an event. */
export function SettingsStep({ draft, onChange }: SettingsStepProps) {
  const intl = useIntl()
  const href = useHref()
  const search = useSearchSwitch().data
  if (draft.template === null) return null
  const available = templateDefaults[draft.template].features !== null
  return (
    <div className="flex max-w-prose flex-col gap-5">
      <Field label={<FormattedMessage id="Assessments.Wizard.Evaluation" />}>
        <RadioGroup
          value={draft.evaluation}
          onValueChange={evaluation => onChange({ ...draft, evaluation: evaluation === 'first' ? 'first' : 'all' })}
        >
          <Radio value="all" label={<FormattedMessage id="Assessments.Wizard.Evaluation.all" />} />
          <Radio value="first" label={<FormattedMessage id="Assessments.Wizard.Evaluation.first" />} />
        </RadioGroup>
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="pbe-1 text-sm font-medium">
          <FormattedMessage id="Assessments.Column.Features" />
        </legend>
        {available ? null : (
          <p className="text-sm text-fg-secondary">
            <FormattedMessage id="Assessments.Wizard.NoFeatures" />
          </p>
        )}
        {switches.map(({ name, labelId }) => (
          <Switch
            key={name}
            disabled={!available}
            checked={draft[name]}
            label={<FormattedMessage id={labelId} />}
            description={<FormattedMessage id={`Assessments.Wizard.Feature.${name}`} />}
            onCheckedChange={checked => onChange({ ...draft, [name]: checked })}
          />
        ))}
        {draft.search && search !== undefined && search.state !== 'On' ? (
          <Callout tone="warning">
            <FormattedMessage
              id="Assessments.Wizard.SearchOff"
              values={{
                link: chunks => (
                  <Link
                    key="link"
                    to={href('/adminsettings', new URLSearchParams({ tab: 'search' }))}
                    className="text-link underline"
                  >
                    {chunks}
                  </Link>
                ),
              }}
            />
          </Callout>
        ) : null}
      </fieldset>
      <Field
        label={<FormattedMessage id="Assessments.Wizard.Subjects" />}
        description={<FormattedMessage id="Assessments.Wizard.Subjects.Help" values={{ count: subjectLimit }} />}
      >
        <MultiSelect
          value={draft.dataSubjectIds}
          options={scalarPaths(draft.schema)
            .filter(path => path !== 'metadata.eventId')
            .map(path => ({
              value: path,
              label: path,
              disabled: draft.dataSubjectIds.length >= subjectLimit && !draft.dataSubjectIds.includes(path),
            }))}
          onValueChange={paths => onChange({ ...draft, dataSubjectIds: paths.slice(0, subjectLimit) })}
        />
      </Field>
      {canAnswerBrowsers(draft) ? <ClientSideFields draft={draft} onChange={onChange} /> : null}
      <p className="sr-only" aria-live="polite">
        {intl.formatMessage({ id: 'Assessments.Wizard.Subjects.Count' }, { count: draft.dataSubjectIds.length + 1 })}
      </p>
    </div>
  )
}
