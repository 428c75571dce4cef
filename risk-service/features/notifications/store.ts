import { type RawBuilder, sql } from 'kysely'
import {
  type NotificationEvent,
  type NotificationTopic,
  type NotificationType,
  notificationDays,
} from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'
import type { Coverage } from './topic-coverage.ts'

export interface Reader {
  tenantId: string
  userId: string
  coverage: Coverage
  now: Date
}
export interface StoredNotification {
  id: string
  environment_id: string | null
  topic: NotificationTopic
  type: NotificationType
  event: NotificationEvent
  params: Record<string, string | number>
  at: Date
  read: boolean
}
export interface NotificationFilter {
  type?: NotificationType | undefined
  before?: { at: Date; id: string } | undefined
  ids?: readonly string[]
  unread?: boolean
}

const day = 86_400_000

/**
 * Condition of all notifications that a user may see: covered by roles, addressed to the user or to everybody,
 * received, not dismissed, not too old.
 */
function visible({ tenantId, userId, coverage, now }: Reader): RawBuilder<boolean> {
  const places = coverage.covers.map(
    ({ event, environmentIds }) => sql`(n.event = ${event} and n.environment_id = any(${environmentIds}::uuid[]))`,
  )
  const wide = coverage.tenantWide ? [sql`n.environment_id is null`] : []
  const own = coverage.covers.map(
    ({ event }) => sql`(n.event = ${event} and n.environment_id is null and n.user_id = ${userId}::uuid)`,
  )
  const covered = [...places, ...wide, ...own]
  return sql<boolean>`n.tenant_id = ${tenantId}::uuid and n.at > ${new Date(now.getTime() - notificationDays * day)}
    and (n.user_id is null or n.user_id = ${userId}::uuid)
    and (${covered.length > 0 ? sql.join(covered, sql` or `) : sql`false`})
    and s.dismissed_at is null
    and (n.type = 'Critical' or not exists (select 1 from notification_mute m where m.tenant_id = n.tenant_id and m.user_id = ${userId}::uuid
      and m.topic = n.topic and n.at >= m.muted_at and (m.unmuted_at is null or n.at < m.unmuted_at)))`
}

const from = ({ userId }: Reader) => sql`notification n
  left join notification_state s on s.tenant_id = n.tenant_id and s.user_id = ${userId}::uuid and s.notification_id = n.id`

function matching(reader: Reader, { type, before, ids, unread }: NotificationFilter): RawBuilder<boolean> {
  return sql<boolean>`${visible(reader)}
    ${type ? sql`and n.type = ${type}` : sql``}
    ${before ? sql`and (n.at, n.id) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql``}
    ${ids ? sql`and n.id = any(${[...ids]}::uuid[])` : sql``}
    ${unread ? sql`and s.read_at is null` : sql``}`
}

/** Reads notifications, newest first. */
export async function readNotifications(
  db: Db,
  reader: Reader,
  filter: NotificationFilter,
  limit: number,
): Promise<StoredNotification[]> {
  const { rows } =
    await sql<StoredNotification>`select n.id, n.environment_id, n.topic, n.type, n.event, n.params, n.at, s.read_at is not null as read
    from ${from(reader)} where ${matching(reader, filter)} order by n.at desc, n.id desc limit ${limit}`.execute(db)
  return rows
}

/** Counts up to a limit beyond which the number is not shown. */
export async function countUnread(db: Db, reader: Reader, most = 1000): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select count(*)::int as unread
    from (select 1 from ${from(reader)} where ${matching(reader, { unread: true })} limit ${most}) as found`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Marks the notifications that match the filter as read or dismissed for one user. A repeat changes nothing. */
export async function markNotifications(
  db: Db,
  reader: Reader,
  filter: NotificationFilter & { until?: { at: Date; id: string } },
  how: 'read' | 'dismissed',
): Promise<void> {
  const { tenantId, userId, now } = reader
  const dismissed = how === 'dismissed' ? now : null
  await sql`insert into notification_state (tenant_id, user_id, notification_id, read_at, dismissed_at)
    select ${tenantId}::uuid, ${userId}::uuid, n.id, ${now}::timestamptz, ${dismissed}::timestamptz from ${from(reader)} where ${matching(reader, filter)}
      ${filter.until ? sql`and (n.at, n.id) <= (${filter.until.at}::timestamptz, ${filter.until.id}::uuid)` : sql``}
    on conflict (tenant_id, user_id, notification_id) do update set
      read_at = coalesce(notification_state.read_at, excluded.read_at), dismissed_at = coalesce(notification_state.dismissed_at, excluded.dismissed_at)`.execute(
    db,
  )
}

/** Returns when a notification was created, whether or not it is still shown; null for one of another tenant. */
export async function findNotificationPosition(
  db: Db,
  tenantId: string,
  id: string,
): Promise<{ at: Date; id: string } | null> {
  return (
    (await db
      .selectFrom('notification')
      .select(['at', 'id'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .executeTakeFirst()) ?? null
  )
}

export interface NewNotification {
  id: string
  tenantId: string
  environmentId: string | null
  userId: string | null
  topic: NotificationTopic
  type: NotificationType
  event: NotificationEvent
  params: Record<string, string | number>
  at: Date
}
export async function insertNotification(
  db: Db,
  { tenantId, environmentId, userId, params, ...rest }: NewNotification,
): Promise<void> {
  await db
    .insertInto('notification')
    .values({
      ...rest,
      tenant_id: tenantId,
      environment_id: environmentId,
      user_id: userId,
      params: JSON.stringify(params),
    })
    .execute()
}

export async function mutedTopics(db: Db, tenantId: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_mute')
    .select('topic')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('unmuted_at', 'is', null)
    .execute()
  return rows.map(row => row.topic)
}

/** Returns true when the setting changed. */
export async function setMuted(
  db: Db,
  {
    tenantId,
    userId,
    topic,
    muted,
    now,
    id,
  }: { tenantId: string; userId: string; topic: string; muted: boolean; now: Date; id: string },
): Promise<boolean> {
  if (!muted) {
    const { numUpdatedRows } = await db
      .updateTable('notification_mute')
      .set({ unmuted_at: now })
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('topic', '=', topic)
      .where('unmuted_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notification_mute')
    .values({ id, tenant_id: tenantId, user_id: userId, topic, muted_at: now, unmuted_at: null })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Changes how urgent the notifications of an event are that have a parameter with some value. */
export async function changeNoticeType(
  db: Db,
  {
    environmentId,
    event,
    param,
    value,
  }: { environmentId: string; event: NotificationEvent; param: string; value: string },
  type: NotificationType,
): Promise<void> {
  await sql`update notification set type = ${type} where environment_id = ${environmentId}::uuid and event = ${event}
    and params ->> ${param}::text = ${value}`.execute(db)
}
