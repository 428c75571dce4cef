import type { ReactNode } from 'react'

export const notificationTones = ['critical', 'danger', 'warning', 'success', 'info'] as const
export type NotificationTone = (typeof notificationTones)[number]

export interface Notification {
  id: string
  /** A tone that is not known is drawn as information. */
  tone: NotificationTone
  title: string
  text?: ReactNode
  /** When, as the caller writes times: a `RelativeTime`. */
  time?: ReactNode
  /** Where: name of the environment. */
  place?: string
  /** Page that it is about. */
  href?: string
  unread?: boolean
  /** Heading it stands under: "Today", "Earlier". */
  group?: string
}

export interface NotificationGroup {
  /** Nothing for those that stand under no heading. */
  heading: string | undefined
  critical: boolean
  notifications: readonly Notification[]
}

/** Critical ones first and on their own, the others under their headings, in the order they came in. */
export function notificationGroups(notifications: readonly Notification[]): NotificationGroup[] {
  const critical = notifications.filter(each => each.tone === 'critical')
  const groups = new Map<string | undefined, Notification[]>()
  for (const each of notifications) {
    if (each.tone === 'critical') continue
    groups.set(each.group, [...(groups.get(each.group) ?? []), each])
  }
  return [
    ...(critical.length > 0 ? [{ heading: undefined, critical: true, notifications: critical }] : []),
    ...[...groups].map(([heading, list]) => ({ heading, critical: false, notifications: list })),
  ]
}
