import { type NotificationEvent, notificationEvents } from '../../contract/index.ts'
import type { LiveHub } from '../../kernel/live/live-hub.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'
import { insertNotification } from './store.ts'

export { changeNoticeType } from './store.ts'

import { capabilityOf } from './topic-coverage.ts'

export interface NotifyPorts {
  ports: Pick<Ports, 'clock' | 'newId'>
  live: Pick<LiveHub, 'publish'>
}
export interface NewNotice {
  tenantId: string
  /** Null: about the tenant, for its Product admins and Global Administrators, or for `userId` alone. */
  environmentId: string | null
  event: NotificationEvent
  /** Parameters of the console's message. Names and counts; no data of a customer. */
  params?: Record<string, string | number>
  /** The only recipient, who needs the capability nevertheless. */
  userId?: string
}

/** Maximum length of a parameter: a message contains names, not quotations. */
const maxParamLength = 200
const truncateParams = (params: NonNullable<NewNotice['params']>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, maxParamLength) : value,
    ]),
  )

/**
 * Notifies all users whose roles cover the event. `db` is the transaction of the change, so that a change that is
 * rolled back notifies nobody. The returned function, called after the commit, notifies open consoles immediately.
 * Without that call they find the notification at their next request.
 */
export async function notify(db: Db, { ports, live }: NotifyPorts, notice: NewNotice): Promise<() => void> {
  const { tenantId, environmentId, event, params = {}, userId = null } = notice
  const { topic, type } = notificationEvents[event]
  await insertNotification(db, {
    id: ports.newId(),
    tenantId,
    environmentId,
    userId,
    topic,
    type,
    event,
    params: truncateParams(params),
    at: ports.clock(),
  })
  // What is about no environment and for one user needs no right over the tenant as a whole.
  const capability = environmentId === null && userId !== null ? null : capabilityOf(event)
  return () =>
    live.publish({ event: { kind: 'notifications' }, audience: { tenantId, environmentId, capability, userId } })
}
