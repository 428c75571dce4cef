import { CheckCheck, CircleCheck, CircleX, Info, type LucideIcon, OctagonAlert, TriangleAlert, X } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { type RenderLink, renderAnchor } from '../../navigation/link/render-link.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { EmptyState } from '../empty-state/empty-state.tsx'
import { type Notification, type NotificationTone, notificationGroups } from './notification-groups.ts'

export {
  type Notification,
  type NotificationGroup,
  type NotificationTone,
  notificationGroups,
  notificationTones,
} from './notification-groups.ts'

const icons: Record<NotificationTone, LucideIcon> = {
  critical: OctagonAlert,
  danger: CircleX,
  warning: TriangleAlert,
  success: CircleCheck,
  info: Info,
}
const iconColours: Record<NotificationTone, string> = {
  critical: 'text-danger-text',
  danger: 'text-danger-text',
  warning: 'text-warning-text',
  success: 'text-success-text',
  info: 'text-info-text',
}
const toneNames: Record<NotificationTone, string> = {
  critical: 'DesignSystem.NotificationList.Critical',
  danger: 'DesignSystem.Callout.Danger',
  warning: 'DesignSystem.Callout.Warning',
  success: 'DesignSystem.Callout.Success',
  info: 'DesignSystem.Callout.Info',
}
/** Data of later versions may contain tones that are unknown to this one. */
const supportedTone = (tone: NotificationTone): NotificationTone => (Object.hasOwn(icons, tone) ? tone : 'info')

export interface NotificationListProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Newest first. */
  notifications: readonly Notification[]
  /** Marks as read; called with the ids of the opened notifications. */
  onRead?: (ids: readonly string[]) => void
  /** Shows a button that dismisses a notification. */
  onDismiss?: (id: string) => void
  /** Renders links with the router of the application; a plain anchor without it. */
  renderLink?: RenderLink
}

/** A list of notifications: critical ones pinned on top, unread ones marked. */
export function NotificationList({
  notifications,
  onRead,
  onDismiss,
  renderLink = renderAnchor,
  className,
  ...props
}: NotificationListProps) {
  const id = useId()
  useUniqueIds('NotificationList', 'notifications', notifications)
  const groups = notificationGroups(notifications)
  return (
    <div data-slot="notification-list" className={cn('min-w-0 text-sm', className)} {...props}>
      {groups.length === 0 ? (
        <EmptyState
          kind="done"
          icon={CheckCheck}
          title={<FormattedMessage id="DesignSystem.NotificationList.EmptyTitle" />}
          description={<FormattedMessage id="DesignSystem.NotificationList.EmptyText" />}
        />
      ) : (
        groups.map((group, index) => {
          const headingId = `${id}-${index}`
          const headed = group.critical || group.heading !== undefined
          return (
            <section
              key={group.critical ? 'critical' : `group ${group.heading ?? ''}`}
              aria-labelledby={headed ? headingId : undefined}
              className={cn(group.critical && 'border-be border-danger-border bg-danger-subtle')}
            >
              {headed ? (
                <p
                  id={headingId}
                  className={cn(
                    'px-4 pbs-2 pbe-1 text-xs font-medium',
                    group.critical ? 'text-danger-text' : 'text-fg-muted',
                  )}
                >
                  {group.critical ? <FormattedMessage id="DesignSystem.NotificationList.Pinned" /> : group.heading}
                </p>
              ) : null}
              <ul className="flex flex-col">
                {group.notifications.map((each, place) => {
                  // A row keeps its identity when another is removed; only a duplicate id needs its index.
                  const twice = group.notifications.findIndex(other => other.id === each.id) < place
                  return (
                    <Item
                      key={twice ? `${each.id} ${place}` : each.id}
                      notification={each}
                      onRead={onRead}
                      onDismiss={onDismiss}
                      renderLink={renderLink}
                    />
                  )
                })}
              </ul>
            </section>
          )
        })
      )}
    </div>
  )
}

interface ItemProps {
  notification: Notification
  onRead: NotificationListProps['onRead']
  onDismiss: NotificationListProps['onDismiss']
  renderLink: RenderLink
}

function Item({ notification, onRead, onDismiss, renderLink }: ItemProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { id, title, text, time, place, href, unread = false } = notification
  const tone = supportedTone(notification.tone)
  return (
    <li className="flex gap-2 border-be border-line-subtle py-2 ps-4 pe-2 last:border-be-0">
      <Icon icon={icons[tone]} className={cn('my-0.5', iconColours[tone])} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className={cn('flex items-baseline gap-2', unread ? 'font-semibold' : 'font-medium')}>
          <span className="min-w-0">
            <span className="sr-only">{intl.formatMessage({ id: toneNames[tone] })} </span>
            {href === undefined
              ? title
              : renderLink({
                  href,
                  className: 'rounded-mark text-link focus-ring hover:underline',
                  onClick: () => onRead?.([id]),
                  children: title,
                })}
          </span>
          {unread ? (
            <span className="ms-auto shrink-0">
              <span
                aria-hidden
                className="block size-2 rounded-full border border-transparent bg-accent forced-color-adjust-none"
              />
              <span className="sr-only">{intl.formatMessage({ id: 'DesignSystem.NotificationList.Unread' })}</span>
            </span>
          ) : null}
        </p>
        {text === undefined ? null : <p className="text-fg-secondary">{text}</p>}
        {time === undefined && place === undefined ? null : (
          <p className="flex flex-wrap gap-x-3 text-xs text-fg-secondary">
            {place === undefined ? null : <bdi>{place}</bdi>}
            {time === undefined ? null : <span>{time}</span>}
          </p>
        )}
      </div>
      {onDismiss ? (
        <IconButton
          icon={X}
          iconSize={12}
          size="sm"
          className="-my-0.5"
          label={intl.formatMessage({ id: 'DesignSystem.NotificationList.Dismiss' }, { title })}
          onClick={event => {
            focusNeighbour(event.currentTarget)
            onDismiss(id)
            announce(intl.formatMessage({ id: 'DesignSystem.NotificationList.Dismissed' }))
          }}
        />
      ) : null}
    </li>
  )
}

/** Focuses the button of the next row, or of the previous one: the focus would be lost with the row. */
function focusNeighbour(button: HTMLElement) {
  const list = button.closest('[data-slot="notification-list"]')
  const buttons = [...(list?.querySelectorAll<HTMLElement>('li > [data-slot="icon-button"]') ?? [])]
  const at = buttons.indexOf(button)
  ;(buttons[at + 1] ?? buttons[at - 1])?.focus()
}
