import { DateTime } from '@assay/design-system'
import { caseLimits } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import type { Refusal } from './refusal.ts'

/** A sentence that says why something is refused: who, when, and what to do about it. */
export function RefusalText({ refusal: { kind, by, at, until, decision, reason, limit } }: { refusal: Refusal }) {
  // A decision without a person, a lock that ended at a time that nobody stated.
  const variant =
    kind === 'decided' && by === null
      ? 'decidedByTimeout'
      : kind === 'lockLost' && at === null
        ? 'lockLostAtUnknown'
        : kind
  return (
    <FormattedMessage
      id={`Review.Case.Refusal.${variant}`}
      values={{
        name: <bdi key="name">{by}</bdi>,
        time: <DateTime key="time" value={at} />,
        until: <DateTime key="until" value={until} />,
        decision: <bdi key="decision">{decision}</bdi>,
        reason: <bdi key="reason">{reason}</bdi>,
        count: limit ?? caseLimits.locksPerReviewer,
      }}
    />
  )
}
