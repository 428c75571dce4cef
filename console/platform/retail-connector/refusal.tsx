import { retailAccessFailures } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import type { ApiError } from '../api/api-error.ts'

const reasons = [...retailAccessFailures, 'connected', 'disconnected', 'notAvailable'] as const
export type RefusalReason = (typeof reasons)[number]

/** Returns why the service did not connect; null: for another reason than the retail environment. */
export function refusalOf(error: ApiError): RefusalReason | null {
  return error.kind === 'conflict' ? (reasons.find(each => `retail.${each}` === error.reason) ?? null) : null
}

/** Why the service did not connect, and what to do. */
export function Refusal({ reason }: { reason: RefusalReason }) {
  const failure = retailAccessFailures.find(each => each === reason)
  if (failure === undefined) return <FormattedMessage id={`Retail.Refused.${reason}`} />
  return (
    <>
      <p>
        <FormattedMessage id="Retail.NotConnected" />
      </p>
      <p>
        <FormattedMessage id={`Retail.Failure.${failure}`} />
      </p>
    </>
  )
}
