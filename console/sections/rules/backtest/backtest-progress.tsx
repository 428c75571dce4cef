import { Callout, Progress } from '@assay/design-system'
import type { Backtest } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

/** How far a back-test is, or why it failed. */
export function BacktestProgress({ backtest: { state, progress, failure } }: { backtest: Backtest }) {
  if (state === 'failed')
    return (
      <Callout tone="danger">
        <FormattedMessage id={`Rules.Backtest.Failed.${failure ?? 'internal'}`} />
      </Callout>
    )
  return (
    <Progress
      label={<FormattedMessage id="Rules.Backtest.Progress" />}
      value={state === 'waiting' || progress.total === 0 ? null : progress.events}
      max={Math.max(progress.total, 1)}
      detail={
        state === 'waiting' ? (
          <FormattedMessage id="Rules.Backtest.Waiting" />
        ) : progress.total === 0 ? undefined : (
          <FormattedMessage id="Rules.Backtest.Running" values={progress} />
        )
      }
    />
  )
}
