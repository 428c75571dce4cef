import { useFormat } from '@assay/design-system'
import type { TimeMachineResult } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { totalOf, usd } from '../figures.ts'

/** The sentence of the page: how much of the fraud of the history the rules would have stopped. */
export function ResultHeadline({ outcomes }: Pick<TimeMachineResult, 'outcomes'>) {
  const format = useFormat()
  const fraud = totalOf(outcomes, 'fraud')
  const stopped = outcomes.fraud.Reject
  if (fraud.events === 0)
    return (
      <p className="max-w-prose text-lg">
        <FormattedMessage id="TimeMachine.NoFraud" />
      </p>
    )
  const counts = <FormattedMessage id="TimeMachine.Counts" values={{ count: stopped.events, total: fraud.events }} />
  return (
    <div className="flex flex-col gap-1">
      <p className="max-w-prose text-2xl font-semibold text-balance">
        {fraud.amountUsd > 0 ? (
          <FormattedMessage
            id="TimeMachine.Sentence"
            values={{
              stopped: <bdi key="stopped">{format.money(usd(stopped.amountUsd), 'USD')}</bdi>,
              fraud: <bdi key="fraud">{format.money(usd(fraud.amountUsd), 'USD')}</bdi>,
            }}
          />
        ) : (
          counts
        )}
      </p>
      {fraud.amountUsd > 0 ? <p className="text-fg-secondary">{counts}</p> : null}
    </div>
  )
}
