import { Badge, Button, downloadFile, EmptyState, SkeletonRows, useToast } from '@assay/design-system'
import { type DeadLetter, tracingLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { readApiError } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useTracingTexts } from '../use-tracing-texts.ts'

interface DeadLetterListProps {
  subscriptionId: string
  /** Their number by the list of subscriptions: another one has them read again. */
  total: number
  writes: boolean
}

/** Events that the receiver rejected, each with the status of the answer, to be delivered again. */
export function DeadLetterList({ subscriptionId, total, writes }: DeadLetterListProps) {
  const intl = useIntl()
  const texts = useTracingTexts()
  const offline = useOffline()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const query = useQuery(
    api.eventSubscriptions.deadLetters.queryOptions({
      input: { environmentId, subscriptionId },
      refetchInterval: 10_000,
    }),
  )
  const answer = query.data as { total: number; deadLetters: DeadLetter[] } | undefined
  const letters = answer?.deadLetters
  const redelivery = useApiMutation({
    mutationFn: (deadLetterId: string | null) =>
      client.eventSubscriptions.redeliver({ environmentId, subscriptionId, deadLetterId }),
    invalidates: [api.eventSubscriptions.key()],
    onSuccess: ({ queued }) =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'EventTracing.Queued' }, { count: queued }) }),
  })
  const download = useApiMutation({
    mutationFn: () => client.eventSubscriptions.exportDeadLetters({ environmentId, subscriptionId }),
    onSuccess(file) {
      downloadFile(file instanceof File ? file.name : 'dead-letters.ndjson.gz', file)
      toast({ tone: 'success', title: intl.formatMessage({ id: 'EventTracing.Export.Done' }) })
    },
    onError(failed) {
      const isTooLarge = readApiError(failed).kind === 'invalid'
      if (isTooLarge)
        toast({
          tone: 'danger',
          title: intl.formatMessage({ id: 'EventTracing.DeadLetters.TooLarge' }, { count: tracingLimits.exported }),
        })
      return isTooLarge
    },
  })
  return (
    <section className="flex flex-col gap-2" aria-busy={query.isPending}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">
          <FormattedMessage id="EventTracing.DeadLetters" />
        </h3>
        {total > 0 ? (
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              disabled={offline}
              loading={download.isPending}
              onClick={() => download.mutate(undefined)}
            >
              <FormattedMessage id="EventTracing.DeadLetters.Download" />
            </Button>
            {writes ? (
              <Button size="sm" loading={redelivery.isPending} onClick={() => redelivery.mutate(null)}>
                <FormattedMessage id="EventTracing.RedeliverAll" />
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {query.isError && letters === undefined ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : letters === undefined ? (
        <SkeletonRows rows={2} />
      ) : letters.length === 0 ? (
        <EmptyState kind="first-use" level={4} title={<FormattedMessage id="EventTracing.DeadLetters.None" />} />
      ) : (
        <ul className="flex flex-col text-sm">
          {letters.map(letter => (
            <li
              key={letter.id}
              className="flex flex-wrap items-center gap-2 border-be border-line-subtle py-2 last:border-be-0"
            >
              <div className="flex min-w-0 flex-1 flex-col gap-0.5">
                <span className="flex flex-wrap items-baseline gap-2">
                  <bdi className="font-medium wrap-anywhere">{letter.eventId}</bdi>
                  <bdi className="font-mono text-xs wrap-anywhere text-fg-secondary">{letter.name}</bdi>
                </span>
                <span className="text-xs text-fg-secondary">
                  {texts.failure(letter.failure)}{' '}
                  <FormattedMessage
                    id="EventTracing.Attempts"
                    values={{ count: letter.attempts, time: texts.time(letter.at) }}
                  />
                </span>
              </div>
              {letter.isQueued ? (
                <Badge tone="info">
                  <FormattedMessage id="EventTracing.DeadLetter.Queued" />
                </Badge>
              ) : writes ? (
                <Button
                  size="sm"
                  disabled={redelivery.isPending}
                  aria-label={intl.formatMessage(
                    { id: 'CaseReport.Alert.ActionOf' },
                    { action: intl.formatMessage({ id: 'EventTracing.Redeliver' }), name: letter.eventId },
                  )}
                  onClick={() => redelivery.mutate(letter.id)}
                >
                  <FormattedMessage id="EventTracing.Redeliver" />
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {answer !== undefined && answer.total > answer.deadLetters.length ? (
        <p className="text-xs text-fg-secondary">
          <FormattedMessage
            id="EventTracing.DeadLetters.More"
            values={{ shown: answer.deadLetters.length, total: answer.total }}
          />
        </p>
      ) : null}
    </section>
  )
}
