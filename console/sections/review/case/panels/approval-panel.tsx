import { Button, DateTime } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { useEnvironments } from '../../../../platform/environments/environments.tsx'
import type { CaseActions } from '../actions/use-case-actions.ts'

interface ApprovalPanelProps {
  row: Case
  approval: NonNullable<Case['approval']>
  actions: CaseActions
}

/** A first decision that waits for a second person: what was chosen, or that it is hidden until the second choice. */
export function ApprovalPanel({ row, approval, actions }: ApprovalPanelProps) {
  const {
    session: { user },
  } = useEnvironments()
  const { choice, requestedBy, requestedAt } = approval
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <p className="min-w-0 wrap-anywhere">
        <FormattedMessage
          id={choice === null ? 'Review.Case.Approval.Blind' : 'Review.Case.Approval.Choice'}
          values={{
            name: <bdi key="name">{requestedBy.name}</bdi>,
            time: <DateTime key="time" value={requestedAt} />,
            decision: (
              <bdi key="decision" className="font-semibold">
                {choice?.decision}
              </bdi>
            ),
            reason: <bdi key="reason">{choice?.reason}</bdi>,
          }}
        />{' '}
        {row.own.mayApprove ? (
          <FormattedMessage id="Review.Case.Approval.Yours" />
        ) : requestedBy.id === user.id ? null : (
          <FormattedMessage id="Review.Case.Approval.NotYours" />
        )}
      </p>
      {requestedBy.id === user.id ? (
        <Button size="sm" loading={actions.pending === 'withdraw'} onClick={actions.withdraw}>
          <FormattedMessage id="Review.Case.Approval.Withdraw" />
        </Button>
      ) : null}
      {choice !== null && choice.note !== '' ? (
        <p className="basis-full wrap-anywhere whitespace-pre-wrap text-fg-secondary" dir="auto">
          {choice.note}
        </p>
      ) : null}
    </div>
  )
}
