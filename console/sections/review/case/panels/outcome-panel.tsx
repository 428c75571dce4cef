import { Badge, Button, Callout, DateTime, DecisionBadge } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { decisionLook } from '../../../../platform/cases/decisions/decision-choices.ts'
import type { CaseActions } from '../actions/use-case-actions.ts'

interface OutcomePanelProps {
  row: Case
  outcome: NonNullable<Case['outcome']>
  actions: CaseActions
}

/** How a case was decided: by whom, when and why, and whether what follows has been delivered. */
export function OutcomePanel({ row, outcome, actions }: OutcomePanelProps) {
  const { decision, reason, note, by, at, via, usefulness, approvedBy, corrected, followUps } = outcome
  const failed = followUps.filter(({ state }) => state === 'failed').length
  const waiting = followUps.filter(({ state }) => state === 'waiting').length
  return (
    <section aria-labelledby="case-outcome" className="flex min-w-0 flex-col gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="case-outcome" className="sr-only">
          <FormattedMessage id="Review.Case.Outcome.Title" />
        </h2>
        <DecisionBadge decision={decisionLook(outcome) ?? decision} />
        <p className="min-w-0 wrap-anywhere">
          <FormattedMessage
            id={by === null ? `Review.Case.Outcome.Via.${via}` : 'Review.Case.Outcome.Line'}
            values={{
              decision: (
                <bdi key="decision" className="font-semibold">
                  {decision}
                </bdi>
              ),
              reason: <bdi key="reason">{reason}</bdi>,
              name: <bdi key="name">{by?.name}</bdi>,
              time: <DateTime key="time" value={at} />,
            }}
          />
        </p>
        {approvedBy ? (
          <span className="text-fg-secondary">
            <FormattedMessage
              id="Review.Case.Outcome.ApprovedBy"
              values={{ name: <bdi key="name">{approvedBy.name}</bdi> }}
            />
          </span>
        ) : null}
        {via === 'Bulk' && by !== null ? (
          <Badge>
            <FormattedMessage id="Review.Case.Outcome.Bulk" />
          </Badge>
        ) : null}
        {corrected ? (
          <Badge>
            <FormattedMessage id="Review.Case.Outcome.Corrected" />
          </Badge>
        ) : null}
        {usefulness ? (
          <Badge>
            <FormattedMessage id={`Review.Case.Usefulness.${usefulness}`} />
          </Badge>
        ) : null}
        {waiting > 0 ? (
          <span className="text-xs text-fg-secondary">
            <FormattedMessage id="Review.Case.FollowUp.Waiting" values={{ count: waiting }} />
          </span>
        ) : null}
      </div>
      {note === '' ? null : (
        <p className="max-w-prose wrap-anywhere whitespace-pre-wrap text-fg-secondary" dir="auto">
          {note}
        </p>
      )}
      {failed > 0 ? (
        <Callout
          tone="danger"
          title={<FormattedMessage id="Review.Case.FollowUp.Failed" values={{ count: failed }} />}
          actions={
            row.own.manager ? (
              <Button size="sm" loading={actions.pending === 'retryFollowUps'} onClick={actions.retryFollowUps}>
                <FormattedMessage id="Common.Retry" />
              </Button>
            ) : undefined
          }
        >
          <ul>
            {followUps
              .filter(({ state }) => state === 'failed')
              .map(({ id, kind, attempts }) => (
                <li key={id}>
                  <FormattedMessage id={`Review.Case.FollowUp.${kind}`} values={{ count: attempts }} />
                </li>
              ))}
          </ul>
        </Callout>
      ) : null}
    </section>
  )
}
