import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import * as Radix from 'radix-ui/toast'
import { type FocusEvent, useRef } from 'react'
import { useIntl } from 'react-intl'
import { useDirection } from '../../i18n/app-intl-provider.tsx'
import { focusPageTitle } from '../../lib/focus/focus-page-title.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import type { ShownToast, ToastTone } from './toast.tsx'

const icons: Record<ToastTone, LucideIcon> = {
  success: CircleCheck,
  info: Info,
  warning: TriangleAlert,
  danger: CircleX,
}
const iconColours: Record<ToastTone, string> = {
  success: 'text-success-text',
  info: 'text-info-text',
  warning: 'text-warning-text',
  danger: 'text-danger-text',
}
const dismissMs = 6000

/** The visible toasts, in the corner at the inline end; F8 moves the focus there. */
export function ToastRegion({ toasts, onRemove }: { toasts: readonly ShownToast[]; onRemove: (id: number) => void }) {
  const intl = useIntl()
  const direction = useDirection()
  const region = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLElement>(null)
  const enter = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !region.current?.contains(relatedTarget)) before.current = relatedTarget
  }
  /**
   * Moves the focus out of a toast that is removed: to the next one in tab order, else back to its previous position.
   */
  const leave = (toast: Element | null) => {
    const active = document.activeElement
    // Radix already moved it to the list where Escape was pressed.
    if (!toast || !active || !region.current?.contains(active) || !(toast.contains(active) || active.contains(toast)))
      return
    const up = [...region.current.querySelectorAll<HTMLElement>('[data-slot="toast"]')]
    const at = up.indexOf(toast as HTMLElement)
    for (const target of [up[at - 1], up[at + 1], before.current]) {
      target?.focus()
      if (target && document.activeElement === target) return
    }
    focusPageTitle()
  }
  return (
    <Radix.Provider
      label={intl.formatMessage({ id: 'DesignSystem.Toast.Label' })}
      swipeDirection={direction === 'rtl' ? 'left' : 'right'}
    >
      <div ref={region} className="contents" onFocus={enter}>
        {toasts.map(shown => (
          <ToastItem key={shown.id} shown={shown} onLeave={leave} onRemove={() => onRemove(shown.id)} />
        ))}
        <Radix.Viewport
          label={intl.formatMessage({ id: 'DesignSystem.Toast.Region' }, { key: 'F8' })}
          // Never covers the buttons at the foot of a page.
          className="fixed inset-be-3 inset-e-3 z-toast flex w-panel max-w-[calc(100vw-1.5rem)] flex-col gap-2 outline-none [:root:has([data-page-foot])_&]:mbe-16"
        />
      </div>
    </Radix.Provider>
  )
}

function ToastItem({
  shown,
  onLeave,
  onRemove,
}: {
  shown: ShownToast
  onLeave: (toast: Element | null) => void
  onRemove: () => void
}) {
  const intl = useIntl()
  const item = useRef<HTMLLIElement>(null)
  const isEscapeOfDialog = useRef(false)
  const { title, description, tone = 'success', action, onClose } = shown
  const close = () => {
    onLeave(item.current)
    onClose?.()
    onRemove()
  }
  return (
    <Radix.Root
      ref={item}
      data-slot="toast"
      data-tone={tone}
      duration={action ? Number.POSITIVE_INFINITY : dismissMs}
      type={tone === 'danger' ? 'foreground' : 'background'}
      open
      // Whoever closes a dialog does not close the toast beside it, with its undo.
      onEscapeKeyDown={({ target }) => {
        isEscapeOfDialog.current = target instanceof Element && target.closest('[role="dialog"]') !== null
      }}
      onOpenChange={open => {
        if (!open && !isEscapeOfDialog.current) close()
        isEscapeOfDialog.current = false
      }}
      className="flex min-h-bar animate-rise-in items-center gap-2 rounded-card border border-transparent bg-surface-raised py-1 ps-3 pe-2 text-fg shadow-2 focus-ring"
    >
      <Icon icon={icons[tone]} className={tone === 'success' ? 'text-fg' : iconColours[tone]} />
      <div className="min-w-0 flex-1 wrap-break-word">
        <Radix.Title>{title}</Radix.Title>
        {description ? (
          <Radix.Description className="text-xs text-fg-secondary">{description}</Radix.Description>
        ) : null}
      </div>
      {action ? (
        <Radix.Action asChild altText={action.label}>
          <Button
            size="sm"
            variant="ghost"
            onClick={event => {
              // Closing through Radix would count as dismissal: the action removes the toast itself.
              event.preventDefault()
              // Before the action: whatever it opens returns the focus to the user's previous position.
              onLeave(item.current)
              action.onAction()
              onRemove()
            }}
          >
            {action.label}
          </Button>
        </Radix.Action>
      ) : null}
      <IconButton
        icon={X}
        iconSize={12}
        size="sm"
        label={intl.formatMessage({ id: 'DesignSystem.Toast.Close' })}
        onClick={close}
      />
    </Radix.Root>
  )
}
