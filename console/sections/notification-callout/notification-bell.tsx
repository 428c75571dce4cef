import { Button, Callout, LoadingRegion, NotificationMenu, Skeleton, useAnnounce } from '@assay/design-system'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { notificationText, useNotificationView } from '../../platform/notifications/notification-view.tsx'
import {
  useNotificationActions,
  useNotificationSummary,
  useNotificationUpdates,
} from '../../platform/notifications/use-notifications.ts'
import { renderLink } from '../../platform/router/render-link.tsx'

export interface NotificationBellProps {
  /** Opens the list of all of them. */
  onSeeAll: () => void
}

/** The bell with the unread count; opening it shows the latest. What arrives while the page is open is announced once. */
export function NotificationBell({ onSeeAll }: NotificationBellProps) {
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  const view = useNotificationView()
  const { data, error, refetch } = useNotificationSummary()
  const { markRead, dismiss, failed } = useNotificationActions()
  useNotificationUpdates()
  useAnnounceArrivals(data)
  return (
    <NotificationMenu
      open={open}
      onOpenChange={setOpen}
      notifications={data?.latest.map(view) ?? []}
      unreadCount={data?.unread ?? 0}
      renderLink={renderLink}
      onRead={markRead}
      onDismiss={id => dismiss([id])}
      {...(data
        ? {}
        : {
            fallback: error ? (
              <QueryError error={error} onRetry={() => void refetch()} />
            ) : (
              <LoadingRegion
                loading
                name={intl.formatMessage({ id: 'Notifications.Title' })}
                skeleton={<Skeleton className="m-4 h-8" />}
              />
            ),
          })}
      footer={
        <>
          {failed ? (
            <Callout tone="warning" live className="mbe-2">
              <FormattedMessage id="Notifications.Failed" />
            </Callout>
          ) : null}
          <Button
            variant="ghost"
            size="sm"
            className="w-full"
            onClick={() => {
              setOpen(false)
              onSeeAll()
            }}
          >
            <FormattedMessage id="Notifications.SeeAll" />
          </Button>
        </>
      }
    />
  )
}

/** Announces what is new since the last look. The message bar announces critical ones. */
function useAnnounceArrivals(data: ReturnType<typeof useNotificationSummary>['data']): void {
  const intl = useIntl()
  const announce = useAnnounce()
  const latestSeen = useRef<string | null>(null)
  useEffect(() => {
    if (!data) return
    const newest = data.latest[0]
    const before = latestSeen.current
    latestSeen.current = newest ? `${newest.at} ${newest.id}` : ''
    if (before === null || !newest || newest.read || newest.type === 'Critical' || latestSeen.current <= before) return
    announce(intl.formatMessage({ id: 'Notifications.Arrived' }, { text: notificationText(intl, newest) }))
  }, [announce, data, intl])
}
