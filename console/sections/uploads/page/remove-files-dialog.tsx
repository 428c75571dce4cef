import { ConfirmDanger, useToast } from '@assay/design-system'
import type { Upload } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useConfirmedMutation } from '../../../platform/mutations/use-confirmed-mutation.ts'

interface RemoveFilesDialogProps {
  /** Empty while the dialog is closed. */
  files: readonly Upload[]
  onClose: () => void
}

/** Asks before uploaded files are deleted. */
export function RemoveFilesDialog({ files, onClose }: RemoveFilesDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  // The dialog retains its text while it closes.
  const [shown, setShown] = useState(files)
  if (files.length > 0 && files !== shown) setShown(files)
  const removal = useConfirmedMutation({
    mutationFn: (removed: readonly Upload[]) =>
      client.uploads.remove({ environmentId, entities: removed.map(({ entity }) => entity) }),
    invalidates: [api.uploads.key()],
    onSuccess: ({ removed }) =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Upload.Deleted' }, { count: removed }) }),
    onClose,
  })
  return (
    <ConfirmDanger
      open={files.length > 0}
      onOpenChange={open => {
        if (!open) removal.close()
      }}
      title={<FormattedMessage id="Upload.Delete.Title" values={{ count: shown.length }} />}
      description={<FormattedMessage id="Upload.Delete.Text" />}
      consequences={shown.map(({ entity, file }) => (
        <bdi key={entity} className="wrap-anywhere">
          {file?.name ?? entity}
        </bdi>
      ))}
      confirmLabel={<FormattedMessage id="Upload.Delete.Confirm" values={{ count: shown.length }} />}
      loading={removal.isPending}
      {...(removal.error ? { error: <FormattedMessage id="Authoring.Failed" /> } : {})}
      onConfirm={() => removal.confirm(files)}
    />
  )
}
