import { Button, Callout, Heading, Progress, useFormat } from '@assay/design-system'
import { type ModelKind, type ModelTraining, minimumLabels } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'

interface ModelTrainingSectionProps {
  environmentId: string
  kind: ModelKind
  labels: { rows: number; frauds: number }
  training: ModelTraining | null
  write: boolean
  onChanged: () => void
}

/** The number of labels, the progress of a training, and the result of the last one. */
export function ModelTrainingSection({
  environmentId,
  kind,
  labels,
  training,
  write,
  onChanged,
}: ModelTrainingSectionProps) {
  const format = useFormat()
  const offline = useOffline()
  const under = training?.state === 'waiting' || training?.state === 'running'
  const start = useApiMutation({
    mutationFn: () => client.models.train({ environmentId, kind, trainingId: crypto.randomUUID() }),
    // A training that another user began is shown in the same way.
    onError: error => conflictErrorOf(error)?.reason === 'models.training',
    onSettled: onChanged,
  })
  const cancellation = useApiMutation({
    mutationFn: (trainingId: string) => client.models.cancelTraining({ environmentId, trainingId }),
    onSettled: onChanged,
  })
  return (
    <section className="flex flex-col gap-2">
      <Heading level={3} size="sm">
        <FormattedMessage id="Models.Training" />
      </Heading>
      <p className="text-fg-secondary">
        <FormattedMessage id="Models.Training.Labels" values={{ rows: labels.rows, frauds: labels.frauds }} />
        {kind === 'bot' ? (
          <>
            {' '}
            <FormattedMessage id="Models.Training.Sessions" />
          </>
        ) : null}
      </p>
      {under ? (
        <Progress
          label={
            <FormattedMessage
              id={training.state === 'waiting' ? 'Models.Training.Waiting' : 'Models.Training.Running'}
            />
          }
          value={training.state === 'waiting' ? null : training.progress}
          max={1}
        />
      ) : null}
      {training?.state === 'refused' && training.reason !== null ? (
        <Callout tone="warning" title={<FormattedMessage id="Models.Training.Error" />}>
          <FormattedMessage
            id={`Models.Training.Reason.${training.reason}`}
            values={{ rows: minimumLabels.rows, each: minimumLabels.perClass }}
          />
        </Callout>
      ) : null}
      {training?.state === 'failed' ? (
        <Callout tone="danger" title={<FormattedMessage id="Models.Training.Failed" />} />
      ) : null}
      {training?.state === 'done' && training.finishedAt !== null ? (
        <p className="text-xs text-fg-muted">
          <FormattedMessage
            id="Models.Training.Done"
            values={{ version: training.version ?? 0, at: format.dateTime(training.finishedAt) }}
          />
        </p>
      ) : null}
      {write ? (
        <div className="flex gap-2">
          {under ? (
            <Button
              size="sm"
              disabled={offline}
              loading={cancellation.isPending}
              onClick={() => cancellation.mutate(training.id)}
            >
              <FormattedMessage id="Models.Training.Cancel" />
            </Button>
          ) : (
            <Button size="sm" disabled={offline} loading={start.isPending} onClick={() => start.mutate()}>
              <FormattedMessage id="Models.Training.Now" />
            </Button>
          )}
        </div>
      ) : null}
    </section>
  )
}
