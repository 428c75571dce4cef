import { Button, Dialog, DialogClose, DialogContent } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

interface EnableSearchDialogProps {
  onClose: () => void
  onConfirm: () => void
}

/** Asks before the search is turned on, which cannot be undone. */
export function EnableSearchDialog({ onClose, onConfirm }: EnableSearchDialogProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={<FormattedMessage id="Admin.Search.Confirm.Title" />}
        description={<FormattedMessage id="Admin.Search.Confirm.Text" />}
        footer={
          <>
            <DialogClose asChild>
              <Button>
                <FormattedMessage id="Common.Cancel" />
              </Button>
            </DialogClose>
            <Button variant="primary" onClick={onConfirm}>
              <FormattedMessage id="Admin.Search.TurnOn" />
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
