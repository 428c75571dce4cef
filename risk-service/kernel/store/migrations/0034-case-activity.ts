import { type Kysely, sql } from 'kysely'

/**
 * Activity of reviewers: one row for each review, which every sign of activity brings up to date, so that a review of
 * any length takes the same room.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table case_activity (
      environment_id uuid not null,
      case_id uuid not null,
      -- The time at which the review began, as the history of the case has it.
      locked_at timestamptz not null,
      user_id uuid not null,
      last_active_at timestamptz not null,
      -- Stretches without a sign of activity that were too long to be work.
      idle_ms int not null default 0,
      primary key (case_id, locked_at)
    )`,
  ])
    await sql.raw(statement).execute(db)
}
