import {
  Button,
  Callout,
  EmptyState,
  IconButton,
  LoadingRegion,
  NotificationList,
  type RenderLink,
  Select,
  SidePanel,
  Skeleton,
  useAnnounce,
} from '@assay/design-system'
import { defined, type NotificationType, notificationTypes } from '@assay/risk-service/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft, CheckCheck, Settings } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../platform/api/client.ts'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useNotificationView } from '../../platform/notifications/notification-view.tsx'
import { useNotificationActions } from '../../platform/notifications/use-notifications.ts'
import { NotificationSettings } from './notification-settings.tsx'

export interface NotificationCenterProps {
  onClose: () => void
}

/** All notifications over the page, newest first, and what is received at all. */
export function NotificationCenter({ onClose }: NotificationCenterProps) {
  const intl = useIntl()
  const [settings, setSettings] = useState(false)
  return (
    <SidePanel
      variant="modal"
      title={intl.formatMessage({ id: settings ? 'Notifications.Settings.Title' : 'Notifications.Title' })}
      onClose={onClose}
      actions={
        <IconButton
          icon={settings ? ArrowLeft : Settings}
          size="sm"
          label={intl.formatMessage({ id: settings ? 'Notifications.Settings.Back' : 'Notifications.Settings.Open' })}
          onClick={() => setSettings(!settings)}
        />
      }
    >
      {settings ? <NotificationSettings /> : <AllNotifications onOpen={onClose} />}
    </SidePanel>
  )
}

const allTypes = 'all'

function AllNotifications({ onOpen }: { onOpen: () => void }) {
  const intl = useIntl()
  const announce = useAnnounce()
  const view = useNotificationView()
  const { markRead, dismiss, dismissAll, busy, failed } = useNotificationActions()
  const [type, setType] = useState<NotificationType | undefined>()
  const query = useInfiniteQuery(
    api.notifications.list.infiniteOptions({
      input: (before: string | undefined) => ({
        limit: 50,
        ...defined({ type, before }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.next ?? undefined,
    }),
  )
  const items = query.data?.pages.flatMap(page => page.items) ?? []
  const newest = items[0]
  // A chosen notification leads to its page: the panel would stand before it.
  const renderLink: RenderLink = ({ href, onClick, ...props }) => (
    <Link
      to={href}
      {...props}
      onClick={event => {
        onClick?.(event)
        onOpen()
      }}
    />
  )
  return (
    <div className="flex flex-col">
      <div className="flex flex-wrap items-center gap-2 border-be border-line-subtle px-4 py-2">
        <Select
          aria-label={intl.formatMessage({ id: 'Notifications.Type.Label' })}
          className="min-w-0 flex-1"
          value={type ?? allTypes}
          onValueChange={value => setType(notificationTypes.find(each => each === value))}
          options={[
            { value: allTypes, label: intl.formatMessage({ id: 'Notifications.Type.All' }) },
            ...notificationTypes.map(value => ({
              value,
              label: intl.formatMessage({ id: `Notifications.Type.${value}` }),
            })),
          ]}
        />
        <Button
          variant="ghost"
          size="sm"
          disabled={!newest || busy}
          onClick={() => {
            if (!newest) return
            dismissAll({ newest: newest.id, ...defined({ type }) })
            announce(intl.formatMessage({ id: 'Notifications.DismissedAll' }))
          }}
        >
          <FormattedMessage id="Notifications.DismissAll" />
        </Button>
      </div>
      {failed ? (
        <Callout tone="warning" live className="m-3">
          <FormattedMessage id="Notifications.Failed" />
        </Callout>
      ) : null}
      {query.isError && items.length === 0 ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <LoadingRegion
          loading
          name={intl.formatMessage({ id: 'Notifications.Title' })}
          skeleton={
            <div className="flex flex-col gap-3 p-4">
              {['a', 'b', 'c', 'd'].map(id => (
                <Skeleton key={id} className="h-8" />
              ))}
            </div>
          }
        />
      ) : items.length === 0 && type !== undefined ? (
        <EmptyState kind="no-results" icon={CheckCheck} title={<FormattedMessage id="Notifications.NoneOfType" />} />
      ) : (
        <NotificationList
          notifications={items.map(view)}
          onRead={markRead}
          onDismiss={id => dismiss([id])}
          renderLink={renderLink}
        />
      )}
      {query.hasNextPage ? (
        <Button
          variant="ghost"
          className="m-3"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          <FormattedMessage id="Notifications.Older" />
        </Button>
      ) : null}
    </div>
  )
}
