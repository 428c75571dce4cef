import * as Radix from 'radix-ui/alert-dialog'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Field } from '../../forms/field/field.tsx'
import { Input } from '../../forms/input/input.tsx'
import { cn } from '../../lib/cn.ts'
import { useReturnFocus } from '../../lib/focus/use-return-focus.ts'
import { Button } from '../../primitives/button/button.tsx'

type ContentProps = Omit<ComponentProps<typeof Radix.Content>, 'title' | 'children' | 'asChild'>

export interface ConfirmDangerProps extends ContentProps {
  /** Whether the dialog is open. */
  open: boolean
  /** Called when the dialog opens or closes. */
  onOpenChange: (open: boolean) => void
  /** Verb and object, as a heading: "Delete queue Lockers and pick-up". */
  title: ReactNode
  /** One sentence on what happens. */
  description?: ReactNode
  /** Consequences of the action, one sentence each. */
  consequences?: ReactNode[]
  /** Choices that belong to the action, below its consequences. */
  options?: ReactNode
  /** Number of affected records; shown in a separate sentence, above the consequences. */
  affectedCount?: number
  /** When set, the action stays disabled until exactly this name is typed. */
  typedName?: string
  /** Label of the text field; by default it includes the text to type. */
  typedLabel?: ReactNode
  /** Verb and object, never "OK": "Delete queue". */
  confirmLabel: ReactNode
  /** Replaces "Cancel": the button that keeps everything as it is. */
  cancelLabel?: ReactNode
  /** The action is running: the dialog stays and cannot be confirmed twice. */
  loading?: boolean
  /** Reason why the action failed. */
  error?: ReactNode
  /**
   * Reason why the action is unavailable at the moment, without a connection for example: the button is disabled until
   * then.
   */
  unavailable?: ReactNode
  /** Called when the action is confirmed. */
  onConfirm: () => void
}

const normalise = (text: string) => text.trim().normalize('NFC')

/** Confirmation of an action that cannot be undone. Focus starts on Cancel. */
export function ConfirmDanger({
  open,
  onOpenChange,
  title,
  description,
  consequences = [],
  options,
  affectedCount,
  typedName,
  typedLabel,
  confirmLabel,
  cancelLabel,
  loading = false,
  error,
  unavailable,
  onConfirm,
  className,
  ...props
}: ConfirmDangerProps) {
  const { captureFocus, restoreFocus } = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-dialog bg-scrim" />
        <Radix.Content
          data-slot="confirm-danger"
          className={cn(
            'fixed inset-0 z-dialog m-auto flex h-fit max-h-[calc(100dvh-3rem)] w-[calc(100vw-1.5rem)] max-w-dialog-md flex-col gap-3 overflow-y-auto rounded-dialog border border-transparent bg-surface-raised p-5 text-sm text-fg shadow-3 outline-none',
            className,
          )}
          onOpenAutoFocus={captureFocus}
          onCloseAutoFocus={restoreFocus}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          {...props}
        >
          <Body
            {...{
              title,
              description,
              consequences,
              options,
              affectedCount,
              typedName,
              typedLabel,
              confirmLabel,
              cancelLabel,
              loading,
              error,
              unavailable,
              onConfirm,
            }}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface BodyProps {
  title: ReactNode
  description: ReactNode
  consequences: ReactNode[]
  options: ReactNode
  affectedCount: number | undefined
  typedName: string | undefined
  typedLabel: ReactNode
  confirmLabel: ReactNode
  cancelLabel: ReactNode
  loading: boolean
  error: ReactNode
  unavailable: ReactNode
  onConfirm: () => void
}

/** Mounted only while the dialog is open, so that the typed name starts empty each time. */
function Body({
  title,
  description,
  consequences,
  options,
  affectedCount,
  typedName,
  typedLabel,
  confirmLabel,
  cancelLabel,
  loading,
  error,
  unavailable,
  onConfirm,
}: BodyProps) {
  const [typed, setTyped] = useState('')
  const locked = unavailable !== undefined || (typedName !== undefined && normalise(typed) !== normalise(typedName))
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (!locked && !loading) onConfirm()
      }}
    >
      <Radix.Title className="text-lg font-semibold wrap-break-word">{title}</Radix.Title>
      {description === undefined ? null : (
        <Radix.Description className="text-fg-secondary">{description}</Radix.Description>
      )}
      {affectedCount === undefined ? null : (
        <p className="rounded-chip border border-transparent bg-danger-subtle px-3 py-2 font-medium text-danger-text">
          <FormattedMessage id="DesignSystem.ConfirmDanger.Affected" values={{ count: affectedCount }} />
        </p>
      )}
      {consequences.length === 0 ? null : (
        <ul className="flex list-disc flex-col gap-1 ps-5 text-fg-secondary">
          {consequences.map((consequence, index) => (
            <li key={index}>{consequence}</li>
          ))}
        </ul>
      )}
      {options}
      {typedName === undefined ? null : (
        <Field
          label={
            typedLabel ?? (
              <FormattedMessage
                id="DesignSystem.ConfirmDanger.TypeName"
                values={{ name: typedName, b: chunks => <bdi className="font-semibold text-fg">{chunks}</bdi> }}
              />
            )
          }
        >
          <Input
            value={typed}
            onChange={event => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
          />
        </Field>
      )}
      {error === undefined ? null : (
        <p role="alert" className="text-xs text-danger-text">
          {error}
        </p>
      )}
      {unavailable === undefined ? null : (
        <p role="status" className="text-xs text-warning-text">
          {unavailable}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2 pbs-2">
        <Radix.Cancel asChild>
          <Button>{cancelLabel ?? <FormattedMessage id="DesignSystem.ConfirmDanger.Cancel" />}</Button>
        </Radix.Cancel>
        <Button type="submit" variant="danger" disabled={locked} loading={loading}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}
