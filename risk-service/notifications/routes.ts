import { base } from '../session/base.ts'
import { dismissAll, listNotifications, mark, readSettings, readSummary, setTopic } from './notifications.ts'

/**
 * Over all environments of the tenant: what a caller sees is decided by their roles in each, so no call needs an
 * environment.
 */
export const notificationRoutes = {
  summary: base.notifications.summary.handler(({ context }) => readSummary(context)),
  list: base.notifications.list.handler(({ context, input }) => listNotifications(context, input)),
  markRead: base.notifications.markRead.handler(({ context, input }) => mark(context, input.ids, 'read')),
  dismiss: base.notifications.dismiss.handler(({ context, input }) => mark(context, input.ids, 'dismissed')),
  dismissAll: base.notifications.dismissAll.handler(({ context, input }) => dismissAll(context, input)),
  settings: base.notifications.settings.handler(({ context }) => readSettings(context)),
  setTopic: base.notifications.setTopic.handler(({ context, input }) => setTopic(context, input)),
}
