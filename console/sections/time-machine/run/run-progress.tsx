import { Button, Callout, Progress } from '@assay/design-system'
import type { TimeMachineHead } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

type Progressed = Pick<TimeMachineHead, 'id' | 'state' | 'progress' | 'failure'>

interface RunProgressProps {
  run: Progressed
  /** When its progress was read, in milliseconds. */
  updatedAt: number
  /** Absent: the user may not stop it. */
  onCancel?: (() => void) | undefined
  isCancelling: boolean
}

/** How far a run is and how long it will take, or why it failed. */
export function RunProgress({ run, updatedAt, onCancel, isCancelling }: RunProgressProps) {
  const intl = useIntl()
  const remaining = useRemaining(run, updatedAt)
  const { state, progress, failure } = run
  if (state === 'failed')
    return (
      <Callout tone={failure === 'noEvents' ? 'info' : 'danger'}>
        <FormattedMessage
          id={
            failure === 'noEvents' || failure === 'ruleGone' ? `Rules.Backtest.Failed.${failure}` : 'TimeMachine.Failed'
          }
        />
      </Callout>
    )
  const isUnknown = state === 'waiting' || progress.total === 0
  return (
    <div className="flex max-w-dialog-lg flex-col gap-3">
      <Progress
        announced
        label={<FormattedMessage id="Rules.Backtest.Progress" />}
        value={isUnknown ? null : progress.events}
        max={Math.max(progress.total, 1)}
        {...(isUnknown
          ? { detail: <FormattedMessage id="Rules.Backtest.Waiting" /> }
          : { rate: intl.formatMessage({ id: 'Rules.Backtest.Running' }, progress) })}
        {...(remaining === null ? {} : { remaining })}
      />
      {onCancel ? (
        <Button className="self-start" loading={isCancelling} onClick={onCancel}>
          <FormattedMessage id="TimeMachine.Cancel" />
        </Button>
      ) : null}
    </div>
  )
}

/** Events from which on a speed is more than chance. */
const leastEvents = 500

/** Returns the milliseconds that a run will still take at its speed since the page first saw it; null: not yet known. */
function useRemaining({ id, state, progress: { events, total } }: Progressed, updatedAt: number): number | null {
  const [first, setFirst] = useState<{ id: string; events: number; at: number } | null>(null)
  if (state === 'running' && (first?.id !== id || events < first.events)) setFirst({ id, events, at: updatedAt })
  if (first?.id !== id || state !== 'running') return null
  const done = events - first.events
  return done < leastEvents ? null : ((updatedAt - first.at) / done) * (total - events)
}
