import { useFormat } from '@assay/design-system'
import { type EventKind, type EventSubscription, tracingLimits } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'

type Failure = NonNullable<EventSubscription['failure']>

/** Names and sentences of event tracing. */
export function useTracingTexts() {
  const intl = useIntl()
  const format = useFormat()
  const kind = (id: EventKind) => intl.formatMessage({ id: `EventTracing.Kind.${id}` })
  return {
    kind,
    kinds: (ids: readonly EventKind[]) => intl.formatList(ids.map(kind), { type: 'unit', style: 'short' }),
    state: (state: EventSubscription['state']) => intl.formatMessage({ id: `EventTracing.State.${state}` }),
    /** Why a message was not accepted, in one sentence. */
    failure: ({ reason, status }: Failure) =>
      intl.formatMessage({ id: `EventTracing.Failure.${reason}` }, { status: status === null ? '' : String(status) }),
    target: ({ sink }: Pick<EventSubscription, 'sink'>) => {
      switch (sink.kind) {
        case 'pull':
          return intl.formatMessage({ id: 'EventTracing.Sink.pull.Target' })
        case 'webhook':
          return new URL(sink.url).host
        case 'directory':
          return `${sink.directory}/${sink.folder}`
        case 'bucket':
          return `s3://${sink.bucket}${sink.prefix === '' ? '' : `/${sink.prefix}`}`
        case 'eventHubs':
          return `${sink.namespace}/${sink.hub}`
        case 'blobStorage':
          return [new URL(sink.endpoint).host, sink.container, sink.prefix].filter(part => part !== '').join('/')
      }
    },
    /** How much of the history is copied. */
    copying: (percent: number) =>
      intl.formatMessage(
        { id: 'EventTracing.Copying' },
        { percent: intl.formatNumber(percent / 100, { style: 'percent' }) },
      ),
    gigabytes: (bytes: number) =>
      intl.formatNumber(bytes / 1e9, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 }),
    duration: (ms: number) =>
      ms < 1000
        ? intl.formatNumber(ms, { style: 'unit', unit: 'millisecond', unitDisplay: 'short' })
        : intl.formatNumber(ms / 1000, { style: 'unit', unit: 'second', maximumFractionDigits: 1 }),
    /** The number of events that wait, which are counted up to a limit. */
    waiting: (count: number) =>
      count > tracingLimits.waiting
        ? intl.formatMessage({ id: 'EventTracing.Waiting.Many' }, { count: tracingLimits.waiting })
        : intl.formatNumber(count),
    time: (at: string) => format.dateTime(at, 'UTC'),
    rate: (perHour: number) => intl.formatNumber(perHour, { maximumFractionDigits: 2 }),
  }
}
