import { Button, Dialog, DialogContent } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import type { Refusal } from './model/refusal.ts'
import { RefusalText } from './model/refusal-text.tsx'

interface StartRefusedDialogProps {
  refusal: Refusal
  nextPending: boolean
  onNext: () => void
  onBack: () => void
  onClose: () => void
}

/** Another reviewer was faster, or the review may not be started: what the reviewer can do instead. */
export function StartRefusedDialog({ refusal, nextPending, onNext, onBack, onClose }: StartRefusedDialogProps) {
  const isLimit = refusal.kind === 'locksLimit'
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        size="sm"
        title={<FormattedMessage id="Review.Case.StartRefused" />}
        description={<RefusalText refusal={refusal} />}
        footer={
          <>
            <Button variant="ghost" onClick={onBack}>
              <FormattedMessage id="Review.Case.BackToQueue" />
            </Button>
            <Button onClick={onClose}>
              <FormattedMessage id="Review.Case.ViewOnly" />
            </Button>
            {isLimit ? null : (
              <Button variant="primary" loading={nextPending} onClick={onNext}>
                <FormattedMessage id="Review.Case.TakeNext" />
              </Button>
            )}
          </>
        }
      />
    </Dialog>
  )
}
