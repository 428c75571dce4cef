import { Button, Callout } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { CopyTextButton } from '../model/copy-text-button.tsx'
import type { Refusal } from '../model/refusal.ts'
import { RefusalText } from '../model/refusal-text.tsx'

export interface RefusalActionsProps {
  row: Case
  refusal: Refusal
  /** What was typed and is kept; empty: nothing. */
  text: string
  /** The lock is being taken again. */
  starting: boolean
  onStart: () => void
  /** Fetches the decisions that are configured now. */
  onReload: () => void
  onNext: () => void
  onBack: () => void
  onClose: () => void
}

/** Why the decision was refused, with what can be done about it. */
export function RefusalCallout(props: RefusalActionsProps) {
  return (
    <Callout tone="danger" live actions={<RefusalActions {...props} />}>
      <p>
        <RefusalText refusal={props.refusal} />
      </p>
    </Callout>
  )
}

/** What can be done about a refused decision. */
function RefusalActions({
  row,
  refusal,
  text,
  starting,
  onStart,
  onReload,
  onNext,
  onBack,
  onClose,
}: RefusalActionsProps) {
  const { kind } = refusal
  const next = (
    <Button size="sm" onClick={onNext}>
      <FormattedMessage id="Review.Case.NextCase" />
    </Button>
  )
  const stay = (id: string) => (
    <Button size="sm" variant="ghost" onClick={onClose}>
      <FormattedMessage id={id} />
    </Button>
  )
  const back = (
    <Button size="sm" variant="ghost" onClick={onBack}>
      <FormattedMessage id="Review.Case.BackToQueue" />
    </Button>
  )
  const copy = <CopyTextButton text={text} />
  if (kind === 'decisionUnknown' || kind === 'reasonUnknown')
    return (
      <Button size="sm" onClick={onReload}>
        <FormattedMessage id="Review.Case.ReloadDecisions" />
      </Button>
    )
  if (kind === 'decided')
    return (
      <>
        {next}
        {copy}
        {stay('Review.Case.Stay')}
      </>
    )
  if (kind === 'lockedByOther')
    return (
      <>
        {next}
        {copy}
        {stay('Review.Case.ViewOnly')}
        {back}
      </>
    )
  return (
    <>
      {kind === 'lockLost' && row.own.startRefusal === null ? (
        <Button size="sm" loading={starting} onClick={onStart}>
          <FormattedMessage id="Review.Case.StartAgain" />
        </Button>
      ) : null}
      {copy}
      {back}
    </>
  )
}
