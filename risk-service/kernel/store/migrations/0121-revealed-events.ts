import { type Kysely, sql } from 'kysely'

/** Who had personal data of an event shown is found by the event, however many entries the log has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_log_revealed on audit_log using gin ((after -> 'subjects') jsonb_path_ops)
    where resource_type = 'PersonalData'`.execute(db)
}
