import { procedures } from '../../kernel/console-api/procedures.ts'
import {
  dismissAll,
  listNotifications,
  loadSummary,
  loadTopicSettings,
  setNotificationState,
  setTopic,
} from './notifications.ts'

/**
 * Over all environments of the tenant: the roles in each decide what a caller sees, so that no procedure needs an
 * environment.
 */
export const notificationRoutes = {
  summary: procedures.notifications.summary.handler(({ context }) => loadSummary(context)),
  list: procedures.notifications.list.handler(({ context, input }) => listNotifications(context, input)),
  markRead: procedures.notifications.markRead.handler(({ context, input }) =>
    setNotificationState(context, input.ids, 'read'),
  ),
  dismiss: procedures.notifications.dismiss.handler(({ context, input }) =>
    setNotificationState(context, input.ids, 'dismissed'),
  ),
  dismissAll: procedures.notifications.dismissAll.handler(({ context, input }) => dismissAll(context, input)),
  settings: procedures.notifications.settings.handler(({ context }) => loadTopicSettings(context)),
  setTopic: procedures.notifications.setTopic.handler(({ context, input }) => setTopic(context, input)),
}
