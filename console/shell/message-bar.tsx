import { Button, Callout, focusPageTitle, RelativeTime } from '@assay/design-system'
import { useEffect, useEffectEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useEnvironments } from '../platform/environments/environments.tsx'
import { isCriticalRemoved, storeCriticalRemoved } from '../platform/notifications/critical-removed.ts'
import { useNotificationView } from '../platform/notifications/notification-view.tsx'
import { useNotificationActions, useNotificationSummary } from '../platform/notifications/use-notifications.ts'

/** More would push the page away; the list of all of them has the rest. */
const shownLimit = 3

/** Critical notifications, on every page until they are dismissed. */
export function MessageBar() {
  const intl = useIntl()
  const { session } = useEnvironments()
  const { data } = useNotificationSummary()
  const { dismiss } = useNotificationActions()
  const view = useNotificationView()
  const [, setRemoved] = useState(0)
  const userId = session.user.id
  const critical = data?.critical ?? []
  const open = critical.filter(({ id }) => !isCriticalRemoved(userId, id))
  // Removed while the service was out of reach: the dismissal is sent once it is within reach.
  const unsaid = critical
    .filter(({ id }) => isCriticalRemoved(userId, id))
    .map(({ id }) => id)
    .join(' ')
  const dismissAll = useEffectEvent((ids: string) => dismiss(ids.split(' ')))
  useEffect(() => {
    if (unsaid !== '') dismissAll(unsaid)
  }, [unsaid])
  if (open.length === 0) return null
  return (
    <section aria-label={intl.formatMessage({ id: 'Notifications.MessageBar' })} className="flex flex-col">
      {open.slice(0, shownLimit).map((notification, index) => {
        const { title, href, place } = view(notification)
        return (
          <Callout
            key={notification.id}
            tone="danger"
            variant="banner"
            live
            actions={
              href === undefined ? undefined : (
                <Button asChild size="sm" variant="ghost">
                  <Link to={href}>
                    <FormattedMessage id="Notifications.Open" />
                  </Link>
                </Button>
              )
            }
            onDismiss={() => {
              storeCriticalRemoved(userId, notification.id)
              setRemoved(count => count + 1)
              dismiss([notification.id])
              // The button with the focus is removed together with its notice.
              if (open.length === 1 || index >= open.length - 1) focusPageTitle()
            }}
          >
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-medium">{title}</span>
              <span className="flex flex-wrap gap-x-3 text-xs text-fg-secondary">
                {place === undefined ? null : <bdi>{place}</bdi>}
                <RelativeTime value={notification.at} />
              </span>
            </p>
          </Callout>
        )
      })}
      {open.length > shownLimit ? (
        <p className="border-be border-danger-border bg-danger-subtle px-page py-1 text-xs">
          <FormattedMessage id="Notifications.MoreCritical" values={{ count: open.length - shownLimit }} />
        </p>
      ) : null}
    </section>
  )
}
