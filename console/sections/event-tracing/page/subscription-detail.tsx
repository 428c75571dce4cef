import { Button, Callout, Card, CardHeader, lazyPart, Skeleton, StatTile, useToast } from '@assay/design-system'
import { type DeliveryTest, type EventSubscription, isFileSink } from '@assay/risk-service/contract'
import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { RemoveDialog } from '../../../platform/alerts/remove-dialog.tsx'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { StateBadge } from '../state-badge.tsx'
import { TestResult } from '../test-result.tsx'
import { useTracingTexts } from '../use-tracing-texts.ts'
import { DeadLetterList } from './dead-letter-list.tsx'

const BarChart = lazyPart(() => import('@assay/design-system/charts').then(module => ({ default: module.BarChart })))

/** Pixels of the chart of the past day. */
const plotHeight = 140

interface SubscriptionDetailProps {
  subscription: EventSubscription
  /** Whether the user may change it. */
  writes: boolean
  closeHref: string
  onEdit: () => void
}

/** One subscription: what it delivered, what waits and why, and its dead letters. */
export function SubscriptionDetail({ subscription, writes, closeHref, onEdit }: SubscriptionDetailProps) {
  const intl = useIntl()
  const offline = useOffline()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const [tested, setTested] = useState<DeliveryTest | null>(null)
  const [removed, setRemoved] = useState<EventSubscription | null>(null)
  const texts = useTracingTexts()
  const { id, name, sink, state, history, version, deadLetters, updatedAt, updatedBy } = subscription
  const isFiles = isFileSink(sink.kind)
  const isOn = state === 'active' || state === 'failing'
  const test = useApiMutation({
    mutationFn: () => client.eventSubscriptions.test({ environmentId, subscriptionId: id }),
    onSuccess: answer => setTested(answer),
  })
  const activation = useApiMutation({
    mutationFn: () =>
      client.eventSubscriptions.setActive({ environmentId, subscriptionId: id, baseVersion: version, active: !isOn }),
    invalidates: [api.eventSubscriptions.key()],
    onSuccess: () =>
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: isOn ? 'EventTracing.Deactivated' : 'EventTracing.Activated' }, { name }),
      }),
  })
  return (
    <Card className="min-w-0">
      <CardHeader
        title={name}
        actions={
          <>
            <StateBadge state={state} history={history} />
            <Button size="sm" variant="ghost" asChild>
              <RouterLink to={closeHref}>
                <FormattedMessage id="Common.Close" />
              </RouterLink>
            </Button>
          </>
        }
      />
      <div className="@container flex flex-col gap-4 px-4 pbe-4">
        <p className="text-xs text-fg-secondary">
          <FormattedMessage id="EventTracing.Updated" values={{ user: updatedBy, time: texts.time(updatedAt) }} />
        </p>
        {writes ? (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" disabled={offline} onClick={onEdit}>
              <FormattedMessage id="Common.Edit" />
            </Button>
            <Button
              size="sm"
              disabled={offline}
              loading={activation.isPending}
              onClick={() => activation.mutate(undefined)}
            >
              <FormattedMessage id={isOn ? 'EventTracing.Deactivate' : 'EventTracing.Activate'} />
            </Button>
            {sink.kind === 'pull' ? null : (
              <Button size="sm" disabled={offline} loading={test.isPending} onClick={() => test.mutate(undefined)}>
                <FormattedMessage
                  id={sink.kind === 'webhook' ? 'EventTracing.SendTest' : 'EventTracing.TestConnection'}
                />
              </Button>
            )}
            <Button size="sm" variant="ghost" disabled={offline} onClick={() => setRemoved(subscription)}>
              <FormattedMessage id="Common.Delete" />
            </Button>
          </div>
        ) : null}
        {tested === null ? null : <TestResult result={tested} sink={sink.kind} />}
        <Problem subscription={subscription} />
        <Figures subscription={subscription} />
        {!isFiles && sink.kind !== 'pull' ? (
          <DeadLetterList subscriptionId={id} total={deadLetters} writes={writes && !offline} />
        ) : null}
      </div>
      <RemoveDialog
        removed={removed}
        nameOf={each => each.name}
        titleOf={() => 'EventTracing.Delete'}
        remove={each =>
          client.eventSubscriptions.remove({ environmentId, subscriptionId: each.id, baseVersion: each.version })
        }
        // Nothing else is read of what does not exist any more.
        invalidates={[api.eventSubscriptions.list.key()]}
        onClose={() => setRemoved(null)}
      />
    </Card>
  )
}

