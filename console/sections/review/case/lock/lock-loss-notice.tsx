import { Button, Callout, DateTime } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../../platform/api/client.ts'
import { caseInputOf } from '../../../../platform/cases/case-links.ts'
import type { LockLoss } from '../model/case-mode.ts'
import { CopyTextButton } from '../model/copy-text-button.tsx'

interface LockLossNoticeProps {
  row: Case
  loss: LockLoss
  /** What was typed and is kept; empty: nothing. */
  text: string
  /** Starts the review again; absent while the case cannot be reviewed by the caller. */
  onStart?: (() => void) | undefined
  starting: boolean
  onBack: () => void
}

/** Says assertively that a review has ended, by whom, and that what was typed is kept. */
export function LockLossNotice({ row, loss, text, onStart, starting, onBack }: LockLossNoticeProps) {
  return (
    <Callout
      tone="danger"
      live
      title={<FormattedMessage id="Review.Case.Loss.Title" />}
      actions={
        <>
          {onStart ? (
            <Button size="sm" loading={starting} onClick={onStart}>
              <FormattedMessage id="Review.Case.StartAgain" />
            </Button>
          ) : null}
          <CopyTextButton text={text} />
          <Button size="sm" variant="ghost" onClick={onBack}>
            <FormattedMessage id="Review.Case.BackToQueue" />
          </Button>
        </>
      }
    >
      <p>
        {loss.kind === 'expired' ? (
          <FormattedMessage
            id="Review.Case.Loss.Expired"
            values={{ time: <DateTime key="time" value={loss.at} shape="time" /> }}
          />
        ) : (
          <Released row={row} />
        )}{' '}
        {text === '' ? null : <FormattedMessage id="Review.Case.Loss.TextKept" />}
      </p>
    </Callout>
  )
}

/** The history names who has ended the review. */
function Released({ row }: { row: Case }): ReactNode {
  const { data } = useQuery(api.cases.history.queryOptions({ input: caseInputOf(row), staleTime: 1000 }))
  const end = data?.find(({ kind }) => kind === 'force-released' || kind === 'lock-released' || kind === 'lock-expired')
  return end?.kind === 'force-released' && end.by !== null ? (
    <FormattedMessage id="Review.Case.Loss.ReleasedBy" values={{ name: <bdi key="name">{end.by.name}</bdi> }} />
  ) : (
    <FormattedMessage id="Review.Case.Loss.Released" />
  )
}
