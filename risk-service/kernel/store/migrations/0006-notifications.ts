import { type Kysely, sql } from 'kysely'

/**
 * Notifications are stored once, for all users whose roles cover them; the read and dismissed marks belong to a user. A
 * muted topic is a span of time: a notification within it is not received, and does not appear when the topic is
 * enabled again. All acceptances of the permitted use are stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table notification (
    id uuid primary key,
    tenant_id uuid not null references tenant (id),
    environment_id uuid,
    user_id uuid,
    topic text not null,
    type text not null,
    event text not null,
    params jsonb not null,
    at timestamptz not null default now()
  )`,
  `create index notification_newest on notification (tenant_id, at desc, id desc)`,
  `create index notification_at on notification (at)`,
  `create table notification_state (
    tenant_id uuid not null,
    user_id uuid not null,
    notification_id uuid not null references notification (id) on delete cascade,
    read_at timestamptz,
    dismissed_at timestamptz,
    primary key (tenant_id, user_id, notification_id)
  )`,
  `create index notification_state_notification on notification_state (notification_id)`,
  `create table notification_mute (
    id uuid primary key,
    tenant_id uuid not null references tenant (id),
    user_id uuid not null,
    topic text not null,
    muted_at timestamptz not null,
    unmuted_at timestamptz
  )`,
  `create index notification_mute_user on notification_mute (tenant_id, user_id, topic)`,
  `create unique index notification_mute_now on notification_mute (tenant_id, user_id, topic) where unmuted_at is null`,
  `create table fcra_acceptance (
    id uuid primary key,
    tenant_id uuid not null references tenant (id),
    user_id uuid not null,
    text_version text not null,
    at timestamptz not null
  )`,
  `create index fcra_acceptance_user on fcra_acceptance (tenant_id, user_id, text_version, at desc)`,
]
