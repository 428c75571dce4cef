import { Button, Callout, Dialog, DialogContent, isApple, Kbd } from '@assay/design-system'
import { type ReactNode, useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { useOffline } from '../../../../platform/offline/connection.ts'

interface ActionDialogProps {
  title: ReactNode
  description: ReactNode
  /** What the button does. */
  submitLabel: ReactNode
  /** Everything that the action needs is there. */
  ready: boolean
  /** Why it is not, or why the service has refused the action. */
  issue: ReactNode
  pending: boolean
  onSubmit: () => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** An action on a case that asks for something first. Control Enter submits. */
export function ActionDialog({
  title,
  description,
  submitLabel,
  ready,
  issue,
  pending,
  onSubmit,
  onClose,
  children,
}: ActionDialogProps) {
  const form = useId()
  const offline = useOffline()
  const submit = () => {
    if (ready && !pending && !offline) onSubmit()
  }
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={title}
        description={description}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(isApple(navigator.platform) ? event.metaKey : event.ctrlKey)) return
          event.preventDefault()
          submit()
        }}
        footer={
          <>
            {offline ? (
              <span className="min-w-0 flex-1 text-xs text-fg-secondary">
                <FormattedMessage id="Offline.Writes" />
              </span>
            ) : null}
            <Button onClick={onClose}>
              <FormattedMessage id="Common.Cancel" />
            </Button>
            <Button
              type="submit"
              form={form}
              variant="primary"
              loading={pending}
              aria-disabled={!ready || offline}
              end={<Kbd aria-hidden keys="Mod+Enter" />}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        <form
          id={form}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={event => {
            event.preventDefault()
            submit()
          }}
        >
          {issue === null || pending ? null : (
            <Callout tone="danger" live>
              <p>{issue}</p>
            </Callout>
          )}
          {children}
        </form>
      </DialogContent>
    </Dialog>
  )
}
