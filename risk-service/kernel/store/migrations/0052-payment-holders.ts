import { type Kysely, sql } from 'kysely'

/** A case knows the holders of its payment instruments: nobody reviews a case that was paid with the own card. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // As `holderKey` writes them; null for none, and for cases of before.
  await sql.raw(`alter table review_case add column payment_holders text[]`).execute(db)
}
