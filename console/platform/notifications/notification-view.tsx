import { type NotificationTone, RelativeTime, type Notification as Shown } from '@assay/design-system'
import {
  logNoteType,
  type Notification,
  type NotificationTopic,
  type NotificationType,
} from '@assay/risk-service/contract'
import { useCallback } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { environmentParameter, useHref } from '../environments/environments.tsx'

const tones: Record<NotificationType, NotificationTone> = {
  Critical: 'critical',
  Error: 'danger',
  Information: 'info',
  Success: 'success',
  Warning: 'warning',
}

/** Pages that a topic leads to, as far as they exist. */
const pages: Partial<Record<NotificationTopic, string>> = { environments: '/environments' }

/** The page about what a notification reports; undefined without one. */
function pageOf({
  topic,
  event,
  environmentId,
  params,
}: Notification): { path: string; query?: URLSearchParams } | undefined {
  const { eventType, id } = params
  if (event === 'NoteTagged' && environmentId !== null && eventType === logNoteType && typeof id === 'string')
    return {
      // The first part of the address names what the entry is about; any other leads to the entry as well.
      path: `/settings/note/${environmentId}/${encodeURIComponent(id)}`,
      query: new URLSearchParams({ [environmentParameter]: environmentId, notes: 'open' }),
    }
  if (event === 'NoteTagged' && environmentId !== null && typeof eventType === 'string' && typeof id === 'string')
    return {
      path: `/search/${eventType}/${environmentId}/${encodeURIComponent(id)}`,
      query: new URLSearchParams({ [environmentParameter]: environmentId, notes: 'open' }),
    }
  if (event === 'WatchedSearch' && environmentId !== null && typeof params['view'] === 'string')
    return {
      path: '/search',
      query: new URLSearchParams({ [environmentParameter]: environmentId, view: params['view'] }),
    }
  if (event === 'FieldDropped' && environmentId !== null && typeof eventType === 'string')
    return {
      path: '/data/apimanagement/ontology',
      query: new URLSearchParams({ [environmentParameter]: environmentId, type: eventType, view: 'list' }),
    }
  if (event === 'IncidentOpened' && environmentId !== null && typeof params['incidentId'] === 'string')
    return {
      path: '/reports/alerts',
      query: new URLSearchParams({ [environmentParameter]: environmentId, incident: params['incidentId'] }),
    }
  if (event === 'AttackFound' && environmentId !== null && typeof params['attackId'] === 'string')
    return {
      path: `/fraud/attacks/${params['attackId']}`,
      query: new URLSearchParams({ [environmentParameter]: environmentId }),
    }
  if (event === 'RingGrown' && environmentId !== null && typeof params['ring'] === 'string')
    return {
      path: '/data/explorer',
      query: new URLSearchParams({ [environmentParameter]: environmentId, ring: params['ring'] }),
    }
  const path = pages[topic]
  return path === undefined ? undefined : { path }
}

/** A sentence whose parameters are missing still reads: nothing stands in their place. */
const noParams = { name: '', id: '', days: 0, count: 0, failed: 0, share: 0, more: 0, client: '', kind: '' }
/** Codes by which a message chooses its words; they are never shown. */
const codes: ReadonlySet<string> = new Set(['kind'])
/** Names retain their own direction inside a sentence of the other one. */
const isolated = (value: string | number) => (typeof value === 'string' ? `\u2068${value}\u2069` : value)

/** The text of a notification, in the language of the reader. */
export function notificationText(intl: IntlShape, { event, params }: Pick<Notification, 'event' | 'params'>): string {
  const values = Object.fromEntries(
    Object.entries({ ...noParams, ...params }).map(([name, value]) => [
      name,
      codes.has(name) ? value : isolated(value),
    ]),
  )
  return intl.formatMessage({ id: `Notifications.Event.${event}` }, values)
}

/** Notifications as the library draws them. */
export function useNotificationView(): (notification: Notification) => Shown {
  const intl = useIntl()
  const href = useHref()
  return useCallback(
    notification => {
      const page = pageOf(notification)
      return {
        id: notification.id,
        tone: tones[notification.type],
        title: notificationText(intl, notification),
        unread: !notification.read,
        time: <RelativeTime value={notification.at} />,
        ...(notification.environmentName === null ? {} : { place: notification.environmentName }),
        ...(page === undefined ? {} : { href: href(page.path, page.query) }),
      }
    },
    [intl, href],
  )
}
