import { Button, Callout, Dialog, DialogContent } from '@assay/design-system'
import { useId, type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { useOffline } from '../offline/connection.ts'

interface FormDialogProps {
  title: ReactNode
  description?: ReactNode
  confirm: ReactNode
  running: boolean
  /** Id of a message, or what is said itself. */
  refusal: ReactNode
  /** Another way to end it, before the main one. */
  extra?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with fields: what was refused stands above them. */
export function FormDialog({ title, description, confirm, running, refusal, extra, onSubmit, onClose, children }: FormDialogProps) {
  const form = useId()
  const offline = useOffline()
  return (
    <Dialog open onOpenChange={open => { if (!open) onClose() }}>
      <DialogContent
        title={title} description={description}
        footer={(
          <>
            <Button onClick={onClose}><FormattedMessage id="Rules.Cancel" /></Button>
            {extra}
            <Button variant="primary" type="submit" form={form} loading={running} disabled={offline}>{confirm}</Button>
          </>
        )}
      >
        <form
          id={form} noValidate className="flex flex-col gap-3"
          onSubmit={event => {
            event.preventDefault()
            onSubmit()
          }}
        >
          {offline ? <Callout tone="warning" live><FormattedMessage id="Offline.Writes" /></Callout> : null}
          {refusal === null ? null : <Callout tone="danger" live>{typeof refusal === 'string' ? <FormattedMessage id={refusal} /> : refusal}</Callout>}
          {children}
        </form>
      </DialogContent>
    </Dialog>
  )
}
