import { useFormat } from '@assay/design-system'
import type { CallMetrics as Figures } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'

const none = '–'

/**
 * Requests per second, average latency and success rate of a call; the reason for their absence when no active rule
 * uses the call.
 */
export function RequestMetrics({ figures, used }: { figures: Figures; used: boolean }) {
  const intl = useIntl()
  const format = useFormat()
  if (!used)
    return (
      <p className="text-fg-muted">
        <FormattedMessage id="OutgoingRequests.Unused" />
      </p>
    )
  if (figures.requests === 0)
    return (
      <p className="text-fg-muted">
        <FormattedMessage id="OutgoingRequests.NoRequests" />
      </p>
    )
  const shown = [
    // Three digits that count: a figure of a quiet call is far below one.
    ['PerSecond', intl.formatNumber(figures.perSecond, { maximumSignificantDigits: 3 })],
    [
      'Latency',
      figures.averageMs === null
        ? none
        : intl.formatMessage(
            { id: 'OutgoingRequests.Figure.Milliseconds' },
            { value: format.number(Math.round(figures.averageMs)) },
          ),
    ],
    ['Success', figures.successRate === null ? none : format.percent(figures.successRate)],
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {shown.map(([id, value]) => (
        <div key={id} className="flex min-w-[6.5rem] flex-col">
          <dt className="text-xs text-fg-muted">
            <FormattedMessage id={`OutgoingRequests.Figure.${id}`} />
          </dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
