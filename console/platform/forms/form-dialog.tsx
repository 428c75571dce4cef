import {
  Button,
  Callout,
  DecisionButton,
  type DecisionName,
  Dialog,
  DialogContent,
  focusInvalidField,
  isApple,
  Kbd,
} from '@assay/design-system'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { useOffline } from '../offline/connection.ts'

interface FormDialogProps {
  title: ReactNode
  description?: ReactNode
  confirm: ReactNode
  /** The decision that the dialog makes: its button has the look of it. */
  decision?: DecisionName | undefined
  running: boolean
  /** False: something is missing, and nothing can be sent yet; its button stays reachable. */
  ready?: boolean
  /** Control Enter, or Command Enter, submits from every field. */
  submitKey?: boolean
  /** Number of attempts to save, of a form that validates by itself. */
  attempts?: number
  /** Id of a message, or the message itself. */
  refusal: ReactNode
  /** Another way to end it, before the main one. */
  extra?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with fields: what was refused stands above them. */
export function FormDialog({
  title,
  description,
  confirm,
  decision,
  running,
  ready = true,
  submitKey = false,
  attempts,
  refusal,
  extra,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const form = useId()
  const offline = useOffline()
  const button = {
    type: 'submit',
    form,
    loading: running,
    disabled: offline,
    ...(ready ? {} : { 'aria-disabled': true }),
    ...(submitKey ? { end: <Kbd aria-hidden keys="Mod+Enter" /> } : {}),
  } as const
  const fields = useRef<HTMLFormElement>(null)
  // The element with the focus when the form was sent: a user who moved on to another element is not interrupted.
  const sentFrom = useRef<Element | null>(null)
  useEffect(() => {
    if (running || sentFrom.current === null) return
    if (document.activeElement === sentFrom.current) focusInvalidField(fields.current)
    sentFrom.current = null
  }, [running, attempts])
  const submit = () => {
    if (!ready || running || offline) return
    sentFrom.current = document.activeElement
    onSubmit()
    focusInvalidField(fields.current)
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
        {...(submitKey
          ? {
              onKeyDown: event => {
                if (event.key !== 'Enter' || !(isApple(navigator.platform) ? event.metaKey : event.ctrlKey)) return
                event.preventDefault()
                submit()
              },
            }
          : {})}
        footer={
          <>
            <Button onClick={onClose}>
              <FormattedMessage id="Common.Cancel" />
            </Button>
            {extra}
            {decision ? (
              <DecisionButton decision={decision} {...button}>
                {confirm}
              </DecisionButton>
            ) : (
              <Button variant="primary" {...button}>
                {confirm}
              </Button>
            )}
          </>
        }
      >
        <form
          ref={fields}
          id={form}
          noValidate
          className="flex flex-col gap-3"
          onSubmit={event => {
            event.preventDefault()
            submit()
          }}
        >
          {offline ? (
            <Callout tone="warning" live>
              <FormattedMessage id="Offline.Writes" />
            </Callout>
          ) : null}
          {refusal === null ? null : (
            <Callout tone="danger" live>
              {typeof refusal === 'string' ? <FormattedMessage id={refusal} /> : refusal}
            </Callout>
          )}
          {children}
        </form>
      </DialogContent>
    </Dialog>
  )
}
