import { type Kysely, sql } from 'kysely'

/**
 * Notes belong to an event by its own id, so that they survive a second assessment of it. Replies have a parent; system
 * notes have what they report instead of a text. Files are stored with the notes, and not compressed: most of their
 * types are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table note (
    id uuid primary key,
    environment_id uuid not null references environment (id),
    event_type text not null,
    event_id text not null,
    parent_id uuid references note (id) on delete cascade,
    author_id uuid,
    author_name text,
    text text not null,
    mentions jsonb not null default '[]',
    system_event text,
    system_params jsonb,
    version integer not null default 1,
    created_at timestamptz not null,
    edited_at timestamptz,
    deleted_at timestamptz,
    deleted_by uuid,
    deleted_by_name text
  )`,
  `create index note_event on note (environment_id, event_type, event_id, created_at desc, id desc)`,
  `create index note_parent on note (parent_id) where parent_id is not null`,
  `create table note_version (
    note_id uuid not null references note (id) on delete cascade,
    version integer not null,
    text text not null,
    written_at timestamptz not null,
    primary key (note_id, version)
  )`,
  `create table note_attachment (
    id uuid primary key,
    environment_id uuid not null references environment (id),
    event_type text not null,
    event_id text not null,
    note_id uuid references note (id) on delete cascade,
    position integer not null default 0,
    owner_id uuid not null,
    name text not null,
    media_type text not null,
    size integer not null,
    digest text not null,
    content bytea not null,
    created_at timestamptz not null default now(),
    removed_at timestamptz
  )`,
  `alter table note_attachment alter column content set storage external`,
  `create index note_attachment_note on note_attachment (note_id)`,
  `create index note_attachment_pending on note_attachment (owner_id) where note_id is null`,
  `create table note_read (
    environment_id uuid not null references environment (id),
    event_type text not null,
    event_id text not null,
    user_id uuid not null,
    read_at timestamptz not null,
    primary key (environment_id, event_type, event_id, user_id)
  )`,
]
