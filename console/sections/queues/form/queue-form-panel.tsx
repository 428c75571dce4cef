import { Button, Callout } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useReviewerGroups, useReviewers } from '../people.ts'
import { useQueueList } from '../use-queue-list.ts'
import { AdvancedFields } from './advanced-fields.tsx'
import { NameFields, OrderFields } from './main-fields.tsx'
import { PeopleFields } from './people-fields.tsx'
import { firstAssessment } from './queue-form.ts'
import { QueuePreview } from './queue-preview.tsx'
import { SettingEffects } from './setting-effects.tsx'
import { useQueueForm } from './use-queue-form.ts'

interface QueueFormPanelProps {
  /** Null: a new queue. */
  queue: Queue | null
  onClose: () => void
  onSaved: () => void
}

/** Form of the settings of a queue, in the order in which they are decided. */
export function QueueFormPanel({ queue, onClose, onSaved }: QueueFormPanelProps) {
  const environment = useEnvironment()
  const environmentId = queue?.environmentId ?? environment.id
  const [assessment, setAssessment] = useState(queue?.assessment ?? firstAssessment)
  const configuration = useQuery(
    api.cases.decisions.queryOptions({ input: { environmentId, eventType: assessment }, staleTime: 60_000 }),
  )
  if (configuration.isError && !configuration.data)
    return <QueryError error={configuration.error} onRetry={() => void configuration.refetch()} />
  return (
    <QueueFormFields
      queue={queue}
      environmentId={environmentId}
      assessment={assessment}
      configuration={configuration.data}
      onAssessment={setAssessment}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}

interface QueueFormFieldsProps extends QueueFormPanelProps {
  environmentId: string
  assessment: string
  configuration: Parameters<typeof useQueueForm>[0]['configuration']
  onAssessment: (key: string) => void
}

function QueueFormFields({
  queue,
  environmentId,
  assessment,
  configuration,
  onAssessment,
  onClose,
  onSaved,
}: QueueFormFieldsProps) {
  const offline = useOffline()
  const assessmentName = useAssessmentName()
  const element = useRef<HTMLFormElement>(null)
  const { data: types } = useQuery(api.search.eventTypes.queryOptions({ input: { environmentId }, staleTime: 60_000 }))
  const present = useMemo(() => [...(queue?.assignedUsers ?? []), ...(queue?.supervisors ?? [])], [queue])
  const { nameOf: personOf } = useReviewers(environmentId, present)
  const { nameOf: groupOf } = useReviewerGroups(environmentId)
  const { queues } = useQueueList()
  // A name that is no group's and no queue's is a person's.
  const nameOf = (id: string) =>
    queues.find(each => each.id === id)?.name ?? (groupOf(id) === id ? personOf(id) : groupOf(id))
  const decisions = useMemo(() => configuration?.queueDecisions ?? [], [configuration])
  const { form, values, dirty, saving, problem, submit, question } = useQueueForm({
    queue,
    configuration,
    decisions,
    nameOf,
    element,
    onSaved,
  })
  // A queue of an assessment without cases stays one of it.
  const assessments = (types ?? [{ key: assessment, name: assessment, cases: true }])
    .filter(({ key, cases }) => cases || key === assessment)
    .map(({ key, name }) => ({ value: key, label: assessmentName(key, name) }))
  const challengeable = configuration === undefined || configuration.challengeAction !== null
  const fields = { form, queue, environmentId, decisions, challengeable }
  const unchanged = queue !== null && !dirty
  return (
    <form
      ref={element}
      noValidate
      className="flex min-h-full flex-col"
      onSubmit={event => {
        event.preventDefault()
        if (!saving && !offline && !unchanged) void submit()
      }}
    >
      <div className="flex flex-1 flex-col">
        {problem === null ? null : (
          <Callout tone="danger" live className="m-4">
            <FormattedMessage id={problem} />
          </Callout>
        )}
        <NameFields {...fields} assessments={assessments} onAssessment={onAssessment} />
        <OrderFields {...fields} />
        <PeopleFields {...fields} />
        <AdvancedFields {...fields} />
      </div>
      <div
        data-page-foot
        className="sticky inset-be-0 flex flex-col gap-3 border-bs border-line-subtle bg-surface px-4 py-3"
      >
        <QueuePreview environmentId={environmentId} values={values} />
        {queue ? <SettingEffects queue={queue} values={values} /> : null}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {offline || unchanged ? (
            <span className="min-w-0 flex-1 text-xs text-fg-secondary">
              <FormattedMessage id={offline ? 'Offline.Writes' : 'Lists.Edit.Nothing'} />
            </span>
          ) : null}
          <Button onClick={onClose}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
          <Button type="submit" variant="primary" loading={saving} disabled={offline || unchanged}>
            <FormattedMessage id={queue ? 'Common.Save' : 'Queues.Create'} />
          </Button>
        </div>
      </div>
      {question}
    </form>
  )
}
