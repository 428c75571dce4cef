import { Callout } from '@assay/design-system'
import { listLimits } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../../platform/outgoing-requests/test-result.tsx'
import type { DatabaseListError } from './database-list-error.ts'

/** Failures with a name that does not suggest a remedy. */
const explained = new Set(['definition', 'refused', 'response', 'unknown'])

interface DatabaseFailureProps {
  problem: DatabaseListError | null
}

/** Why a database was not reached, or a list not saved. What is wrong with columns stands at their field. */
export function DatabaseFailure({ problem }: DatabaseFailureProps) {
  if (problem === null || problem.kind === 'columns') return null
  if (problem.kind === 'limit')
    return (
      <Callout tone="danger" live>
        <FormattedMessage
          id={`Lists.Limit.${problem.reason.replace('lists.', '')}`}
          values={{ count: listLimits.lists }}
        />
      </Callout>
    )
  if (problem.kind === 'away')
    return (
      <Callout tone="danger" live>
        <FormattedMessage id="Lists.Source.Unavailable" />
      </Callout>
    )
  if (problem.kind === 'field')
    return (
      <Callout tone="danger" live>
        <FailureText>{problem.message}</FailureText>
      </Callout>
    )
  return <CallFailure failure={problem} />
}

/** The failure of a database, with the messages of external calls; those of the service where they suggest a remedy. */
export function CallFailure({
  failure,
  actions,
}: {
  failure: Extract<DatabaseListError, { kind: 'call' }>
  actions?: ReactNode
}) {
  const intl = useIntl()
  return (
    <Callout
      tone="danger"
      live
      actions={actions}
      title={
        <FormattedMessage
          id="OutgoingRequests.Test.Failed"
          values={{ error: errorText(intl, failure.errorType, failure.status) }}
        />
      }
    >
      {explained.has(failure.errorType) ? <FailureText>{failure.message}</FailureText> : null}
    </Callout>
  )
}

/** The message of the service, in its language. */
function FailureText({ children }: { children: string }) {
  return (
    <span lang="en" dir="ltr" className="wrap-anywhere">
      {children}
    </span>
  )
}
