import { type Kysely, sql } from 'kysely'

/** The list of assessments names who changed one last. Who made a change before is unknown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table assessment add column updated_by_name text`.execute(db)
}
