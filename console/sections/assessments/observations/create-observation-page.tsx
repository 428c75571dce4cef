import { Button, Radio, RadioGroup } from '@assay/design-system'
import {
  type AssessmentConfiguration,
  type ObservationBody,
  type ObservationEventTemplate,
  observationEventTemplates,
} from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Navigate, useNavigate } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { assessmentSubpage } from '../../../platform/assessments/assessment-pages.ts'
import { useGuardedRecordForm } from '../../../platform/authoring/form/use-guarded-record-form.tsx'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { isOtherPage } from '../../../platform/forms/use-leave-guard.tsx'
import { choiceParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useConfigurationLock } from '../configuration-access.tsx'
import { ConfigurationHeader } from '../configuration-header.tsx'
import { PartFooter } from '../part-footer.tsx'
import { WithConfiguration } from '../with-configuration.tsx'
import { ObservationFields } from './observation-fields.tsx'
import { newObservation, type ObservationValues, observationErrorsOf, observationResolver } from './observation-form.ts'
import { observationTemplateNames } from './template-names.ts'

/** A new observation event: its template first, then its names and fields. */
export function Component() {
  const intl = useIntl()
  return (
    <WithConfiguration title={intl.formatMessage({ id: 'Assessments.Observations.New' })}>
      {configuration => <CreatePage key={configuration.id} configuration={configuration} />}
    </WithConfiguration>
  )
}

const searchSchema = { template: choiceParameter(observationEventTemplates) }

function CreatePage({ configuration }: { configuration: AssessmentConfiguration }) {
  const intl = useIntl()
  const href = useHref()
  const lock = useConfigurationLock(configuration)
  const [{ template }, setSearchState] = useSearchState(searchSchema)
  // Who cannot add one sees those that there are.
  if (lock !== null) return <Navigate replace to={href(assessmentSubpage(configuration.eventType, 'configuration'))} />
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <ConfigurationHeader
        configuration={configuration}
        title={intl.formatMessage({ id: 'Assessments.Observations.New' })}
      />
      {template === null ? (
        <ChooseTemplate onChoose={chosen => setSearchState({ template: chosen })} />
      ) : (
        <Details configuration={configuration} template={template} onBack={() => setSearchState({ template: null })} />
      )}
    </div>
  )
}

function ChooseTemplate({ onChoose }: { onChoose: (template: ObservationEventTemplate) => void }) {
  const intl = useIntl()
  const [chosen, setChosen] = useState<ObservationEventTemplate>('AssessmentStatus')
  return (
    <form
      className="flex max-w-prose flex-col gap-4 px-page py-4"
      onSubmit={event => {
        event.preventDefault()
        onChoose(chosen)
      }}
    >
      <RadioGroup
        variant="card"
        aria-label={intl.formatMessage({ id: 'Assessments.Observations.Template' })}
        value={chosen}
        onValueChange={next => setChosen(next as ObservationEventTemplate)}
      >
        {observationEventTemplates.map(template => (
          <Radio
            key={template}
            value={template}
            label={<FormattedMessage id={observationTemplateNames[template]} />}
            description={<FormattedMessage id={`Assessments.Observation.${template}.Help`} />}
          />
        ))}
      </RadioGroup>
      <div>
        <Button type="submit" variant="primary">
          <FormattedMessage id="Assessments.Observations.Next" />
        </Button>
      </div>
    </form>
  )
}

interface DetailsProps {
  configuration: AssessmentConfiguration
  template: ObservationEventTemplate
  onBack: () => void
}

function Details({ configuration, template, onBack }: DetailsProps) {
  const href = useHref()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id: environmentId } = useEnvironment()
  const element = useRef<HTMLDivElement>(null)
  const { id: assessmentId, eventType, endpoint } = configuration
  const recoveryId = `assessment/observation/new/${assessmentId}`
  const { form, dirty, saving, submit, question, guard } = useGuardedRecordForm<
    ObservationValues,
    ObservationBody,
    AssessmentConfiguration,
    AssessmentConfiguration
  >({
    record: { values: newObservation, version: 0 },
    resolver: observationResolver(template),
    recovery: { id: recoveryId },
    leaves: isOtherPage,
    save: (body, { newId }) =>
      client.assessmentConfiguration.createObservation({ environmentId, assessmentId, observationId: newId, body }),
    onSaved: () => queries.invalidateQueries({ queryKey: api.assessmentConfiguration.key() }),
    moveOn: (_saved, leave) => leave(() => void navigate(href(assessmentSubpage(eventType, 'configuration')))),
    errorsOf: observationErrorsOf,
    element,
  })
  return (
    <>
      <div ref={element} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto py-4">
        <div className="flex flex-wrap items-center gap-3 px-page">
          <span className="font-medium">
            <FormattedMessage id={observationTemplateNames[template]} />
          </span>
          <Button size="sm" variant="ghost" onClick={() => guard(onBack)}>
            <FormattedMessage id="Assessments.Observations.OtherTemplate" />
          </Button>
        </div>
        <ObservationFields
          recoveryId={recoveryId}
          form={form}
          template={template}
          endpoint={endpoint}
          readOnly={saving}
        />
      </div>
      <PartFooter
        text={<FormattedMessage id="Assessments.Observations.CreateText" />}
        dirty={dirty}
        saving={saving}
        confirm={<FormattedMessage id="Common.Create" />}
        onDiscard={() => form.reset()}
        onSave={() => void submit()}
      />
      {question}
    </>
  )
}
