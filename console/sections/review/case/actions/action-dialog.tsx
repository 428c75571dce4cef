import type { ReactNode } from 'react'
import { FormDialog } from '../../../../platform/forms/form-dialog.tsx'

interface ActionDialogProps {
  title: ReactNode
  description: ReactNode
  /** What the button does. */
  submitLabel: ReactNode
  /** Everything that the action needs is there. */
  ready: boolean
  /** Why it is not, or why the service has refused the action. */
  issue: ReactNode
  pending: boolean
  onSubmit: () => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** An action on a case that asks for something first. Control Enter submits. */
export const ActionDialog = ({ submitLabel, issue, pending, ...props }: ActionDialogProps) => (
  <FormDialog
    {...props}
    confirm={submitLabel}
    running={pending}
    refusal={issue === null || pending ? null : <p>{issue}</p>}
    submitKey
  />
)