/** Why the event that waits was not accepted, and when it is tried again; nothing without a failure. */
function Problem({ subscription }: { subscription: EventSubscription }) {
  const texts = useTracingTexts()
  const { failure, failingSince, attempts, nextAt, state } = subscription
  if (failure === null) return null
  return (
    <Callout
      tone={state === 'active' ? 'warning' : 'danger'}
      title={
        <FormattedMessage
          id={problemOf(state === 'stopped', attempts > 0)}
          values={{ time: failingSince === null ? '' : texts.time(failingSince), count: attempts }}
        />
      }
    >
      <p>{texts.failure(failure)}</p>
      {nextAt === null ? null : (
        <p>
          <FormattedMessage id="EventTracing.Next" values={{ time: texts.time(nextAt) }} />
        </p>
      )}
    </Callout>
  )
}

/** @param waits whether a message is tried again; what is rejected for good is a dead letter */
function problemOf(isStopped: boolean, waits: boolean): string {
  if (isStopped) return waits ? 'EventTracing.Stopped.Text' : 'EventTracing.Stopped.Rejected'
  return waits ? 'EventTracing.Failing.Text' : 'EventTracing.Rejecting.Text'
}

function Figures({ subscription }: { subscription: EventSubscription }) {
  const intl = useIntl()
  const texts = useTracingTexts()
  const { sink, delivered, waiting, deadLetters, delayMs, deliveredAt, hours, files, nextAt } = subscription
  if (sink.kind === 'pull')
    return (
      <p className="text-sm text-fg-secondary">
        <FormattedMessage id="EventTracing.Sink.pull.Text" />
      </p>
    )
  const present = new Date()
  const hourOf = (ago: number) =>
    // With the clock of the times beside it, in every language.
    intl.formatTime(new Date(present.getTime() - ago * 3_600_000), {
      hour: 'numeric',
      hourCycle: 'h12',
      timeZone: 'UTC',
    })
  return (
    <>
      <div className="grid grid-cols-2 gap-3 @2xl:grid-cols-4">
        <StatTile
          label={<FormattedMessage id="EventTracing.Delivered" />}
          value={intl.formatNumber(delivered)}
          {...(deliveredAt === null ? {} : { note: texts.time(deliveredAt) })}
        />
        <StatTile label={<FormattedMessage id="EventTracing.Waiting" />} value={texts.waiting(waiting)} />
        {isFileSink(sink.kind) ? (
          <StatTile
            label={<FormattedMessage id="EventTracing.Files" />}
            value={intl.formatNumber(files)}
            {...(nextAt === null
              ? {}
              : { note: intl.formatMessage({ id: 'EventTracing.Files.Next' }, { time: texts.time(nextAt) }) })}
          />
        ) : (
          <>
            <StatTile
              label={<FormattedMessage id="EventTracing.DeadLetters" />}
              value={intl.formatNumber(deadLetters)}
            />
            <StatTile
              label={<FormattedMessage id="EventTracing.Delay" />}
              value={delayMs === null ? '–' : texts.duration(delayMs)}
            />
          </>
        )}
      </div>
      <Suspense fallback={<Skeleton className="h-full" style={{ blockSize: plotHeight }} />}>
        <BarChart
          title={intl.formatMessage({ id: 'EventTracing.Hours' })}
          orientation="block"
          sort="given"
          height={plotHeight}
          valueLabel={intl.formatMessage({ id: 'EventTracing.Events' })}
          items={hours.map((value, index) => ({
            id: String(index),
            label: hourOf(hours.length - 1 - index),
            value,
          }))}
        />
      </Suspense>
    </>
  )
}
