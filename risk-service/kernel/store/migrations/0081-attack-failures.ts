import { type Kysely, sql } from 'kysely'

/** When the last attempt of an attack failed: only failures prolong it, customers who share an address do not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table attack add column failed_at timestamptz`,
  `update attack set failed_at = last_at`,
  `alter table attack alter column failed_at set not null`,
]
