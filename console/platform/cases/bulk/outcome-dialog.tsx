import { Button, Dialog, DialogContent } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

/** What became of one of several things that were changed together. */
interface Outcome {
  key: string
  /** Id of the thing. */
  id: string
  failed: boolean
  text: ReactNode
}

interface OutcomeDialogProps {
  title: ReactNode
  /** The numbers of those that succeeded and failed. */
  description: ReactNode
  outcomes: readonly Outcome[]
  onClose: () => void
}

/** What became of each of several things that were changed together: those that failed come first. */
export function OutcomeDialog({ title, description, outcomes, onClose }: OutcomeDialogProps) {
  const ordered = [...outcomes].sort((a, b) => Number(b.failed) - Number(a.failed))
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={title}
        description={description}
        footer={
          <Button variant="primary" onClick={onClose}>
            <FormattedMessage id="Common.Close" />
          </Button>
        }
      >
        <ul className="flex flex-col">
          {ordered.map(({ key, id, failed, text }) => (
            <li key={key} className="flex flex-wrap items-baseline gap-x-3 border-bs border-line-subtle py-1.5">
              <bdi dir="ltr" className="font-medium">
                {id}
              </bdi>
              <span className={failed ? 'text-danger-text' : 'text-fg-secondary'}>{text}</span>
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  )
}
