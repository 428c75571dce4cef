import { Button, Callout, EmptyState, Progress } from '@assay/design-system'
import { type GraphNeighbourhood, type GraphNode, graphLimits } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'

/** While the graph is read: how much of it there can be, and a way to end it. */
export function LoadingState({ onStop }: { onStop: () => void }) {
  return (
    <div aria-busy className="flex min-h-[20rem] flex-1 flex-col items-center justify-center gap-3 p-6">
      <Progress
        className="w-rail max-w-full"
        value={null}
        label={<FormattedMessage id="Explorer.Loading" values={{ count: graphLimits.defaultNodes }} />}
      />
      <Button size="sm" onClick={onStop}>
        <FormattedMessage id="DesignSystem.Graph.Stop" />
      </Button>
    </div>
  )
}

/** While a path is looked for, above the graph. */
export function PathProgress({ onStop }: { onStop: () => void }) {
  return (
    <div aria-busy className="flex shrink-0 flex-wrap items-center gap-3 border-be border-line-subtle px-4 py-2">
      <Progress className="w-rail max-w-full" value={null} label={<FormattedMessage id="Explorer.Path.Running" />} />
      <Button size="sm" onClick={onStop}>
        <FormattedMessage id="DesignSystem.Graph.Stop" />
      </Button>
    </div>
  )
}

/** The reading was ended before there was an answer. */
export function StoppedState({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      className="flex-1"
      title={<FormattedMessage id="Explorer.Stopped" />}
      actions={
        <Button onClick={onRetry}>
          <FormattedMessage id="Explorer.Reload" />
        </Button>
      }
    />
  )
}

interface NothingFoundProps {
  /** What nothing was found for, in words. */
  query: string
  dates: { from: string; to: string } | null
  /** Looks further back; undefined where the dates are the widest. */
  onWiden: (() => void) | undefined
}

/** Nothing in the range has the value. */
export function NothingFound({ query, dates, onWiden }: NothingFoundProps) {
  const intl = useIntl()
  return (
    <EmptyState
      kind="no-results"
      className="flex-1"
      title={
        dates ? (
          <FormattedMessage
            id="Explorer.Nothing.Between"
            values={{
              query,
              from: intl.formatDate(dates.from, { timeZone: 'UTC', dateStyle: 'medium' }),
              to: intl.formatDate(dates.to, { timeZone: 'UTC', dateStyle: 'medium' }),
            }}
          />
        ) : (
          <FormattedMessage id="Explorer.Nothing" values={{ query, count: graphLimits.defaultDays }} />
        )
      }
      actions={
        onWiden ? (
          <Button variant="primary" onClick={onWiden}>
            <FormattedMessage id="Explorer.Widen" />
          </Button>
        ) : undefined
      }
    />
  )
}

interface TooLargeProps {
  found: GraphNeighbourhood
  nodes: ReadonlyMap<string, GraphNode>
}

/** The limits cut the graph off: what to narrow, and the largest hubs that were met. */
export function TooLarge({ found, nodes }: TooLargeProps) {
  const intl = useIntl()
  if (found.complete) return null
  const hubs = found.hubs.flatMap(id => nodes.get(id)?.text ?? []).slice(0, 3)
  return (
    <Callout tone="warning" live className="shrink-0 rounded-none">
      <FormattedMessage id="Explorer.TooLarge" values={{ count: found.nodes.length }} />{' '}
      {hubs.length > 0 ? (
        <FormattedMessage id="Explorer.TooLarge.Hubs" values={{ count: hubs.length, hubs: intl.formatList(hubs) }} />
      ) : null}
    </Callout>
  )
}
