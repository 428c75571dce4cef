import { type Kysely, sql } from 'kysely'

/** Assessments that were deleted, while a job removes their events and cases. Their API names stay taken until then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table assessment_removal (
    id uuid primary key,
    environment_id uuid not null references environment (id),
    api_name text not null,
    requested_at timestamptz not null
  )`.execute(db)
  await sql`create index assessment_removal_name on assessment_removal (environment_id, lower(api_name))`.execute(db)
}
