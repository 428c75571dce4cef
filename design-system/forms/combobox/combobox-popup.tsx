import * as Radix from 'radix-ui/popover'
import type { ReactNode, RefObject } from 'react'
import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Spinner } from '../../primitives/spinner/spinner.tsx'
import { popupClasses } from '../input/popup-classes.ts'

interface PopupProps {
  /** The box of the control: presses inside it do not close the list. */
  box: RefObject<HTMLElement | null>
  loading: boolean
  /** The list has no option. */
  noOptions: boolean
  error: ReactNode
  empty: ReactNode
  /** Clears the typed text first, then closes. */
  onEscape: () => void
  children: ReactNode
}

/** The popup of a combobox: the list, or the reason why there is none. */
export function ComboboxPopup({ box, loading, noOptions, error, empty, onEscape, children }: PopupProps) {
  return (
    <Radix.Portal>
      <Radix.Content
        data-slot="combobox-popup"
        role="presentation"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={event => event.preventDefault()}
        onCloseAutoFocus={event => event.preventDefault()}
        onEscapeKeyDown={event => {
          event.preventDefault()
          onEscape()
        }}
        onInteractOutside={event => {
          if (event.target instanceof Node && box.current?.contains(event.target)) event.preventDefault()
        }}
        className={cn(popupClasses, 'flex w-(--radix-popover-trigger-width) min-w-nav flex-col overflow-hidden')}
      >
        {error !== undefined ? (
          <div className="px-3 pbs-2 pbe-1 text-danger-text">{error}</div>
        ) : loading ? (
          <p className="flex items-center gap-2 px-3 py-2 text-fg-muted">
            <Spinner size={12} />
            <FormattedMessage id="DesignSystem.Combobox.Loading" />
          </p>
        ) : noOptions ? (
          <p className="px-3 pbs-2 pbe-1 text-fg-muted">
            {empty ?? <FormattedMessage id="DesignSystem.Combobox.Empty" />}
          </p>
        ) : null}
        {children}
      </Radix.Content>
    </Radix.Portal>
  )
}
