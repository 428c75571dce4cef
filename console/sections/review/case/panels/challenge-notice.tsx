import { Callout, DateTime } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

const tones = { passed: 'success', failed: 'danger', abandoned: 'warning' } as const

/** The answer to the challenge of the customer, or how far its request is; nothing when none was asked for or it was withdrawn. */
export function ChallengeNotice({ row: { challenge, hold } }: { row: Pick<Case, 'challenge' | 'hold'> }) {
  if (challenge === null) return null
  const { answer, delivery, requestedAt } = challenge
  if (answer !== null)
    return (
      <Callout tone={tones[answer.result]} live>
        <p>
          <FormattedMessage
            id={`Review.Case.Challenge.${answer.result}`}
            values={{
              time: <DateTime key="time" value={answer.at} />,
              requested: <DateTime key="requested" value={requestedAt} />,
            }}
          />
        </p>
      </Callout>
    )
  if (delivery === 'failed')
    return (
      <Callout tone="danger">
        <p>
          <FormattedMessage id="Review.Case.Challenge.NotSent" />
        </p>
      </Callout>
    )
  return hold?.awaiting === 'Challenge' ? (
    <Callout tone="info">
      <p>
        <FormattedMessage
          id={delivery === 'delivered' ? 'Review.Case.Challenge.Waiting' : 'Review.Case.Challenge.Sending'}
          values={{
            requested: <DateTime key="requested" value={requestedAt} />,
            until: <DateTime key="until" value={hold.wakeAt} />,
          }}
        />
      </p>
    </Callout>
  ) : delivery === null ? null : (
    <Callout tone="info">
      <p>
        <FormattedMessage
          id="Review.Case.Challenge.Unanswered"
          values={{ requested: <DateTime key="requested" value={requestedAt} /> }}
        />
      </p>
    </Callout>
  )
}
