import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { type ReactNode, useId } from 'react'
import { useIntl } from 'react-intl'
import { useReturnFocus } from '../../lib/focus/use-return-focus.ts'
import { scrimClass } from '../../overlays/dialog/scrim.ts'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { useNavShell } from './nav-context.ts'
import { Navigation, type NavigationParts } from './navigation.tsx'

/** The navigation under 900 px: a modal sheet from the inline start. */
export function Drawer({ start, ...parts }: NavigationParts & { start: ReactNode }) {
  const intl = useIntl()
  const titleId = useId()
  const { drawerOpen, setDrawerOpen } = useNavShell('NavShell')
  const { captureFocus, restoreFocus } = useReturnFocus()
  return (
    <Radix.Root open={drawerOpen} onOpenChange={setDrawerOpen}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          aria-describedby={undefined}
          aria-labelledby={titleId}
          onCloseAutoFocus={restoreFocus}
          onOpenAutoFocus={event => {
            captureFocus()
            // Focuses the current page, rather than the button that closes the drawer.
            const drawer = event.currentTarget
            const link =
              drawer instanceof HTMLElement
                ? (drawer.querySelector<HTMLElement>('[aria-current="page"]') ?? drawer.querySelector('a'))
                : null
            if (!link) return
            event.preventDefault()
            link.focus()
          }}
          className="fixed inset-y-0 inset-s-0 z-dialog flex w-rail max-w-full flex-col bg-canvas text-fg shadow-3 outline-none"
        >
          <Radix.Title id={titleId} className="sr-only">
            {intl.formatMessage({ id: 'DesignSystem.NavShell.Label' })}
          </Radix.Title>
          {start === undefined ? null : <div className="order-1 px-2 pbe-2">{start}</div>}
          <div className="contents **:data-[slot=nav-body]:order-2">
            <Navigation
              {...parts}
              brandEnd={
                <Radix.Close asChild>
                  <IconButton
                    className="ms-auto"
                    icon={X}
                    label={intl.formatMessage({ id: 'DesignSystem.NavShell.CloseMenu' })}
                  />
                </Radix.Close>
              }
            />
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
