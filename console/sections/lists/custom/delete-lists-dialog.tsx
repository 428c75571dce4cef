import { Button, ConfirmDanger, Dialog, DialogContent, useToast } from '@assay/design-system'
import type { CustomList, Dependent } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { Dependents } from '../../../platform/authoring/usage/dependents.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useConfirmedMutation } from '../../../platform/mutations/use-confirmed-mutation.ts'
import { listErrorOf } from '../list-errors.ts'

interface DeleteListsDialogProps {
  /** Empty while the dialog is closed. */
  lists: readonly CustomList[]
  onClose: () => void
  onDeleted: (ids: readonly string[]) => void
}
interface RecoveredDialog {
  name: string
  users: readonly Dependent[]
}

/** Asks before lists are deleted. A list in use is not deleted, and its dependents are listed. */
export function DeleteListsDialog({ lists, onClose, onDeleted }: DeleteListsDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const environment = useEnvironment()
  const [inUse, setInUse] = useState<RecoveredDialog[]>([])
  // The dialog retains its text while it closes.
  const [shown, setShown] = useState(lists)
  if (lists.length > 0 && lists !== shown) setShown(lists)
  const removal = useConfirmedMutation({
    mutationFn: (removed: readonly CustomList[]) =>
      client.customLists.remove({ environmentId: environment.id, listIds: removed.map(({ id }) => id) }),
    onSuccess: ({ deleted, inUse: used }) => {
      if (deleted.length > 0)
        toast({ tone: 'success', title: intl.formatMessage({ id: 'Lists.Deleted' }, { count: deleted.length }) })
      onDeleted(deleted)
      setInUse(used)
    },
    onError: (error, [refused]) => {
      const refusal = listErrorOf(error)
      if (refusal?.kind !== 'used') return false
      setInUse([{ name: refused?.name ?? '', users: refusal.users }])
      return true
    },
    onClose,
  })
  const [first] = shown
  return (
    <>
      <ConfirmDanger
        open={lists.length > 0}
        onOpenChange={open => {
          if (!open) removal.close()
        }}
        title={
          shown.length === 1 ? (
            <FormattedMessage id="Lists.DeleteOne.Title" values={{ name: <bdi key="name">{first?.name}</bdi> }} />
          ) : (
            <FormattedMessage id="Lists.DeleteMany.Title" values={{ count: shown.length }} />
          )
        }
        description={<FormattedMessage id="Lists.DeleteOne.Text" />}
        consequences={
          shown.length > 1
            ? [
                ...shown.slice(0, 10).map(({ id, name }) => <bdi key={id}>{name}</bdi>),
                ...(shown.length > 10
                  ? [<FormattedMessage key="more" id="Lists.DeleteMany.More" values={{ count: shown.length - 10 }} />]
                  : []),
              ]
            : []
        }
        confirmLabel={<FormattedMessage id="Lists.DeleteMany.Confirm" values={{ count: shown.length }} />}
        loading={removal.isPending}
        {...(removal.error ? { error: <FormattedMessage id="Authoring.Failed" /> } : {})}
        onConfirm={() => removal.confirm(lists)}
      />
      <Dialog
        open={inUse.length > 0}
        onOpenChange={open => {
          if (!open) setInUse([])
        }}
      >
        <DialogContent
          title={<FormattedMessage id="Lists.NotDeleted.Title" values={{ count: inUse.length }} />}
          description={<FormattedMessage id="Lists.NotDeleted.Text" />}
          footer={
            <Button onClick={() => setInUse([])}>
              <FormattedMessage id="Common.Close" />
            </Button>
          }
        >
          <div className="flex flex-col gap-4">
            {inUse.map(({ name, users }) => (
              <section key={name} aria-label={name}>
                <h3 className="font-semibold">
                  <bdi>{name}</bdi>
                </h3>
                <Dependents users={users} />
              </section>
            ))}
          </div>
        </DialogContent>
      </Dialog>
    </>
  )
}
