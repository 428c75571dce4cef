import { Button, Dialog, DialogContent } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useHref } from '../environments/environments.tsx'

/** In place of the dialog that adds values to a list, for who may change custom lists only, of which there are none. */
export function NoListDialog({ onClose }: { onClose: () => void }) {
  const href = useHref()
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={<FormattedMessage id="Search.List.NoTarget.Title" />}
        description={<FormattedMessage id="Search.List.NoTarget.Text" />}
        footer={
          <>
            <Button onClick={onClose}>
              <FormattedMessage id="Common.Close" />
            </Button>
            <Button variant="primary" asChild>
              <Link to={href('/data/lists/custom')}>
                <FormattedMessage id="Search.List.NoTarget.Open" />
              </Link>
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
