import { Bell } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { useFormat } from '../../lib/format/index.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import type { RenderLink } from '../../navigation/link/render-link.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../overlays/popover/popover.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { NotificationList, type NotificationListProps } from './notification-list.tsx'

/** A larger count is named as "more than 99". */
const maxCount = 99

export interface NotificationMenuProps
  extends Omit<ComponentProps<typeof IconButton>, 'icon' | 'label' | 'children'>,
    Pick<NotificationListProps, 'notifications' | 'onRead' | 'onDismiss'> {
  /** Whether the list is open. */
  open?: boolean
  /** Whether the list is initially open, for uncontrolled use. */
  defaultOpen?: boolean
  /** Called when the list opens or closes. */
  onOpenChange?: (open: boolean) => void
  /** Number of all unread notifications, where the list has the latest only. */
  unreadCount?: number
  /** Renders links with the router of the application; a plain anchor without it. */
  renderLink?: RenderLink
  /** Shown in place of the list while it is loading or could not be loaded. */
  fallback?: ReactNode
  /** At the bottom: a link to all notifications. */
  footer?: ReactNode
}

/** The notification bell. Its name includes the number of unread ones; opening shows the latest. */
export function NotificationMenu({
  notifications,
  onRead,
  onDismiss,
  open,
  defaultOpen = false,
  onOpenChange,
  unreadCount,
  renderLink,
  fallback: instead,
  footer,
  className,
  ...props
}: NotificationMenuProps) {
  const intl = useIntl()
  const format = useFormat()
  const announce = useAnnounce()
  const titleId = useId()
  const [isOpen, setOpen] = useControllable({ value: open, defaultValue: defaultOpen, onValueChange: onOpenChange })
  const unread = notifications.filter(each => each.unread).map(each => each.id)
  const count = unreadCount ?? unread.length
  const label = intl.formatMessage(
    { id: count > maxCount ? 'DesignSystem.NotificationList.BellMany' : 'DesignSystem.NotificationList.Bell' },
    { count, most: format.number(maxCount) },
  )
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <IconButton
          data-slot="notification-menu"
          icon={Bell}
          label={label}
          className={cn(
            // The dot is a border, so that it is visible in forced colours.
            count > 0 &&
              'after:absolute after:inset-bs-1.5 after:inset-e-1.5 after:rounded-full after:border-3 after:border-accent after:outline-1 after:outline-canvas',
            className,
          )}
          {...props}
        />
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-labelledby={titleId}
        className="flex w-panel max-w-[calc(100vw-1.5rem)] flex-col overflow-hidden p-0"
      >
        <div className="flex min-h-bar shrink-0 flex-wrap items-center justify-between gap-x-2 border-be py-1 border-line-subtle ps-4 pe-2">
          <p id={titleId} className="text-md font-semibold">
            <FormattedMessage id="DesignSystem.NotificationList.Title" />
          </p>
          {onRead && unread.length > 0 ? (
            <Button
              size="sm"
              variant="ghost"
              onClick={event => {
                // The button is removed with the last unread one: the focus stays in the sheet.
                event.currentTarget.closest<HTMLElement>('[data-slot="popover"]')?.focus()
                onRead(unread)
                announce(
                  intl.formatMessage({ id: 'DesignSystem.NotificationList.MarkedRead' }, { count: unread.length }),
                )
              }}
            >
              <FormattedMessage id="DesignSystem.NotificationList.MarkAll" />
            </Button>
          ) : null}
        </div>
        {instead ?? (
          <NotificationList
            className="max-h-[28rem] min-h-0 overflow-y-auto"
            notifications={notifications}
            {...(onRead ? { onRead } : {})}
            {...(onDismiss ? { onDismiss } : {})}
            {...(renderLink ? { renderLink } : {})}
          />
        )}
        {footer === undefined ? null : <div className="shrink-0 border-bs border-line-subtle px-4 py-2">{footer}</div>}
      </PopoverContent>
    </Popover>
  )
}
