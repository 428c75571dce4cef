import { Field, NumberInput } from '@assay/design-system'
import { type Case, caseLimits } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useRecoverableState } from '../../../../platform/recovery/use-recovery.ts'
import { ActionDialog } from './action-dialog.tsx'
import { isTooLong, ReasonField } from './reason-field.tsx'

interface ChallengeDialogProps {
  row: Case
  issue: ReactNode
  pending: boolean
  /** `hours`: time for the answer. */
  onSubmit: (request: { note: string; hours: number }) => void
  onClose: () => void
}

const longest = caseLimits.longestChallengeHours

/** Asks the customer of a case for a challenge, perhaps with a note for those who review it next. */
export function ChallengeDialog({ row, onSubmit, ...props }: ChallengeDialogProps) {
  const [note, setNote] = useRecoverableState(`case-challenge/${row.id}`, '')
  const [hours, setHours] = useState<number | null>(caseLimits.challengeHours)
  const isPossible = hours !== null && Number.isInteger(hours) && hours >= 1 && hours <= longest
  return (
    <ActionDialog
      {...props}
      title={<FormattedMessage id="Review.Case.Challenge.Title" />}
      description={<FormattedMessage id="Review.Case.Challenge.Text" />}
      submitLabel={<FormattedMessage id="Review.Case.Challenge.Submit" />}
      ready={isPossible && !isTooLong(note)}
      onSubmit={() => {
        if (isPossible) onSubmit({ note: note.trim(), hours })
      }}
    >
      <Field
        label={<FormattedMessage id="Review.Case.Challenge.Hours" />}
        required
        error={isPossible ? undefined : <FormattedMessage id="Review.Case.Challenge.Hours.Rule" values={{ longest }} />}
      >
        <NumberInput
          min={1}
          max={longest}
          maximumFractionDigits={0}
          value={hours}
          disabled={props.pending}
          onValueChange={setHours}
        />
      </Field>
      <ReasonField labelId="Review.Case.Challenge.Note" value={note} disabled={props.pending} onChange={setNote} />
    </ActionDialog>
  )
}
