import { Button, Dialog, DialogContent, useToast } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { InstallationFacts, useInstallationText } from './installation-facts.tsx'

/** The build of this console, and the ids that support needs. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl()
  const { toast } = useToast()
  const details = useInstallationText()
  const copy = () => {
    navigator.clipboard.writeText(details).then(
      () => toast({ title: intl.formatMessage({ id: 'Shell.About.Copied' }) }),
      () => undefined,
    )
  }
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        size="sm"
        title={<FormattedMessage id="Shell.About.Title" />}
        description={<FormattedMessage id="Shell.About.Description" />}
        footer={
          <Button variant="primary" onClick={copy}>
            <FormattedMessage id="Shell.About.Copy" />
          </Button>
        }
      >
        <InstallationFacts />
      </DialogContent>
    </Dialog>
  )
}
