import { Button, Callout, ConfirmDanger, Dialog, DialogContent, useToast } from '@assay/design-system'
import type { Dependent } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../api/api-error.ts'
import { useConfirmedMutation } from '../../mutations/use-confirmed-mutation.ts'
import { Dependents } from './dependents.tsx'

interface DeleteDialogProps {
  /** The resource to delete; null while the dialog is closed. */
  name: string | null
  confirm: ReactNode
  remove: () => Promise<unknown>
  onClose: () => void
  onDeleted: () => unknown
}

/** Asks before a resource is deleted for good. A resource in use is not deleted, and its dependents are listed. */
export function DeleteDialog({ name, confirm, remove, onClose, onDeleted }: DeleteDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const [inUse, setInUse] = useState<{ name: string; users: readonly Dependent[] } | null>(null)
  // The dialog retains its text while it closes.
  const [shown, setShown] = useState(name)
  if (name !== null && name !== shown) setShown(name)
  const removal = useConfirmedMutation({
    mutationFn: (_name: string) => remove(),
    onSuccess: (_answer, removed) => {
      toast({ title: intl.formatMessage({ id: 'Authoring.Delete.Done' }, { name: removed }), tone: 'success' })
      onDeleted()
    },
    onError: (error, refused) => {
      const users = conflictErrorOf(error)?.dependents
      if (users) setInUse({ name: refused, users })
      return users !== undefined
    },
    onClose,
  })
  return (
    <>
      <ConfirmDanger
        open={name !== null}
        onOpenChange={open => {
          if (!open) removal.close()
        }}
        title={<FormattedMessage id="Authoring.Delete.Title" values={{ name: <bdi key="name">{shown}</bdi> }} />}
        description={<FormattedMessage id="Authoring.Delete.Description" />}
        confirmLabel={confirm}
        loading={removal.isPending}
        {...(removal.error ? { error: <FormattedMessage id="Authoring.Failed" /> } : {})}
        onConfirm={() => {
          if (name !== null) removal.confirm(name)
        }}
      />
      <Dialog
        open={inUse !== null}
        onOpenChange={open => {
          if (!open) setInUse(null)
        }}
      >
        <DialogContent
          title={
            <FormattedMessage id="Authoring.NotDeleted.Title" values={{ name: <bdi key="name">{inUse?.name}</bdi> }} />
          }
          footer={
            <Button onClick={() => setInUse(null)}>
              <FormattedMessage id="Common.Close" />
            </Button>
          }
        >
          <div className="flex flex-col gap-3">
            <Callout tone="danger">
              <FormattedMessage id="Authoring.NotDeleted.Text" />
            </Callout>
            <Dependents users={inUse?.users ?? []} />
          </div>
        </DialogContent>
      </Dialog>
    </>
  )
}
