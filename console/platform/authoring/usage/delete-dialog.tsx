import { Button, Callout, ConfirmDanger, Dialog, DialogContent, useToast } from '@assay/design-system'
import type { Dependent } from '@assay/risk-service/contract'
import { type ReactNode, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../api/api-error.ts'
import { useErrorToast } from '../../errors/use-error-toast.ts'
import { Dependents } from './dependents.tsx'

interface DeleteDialogProps {
  /** None: nothing is asked. */
  name: string | null
  confirm: ReactNode
  remove: () => Promise<unknown>
  onClose: () => void
  onDeleted: () => unknown
}

/** Asks before something goes for good. What is in use stays, and what uses it is named. */
export function DeleteDialog({ name, confirm, remove, onClose, onDeleted }: DeleteDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const failed = useErrorToast()
  // Raised with every question that is closed: an answer that comes later is not about the next one.
  const turn = useRef(0)
  const [state, setState] = useState<'idle' | 'running' | 'failed'>('idle')
  const [kept, setKept] = useState<{ name: string; users: readonly Dependent[] } | null>(null)
  // The dialog keeps its words while it closes.
  const [shown, setShown] = useState(name)
  if (name !== null && name !== shown) setShown(name)
  const close = () => {
    turn.current += 1
    setState('idle')
    onClose()
  }
  const submit = async () => {
    const asked = turn.current
    const stillAsked = () => turn.current === asked
    setState('running')
    try {
      await remove()
      toast({ title: intl.formatMessage({ id: 'Authoring.Delete.Done' }, { name: name ?? '' }), tone: 'success' })
      if (stillAsked()) close()
      onDeleted()
    } catch (error) {
      const users = conflictErrorOf(error)?.dependents
      if (users) {
        setKept({ name: name ?? '', users })
        if (stillAsked()) close()
      } else if (stillAsked()) setState('failed')
      else failed(error)
    }
  }
  return (
    <>
      <ConfirmDanger
        open={name !== null}
        onOpenChange={open => {
          if (!open) close()
        }}
        title={<FormattedMessage id="Authoring.Delete.Title" values={{ name: <bdi key="name">{shown}</bdi> }} />}
        description={<FormattedMessage id="Authoring.Delete.Description" />}
        confirmLabel={confirm}
        loading={state === 'running'}
        {...(state === 'failed' ? { error: <FormattedMessage id="Authoring.Failed" /> } : {})}
        onConfirm={() => void submit()}
      />
      <Dialog
        open={kept !== null}
        onOpenChange={open => {
          if (!open) setKept(null)
        }}
      >
        <DialogContent
          title={
            <FormattedMessage id="Authoring.NotDeleted.Title" values={{ name: <bdi key="name">{kept?.name}</bdi> }} />
          }
          footer={
            <Button onClick={() => setKept(null)}>
              <FormattedMessage id="Common.Close" />
            </Button>
          }
        >
          <div className="flex flex-col gap-3">
            <Callout tone="danger">
              <FormattedMessage id="Authoring.NotDeleted.Text" />
            </Callout>
            <Dependents users={kept?.users ?? []} />
          </div>
        </DialogContent>
      </Dialog>
    </>
  )
}
