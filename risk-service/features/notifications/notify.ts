import { type NotificationEvent, notificationEvents } from '../../contract/index.ts'
import type { LiveHub } from '../../kernel/live/live-hub.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'
import { insertNotification } from './store.ts'
import { capabilityOf } from './topic-coverage.ts'

export interface NotifyPorts {
  ports: Pick<Ports, 'clock' | 'newId'>
  live: LiveHub
}
export interface NewNotice {
  tenantId: string
  /** Null: about the tenant, told to its Product admins and Global Administrators. */
  environmentId: string | null
  event: NotificationEvent
  /** What the console's sentence names. Names and counts; nothing of a customer. */
  params?: Record<string, string | number>
  /** The only recipient; who still needs the capability. */
  userId?: string
}

/** Longest value of a parameter: a sentence names things, it does not quote them. */
const maxParamLength = 200
const truncateParams = (params: NonNullable<NewNotice['params']>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, maxParamLength) : value,
    ]),
  )

/**
 * Tells everybody whose roles cover it. Give the transaction of the change: nobody hears of what did not happen. Call
 * the answer after the commit: then open consoles hear of it at once. Without it they find it when they ask next.
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
  return () =>
    live.publish({
      event: { kind: 'notifications' },
      audience: { tenantId, environmentId, capability: capabilityOf(event), userId },
    })
}
