import { ConfirmDanger, useToast } from '@assay/design-system'
import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useConfirmedMutation } from '../mutations/use-confirmed-mutation.ts'

interface RemoveDialogProps<Item> {
  /** Null while the dialog is closed. */
  removed: Item | null
  nameOf: (item: Item) => string
  /** Returns the id of the question, which has the argument `name`. */
  titleOf: (item: Item) => string
  remove: (item: Item) => Promise<unknown>
  /** Queries that the removal makes outdated. */
  invalidates: readonly QueryKey[]
  /** What the removal leads to, one sentence each. */
  consequences?: ReactNode[]
  /** Choices that belong to the removal. */
  options?: ReactNode
  /** Why nothing can be removed now. */
  unavailable?: ReactNode
  onClose: () => void
}

/** Asks before an alert, or a target of alerts, is deleted, and deletes it. */
export function RemoveDialog<Item>({
  removed,
  nameOf,
  titleOf,
  remove,
  invalidates,
  consequences = [],
  options,
  unavailable,
  onClose,
}: RemoveDialogProps<Item>) {
  const intl = useIntl()
  const { toast } = useToast()
  // The dialog retains its text while it closes.
  const [shown, setShown] = useState(removed)
  if (removed !== null && removed !== shown) setShown(removed)
  const removal = useConfirmedMutation({
    mutationFn: remove,
    invalidates,
    onSuccess: (_answer, item) =>
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'CaseReport.Alert.Deleted' }, { name: nameOf(item) }),
      }),
    onClose,
  })
  if (shown === null) return null
  return (
    <ConfirmDanger
      open={removed !== null}
      onOpenChange={open => {
        if (!open) removal.close()
      }}
      title={<FormattedMessage id={titleOf(shown)} values={{ name: <bdi key="name">{nameOf(shown)}</bdi> }} />}
      consequences={consequences}
      options={options}
      confirmLabel={<FormattedMessage id="Common.Delete" />}
      loading={removal.isPending}
      unavailable={unavailable}
      error={removal.error === null ? undefined : <FormattedMessage id="Authoring.Failed" />}
      onConfirm={() => removal.confirm(shown)}
    />
  )
}
