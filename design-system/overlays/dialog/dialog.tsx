import { cva, type VariantProps } from 'class-variance-authority'
import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { type ComponentProps, createContext, type ReactNode, useContext, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { useReturnFocus } from '../../lib/focus/use-return-focus.ts'
import { isOwnEscape } from '../../lib/keys.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { ConfirmDanger } from '../confirm-danger/confirm-danger.tsx'
import { markScrollable } from './mark-scrollable.ts'
import { scrimClass } from './scrim.ts'

export interface DialogProps extends ComponentProps<typeof Radix.Root> {
  /**
   * There are unsaved changes: every way of closing asks for confirmation. Closing through the controlled `open` does
   * not.
   */
  dirty?: boolean
}

/** Closes the dialog around, or asks. */
const RequestCloseContext = createContext<() => void>(() => undefined)

/** A focused task on top of the page. Controlled by `open`, or by a `DialogTrigger`. */
export function Dialog({ dirty = false, open, defaultOpen = false, onOpenChange, children, ...props }: DialogProps) {
  const [isOpen, setOpen] = useControllable({ value: open, defaultValue: defaultOpen, onValueChange: onOpenChange })
  const [asking, setAsking] = useState(false)
  const requestOpen = (next: boolean) => {
    if (!next && dirty) setAsking(true)
    else setOpen(next)
  }
  return (
    <>
      <Radix.Root open={isOpen} onOpenChange={requestOpen} {...props}>
        <RequestCloseContext value={() => requestOpen(false)}>{children}</RequestCloseContext>
      </Radix.Root>
      <ConfirmDanger
        open={asking}
        onOpenChange={setAsking}
        title={<FormattedMessage id="DesignSystem.Dialog.DiscardTitle" />}
        description={<FormattedMessage id="DesignSystem.Dialog.DiscardText" />}
        cancelLabel={<FormattedMessage id="DesignSystem.Dialog.KeepEditing" />}
        confirmLabel={<FormattedMessage id="DesignSystem.Dialog.Discard" />}
        onConfirm={() => {
          setAsking(false)
          setOpen(false)
        }}
      />
    </>
  )
}

/** The button that opens the dialog: pass one button as the child, with `asChild`. */
export const DialogTrigger = Radix.Trigger
/** A button that closes the dialog: pass one button as the child, with `asChild`. */
export const DialogClose = Radix.Close

const contentVariants = cva(
  [
    'fixed inset-0 z-dialog m-auto flex h-fit max-h-[calc(100dvh-3rem)] w-[calc(100vw-1.5rem)] flex-col',
    'rounded-dialog border border-transparent bg-surface-raised text-sm text-fg shadow-3 outline-none animate-rise-in',
  ],
  {
    variants: {
      /** Width: 400, 560 or 800 pixels, or nearly the whole window. */
      size: {
        sm: 'max-w-dialog-sm',
        md: 'max-w-dialog-md',
        lg: 'max-w-dialog-lg',
        full: 'max-w-[calc(100vw-3rem)] h-[calc(100dvh-3rem)]',
      },
    },
    defaultVariants: { size: 'md' },
  },
)

/** The first field of the body, else the heading: never a button that closes or destroys. */
function focusStart(dialog: HTMLElement) {
  const field = dialog.querySelector<HTMLElement>(
    '[data-dialog-body] :is(input, textarea, select, [role="combobox"], [role="radio"], [role="checkbox"]):not(:disabled)',
  )
  // In a radio group the chosen one: it is also the tab stop.
  const chosen = field
    ?.closest('[role="radiogroup"]')
    ?.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]:not(:disabled)')
  ;(chosen ?? field ?? dialog.querySelector<HTMLElement>('[data-dialog-title]'))?.focus()
}

export interface DialogContentProps
  extends Omit<ComponentProps<typeof Radix.Content>, 'title'>,
    VariantProps<typeof contentVariants> {
  /** Heading and accessible name of the dialog. */
  title: ReactNode
  /** One sentence under the title, read with it. */
  description?: ReactNode
  /** Buttons, the primary one last. The footer stays in view while the body scrolls. */
  footer?: ReactNode
  /** The user must choose one of its buttons: no close button, and neither Escape nor a click beside it closes it. */
  required?: boolean
}

/** The sheet: sticky header with title and close button, scrolling body, sticky footer. */
export function DialogContent({
  title,
  description,
  footer,
  size,
  required = false,
  className,
  children,
  onKeyDown,
  ...props
}: DialogContentProps) {
  const intl = useIntl()
  const requestClose = useContext(RequestCloseContext)
  const { captureFocus, restoreFocus } = useReturnFocus()
  return (
    <Radix.Portal>
      {/* As high as a sheet: it also covers the one from which this dialog was opened. */}
      <Radix.Overlay className={cn(scrimClass, 'z-dialog')} />
      <Radix.Content
        data-slot="dialog"
        className={cn(contentVariants({ size }), className)}
        {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        onKeyDown={event => {
          onKeyDown?.(event)
          if (isOwnEscape(event) && !required) requestClose()
        }}
        onCloseAutoFocus={restoreFocus}
        onOpenAutoFocus={event => {
          captureFocus()
          event.preventDefault()
          if (event.currentTarget instanceof HTMLElement) focusStart(event.currentTarget)
        }}
        {...(required
          ? { onEscapeKeyDown: event => event.preventDefault(), onInteractOutside: event => event.preventDefault() }
          : {})}
        {...props}
      >
        <header className="flex shrink-0 items-start gap-3 ps-6 pe-4 pbs-5 pbe-3">
          <div className="min-w-0 flex-1">
            <Radix.Title tabIndex={-1} data-dialog-title className="text-lg font-semibold outline-none">
              {title}
            </Radix.Title>
            {description === undefined ? null : (
              <Radix.Description className="mbs-1 text-sm text-fg-secondary">{description}</Radix.Description>
            )}
          </div>
          {required ? null : (
            <Radix.Close asChild>
              <IconButton
                variant="ghost"
                size="sm"
                icon={X}
                label={intl.formatMessage({ id: 'DesignSystem.Dialog.Close' })}
              />
            </Radix.Close>
          )}
        </header>
        <div
          ref={markScrollable}
          data-dialog-body
          className="focus-ring-inset min-h-0 flex-1 scroll-py-2 overflow-y-auto border-y border-transparent px-6 py-2 data-scrolls:border-line-subtle"
        >
          {children}
        </div>
        {footer === undefined ? null : (
          <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 px-6 pbs-3 pbe-5">{footer}</footer>
        )}
      </Radix.Content>
    </Radix.Portal>
  )
}
