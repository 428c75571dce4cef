import type { ReactNode } from 'react'

export const notificationTones = ['critical', 'danger', 'warning', 'success', 'info'] as const
export type NotificationTone = (typeof notificationTones)[number]

export interface Notification {
  id: string
  /** An unknown tone is drawn as information. */
  tone: NotificationTone
  title: string
  text?: ReactNode
  /** The time, as the caller formats it: a `RelativeTime`. */
  time?: ReactNode
  /** Name of the environment. */
  place?: string
  /** Address of the related page. */
  href?: string
  unread?: boolean
  /** Heading of its group: "Today", "Earlier". */
  group?: string
}

export interface NotificationGroup {
  /** Undefined for notifications without a heading. */
  heading: string | undefined
  critical: boolean
  notifications: readonly Notification[]
}

/** Critical notifications first and in their own group, the others under their headings, in their original order. */
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
