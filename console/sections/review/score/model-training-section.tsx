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
  fit: ModelTraining | null
  write: boolean
  onChanged: () => void
}

/** How many labels there are, how far a fit is, and what came of the last one. */
export function ModelTrainingSection({
  environmentId,
  kind,
  labels,
  fit,
  write,
  onChanged,
}: ModelTrainingSectionProps) {
  const format = useFormat()
  const offline = useOffline()
  const under = fit?.state === 'waiting' || fit?.state === 'running'
  const start = useApiMutation({
    mutationFn: () => client.models.fit({ environmentId, kind, fitId: crypto.randomUUID() }),
    // A fit that somebody else began is shown as one's own would be.
    onError: error => conflictErrorOf(error)?.reason === 'models.fitting',
    onSettled: onChanged,
  })
  const cancellation = useApiMutation({
    mutationFn: (fitId: string) => client.models.cancelFit({ environmentId, fitId }),
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
            <FormattedMessage id={fit.state === 'waiting' ? 'Models.Training.Waiting' : 'Models.Training.Running'} />
          }
          value={fit.state === 'waiting' ? null : fit.progress}
          max={1}
        />
      ) : null}
      {fit?.state === 'refused' && fit.reason !== null ? (
        <Callout tone="warning" title={<FormattedMessage id="Models.Training.Error" />}>
          <FormattedMessage
            id={`Models.Training.Reason.${fit.reason}`}
            values={{ rows: minimumLabels.rows, each: minimumLabels.perClass }}
          />
        </Callout>
      ) : null}
      {fit?.state === 'failed' ? (
        <Callout tone="danger" title={<FormattedMessage id="Models.Training.Failed" />} />
      ) : null}
      {fit?.state === 'done' && fit.finishedAt !== null ? (
        <p className="text-xs text-fg-muted">
          <FormattedMessage
            id="Models.Training.Done"
            values={{ version: fit.version ?? 0, at: format.dateTime(fit.finishedAt) }}
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
              onClick={() => cancellation.mutate(fit.id)}
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
