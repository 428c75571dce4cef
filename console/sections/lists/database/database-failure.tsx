import { Callout } from '@assay/design-system'
import { listLimits } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../../platform/outgoing-requests/test-result.tsx'
import type { DatabaseListError } from './database-list-error.ts'

/** Failures whose name does not say what to do. */
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

/** How a database failed, in the words of external calls; those of the service where they say what to do. */
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

/** What the service says, in its language. */
function FailureText({ children }: { children: string }) {
  return (
    <span lang="en" dir="ltr" className="wrap-anywhere">
      {children}
    </span>
  )
}
