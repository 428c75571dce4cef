import { Button, EmptyState, LoadingRegion, Skeleton, useToast } from '@assay/design-system'
import type { AssessmentConfiguration, ObservationBody } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { readApiError } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { assessmentSubpage } from '../../../platform/assessments/assessment-pages.ts'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { useGuardedRecordForm } from '../../../platform/authoring/form/use-guarded-record-form.tsx'
import { DeleteDialog } from '../../../platform/authoring/usage/delete-dialog.tsx'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { LockNotice, useConfigurationLock } from '../configuration-access.tsx'
import { ConfigurationHeader } from '../configuration-header.tsx'
import { NameUses } from '../name-uses.tsx'
import { PartFooter } from '../part-footer.tsx'
import { WithConfiguration } from '../with-configuration.tsx'
import { ObservationFields } from './observation-fields.tsx'
import {
  fieldsOf,
  type ObservationValues,
  observationErrorsOf,
  observationRecord,
  observationResolver,
} from './observation-form.ts'
import { ReceivedTable } from './received-table.tsx'
import { observationTemplateNames } from './template-names.ts'

/** An observation event of an assessment, with what was received of it. */
export function Component() {
  const intl = useIntl()
  return (
    <WithConfiguration title={intl.formatMessage({ id: 'Assessments.Observation' })}>
      {configuration => <Loaded configuration={configuration} />}
    </WithConfiguration>
  )
}

type Observation = Awaited<ReturnType<typeof client.assessmentConfiguration.observation>>

function Loaded({ configuration }: { configuration: AssessmentConfiguration }) {
  const intl = useIntl()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const { observationId = '' } = useParams()
  const { id: assessmentId, eventType } = configuration
  const input = { environmentId, assessmentId, observationId }
  const { data, error, refetch } = useQuery(
    api.assessmentConfiguration.observation.queryOptions({ input, staleTime: 0 }),
  )
  if (data !== undefined) return <ObservationPage key={data.id} configuration={configuration} observation={data} />
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <ConfigurationHeader
        configuration={configuration}
        title={intl.formatMessage({ id: 'Assessments.Observation' })}
      />
      {error === null ? (
        <LoadingRegion
          className="flex max-w-prose flex-col gap-6 px-page py-4"
          loading
          name={intl.formatMessage({ id: 'Assessments.Observation' })}
          skeleton={['name', 'apiName', 'fields'].map(part => <Skeleton key={part} className="h-control" />)}
        />
      ) : readApiError(error).kind === 'missing' ? (
        <EmptyState
          kind="no-results"
          title={<FormattedMessage id="Assessments.Observation.Unknown" />}
          actions={
            <Button asChild>
              <Link to={href(assessmentSubpage(eventType, 'configuration'))}>
                <FormattedMessage id="Admin.Tab.configuration" />
              </Link>
            </Button>
          }
        />
      ) : (
        <QueryError error={error} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

interface ObservationPageProps {
  configuration: AssessmentConfiguration
  observation: Observation
}

function ObservationPage({ configuration, observation }: ObservationPageProps) {
  const intl = useIntl()
  const href = useHref()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const element = useRef<HTMLDivElement>(null)
  const lock = useConfigurationLock(configuration)
  const [deleting, setDeleting] = useState(false)
  const { id: assessmentId, eventType, endpoint, root } = configuration
  const { id: observationId, template, uses, received, custom } = observation
  const place = { environmentId, assessmentId, observationId }
  const recoveryId = `assessment/observation/${assessmentId}/${observationId}`
  const textsOf = (values: ObservationValues): VersionTexts => [
    { id: 'name', label: intl.formatMessage({ id: 'Templates.Assessment.FriendlyName' }), text: values.name },
    { id: 'apiName', label: intl.formatMessage({ id: 'Rules.Branch.ApiName' }), text: values.apiName },
    {
      id: 'custom',
      label: intl.formatMessage({ id: 'Assessments.Schema.CustomFields' }),
      text: JSON.stringify(fieldsOf(values), null, 2),
    },
  ]
  const { form, dirty, saving, submit, question } = useGuardedRecordForm<
    ObservationValues,
    ObservationBody,
    AssessmentConfiguration,
    Observation
  >({
    record: observationRecord(observation),
    resolver: observationResolver(template),
    recovery: { id: recoveryId },
    save: (body, { version }) =>
      client.assessmentConfiguration.saveObservation({ ...place, baseVersion: version, body }),
    onSaved: (saved, accept) => {
      const stored = saved.observations.find(({ id }) => id === observationId)
      if (stored) accept(observationRecord(stored))
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Assessments.Saved' }, { name: stored?.name ?? observation.name }),
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.assessmentConfiguration.key() }),
    errorsOf: observationErrorsOf,
    conflict: {
      load: () => client.assessmentConfiguration.observation(place),
      differences: (mine, theirs) => differencesOf(textsOf(mine), textsOf(theirs)),
      takeTheirs: (theirs, accept) => accept(observationRecord(theirs)),
    },
    element,
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <ConfigurationHeader
        configuration={configuration}
        title={observation.name}
        badge={<FormattedMessage id={observationTemplateNames[template]} />}
        actions={
          lock === null ? (
            <Button variant="ghost" disabled={saving || dirty} onClick={() => setDeleting(true)}>
              <FormattedMessage id="Common.Delete" />
            </Button>
          ) : null
        }
      />
      <div ref={element} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto py-4">
        <div className="flex max-w-prose flex-col gap-3 px-page empty:hidden">
          <LockNotice root={root} lock={lock} />
        </div>
        <ObservationFields
          recoveryId={recoveryId}
          form={form}
          template={template}
          endpoint={endpoint}
          readOnly={lock !== null || saving}
          locked={custom}
          {...(uses.length > 0 ? { nameLock: <NameUses uses={uses} /> } : {})}
        />
        <ReceivedTable received={received} />
      </div>
      {lock === null ? (
        <PartFooter
          text={<FormattedMessage id="Assessments.Observations.EditText" />}
          dirty={dirty}
          saving={saving}
          onDiscard={() => form.reset()}
          onSave={() => void submit()}
        />
      ) : null}
      <DeleteDialog
        name={deleting ? observation.name : null}
        confirm={<FormattedMessage id="Assessments.Observation.Delete" />}
        remove={() => client.assessmentConfiguration.removeObservation(place)}
        onClose={() => setDeleting(false)}
        onDeleted={async () => {
          await queries.invalidateQueries({ queryKey: api.assessmentConfiguration.get.key() })
          await navigate(href(assessmentSubpage(eventType, 'configuration')))
        }}
      />
      {question}
    </div>
  )
}
