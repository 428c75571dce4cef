import type { Case } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { ChallengeDialog } from './actions/challenge-dialog.tsx'
import { HoldDialog } from './actions/hold-dialog.tsx'
import { EscalateDialog, SendBackDialog, TransferDialog } from './actions/text-dialogs.tsx'
import type { CaseActions } from './actions/use-case-actions.ts'
import { DecisionDialog } from './decision/decision-dialog.tsx'
import type { CaseMode, LockLoss } from './model/case-mode.ts'
import { describeRefusal, type Refusal } from './model/refusal.ts'
import { RefusalText } from './model/refusal-text.tsx'
import { TagsDialog } from './panels/tags-dialog.tsx'
import type { CaseCommand } from './review-buttons.ts'
import { StartRefusedDialog } from './start-refused-dialog.tsx'

interface CaseDialogsProps {
  row: Case
  mode: CaseMode
  loss: LockLoss | null
  /** What was asked for; null: no dialog is open. */
  command: CaseCommand | null
  actions: CaseActions
  /** The review of the next case was refused. */
  nextRefusal: Refusal | null
  nextPending: boolean
  onNext: () => void
  onBack: () => void
  onClose: () => void
}

/** The dialog of a command, or the one about a review that could not be started. Loaded with the first of them. */
export function CaseDialogs({
  row,
  mode,
  loss,
  command,
  actions,
  nextRefusal,
  nextPending,
  onNext,
  onBack,
  onClose,
}: CaseDialogsProps): ReactNode {
  const queries = useQueryClient()
  const { failure, pending } = actions
  const issue =
    failure === null ? null : failure.refusal ? <RefusalText refusal={failure.refusal} /> : <UnknownFailure />
  const common = { row, issue, onClose }
  if (command?.kind === 'decision')
    return (
      <DecisionDialog
        row={row}
        request={command}
        refusal={
          // While the decision is under way its answer says what happened.
          pending === command.purpose
            ? null
            : (failure?.refusal ?? (command.purpose === 'decide' ? interruption(row, mode, loss) : null))
        }
        error={failure?.error ?? null}
        pending={pending === command.purpose}
        starting={pending === 'start'}
        onSubmit={answer => actions.decide(command, answer)}
        onStart={actions.start}
        onReload={() => {
          void queries.invalidateQueries({ queryKey: api.cases.get.key() })
          onClose()
        }}
        onNext={onNext}
        onBack={onBack}
        onClose={onClose}
      />
    )
  if (command?.kind === 'escalate')
    return (
      <EscalateDialog
        {...common}
        pending={pending === 'escalate'}
        onSubmit={({ reason }) => actions.escalate(reason)}
      />
    )
  if (command?.kind === 'hold')
    return (
      <HoldDialog
        caseId={row.id}
        issue={issue}
        pending={pending === 'hold'}
        onSubmit={({ until, reason }) => actions.hold(until, reason)}
        onClose={onClose}
      />
    )
  if (command?.kind === 'challenge')
    return (
      <ChallengeDialog
        {...common}
        pending={pending === 'challenge'}
        onSubmit={({ note, hours }) => actions.challenge(note, hours)}
      />
    )
  if (command?.kind === 'transfer')
    return (
      <TransferDialog
        {...common}
        pending={pending === 'transfer'}
        onSubmit={({ queueId, comment }) => actions.transfer(queueId, comment)}
      />
    )
  if (command?.kind === 'sendBack')
    return (
      <SendBackDialog {...common} pending={pending === 'sendBack'} onSubmit={({ note }) => actions.sendBack(note)} />
    )
  if (command?.kind === 'releaseBundle')
    return (
      <SendBackDialog
        {...common}
        count={row.own.bundle.length + 1}
        pending={pending === 'releaseBundle'}
        onSubmit={({ note }) => actions.releaseBundle(note)}
      />
    )
  if (command?.kind === 'tags')
    return <TagsDialog {...common} pending={pending === 'setTags'} onSubmit={tags => actions.setTags(tags)} />
  const refused = nextRefusal ?? failure?.refusal
  return refused ? (
    <StartRefusedDialog refusal={refused} nextPending={nextPending} onNext={onNext} onBack={onBack} onClose={onClose} />
  ) : null
}

/** Why a decision cannot be made any more; null while the caller reviews the case. */
function interruption(row: Case, mode: CaseMode, loss: LockLoss | null): Refusal | null {
  if (mode === 'review') return null
  if (mode === 'decided') return describeRefusal('decided', row)
  const kind = row.own.startRefusal
  if (kind === 'lockedByOther') return describeRefusal(kind, row)
  return { ...describeRefusal('lockLost', row), at: loss?.kind === 'expired' ? loss.at : null }
}

const UnknownFailure = () => <FormattedMessage id="Review.Case.Failure.Unknown" />
