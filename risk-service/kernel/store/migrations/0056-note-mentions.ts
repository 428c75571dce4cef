import { type Kysely, sql } from 'kysely'

/** Users see the notes that mention them: few notes mention anybody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create index note_mentions on note using gin (mentions jsonb_path_ops) where mentions <> '[]'::jsonb`)
    .execute(db)
}
