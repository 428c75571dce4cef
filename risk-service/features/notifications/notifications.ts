import {
  configurableTopics,
  type Notification,
  type NotificationSummary,
  type NotificationTopic,
  type NotificationType,
  type TopicSetting,
} from '../../contract/index.ts'
import { recordAudit } from '../../kernel/audit.ts'
import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import type { EnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import {
  countUnread,
  findNotificationPosition,
  markNotifications,
  mutedTopics,
  type NotificationFilter,
  type Reader,
  readNotifications,
  type StoredNotification,
  setMuted,
} from './store.ts'
import { coverageOf, topicsOf } from './topic-coverage.ts'

/** The part of a call's context that the handlers use. */
export type NotificationContext = Pick<ConsoleContext, 'ports' | 'db' | 'principal' | 'tree' | 'correlationId'>

/** Number of notifications in the callout under the bell. */
const latestCount = 8
/** Number of notifications that the message bar names; it counts the rest. */
const criticalCount = 20

function readerOf({ ports, principal, tree }: NotificationContext): Reader {
  return {
    tenantId: principal.tenantId,
    userId: principal.id,
    coverage: coverageOf({ principal, tree }),
    now: ports.clock(),
  }
}

function describe(tree: EnvironmentTree, row: StoredNotification): Notification {
  const { id, type, topic, event, params, read, environment_id: environmentId } = row
  return {
    id,
    type,
    topic,
    event,
    params,
    read,
    at: row.at.toISOString(),
    environmentId,
    environmentName: environmentId === null ? null : (tree.get(environmentId)?.friendlyName ?? null),
  }
}

export async function loadSummary(call: NotificationContext): Promise<NotificationSummary> {
  const reader = readerOf(call)
  const [unread, latest, critical] = await Promise.all([
    countUnread(call.db, reader),
    readNotifications(call.db, reader, {}, latestCount),
    readNotifications(call.db, reader, { type: 'Critical' }, criticalCount),
  ])
  const shown = (rows: StoredNotification[]) => rows.map(row => describe(call.tree, row))
  return { unread, latest: shown(latest), critical: shown(critical) }
}

const cursorOf = (row: StoredNotification) => `${row.at.getTime()}_${row.id}`
function parseCursor(cursor: string): { at: Date; id: string } {
  const [, at = '', id = ''] = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(cursor) ?? []
  const time = new Date(Number(at))
  if (id === '' || Number.isNaN(time.getTime()) || !/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id))
    throw new ValidationError(['before'], 'The list has no such position.')
  return { at: time, id }
}

export async function listNotifications(
  call: NotificationContext,
  input: { type?: NotificationType | undefined; before?: string | undefined; limit: number },
): Promise<{ items: Notification[]; next: string | null }> {
  const filter: NotificationFilter = {
    type: input.type,
    ...(input.before === undefined ? {} : { before: parseCursor(input.before) }),
  }
  const rows = await readNotifications(call.db, readerOf(call), filter, input.limit + 1)
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  return {
    items: page.map(row => describe(call.tree, row)),
    next: rows.length > page.length && last ? cursorOf(last) : null,
  }
}

/** Ids that the caller does not see are skipped: another tab may have dismissed them. */
export async function setNotificationState(
  call: NotificationContext,
  ids: readonly string[],
  how: 'read' | 'dismissed',
): Promise<{ unread: number }> {
  const reader = readerOf(call)
  await markNotifications(call.db, reader, { ids }, how)
  return { unread: await countUnread(call.db, reader) }
}

export async function dismissAll(
  call: NotificationContext,
  { newest, type }: { newest: string; type?: NotificationType | undefined },
): Promise<{ unread: number }> {
  const reader = readerOf(call)
  const until = await findNotificationPosition(call.db, reader.tenantId, newest)
  if (!until) throw new NotFoundError('There is no such notification.')
  await markNotifications(call.db, reader, { type, until }, 'dismissed')
  return { unread: await countUnread(call.db, reader) }
}

export async function loadTopicSettings(call: NotificationContext): Promise<TopicSetting[]> {
  const { coverage, tenantId, userId } = readerOf(call)
  const muted = await mutedTopics(call.db, tenantId, userId)
  return topicsOf(coverage)
    .filter(topic => configurableTopics.includes(topic))
    .map(topic => ({ topic, enabled: !muted.includes(topic) }))
}

export async function setTopic(
  call: NotificationContext,
  { topic, enabled }: { topic: NotificationTopic; enabled: boolean },
): Promise<TopicSetting[]> {
  const { ports, principal } = call
  const { coverage, tenantId, userId, now } = readerOf(call)
  if (!topicsOf(coverage).includes(topic)) throw new NotFoundError('Your roles receive no notifications of this topic.')
  await call.db.transaction().execute(async trx => {
    const changed = await setMuted(trx, { tenantId, userId, topic, muted: !enabled, now, id: ports.newId() })
    if (!changed) return
    await recordAudit(
      trx,
      { principal, roles: [], correlationId: call.correlationId },
      {
        id: ports.newId(),
        at: now,
        environmentId: null,
        resource: { type: 'NotificationSetting', id: topic, name: topic },
        operation: 'Update',
        before: { enabled: !enabled },
        after: { enabled },
      },
    )
  })
  return loadTopicSettings(call)
}
