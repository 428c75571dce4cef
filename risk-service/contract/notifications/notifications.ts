import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { procedure } from '../common/procedure.ts'
import { notificationEventIds, notificationTopicIds, notificationTypes } from './notification-topics.ts'

const topic = z.enum(notificationTopicIds)
const type = z.enum(notificationTypes)

export const notificationSchema = z.object({
  id: uuid,
  type,
  topic,
  /** Event that decides the message of the console. */
  event: z.enum(notificationEventIds),
  /** Parameters of the message. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Null for a notification about the tenant. */
  environmentId: uuid.nullable(),
  environmentName: z.string().nullable(),
  at: z.iso.datetime(),
  read: z.boolean(),
})
export type Notification = z.infer<typeof notificationSchema>

/** The contents of the bell and the message bar. */
export const notificationSummarySchema = z.object({
  unread: z.number().int(),
  latest: z.array(notificationSchema),
  critical: z.array(notificationSchema),
})
export type NotificationSummary = z.infer<typeof notificationSummarySchema>

export const topicSettingSchema = z.object({ topic, enabled: z.boolean() })
export type TopicSetting = z.infer<typeof topicSettingSchema>

const ids = z.array(uuid).min(1).max(200)
const unread = z.object({ unread: z.number().int() })

export const notificationsContract = {
  summary: procedure
    .route({
      method: 'GET',
      path: '/notifications/summary',
      summary: 'Unread count, the latest and the critical notifications of the caller',
    })
    .output(notificationSummarySchema),
  list: procedure
    .route({
      method: 'GET',
      path: '/notifications',
      summary: 'Notifications of the caller over all environments, newest first',
    })
    .input(
      z.object({
        type: type.optional(),
        before: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
    )
    .output(z.object({ items: z.array(notificationSchema), next: z.string().nullable() })),
  markRead: procedure
    .route({ method: 'POST', path: '/notifications/read', summary: 'Mark notifications as read' })
    .input(z.object({ ids }))
    .output(unread),
  dismiss: procedure
    .route({ method: 'POST', path: '/notifications/dismiss', summary: 'Take notifications away, for the caller' })
    .input(z.object({ ids }))
    .output(unread),
  dismissAll: procedure
    .route({
      method: 'POST',
      path: '/notifications/dismiss-all',
      summary: 'Take all notifications away that came no later than one of them',
    })
    .input(z.object({ newest: uuid, type: type.optional() }))
    .output(unread),
  settings: procedure
    .route({
      method: 'GET',
      path: '/notifications/settings',
      summary: 'Topics that the caller can receive, and whether they do',
    })
    .output(z.array(topicSettingSchema)),
  setTopic: procedure
    .route({
      method: 'PUT',
      path: '/notifications/settings/{topic}',
      summary: 'Receive a topic or not; critical notifications are always received',
    })
    .input(topicSettingSchema)
    .output(z.array(topicSettingSchema)),
}
