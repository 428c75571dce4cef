import { type Kysely, sql } from 'kysely'

/** Saved searches whose owner wants to hear of many new results. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table saved_view_watch (
      view_id uuid primary key references saved_view (id) on delete cascade,
      by_directory boolean not null,
      event_type text not null,
      filter jsonb not null,
      results int not null,
      hours int not null,
      due_at timestamptz not null,
      notified_at timestamptz,
      ended text
    )`,
    `create index saved_view_watch_due on saved_view_watch (due_at) where ended is null`,
  ])
    await sql.raw(statement).execute(db)
}
